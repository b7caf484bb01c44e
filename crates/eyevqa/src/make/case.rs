//! What is known of one image: labels, grade, regions, landmarks, and whose eye it is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::terms::{Disease, Target, disease, target};

/// Which eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eye {
    /// OD.
    Right,
    /// OS.
    Left,
}

/// A region of an image.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// What it is, by the data set's name.
    pub target: String,
    /// `x1, y1, x2, y2` in pixels of the original image.
    pub bounds: [f64; 4],
    /// Its area in square pixels, where there is a mask.
    pub area: Option<f64>,
}

/// One image with what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Its file.
    pub image: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whose it is.
    pub patient: Option<String>,
    /// Which eye.
    pub eye: Option<Eye>,
    /// When: visits in the order of these texts.
    pub visit: Option<String>,
    /// The disease, by the data set's name.
    pub disease: Option<String>,
    /// The grade of it, from 0.
    pub grade: Option<usize>,
    /// Diameter of the cup over that of the disc, 0..1.
    pub cup_disc_ratio: Option<f64>,
    /// Points by the data set's names, in pixels.
    pub landmarks: BTreeMap<String, [f64; 2]>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Targets that were looked for: one without a region is absent.
    pub looked_for: BTreeSet<String>,
}

impl Case {
    /// The disease under its one name.
    pub(super) fn disease(&self) -> Option<&'static Disease> {
        disease(self.disease.as_deref()?)
    }

    /// Its regions by target, under their one name.
    pub(super) fn by_target(&self) -> BTreeMap<&'static str, (&'static Target, Vec<&Region>)> {
        let mut by: BTreeMap<&'static str, (&'static Target, Vec<&Region>)> = BTreeMap::new();
        for region in &self.regions {
            if let Some(target) = target(&region.target) {
                by.entry(&target.id)
                    .or_insert((target, Vec::new()))
                    .1
                    .push(region);
            }
        }
        by
    }

    /// The targets that were looked for and are not there.
    pub(super) fn absent(&self) -> Vec<&'static Target> {
        let there = self.by_target();
        let mut absent: Vec<&'static Target> = self
            .looked_for
            .iter()
            .filter_map(|name| target(name))
            .filter(|target| !there.contains_key(target.id.as_str()))
            .collect();
        absent.sort_by(|a, b| a.id.cmp(&b.id));
        absent.dedup_by(|a, b| a.id == b.id);
        absent
    }

    /// Pixels of the image.
    pub(super) fn pixels(&self) -> f64 {
        f64::from(self.width) * f64::from(self.height)
    }
}

/// The share of the image that regions cover, where all have a mask.
pub(super) fn burden(case: &Case, regions: &[&Region]) -> Option<f64> {
    let areas: Option<Vec<f64>> = regions.iter().map(|region| region.area).collect();
    Some(areas?.iter().sum::<f64>() / case.pixels().max(1.0))
}
