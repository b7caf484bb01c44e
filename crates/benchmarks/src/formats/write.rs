//! Writing annotations in any format, and what each of them cannot hold.

use std::collections::BTreeSet;

use super::loss::{LossKind, Losses};
use super::output_files::OutputFiles;
use super::space::in_space;
use super::yolo::LabelStyle;
use super::{Format, Loss, NamedBytes, VocPixels, WriteError, coco_write, csv_table, masks, voc, yolo};
use crate::{Annotations, ClassLabel, CoordinateSpace, boxes_file};

/// How to write.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The space of the boxes, where the format has a choice; `None`: as they are.
    pub space: Option<CoordinateSpace>,
    /// What the numbers of VOC files mean.
    pub voc_pixels: VocPixels,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files, in a fixed order; one, named after the format, where the format is one file.
    pub files: Vec<NamedBytes>,
    /// What the format cannot hold, in a fixed order.
    pub losses: Vec<Loss>,
}

/// Writes annotations in a format.
///
/// # Errors
/// [`WriteError`], naming the image.
pub fn write(
    annotations: &Annotations,
    format: Format,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let in_chosen =
        |losses: &mut Losses| in_space(annotations, options.space.unwrap_or(annotations.space), losses);
    let files = match format {
        Format::Boxes => {
            let chosen = in_chosen(&mut losses);
            let boxes = chosen.images.iter().flat_map(|image| &image.boxes);
            losses.add(LossKind::Shapes, boxes.filter(|b| b.shape.is_some()).count());
            let json = boxes_file::write(&chosen).map_err(WriteError::encoder)?;
            OutputFiles::single("boxes.json", json.into_bytes())
        }
        Format::Csv => {
            let chosen = in_chosen(&mut losses);
            OutputFiles::single("boxes.csv", csv_table::write(&chosen, &mut losses))
        }
        Format::Coco => {
            let json = coco_write::write(annotations, &mut losses)?;
            OutputFiles::single("coco.json", json.into_bytes())
        }
        Format::Yolo => yolo::write(annotations, LabelStyle::Boxes, &mut losses)?,
        Format::YoloPolygons => yolo::write(annotations, LabelStyle::Polygons, &mut losses)?,
        Format::Voc => voc::write(annotations, options.voc_pixels, &mut losses)?,
        Format::Masks => masks::write(annotations, &mut losses)?,
    };
    if format != Format::Boxes {
        // An empty list says the most: that nothing was looked for, or nothing asked.
        let exhaustive = annotations.exhaustive.as_ref();
        losses.add(LossKind::Exhaustive, exhaustive.map_or(0, BTreeSet::len));
        losses.add(
            LossKind::ExhaustiveNone,
            exhaustive.is_some_and(BTreeSet::is_empty).into(),
        );
        let asked = annotations.asked.as_ref();
        losses.add(LossKind::Asked, asked.map_or(0, BTreeSet::len));
        losses.add(LossKind::AskedNone, asked.is_some_and(BTreeSet::is_empty).into());
    }
    if matches!(format, Format::Boxes | Format::Csv | Format::Voc) && annotations.exhaustive.is_none() {
        let drawn = annotations.drawn_classes();
        losses.add(
            LossKind::ClassesWithoutBoxes,
            annotations.named.difference(&drawn).count(),
        );
    }
    Ok(Written {
        files: files.list(),
        losses: losses.list(),
    })
}

impl Annotations {
    /// The classes that have boxes.
    fn drawn_classes(&self) -> BTreeSet<ClassLabel> {
        let boxes = self.images.iter().flat_map(|image| &image.boxes);
        boxes.map(|labelled| labelled.label.clone()).collect()
    }

    /// The classes for a list of classes: by their numbers where they have some, then in the order of reports.
    pub(super) fn listed_classes(&self) -> Vec<ClassLabel> {
        let mut classes: Vec<ClassLabel> = Vec::new();
        let rest = self
            .drawn_classes()
            .union(&self.named)
            .cloned()
            .collect::<BTreeSet<_>>();
        let mut seen = BTreeSet::new();
        for label in self.numbered.iter().chain(&rest) {
            if seen.insert(label) {
                classes.push(label.clone());
            }
        }
        classes
    }
}
