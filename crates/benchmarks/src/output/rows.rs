//! Files of responses: JSON lines with `image`, `class` and `response`.
//!
//! ```json
//! {"image": "a.png", "class": "irf", "response": "[{\"bbox_2d\": [10, 20, 60, 70], \"label\": \"IRF\"}]"}
//! ```
//!
//! `resized`, `[width, height]`, is optional: the size of this image as resized for the model.

use std::collections::BTreeMap;

use super::declared::ImageSize;
use crate::json_text::{self, Node};
use crate::{ClassLabel, FileError, ScoreError};

/// A response and the question it answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The line of the file, from 1.
    pub line: usize,
    /// The image's name.
    pub image: String,
    /// The class that was asked about.
    pub class: ClassLabel,
    /// What the model wrote.
    pub response: String,
    /// The image's size as resized for the model, where the row says so.
    pub resized: Option<ImageSize>,
}

/// Why a file of responses cannot be used. What a response says is never an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// The bytes are no text.
    #[error(transparent)]
    Text(#[from] FileError),
    /// There is no row at all.
    #[error("the file has no rows; write one object with image, class and response a line")]
    NoRows,
    /// A line is not an object.
    #[error("line {line} is not an object; write one with image, class and response")]
    NotARow {
        /// The line, from 1.
        line: usize,
    },
    /// A line is not JSON.
    #[error("line {line}, column {column} is not valid JSON ({what}); write one whole object a line")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser met.
        what: String,
    },
    /// A field of a line is missing or of the wrong kind.
    #[error("line {line}: {source}")]
    Field {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: FileError,
    },
    /// Two rows answer one question.
    #[error("line {line} answers the question of line {first} again; keep one of them")]
    Repeated {
        /// The line, from 1.
        line: usize,
        /// The line of the first answer.
        first: usize,
    },
    /// The references do not have the image.
    #[error("line {line}: {source}")]
    Image {
        /// The line, from 1.
        line: usize,
        /// What is wrong with the name.
        source: ScoreError,
    },
    /// Boxes of a resized image whose size nobody tells.
    #[error(
        "line {line}: boxes are declared in pixels of the resized image, but its size is not; declare it for the run or \
         give the row \"resized\": [width, height]"
    )]
    NoResizedSize {
        /// The line, from 1.
        line: usize,
    },
}

/// Reads a file of responses.
///
/// # Errors
/// [`RowsError`], naming the line.
pub fn read_rows(bytes: &[u8]) -> Result<Vec<Row>, RowsError> {
    let text = json_text::decode(bytes)?;
    let mut rows = Vec::new();
    let mut seen: BTreeMap<(String, ClassLabel), usize> = BTreeMap::new();
    for (at, text) in text.lines().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let line = at + 1;
        let row = read_row(text, line)?;
        let question = (row.image.clone(), row.class.clone());
        if let Some(first) = seen.insert(question, line) {
            return Err(RowsError::Repeated { line, first });
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(RowsError::NoRows);
    }
    Ok(rows)
}

fn read_row(text: &str, line: usize) -> Result<Row, RowsError> {
    let field = |source| match source {
        FileError::Json { column, what, .. } => RowsError::Json { line, column, what },
        source => RowsError::Field { line, source },
    };
    let node = json_text::parse(text).map_err(field)?;
    if !node.is_object() {
        return Err(RowsError::NotARow { line });
    }
    let read = || {
        let fields = node.object()?;
        Ok(Row {
            line,
            image: fields.required("image")?.identifier()?.into_owned(),
            class: ClassLabel::from_name(&fields.required("class")?.name()?),
            response: fields.required("response")?.string()?,
            resized: fields.optional("resized").as_ref().map(size).transpose()?,
        })
    };
    read().map_err(field)
}

fn size(node: &Node<'_>) -> Result<ImageSize, FileError> {
    let wrong = || FileError::WrongType {
        path: node.path(),
        expected: "a size [width, height] in pixels",
    };
    match node.array()?.as_slice() {
        [width, height] => ImageSize::new(width.image_size()?, height.image_size()?).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}
