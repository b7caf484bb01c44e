//! The files of a folder, each by what it holds, and the format that they are together.

use super::{Format, NamedBytes, Notes, csv_table, masks, text, yolo};
use crate::FileError;

/// What one file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Picture,
    Json,
    Xml,
    Table,
    ImageList,
    YoloLabels,
    YoloNames,
    ClassMap,
    Other,
}

/// A kind by content; names decide only where content cannot, and an empty file is what its name says.
pub(super) fn kind_of(file: &NamedBytes) -> Kind {
    if is_picture(&file.bytes) {
        return Kind::Picture;
    }
    let name = file
        .path
        .rsplit('/')
        .next()
        .unwrap_or(&file.path)
        .to_ascii_lowercase();
    if yolo::holds_names(file) {
        return Kind::YoloNames;
    }
    if masks::CLASS_MAP_FILES.contains(&name.as_str()) {
        return Kind::ClassMap;
    }
    let head = file.bytes.get(..HEAD).unwrap_or(&file.bytes);
    let text = match text::decode(&whole_characters(head), "", &mut Notes::default()) {
        Ok(text) => text.into_owned(),
        Err(FileError::Empty) if name.ends_with(".txt") => return Kind::YoloLabels,
        Err(_) => return Kind::Other,
    };
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .trim();
    match first.as_bytes().first() {
        Some(b'{' | b'[') => Kind::Json,
        Some(b'<') => Kind::Xml,
        _ if first.starts_with("sep=") || csv_table::is_header(first) => {
            let lists = csv_table::lists_images(text.lines());
            if lists { Kind::ImageList } else { Kind::Table }
        }
        _ if yolo::is_label_line(first) => Kind::YoloLabels,
        _ if is_text_name(&file.path) && yolo::resembles_labels(&text) => Kind::YoloLabels,
        _ => Kind::Other,
    }
}

/// Whether a file could be a label file by its name.
pub(super) fn is_text_name(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".txt")
}

fn is_picture(bytes: &[u8]) -> bool {
    match imagesize::image_type(bytes) {
        // "BM" begins words, too; four bytes behind the size of the file are zero in a BMP.
        Ok(imagesize::ImageType::Bmp) => bytes.get(6..10) == Some(&[0; 4]),
        found => found.is_ok(),
    }
}

/// Enough for the first line of any file.
const HEAD: usize = 65_536;

/// Bytes without a character that the cut split.
fn whole_characters(head: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => {
            head.get(..error.valid_up_to()).unwrap_or_default().to_vec()
        }
        // UTF-16 is cut at a whole unit already.
        _ => head.to_vec(),
    }
}

impl Kind {
    /// Whether files of the kind have boxes by themselves; pictures and lists of images stand beside such files.
    pub(super) fn has_boxes(self) -> bool {
        matches!(self, Self::Json | Self::Xml | Self::Table | Self::YoloLabels)
    }
}

/// The format of files whose kinds these are. Pictures beside files with boxes are the scans; alone, they are masks.
pub(super) fn format_of(kinds: &[Kind]) -> Result<Format, FileError> {
    let has = |kind: Kind| kinds.contains(&kind);
    let labels = has(Kind::YoloLabels) || has(Kind::YoloNames);
    let candidates = [
        (Format::Voc, has(Kind::Xml)),
        (Format::Yolo, labels),
        (Format::Coco, has(Kind::Json)),
        (Format::Csv, has(Kind::Table)),
    ];
    let mut found = candidates
        .into_iter()
        .filter(|(_, there)| *there)
        .map(|(format, _)| format);
    if let Some(one) = found.next() {
        return match found.next() {
            Some(other) => Err(FileError::SeveralFormats {
                one: one.id(),
                other: other.id(),
            }),
            None => Ok(one),
        };
    }
    if has(Kind::Picture) {
        return Ok(Format::Masks);
    }
    if has(Kind::ImageList) {
        return Ok(Format::Csv);
    }
    Err(FileError::NoFormat)
}
