//! Boxes files written by the commands: `groundscope-boxes/1` in pixels of the original images.

use std::path::Path;

use groundscope_benchmarks::{Annotations, ClassLabel, FileError, PixelImage, boxes_file};
use groundscope_geometry::PixelBox;
use groundscope_model::Findings;

use crate::failure::Failure;
use crate::output;

/// Write the boxes of findings, each image under its name.
pub fn write_findings<'a>(
    out: &Path,
    images: impl Iterator<Item = (String, &'a Findings)>,
) -> Result<(), Failure> {
    write(out, images.map(|(id, findings)| predicted(id, findings)))
}

/// Write images with boxes.
pub fn write(out: &Path, images: impl Iterator<Item = PixelImage>) -> Result<(), Failure> {
    let annotations = Annotations::in_pixels(images)
        .map_err(|error: FileError| Failure::of(out, error, "Give every image its own name."))?;
    write_annotations(out, &annotations)
}

/// Write boxes as they are.
pub fn write_annotations(out: &Path, annotations: &Annotations) -> Result<(), Failure> {
    let json = boxes_file::write(annotations)
        .map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
    output::write(out, json.as_bytes())
}

fn predicted(id: String, findings: &Findings) -> PixelImage {
    let boxes = findings.findings.iter().flat_map(|finding| {
        let label = ClassLabel::Known(finding.class);
        let regions = finding.regions.iter();
        regions.map(move |region| {
            let corners = PixelBox::from_array(region.bounds.map(f64::from));
            (label.clone(), corners, Some(region.score))
        })
    });
    PixelImage {
        id,
        width: findings.width,
        height: findings.height,
        boxes: boxes.collect(),
    }
}
