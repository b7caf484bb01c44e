//! What was unusual about a file and read all the same: counted, with the first place, so that nothing happens in silence.

use std::collections::BTreeMap;

use serde::Serialize;

/// Something unusual that was read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Note {
    /// A file began with a UTF-8 byte order mark.
    ByteOrderMark,
    /// A file was UTF-16 text.
    Utf16,
    /// A file belongs to no format and was left alone.
    FileSkipped,
    /// An annotation has the id of another; both are kept.
    RepeatedId,
    /// A box repeats another of its image and class, corner by corner; both are kept.
    DuplicateBox,
    /// The size of an image stands in no annotation file and was taken from elsewhere.
    SizeFromElsewhere,
    /// An image has no label file: taken as one without boxes.
    NoLabelFile,
    /// An annotation has a shape and no box: the box is the shape's extent.
    BoxFromShape,
    /// A shape that cannot be read; its box is kept.
    ShapeDropped,
    /// A shape has coordinates of more than six decimals, rounded half to even.
    ShapeRounded,
    /// A crowd region's or an object's outline that this reader does not take.
    ShapeLeftOut,
    /// A confidence that is no finite number, left out; its box is kept.
    ScoreLeftOut,
    /// A label image has pixels of a value that the class map lacks.
    UnmappedValue,
    /// Components of a mask below the minimum area, dropped.
    SmallComponents,
    /// A box of a class that was not to be kept.
    OtherClass,
}

impl Note {
    const fn words(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "files begin with a byte order mark",
            Self::Utf16 => "files are UTF-16 text",
            Self::FileSkipped => "files are no annotations and were left alone",
            Self::RepeatedId => "annotations have the id of another and are all kept",
            Self::DuplicateBox => "boxes repeat another of the same class and are all kept",
            Self::SizeFromElsewhere => "image sizes are not in the annotations and were taken from elsewhere",
            Self::NoLabelFile => "images have no label file and count as images without boxes",
            Self::BoxFromShape => "boxes are the extent of their shape",
            Self::ShapeDropped => "shapes cannot be read, and their boxes are kept",
            Self::ShapeRounded => "shapes are rounded to six decimals",
            Self::ShapeLeftOut => "outlines are left out, and their boxes are kept",
            Self::ScoreLeftOut => "scores are no numbers and are left out",
            Self::UnmappedValue => "values of label images are in no class map and count as background",
            Self::SmallComponents => "components of masks are below the minimum area and were dropped",
            Self::OtherClass => "boxes are of other classes than those to keep and were left out",
        }
    }
}

/// How often, and where first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Noted {
    /// How often.
    pub count: u64,
    /// Where first: a field, a file, an image.
    pub first: String,
}

/// Everything unusual about what was read, in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Notes(BTreeMap<Note, Noted>);

impl Notes {
    pub(crate) fn add(&mut self, note: Note, place: impl FnOnce() -> String) {
        let first = || Noted {
            count: 0,
            first: place(),
        };
        self.0.entry(note).or_insert_with(first).count += 1;
    }

    /// How often something happened.
    pub fn count(&self, note: Note) -> u64 {
        self.0.get(&note).map_or(0, |noted| noted.count)
    }

    /// Whether nothing was unusual.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Note, &Noted)> {
        self.0.iter().map(|(note, noted)| (*note, noted))
    }

    /// One line each.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.iter()
            .map(|(note, noted)| format!("{}: {} (first: {})", note.words(), noted.count, noted.first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_right_for_one_and_many() {
        let mut notes = Notes::default();
        let lines = |notes: &Notes| notes.lines().collect::<Vec<_>>();
        notes.add(Note::SizeFromElsewhere, || "n.csv".to_owned());
        let words = "image sizes are not in the annotations and were taken from elsewhere";
        assert_eq!(lines(&notes), [format!("{words}: 1 (first: n.csv)")]);
        notes.add(Note::SizeFromElsewhere, || "o.csv".to_owned());
        assert_eq!(lines(&notes), [format!("{words}: 2 (first: n.csv)")]);
    }
}
