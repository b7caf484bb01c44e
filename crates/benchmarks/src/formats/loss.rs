//! What a format cannot hold: told beside the files that were written.

use serde::Serialize;

/// Something that the annotations had and the written files lack, or have otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LossKind {
    /// Confidences of boxes.
    Scores,
    /// The list of classes that were looked for.
    Exhaustive,
    /// The word that no class was looked for.
    ExhaustiveNone,
    /// The list of questions that were asked.
    Asked,
    /// The word that nothing was asked.
    AskedNone,
    /// Classes that the file listed and that have no box.
    ClassesWithoutBoxes,
    /// Masks and polygons: the boxes alone are written.
    Shapes,
    /// Boxes whose corners were rounded to millionths in the other space.
    BoxesMoved,
    /// Boxes smaller than a millionth in the other space, left out.
    BoxesVanished,
    /// Boxes whose box is not the extent of their shape: the shape alone is written.
    BoxesFollowShapes,
    /// Boxes without a shape, written as rectangles.
    BoxesAsShapes,
    /// Shapes of several parts or with holes, joined into one ring along bridges of no width.
    PartsJoined,
    /// Shapes written as pixels.
    ShapesRasterised,
    /// Pixels that belong to several classes, given to the last of them.
    PixelsOverlap,
    /// Boxes without a shape whose edges lie inside pixels: the pixels give another box.
    BoxesToPixels,
    /// Shapes with too many edges, or too large, to be drawn: as pixels their box, as one ring their parts unchecked.
    ShapesTooLarge,
    /// Boxes that come back as part of another, or not at all, when the pictures are read by the default rule.
    BoxesMerged,
    /// Boxes more than were written that come back, where a class drawn later cuts one apart.
    BoxesSplit,
    /// Boxes that come back smaller, where a class drawn later takes their edge.
    BoxesCut,
    /// Boxes of which no pixel is left.
    BoxesWithoutPixels,
    /// Characters of names that the format has no way to write.
    CharactersReplaced,
}

/// Something lost, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// What.
    pub kind: LossKind,
    /// How much of it.
    pub count: u64,
}

impl Loss {
    /// In words.
    pub fn to_text(&self) -> String {
        let what = match self.kind {
            LossKind::Scores => "confidences are not written",
            LossKind::Exhaustive => "classes under exhaustive are not written",
            LossKind::ExhaustiveNone => {
                "empty lists under exhaustive are not written, so that every class counts as looked for again"
            }
            LossKind::Asked => "questions under asked are not written",
            LossKind::AskedNone => {
                "empty lists under asked are not written, so that every question counts as asked again"
            }
            LossKind::ClassesWithoutBoxes => "classes without boxes are not written",
            LossKind::Shapes => "shapes are not written, but their boxes are",
            LossKind::BoxesMoved => "boxes were rounded to millionths",
            LossKind::BoxesVanished => "boxes are too small for the space and left out",
            LossKind::BoxesFollowShapes => "boxes become the extent of their shape",
            LossKind::BoxesAsShapes => "boxes without a shape are written as rectangles",
            LossKind::PartsJoined => "shapes of several parts are joined into one ring",
            LossKind::ShapesRasterised => "polygons are written as pixels",
            LossKind::PixelsOverlap => "pixels of several classes went to the last of them",
            LossKind::BoxesToPixels => "boxes move to whole pixels",
            LossKind::ShapesTooLarge => {
                "shapes are too large to be drawn, so their boxes are, or their parts joined as they are"
            }
            LossKind::BoxesMerged => {
                "boxes do not come back by the default rule, joined with one nearby or too small"
            }
            LossKind::BoxesSplit => {
                "boxes come back that were not written, where one is cut apart by another"
            }
            LossKind::BoxesCut => {
                "boxes come back smaller or not at all, where a class drawn later takes their edge"
            }
            LossKind::BoxesWithoutPixels => "boxes cover no pixel of their own and are left out",
            LossKind::CharactersReplaced => "characters of names cannot be written and become U+FFFD",
        };
        format!("{what}: {}", self.count)
    }
}

/// Losses while writing, in a fixed order and without zeros.
#[derive(Debug, Default)]
pub(crate) struct Losses(std::collections::BTreeMap<LossKind, u64>);

impl Losses {
    pub(crate) fn add(&mut self, kind: LossKind, count: usize) {
        if count > 0 {
            *self.0.entry(kind).or_default() += count as u64;
        }
    }

    pub(crate) fn list(self) -> Vec<Loss> {
        let each = self.0.into_iter();
        each.map(|(kind, count)| Loss { kind, count }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_reads_right_for_one_and_many() {
        let kind = LossKind::Scores;
        let text = |count| Loss { kind, count }.to_text();
        assert_eq!(text(1), "confidences are not written: 1");
        assert_eq!(text(7), "confidences are not written: 7");
    }
}
