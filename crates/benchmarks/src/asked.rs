//! Which (image, class) pairs were asked: only there can a prediction be false.

use std::collections::BTreeSet;

use groundscope_ontology::Class;

use crate::image_match::MatchFailure;
use crate::{Annotations, ClassLabel, ScoreError};

/// The questions of a benchmark.
pub(crate) struct Asked {
    exhaustive: BTreeSet<ClassLabel>,
    listed: Option<BTreeSet<(usize, ClassLabel)>>,
}

impl Asked {
    /// Resolves what the two files say; where both list pairs, the lists must agree.
    pub(crate) fn of(references: &Annotations, predictions: &Annotations) -> Result<Self, ScoreError> {
        let from_references = resolve(references, references, "references")?;
        let from_predictions = resolve(predictions, references, "predictions")?;
        if let (Some(a), Some(b)) = (&from_references, &from_predictions)
            && a != b
        {
            return Err(ScoreError::AskedDiffers {
                only_references: a.difference(b).count(),
                only_predictions: b.difference(a).count(),
            });
        }
        let listed = from_references.or(from_predictions);
        let mut exhaustive = references.exhaustive_classes();
        if references.exhaustive.is_none() {
            // A class of the file's own that is asked about is one that was looked for.
            exhaustive.extend(listed.iter().flatten().map(|(_, label)| label.clone()));
        }
        Ok(Self { exhaustive, listed })
    }

    pub(crate) fn contains(&self, image: usize, label: &ClassLabel) -> bool {
        self.exhaustive.contains(label)
            && self
                .listed
                .as_ref()
                .is_none_or(|pairs| pairs.contains(&(image, label.clone())))
    }

    /// The classes looked for in every image.
    pub(crate) fn exhaustive(&self) -> impl Iterator<Item = &ClassLabel> {
        self.exhaustive.iter()
    }

    /// How many pairs are listed; `None` when every image is asked about every exhaustive class.
    pub(crate) fn listed(&self) -> Option<usize> {
        self.listed.as_ref().map(BTreeSet::len)
    }
}

type Pairs = BTreeSet<(usize, ClassLabel)>;

fn resolve(
    of: &Annotations,
    references: &Annotations,
    file: &'static str,
) -> Result<Option<Pairs>, ScoreError> {
    let Some(pairs) = &of.asked else {
        return Ok(None);
    };
    let index = references.image_index();
    let one = |(id, label): &(String, ClassLabel)| match index.find(id) {
        Ok(image) => Ok((image, label.clone())),
        Err(failure @ MatchFailure::Ambiguous) => Err(failure.of(id)),
        Err(MatchFailure::Unknown) => Err(ScoreError::AskedUnknownImage { file, id: id.clone() }),
    };
    pairs.iter().map(one).collect::<Result<Pairs, _>>().map(Some)
}

impl Annotations {
    /// The classes for which an image without boxes has none: as declared, or else every class of the ontology and
    /// every other class with boxes or in the file's own list of classes. Where the file has "fluid" as one class, its two kinds are not told apart, so
    /// neither counts as looked for unless it is drawn too.
    pub fn exhaustive_classes(&self) -> BTreeSet<ClassLabel> {
        if let Some(declared) = &self.exhaustive {
            return declared.clone();
        }
        let drawn = || {
            self.images
                .iter()
                .flat_map(|image| &image.boxes)
                .map(|b| &b.label)
        };
        let mut classes: BTreeSet<ClassLabel> = Class::ALL.iter().copied().map(ClassLabel::from).collect();
        if drawn().any(ClassLabel::is_fluid) {
            classes.retain(|label| !label.answers(&ClassLabel::fluid()));
        }
        classes.extend(drawn().chain(&self.named).cloned());
        classes
    }
}
