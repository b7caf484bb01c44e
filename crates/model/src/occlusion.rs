//! Whether an answer rests on its evidence: the scan is read again with the regions of a finding painted over.
//!
//! Each column of a region, and a margin around it, is filled by a straight blend from the pixel above it to the pixel below it:
//! tissue goes on as if the lesion were not there. An answer that stays as it was did not come from what it points at.

use groundscope_geometry::RowRuns;
use groundscope_imaging::Scan;
use groundscope_ontology::Class;
use serde::{Deserialize, Serialize};

use crate::{Finding, Findings, ReadError, Reader, Region};

/// What hiding the regions of a finding does to its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occlusion {
    /// Identifier of the class.
    pub class: String,
    /// Probability of presence in the scan as it is, 0..1.
    pub probability: f64,
    /// The same with all regions of the class painted over.
    pub hidden: f64,
    /// Whether the class then no longer counts as present.
    pub gone: bool,
}

impl Occlusion {
    /// The share of the probability that goes with the regions, 0..1.
    pub fn drop(&self) -> f64 {
        if self.probability > 0.0 {
            ((self.probability - self.hidden) / self.probability).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

/// Pixels around a region that are painted over, too: its edge shows the lesion as well.
const MARGIN: u32 = 4;

impl Reader {
    /// Reads the scan again for every class that is present with regions, each time with its regions painted over.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn occlusion_check(
        &self,
        scan: &Scan,
        findings: &Findings,
    ) -> Result<Vec<Occlusion>, ReadError> {
        let mut checked = Vec::new();
        let shown = |finding: &&Finding| finding.present == Some(true) && !finding.regions.is_empty();
        for finding in findings.findings.iter().filter(shown) {
            let covered = painted_over(scan, &finding.regions);
            let again = self.read_any(&covered, &mut |_| ()).await?;
            let after = again.get(finding.class);
            checked.push(Occlusion {
                class: finding.class.id().to_owned(),
                probability: finding.probability.unwrap_or_default(),
                hidden: after.and_then(|finding| finding.probability).unwrap_or_default(),
                gone: after.is_none_or(|finding| finding.present != Some(true)),
            });
        }
        Ok(checked)
    }
}

/// The scan without what the regions show.
fn painted_over(scan: &Scan, regions: &[Region]) -> Scan {
    let (width, height) = (scan.width as usize, scan.height as usize);
    let mut hidden = vec![false; width * height];
    for region in regions {
        hide(&mut hidden, scan, region);
    }
    let mut covered = scan.clone();
    for x in 0..width {
        let mut y = 0;
        while y < height {
            if !is(&hidden, y * width + x) {
                y += 1;
                continue;
            }
            let first = y;
            while y < height && is(&hidden, y * width + x) {
                y += 1;
            }
            blend(&mut covered.grey, width, x, first..y, height);
        }
    }
    covered
}

fn is(hidden: &[bool], at: usize) -> bool {
    hidden.get(at).copied().unwrap_or_default()
}

/// Marks the pixels of a region and those near it.
fn hide(hidden: &mut [bool], scan: &Scan, region: &Region) {
    let rings: Vec<Vec<[f64; 2]>> = region
        .outline
        .iter()
        .map(|ring| ring.iter().map(|point| point.map(f64::from)).collect())
        .collect();
    let Ok(rows) = RowRuns::from_rings(scan.width, scan.height, &rings) else {
        return;
    };
    for run in rows.runs() {
        let (left, right) = (run.x1.saturating_sub(MARGIN), (run.x2 + MARGIN).min(scan.width));
        for y in run.y.saturating_sub(MARGIN)..(run.y + MARGIN + 1).min(scan.height) {
            let start = y as usize * scan.width as usize;
            let slots = hidden.get_mut(start + left as usize..start + right as usize);
            slots.unwrap_or_default().fill(true);
        }
    }
}

/// Fills part of a column from what lies above and below; at the edge of the scan from the one side there is.
fn blend(grey: &mut [f32], width: usize, x: usize, part: std::ops::Range<usize>, height: usize) {
    let level = |grey: &[f32], y: usize| grey.get(y * width + x).copied();
    let above = part.start.checked_sub(1).and_then(|y| level(grey, y));
    let below = (part.end < height).then(|| level(grey, part.end)).flatten();
    let (from, to) = match (above, below) {
        (Some(a), Some(b)) => (a, b),
        (Some(one), None) | (None, Some(one)) => (one, one),
        (None, None) => (0.0, 0.0),
    };
    let length = part.len() as f32 + 1.0;
    for (step, y) in part.enumerate() {
        if let Some(slot) = grey.get_mut(y * width + x) {
            *slot = from + (to - from) * (step as f32 + 1.0) / length;
        }
    }
}

impl Occlusion {
    /// The class, if the ontology has it.
    pub fn class(&self) -> Option<Class> {
        Class::from_id(&self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region([x1, y1, x2, y2]: [u32; 4]) -> Region {
        Region {
            id: "irf-1".to_owned(),
            bounds: [x1, y1, x2, y2],
            score: 0.9,
            area_px: u64::from((x2 - x1) * (y2 - y1)),
            outline: vec![vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]],
        }
    }

    #[test]
    fn a_dark_spot_becomes_the_tissue_around_it() {
        let (width, height) = (40, 30);
        let grey = (0..width * height).map(|at| {
            let (x, y) = (at % width, at / width);
            let spot = (15..25).contains(&x) && (12..18).contains(&y);
            if spot { 0.0 } else { y as f32 / 100.0 }
        });
        let scan = Scan::from_grey(width, height, grey.collect()).unwrap();
        let covered = painted_over(&scan, &[region([15, 12, 25, 18])]);
        for (at, (before, after)) in scan.grey.iter().zip(&covered.grey).enumerate() {
            let (x, y) = (at % 40, at / 40);
            // A ramp goes on as a ramp, and nothing changes away from the spot.
            assert!((after - y as f32 / 100.0).abs() < 1e-5, "{x}, {y}: {after}");
            let near = (11..29).contains(&x) && (8..22).contains(&y);
            assert!(near || before == after);
        }
    }

    #[test]
    fn a_region_at_the_edge_is_filled_from_inside() {
        let scan = Scan::from_grey(20, 20, vec![0.5; 400]).unwrap();
        let covered = painted_over(&scan, &[region([0, 0, 20, 3]), region([0, 17, 20, 20])]);
        assert!(covered.grey.iter().all(|value| (value - 0.5).abs() < 1e-6));
        let whole = painted_over(&scan, &[region([0, 0, 20, 20])]);
        assert!(whole.grey.iter().all(|value| *value == 0.0));
    }

    #[test]
    fn the_drop_is_a_share() {
        let of = |probability, hidden| {
            let one = Occlusion {
                class: "irf".to_owned(),
                probability,
                hidden,
                gone: false,
            };
            (one.drop() * 100.0).round()
        };
        assert_eq!([of(0.8, 0.2), of(0.5, 0.7), of(0.0, 0.0)], [75.0, 0.0, 0.0]);
    }
}
