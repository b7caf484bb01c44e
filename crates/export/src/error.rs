//! Why nothing could be written.

use groundscope_benchmarks::FileError;
use groundscope_benchmarks::formats::WriteError;

/// Why an export failed. Messages say what happened and, after a semicolon, what to do.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No scan was given.
    #[error("there is nothing to write; read a scan first")]
    NoScan,
    /// A picture shows one scan.
    #[error("a picture shows one scan, {count} were given; write one file for each")]
    OneScan {
        /// How many were given.
        count: usize,
    },
    /// The scan's pixels are no PNG.
    #[error("the pixels of {name} are no PNG; give the bytes of a PNG file")]
    NotPng {
        /// The scan.
        name: String,
    },
    /// A format that is not known.
    #[error("there is no format \"{0}\"; formats are svg, json, csv, coco, report and transcript")]
    UnknownFormat(String),
    /// The annotations cannot be made.
    #[error(transparent)]
    Annotations(#[from] FileError),
    /// The annotations cannot be written.
    #[error(transparent)]
    Coco(#[from] WriteError),
    /// An encoder failed, which it does not in memory.
    #[error("the {format} cannot be written ({what}); report this as a fault of the program")]
    Encoder {
        /// What was to be written.
        format: &'static str,
        /// What the encoder said.
        what: String,
    },
}
