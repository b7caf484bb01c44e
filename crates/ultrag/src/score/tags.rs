//! What kind of mistake a sample is, computed from its pixels and words (specification 10.5).

use groundscope_geometry::RowRuns;
use serde::Serialize;

use crate::Frame;
use crate::overlap::MaskScore;
use crate::text::Cell;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// No pixel, where there is a target.
    Empty,
    /// IoU below 0.1, the area within a factor of 2.
    Shifted,
    /// More than twice the area, covering more than 80 % of the reference.
    OverSegmented,
    /// Less than half of the reference, and more than 80 % of the prediction inside it.
    Incomplete,
    /// Three parts or more where the reference has one.
    Fragmented,
    /// The area within a factor of 2, in another cell of the grid.
    WrongCell,
    /// The words are right, and there is no mask.
    TextWithoutMask,
    /// The mask is right, and the words are not.
    MaskWithoutText,
    /// A named target has no pixel of the prediction, while another has.
    MissedStructure,
}

impl Tag {
    /// All, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Empty,
        Self::Shifted,
        Self::OverSegmented,
        Self::Incomplete,
        Self::Fragmented,
        Self::WrongCell,
        Self::TextWithoutMask,
        Self::MaskWithoutText,
        Self::MissedStructure,
    ];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Shifted => "shifted",
            Self::OverSegmented => "over_segmented",
            Self::Incomplete => "incomplete",
            Self::Fragmented => "fragmented",
            Self::WrongCell => "wrong_cell",
            Self::TextWithoutMask => "text_without_mask",
            Self::MaskWithoutText => "mask_without_text",
            Self::MissedStructure => "missed_structure",
        }
    }
}

/// The tags of a mask against its reference; `parts` are the masks that the reference is made of, `words` whether the words are right.
pub(super) fn tags(
    mask: &MaskScore,
    reference: &RowRuns,
    parts: &[&RowRuns],
    words: bool,
    frame: Frame,
) -> Vec<Tag> {
    let (p, g, shared) = (mask.predicted, mask.reference, mask.shared);
    if g == 0 {
        return Vec::new();
    }
    let similar = p > 0 && p <= 2 * g && g <= 2 * p;
    let cell = |pixels: &RowRuns| {
        pixels
            .centroid()
            .map(|[x, y]| Cell::of(x, y, frame.width, frame.height))
    };
    let missed = |part: &&RowRuns| !part.is_empty() && mask.pixels.shared_area(part) == 0;
    let is = |tag: Tag| match tag {
        Tag::Empty => p == 0,
        Tag::Shifted => similar && mask.iou < 0.1,
        Tag::OverSegmented => p > 2 * g && 10 * shared > 8 * g,
        Tag::Incomplete => 2 * shared < g && p > 0 && 10 * shared > 8 * p,
        // Counting parts looks at every run: only where a part less would change the answer.
        Tag::Fragmented => p > 0 && mask.pixels.parts() >= 3 && reference.parts() == 1,
        Tag::WrongCell => similar && cell(&mask.pixels) != cell(reference),
        Tag::TextWithoutMask => p == 0 && words,
        Tag::MaskWithoutText => mask.iou > 0.5 && !words,
        Tag::MissedStructure => {
            p > 0 && parts.len() > 1 && parts.iter().any(missed) && !parts.iter().all(missed)
        }
    };
    Tag::ALL.into_iter().filter(|tag| is(*tag)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::score_pixels;

    fn of(predicted: &[[u32; 4]], reference: &[[u32; 4]], words: bool) -> Vec<&'static str> {
        let frame = Frame {
            width: 90,
            height: 90,
        };
        let set = |boxes: &[[u32; 4]]| -> Vec<RowRuns> {
            boxes.iter().map(|b| RowRuns::from_box(90, 90, *b)).collect()
        };
        let (predicted, parts) = (set(predicted), set(reference));
        let whole = RowRuns::union(90, 90, &parts);
        let mask = score_pixels(RowRuns::union(90, 90, &predicted), &whole);
        let parts: Vec<&RowRuns> = parts.iter().collect();
        tags(&mask, &whole, &parts, words, frame)
            .into_iter()
            .map(Tag::id)
            .collect()
    }

    #[test]
    fn each_mistake_has_its_tag() {
        let target = [10, 10, 20, 20];
        assert!(of(&[target], &[target], true).is_empty());
        assert_eq!(of(&[], &[target], true), ["empty", "text_without_mask"]);
        assert_eq!(of(&[], &[target], false), ["empty"]);
        assert_eq!(
            of(&[[70, 70, 80, 80]], &[target], true),
            ["shifted", "wrong_cell"]
        );
        assert_eq!(of(&[[20, 10, 30, 20]], &[target], true), ["shifted"]);
        assert_eq!(of(&[[5, 5, 25, 25]], &[target], true), ["over_segmented"]);
        assert_eq!(of(&[[10, 10, 14, 20]], &[target], true), ["incomplete"]);
        assert_eq!(
            of(
                &[[10, 10, 13, 20], [14, 10, 17, 20], [18, 10, 20, 20]],
                &[target],
                true
            ),
            ["fragmented"]
        );
        assert_eq!(of(&[target], &[target], false), ["mask_without_text"]);
        assert_eq!(
            of(&[target], &[target, [40, 40, 42, 42]], true),
            ["missed_structure"]
        );
        assert!(of(&[target], &[], true).is_empty());
    }
}
