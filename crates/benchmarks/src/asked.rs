//! Which (image, class) pairs were asked: only there can a prediction be false.

use std::collections::BTreeSet;

use groundscope_ontology::Class;

use crate::image_match::{ImageIndex, MatchFailure};
use crate::{Annotations, ClassLabel, ImageBoxes, ScoreError};

/// The questions of a benchmark.
pub(crate) struct Asked {
    pub(crate) looked_for: LookedFor,
    /// Classes of the listed pairs.
    pub(crate) about: BTreeSet<ClassLabel>,
    /// Whether "fluid" is one class.
    pub(crate) fluid: bool,
    exhaustive: BTreeSet<ClassLabel>,
    listed: Option<Pairs>,
}

impl Asked {
    /// Resolves what the two files say; where both list pairs, the lists must agree.
    pub(crate) fn of(
        references: &Annotations,
        predictions: &Annotations,
        index: &ImageIndex<'_>,
    ) -> Result<Self, ScoreError> {
        let listed = listed(references, predictions, |id| index.find(id))?;
        let about = classes_of(listed.iter().flatten());
        let looked_for = LookedFor::of(references);
        Ok(Self {
            exhaustive: looked_for.classes(&about),
            fluid: looked_for.fluid(&about),
            looked_for,
            about,
            listed,
        })
    }

    pub(crate) fn contains(&self, image: usize, label: &ClassLabel) -> bool {
        self.exhaustive.contains(label) && self.lists(image, label)
    }

    /// Whether the pair is listed, or no pair is.
    pub(crate) fn lists(&self, image: usize, label: &ClassLabel) -> bool {
        lists(self.listed.as_ref(), image, label)
    }

    /// How many pairs are listed; `None` when every image is asked about every exhaustive class.
    pub(crate) fn listed(&self) -> Option<u64> {
        self.listed.as_ref().map(|pairs| pairs.len() as u64)
    }
}

/// Who looked for both kinds of fluid looked for fluid as one class.
pub(crate) fn add_fluid(classes: &mut BTreeSet<ClassLabel>) {
    if [Class::Irf, Class::Srf]
        .iter()
        .all(|kind| classes.contains(&ClassLabel::Known(*kind)))
    {
        classes.insert(ClassLabel::fluid());
    }
}

pub(crate) type Pairs = BTreeSet<(usize, ClassLabel)>;

/// The pairs that either file lists, with images as `find` numbers them.
pub(crate) fn listed(
    references: &Annotations,
    predictions: &Annotations,
    find: impl Fn(&str) -> Result<usize, MatchFailure>,
) -> Result<Option<Pairs>, ScoreError> {
    let from_references = resolve(references, &find, "references")?;
    let from_predictions = resolve(predictions, &find, "predictions")?;
    if let (Some(a), Some(b)) = (&from_references, &from_predictions)
        && a != b
    {
        return Err(ScoreError::AskedDiffers {
            only_references: a.difference(b).count(),
            only_predictions: b.difference(a).count(),
        });
    }
    Ok(from_references.or(from_predictions))
}

/// Whether a pair is among those listed, or no pair is listed.
pub(crate) fn lists(listed: Option<&Pairs>, image: usize, label: &ClassLabel) -> bool {
    listed.is_none_or(|pairs| pairs.contains(&(image, label.clone())))
}

/// The classes of some pairs.
pub(crate) fn classes_of<'a, I: 'a>(
    pairs: impl Iterator<Item = &'a (I, ClassLabel)>,
) -> BTreeSet<ClassLabel> {
    pairs.map(|(_, label)| label.clone()).collect()
}

/// The pairs that one file lists, with images as `find` numbers them.
pub(crate) fn resolve(
    of: &Annotations,
    find: impl Fn(&str) -> Result<usize, MatchFailure>,
    file: &'static str,
) -> Result<Option<Pairs>, ScoreError> {
    let Some(pairs) = &of.asked else {
        return Ok(None);
    };
    let one = |(id, label): &(String, ClassLabel)| match find(id) {
        Ok(image) => Ok((image, label.clone())),
        Err(failure @ MatchFailure::Ambiguous) => Err(failure.of(id)),
        Err(MatchFailure::Unknown) => Err(ScoreError::AskedUnknownImage { file, id: id.clone() }),
    };
    pairs.iter().map(one).collect::<Result<Pairs, _>>().map(Some)
}

