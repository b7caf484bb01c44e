//! How a picture is drawn: what of the findings is shown, and on which ground.

use std::collections::BTreeSet;

use groundscope_model::{Finding, Region};
use groundscope_ontology::Language;
use serde::Deserialize;

/// What a picture lies on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Near black, as the scan itself: for the screen.
    #[default]
    Dark,
    /// White: for paper.
    Light,
}

/// Which regions are drawn; everything by default. What is not drawn is still told of in words.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Selection {
    /// Identifiers of classes; `None`: every class.
    pub classes: Option<BTreeSet<String>>,
    /// Identifiers of regions; `None`: every region.
    pub regions: Option<BTreeSet<String>>,
    /// Regions of a lower score are left out, 0..1.
    pub least_score: f64,
}

impl Selection {
    /// Whether this region is drawn.
    pub fn shows(&self, finding: &Finding, region: &Region) -> bool {
        let among =
            |some: &Option<BTreeSet<String>>, id: &str| some.as_ref().is_none_or(|ids| ids.contains(id));
        among(&self.classes, finding.class.id())
            && among(&self.regions, &region.id)
            && region.score >= self.least_score
    }
}

/// How the evidence is drawn over the scan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PictureOptions {
    /// Boxes with hue and dash.
    pub boxes: bool,
    /// Masks, filled.
    pub masks: bool,
    /// How opaque masks are, 0..1; those of uncertain findings half as much.
    pub opacity: f64,
    /// A strip under the scan that tells what is what, what is absent, and whose reading it is.
    pub legend: bool,
    /// What the legend lies on.
    pub ground: Ground,
    /// Which regions are drawn.
    pub shown: Selection,
    /// The language of legend, report and transcript; tables and identifiers are the same in each.
    pub language: Language,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            boxes: true,
            masks: true,
            opacity: 0.3,
            legend: true,
            ground: Ground::Dark,
            shown: Selection::default(),
            language: Language::default(),
        }
    }
}
