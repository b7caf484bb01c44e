//! A scan without what some regions show.
//!
//! Each column of a region, and a margin around it, is filled by a straight blend from the pixel above it to the pixel below it:
//! tissue goes on as if the lesion were not there.

use groundscope_imaging::Scan;

use crate::Region;

/// Pixels around a region that are painted over, too: its edge shows the lesion as well.
const MARGIN: u32 = 4;

/// The scan without what the regions show.
pub(crate) fn painted_over(scan: &Scan, regions: &[Region]) -> Scan {
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
    let Some(rows) = region.pixels(scan.width, scan.height) else {
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
}