impl Annotations {
    /// The classes for which an image without boxes has none: as declared, or else every class of the ontology and
    /// every other class with boxes or in the file's own list of classes. Where the file has "fluid" as one class, its two
    /// kinds are not told apart, so neither counts as looked for unless it is drawn too.
    pub fn exhaustive_classes(&self) -> BTreeSet<ClassLabel> {
        LookedFor::of(self).classes(&BTreeSet::new())
    }

    /// The classes that the file itself speaks of: those under `exhaustive`, or else those that it draws or lists (COCO
    /// categories, names of YOLO files, class maps). Unlike [`Self::exhaustive_classes`] it takes no class for granted, for
    /// training: what nobody labelled must not count as absent.
    ///
    /// ```
    /// # use groundscope_benchmarks::{ClassLabel, read_references};
    /// let read = read_references(br#"{"images": [{"id": 1, "file_name": "a.png", "width": 9, "height": 9}],
    ///     "categories": [{"id": 1, "name": "IRF"}, {"id": 2, "name": "SRF"}],
    ///     "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 2, 2]}]}"#)?;
    /// let labelled: Vec<_> = read.labelled_classes().into_iter().collect();
    /// assert_eq!(labelled, ["irf", "srf"].map(ClassLabel::from_name));
    /// # Ok::<(), groundscope_benchmarks::FileError>(())
    /// ```
    pub fn labelled_classes(&self) -> BTreeSet<ClassLabel> {
        let LookedFor {
            declared,
            named,
            drawn,
        } = LookedFor::of(self);
        declared.unwrap_or_else(|| &named | &drawn)
    }
}

/// What a file says of the classes that were looked for; what several files say adds up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LookedFor {
    /// As declared.
    pub(crate) declared: Option<BTreeSet<ClassLabel>>,
    /// The categories of a COCO file.
    pub(crate) named: BTreeSet<ClassLabel>,
    /// Classes with reference boxes.
    pub(crate) drawn: BTreeSet<ClassLabel>,
}

impl LookedFor {
    pub(crate) fn of(references: &Annotations) -> Self {
        let mut looked_for = Self::declared_in(references);
        for image in &references.images {
            looked_for.draw(image);
        }
        looked_for
    }

    /// Without the boxes, which come one image at a time.
    pub(crate) fn declared_in(references: &Annotations) -> Self {
        Self {
            declared: references.exhaustive.clone(),
            named: references.named.clone(),
            drawn: BTreeSet::new(),
        }
    }

    pub(crate) fn draw(&mut self, image: &ImageBoxes) {
        for labelled in &image.boxes {
            if !self.drawn.contains(&labelled.label) {
                self.drawn.insert(labelled.label.clone());
            }
        }
    }

    /// The classes looked for in every image. A class of the file's own that is asked about is one that was looked for.
    pub(crate) fn classes(&self, asked_about: &BTreeSet<ClassLabel>) -> BTreeSet<ClassLabel> {
        if let Some(declared) = &self.declared {
            let mut declared = declared.clone();
            if self.fluid(asked_about) {
                add_fluid(&mut declared);
            }
            return declared;
        }
        let mut classes: BTreeSet<ClassLabel> = Class::ALL.iter().copied().map(ClassLabel::from).collect();
        if self.drawn.iter().any(ClassLabel::is_fluid) {
            classes.retain(|label| !label.answers(&ClassLabel::fluid()));
        }
        for more in [&self.drawn, &self.named, asked_about] {
            classes.extend(more.iter().cloned());
        }
        classes
    }

    /// Whether "fluid" is one class here.
    pub(crate) fn fluid(&self, asked_about: &BTreeSet<ClassLabel>) -> bool {
        let declared = self.declared.iter().flatten();
        let mut all = declared.chain(&self.drawn).chain(&self.named).chain(asked_about);
        all.any(ClassLabel::is_fluid)
    }
}
