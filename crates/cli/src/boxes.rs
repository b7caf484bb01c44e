//! Boxes files written by the commands: `groundscope-boxes/1` in pixels of the original images.

use std::path::Path;

use groundscope_benchmarks::{Annotations, boxes_file};
use groundscope_export::annotations;
use groundscope_model::Findings;

use crate::failure::Failure;
use crate::output;

/// Write the boxes of findings, each image under its name.
pub fn write_findings<'a>(
    out: &Path,
    images: impl Iterator<Item = (&'a str, &'a Findings)>,
) -> Result<(), Failure> {
    let annotations =
        annotations(images).map_err(|error| Failure::of(out, error, "Give every image its own name."))?;
    write_annotations(out, &annotations)
}

/// Write boxes as they are.
pub fn write_annotations(out: &Path, annotations: &Annotations) -> Result<(), Failure> {
    let json = boxes_file::write(annotations)
        .map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
    output::write(out, json.as_bytes())
}
