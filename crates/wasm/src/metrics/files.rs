//! Files as they are dropped on a page: a name and bytes, read into what scores are made of.

use groundscope_benchmarks::formats::{self, Format, NamedBytes, ReadFiles, ReadOptions};
use groundscope_benchmarks::output::{Row, read_rows};
use groundscope_benchmarks::{Annotations, FileError};

use crate::failure::Failure;
pub(crate) use crate::objects::NamedFile;

/// Expert boxes, in any format.
pub(crate) fn references(files: &[NamedFile]) -> Result<Annotations, Failure> {
    let read = annotations(files, None, &ReadOptions::default(), "references")?;
    Ok(read.annotations)
}

/// A model's boxes, in any format; names and numbers that they leave open are those of the references.
pub(crate) fn predictions(files: &[NamedFile], references: &Annotations) -> Result<Annotations, Failure> {
    let options = ReadOptions {
        references: Some(references),
        ..ReadOptions::default()
    };
    Ok(annotations(files, None, &options, "predictions")?.annotations)
}

/// One file, or the files of a folder. Without a format it is told from what they hold.
pub(crate) fn annotations(
    files: &[NamedFile],
    format: Option<Format>,
    options: &ReadOptions<'_>,
    code: &'static str,
) -> Result<ReadFiles, Failure> {
    let named: Vec<NamedBytes> = files
        .iter()
        .map(|file| NamedBytes {
            path: file.name.clone(),
            bytes: file.bytes.clone(),
        })
        .collect();
    formats::read(&named, format, options).map_err(|error| match (files, error) {
        // The one file that was given need not be named twice.
        ([only], FileError::InFile { source, .. }) => Failure::of_file(code, &only.name, &*source),
        ([only], error) => Failure::of_file(code, &only.name, &error),
        (_, error) => Failure::told(code, &error),
    })
}

/// The lines of a file of responses.
pub(crate) fn rows(file: &NamedFile, code: &'static str) -> Result<Vec<Row>, Failure> {
    read_rows(&file.bytes).map_err(|error| Failure::of_file(code, &file.name, &error))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file with this text.
    pub(crate) fn file(name: &str, text: &str) -> NamedFile {
        NamedFile {
            name: name.to_owned(),
            bytes: text.as_bytes().to_vec(),
        }
    }

    /// One image with boxes of IRF.
    pub(crate) fn boxes(corners: &[[u32; 4]]) -> String {
        let boxes: Vec<_> = (corners.iter())
            .map(|corners| serde_json::json!({"class": "irf", "box": corners}))
            .collect();
        serde_json::json!({"format": "groundscope-boxes/1", "space": "pixel",
            "images": [{"id": "a.png", "width": 100, "height": 100, "boxes": boxes}]})
        .to_string()
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named() {
        let good = file("r.json", &boxes(&[[0, 0, 10, 10]]));
        let references = references(std::slice::from_ref(&good)).unwrap();
        assert_eq!(references.images.len(), 1);
        let broken = predictions(&[file("p.json", "{")], &references).unwrap_err();
        assert_eq!(broken.code(), "predictions");
        assert!(
            broken.message().starts_with("p.json: line 1, column "),
            "{}",
            broken.message()
        );
        assert!(!broken.message().contains("check that"), "{}", broken.message());
        let wrong = rows(&file("a.jsonl", "7"), "answers").unwrap_err();
        assert_eq!(
            (wrong.code(), wrong.message()),
            ("answers", "a.jsonl: line 1 is not an object.")
        );
    }

    #[test]
    fn a_folder_is_read_as_one_data_set() {
        let expert = references(&[file("r.json", &boxes(&[[0, 0, 10, 10]]))]).unwrap();
        let folder = [
            file("data.yaml", "names: [irf]\n"),
            file("labels/a.txt", "0 0.05 0.05 0.1 0.1\n"),
        ];
        let found = predictions(&folder, &expert).unwrap();
        assert_eq!((found.images.len(), found.images[0].boxes.len()), (1, 1));
        let stranger = [
            folder[0].clone(),
            file("labels/other.txt", "0 0.05 0.05 0.1 0.1\n"),
        ];
        let failure = predictions(&stranger, &expert).unwrap_err();
        assert_eq!(failure.code(), "predictions");
        assert!(failure.message().contains("other"), "{}", failure.message());
        assert_eq!(references(&[]).unwrap_err().code(), "references");
    }
}
