//! What to do about a file that cannot be used, where its error does not say it by itself.

use groundscope_benchmarks::FileError;
use groundscope_benchmarks::output::RowsError;

/// What annotations are read for: the way out of an error depends on the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be written in another format.
    Convert,
    /// To be described.
    Describe,
    /// To be described, with a folder of pictures that was looked through for sizes.
    DescribeWithPictures,
    /// To train the network.
    Train,
    /// To be scored against.
    References,
    /// To be scored.
    Predictions,
}

/// What to do about annotations; empty where the error says it.
pub fn of_file(error: &FileError, purpose: Purpose) -> &'static str {
    use Purpose::{Convert, Describe, DescribeWithPictures, Predictions, References, Train};
    match (error, purpose) {
        (FileError::InFile { source, .. }, _) => of_file(source, purpose),
        (FileError::NoSize { .. }, Convert) => {
            "Add --images with the folder of the image files, or --sizes with a table of image, width and height."
        }
        (FileError::NoSize { .. }, Describe | Train) => "Add --images with the folder of the image files.",
        (FileError::NoSize { .. }, DescribeWithPictures) => {
            "The folder of --images has no readable picture of this name."
        }
        (FileError::NoSize { .. }, References) => {
            "Give a folder that has the image files, too, or write the sizes with groundscope convert and --images."
        }
        (FileError::NoSize { .. }, Predictions) => "The references have no image of this name: check it.",
        (FileError::NoClassName { .. }, Convert) => {
            "Put classes.txt or data.yaml into the folder, or add --names."
        }
        (FileError::NoClassName { .. }, _) => {
            "Put classes.txt or data.yaml into the folder, or use groundscope convert with --names first."
        }
        (FileError::NoMaskClass { .. }, Convert) => "Put classes.json into the folder, or add --class-map.",
        (FileError::NoMaskClass { .. }, _) => {
            "Put classes.json into the folder, or use groundscope convert with --class-map first."
        }
        (FileError::SeveralFormats { .. } | FileError::NoFormat, Convert) => {
            "Name the format to read with --from."
        }
        (FileError::SeveralFormats { .. } | FileError::NoFormat, Train) => {
            "Name the format to read with --format."
        }
        (FileError::SeveralFormats { .. } | FileError::NoFormat, _) => {
            "Or make one file of boxes first, with groundscope convert --from FORMAT --to boxes."
        }
        (FileError::ResultsAsReferences | FileError::ResultsNeedCoco, Convert) => {
            "Name the COCO file that the list belongs to with --sizes."
        }
        (FileError::ResultsAsReferences, Describe | DescribeWithPictures | Train) => {
            "Or make a file of boxes of the list first, with groundscope convert --sizes COCO.json --to boxes."
        }
        // These say how the file should look by themselves.
        (FileError::Yaml { .. } | FileError::Mask { .. }, _) => "",
        _ => error.format_hint().unwrap_or_default(),
    }
}

/// What responses are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// By `parse`.
    Parse,
    /// As answers, to be scored alone.
    Presence,
    /// As a run of `evaluate`.
    Run,
}

/// What to do about responses; empty where the error says it.
pub fn of_rows(error: &RowsError, asking: Asking) -> &'static str {
    match (error, asking) {
        (RowsError::NoResizedSize { .. }, Asking::Run) => "Add resized=WIDTHxHEIGHT to the run.",
        (RowsError::NoResizedSize { .. }, _) => "Give --resized WIDTHxHEIGHT.",
        (RowsError::Image { .. }, Asking::Parse) => {
            "Give the references of these images, or leave --references out."
        }
        (RowsError::Field { .. }, _) => "Give one JSON object with image, class and response a line.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_says_what_to_do_has_no_second_hint() {
        for error in [
            FileError::Empty,
            FileError::Utf16,
            FileError::UnknownKind,
            FileError::ClassNotHere { class: "foo".into() },
            FileError::Json {
                line: 1,
                column: 2,
                what: "EOF".into(),
            },
            FileError::Yaml { what: "x".into() },
        ] {
            assert!(error.to_string().contains("; "), "{error}");
            for purpose in [
                Purpose::Convert,
                Purpose::Describe,
                Purpose::References,
                Purpose::Predictions,
            ] {
                assert_eq!(of_file(&error, purpose), "", "{error}");
            }
        }
        let again = RowsError::Repeated { line: 2, first: 1 };
        assert_eq!(of_rows(&again, Asking::Presence), "");
    }

    #[test]
    fn the_way_out_is_one_of_the_command() {
        let size = || FileError::InFile {
            path: "a.txt".into(),
            source: Box::new(FileError::NoSize { id: "a".into() }),
        };
        assert!(of_file(&size(), Purpose::Convert).contains("--sizes"));
        assert_eq!(
            of_file(&size(), Purpose::Describe),
            "Add --images with the folder of the image files."
        );
        assert!(of_file(&size(), Purpose::Predictions).contains("references"));
        assert!(of_file(&FileError::NoFormat, Purpose::Convert).starts_with("Name the format"));
        let resized = RowsError::NoResizedSize { line: 1 };
        assert!(of_rows(&resized, Asking::Run).contains("resized="));
        assert!(of_rows(&resized, Asking::Parse).contains("--resized"));
    }
}
