//! Findings as COCO annotations: boxes, segmentations and scores.

use groundscope_benchmarks::formats::{self, Format, WriteOptions};
use groundscope_benchmarks::{Annotations, ClassLabel, FileError, PixelImage, Shape};
use groundscope_geometry::{Decimal, DecimalRing, PixelBox, Rle, RowRuns};
use groundscope_model::{Findings, Region};
use groundscope_ontology::Class;

use crate::{ExportError, Reading};

/// The boxes of all regions with their scores, each image under the name of its scan, in pixels.
///
/// # Errors
/// [`FileError::RepeatedImage`] for two scans of one name.
pub fn annotations<'a>(
    scans: impl IntoIterator<Item = (&'a str, &'a Findings)>,
) -> Result<Annotations, FileError> {
    Annotations::in_pixels(scans.into_iter().map(|(name, findings)| {
        PixelImage {
            id: name.to_owned(),
            width: findings.width,
            height: findings.height,
            boxes: regions(findings)
                .map(|(class, region)| {
                    let corners = PixelBox::from_array(region.bounds.map(f64::from));
                    (ClassLabel::Known(class), corners, Some(region.score))
                })
                .collect(),
        }
    }))
}

fn regions(findings: &Findings) -> impl Iterator<Item = (Class, &Region)> {
    let all = findings.findings.iter();
    all.flat_map(|finding| finding.regions.iter().map(|region| (finding.class, region)))
}

/// One COCO file: an image a scan, a category a class of the ontology in its order (numbered from 1), an annotation a region with its
/// score. The segmentation is polygons, or a compressed mask where a region has holes, which polygons cannot say.
///
/// # Errors
/// [`ExportError::NoScan`], [`ExportError::Annotations`] for two scans of one name, [`ExportError::Coco`].
pub fn coco(readings: &[Reading<'_>]) -> Result<String, ExportError> {
    if readings.is_empty() {
        return Err(ExportError::NoScan);
    }
    let mut annotations = annotations(readings.iter().map(|reading| (reading.name, reading.findings)))?;
    annotations.name_classes(Class::ALL.iter().copied().map(ClassLabel::Known));
    for (image, reading) in annotations.images.iter_mut().zip(readings) {
        let all: Vec<(Class, &Region)> = regions(reading.findings).collect();
        for labelled in &mut image.boxes {
            labelled.shape = all
                .get(labelled.index)
                .and_then(|(_, region)| shape(region, reading.findings));
        }
    }
    let written = formats::write(&annotations, Format::Coco, &WriteOptions::default())?;
    let file = written.files.into_iter().next().ok_or(ExportError::NoScan)?;
    String::from_utf8(file.bytes).map_err(|error| ExportError::Encoder {
        format: "COCO file",
        what: error.to_string(),
    })
}

/// The region's pixels; `None` where its outline is empty or too large to draw.
fn shape(region: &Region, findings: &Findings) -> Option<Shape> {
    let rings: Vec<Vec<[f64; 2]>> = (region.outline.iter())
        .map(|ring| ring.iter().map(|point| point.map(f64::from)).collect())
        .collect();
    let pixels = RowRuns::from_rings(findings.width, findings.height, &rings).ok()?;
    if pixels.area() == 0 {
        return None;
    }
    let polygons: Option<Vec<DecimalRing>> = region.outline.iter().map(|points| ring(points)).collect();
    let polygons = polygons.map(Shape::Polygons).filter(|polygons| {
        let drawn = polygons.to_rows(findings.width, findings.height);
        drawn.is_ok_and(|drawn| drawn == pixels)
    });
    polygons.or_else(|| Rle::from_rows(&pixels).ok().map(Shape::Mask))
}

fn ring(points: &[[u32; 2]]) -> Option<DecimalRing> {
    let decimal = |value: u32| Decimal::from_micros(i64::from(value) * Decimal::ONE).ok();
    let points = points.iter().map(|[x, y]| Some([decimal(*x)?, decimal(*y)?]));
    DecimalRing::new(points.collect::<Option<_>>()?).ok()
}
