//! The retina's two surfaces as the network sees them: inner limiting membrane above, pigment epithelium below.

use serde::{Deserialize, Serialize};

use crate::map::ScanMap;

/// The retina as two rows a column, thinned to at most [`RetinaBand::MOST`] columns.
///
/// Entry `i` stands for the columns `i * step .. (i + 1) * step` of the scan. Rows are pixels of the original scan: the retina is
/// `top..bottom`. `None` in both where the network sees no retina. Each entry is the median of its neighbourhood, so that a gap or a
/// stray cell in the map leaves no spike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetinaBand {
    /// Columns that one entry stands for, 1 or more.
    pub step: u32,
    /// First row of the retina.
    pub top: Vec<Option<u32>>,
    /// One past its last row.
    pub bottom: Vec<Option<u32>>,
}

/// Map probability from which a pixel belongs to the retina.
const LEVEL: f32 = 0.5;
/// Pieces of a column this near to each other, as a share of the longest, are one: fluid may leave a hole in the map, and the choroid a
/// scrap further below.
const GAP: f64 = 0.5;
/// Entries to each side that a median is taken over, and how many of them must be there.
const REACH: usize = 3;
const FEWEST: usize = 3;
/// Share of entries that must be there; fewer are scraps, not a retina.
const COVER: f64 = 0.25;

impl RetinaBand {
    /// The most entries: enough for a foveal pit, little in a file.
    pub const MOST: u32 = 128;

    /// The band in the map of the retina over a scan of this size; `None` where there is hardly any.
    pub(crate) fn of(map: &ScanMap, width: u32, height: u32) -> Option<Self> {
        let step = width.div_ceil(Self::MOST).max(1);
        let seen: Vec<Option<[u32; 2]>> = (0..width)
            .step_by(step as usize)
            .map(|x| column(map, (x + step / 2).min(width - 1), height))
            .collect();
        Self::smoothed(step, &seen)
    }

    /// A band from what was seen in the middle of each entry, `[top, bottom]`.
    fn smoothed(step: u32, seen: &[Option<[u32; 2]>]) -> Option<Self> {
        let middle = |at: usize| {
            seen.get(at).copied().flatten()?;
            let near = seen.get(at.saturating_sub(REACH)..(at + REACH + 1).min(seen.len()))?;
            let near: Vec<[u32; 2]> = near.iter().copied().flatten().collect();
            let edges = [
                near.iter().map(|[top, _]| *top).collect(),
                near.iter().map(|[_, bottom]| *bottom).collect(),
            ];
            (near.len() >= FEWEST).then(|| edges.map(median))
        };
        let rows: Vec<Option<[u32; 2]>> = (0..seen.len()).map(middle).collect();
        let there = rows.iter().flatten().count();
        (there > 0 && there as f64 >= COVER * rows.len() as f64).then(|| Self {
            step,
            top: rows.iter().map(|rows| rows.map(|[top, _]| top)).collect(),
            bottom: rows.iter().map(|rows| rows.map(|[_, bottom]| bottom)).collect(),
        })
    }

    /// `[top, bottom]` of an entry.
    pub(crate) fn entry(&self, at: usize) -> Option<[u32; 2]> {
        let (top, bottom) = (*self.top.get(at)?, *self.bottom.get(at)?);
        top.zip(bottom)
            .filter(|(top, bottom)| top < bottom)
            .map(|(top, bottom)| [top, bottom])
    }

    /// The rows `[top, bottom]` of the retina in column `x` of the scan.
    ///
    /// ```
    /// # use groundscope_model::RetinaBand;
    /// let band = RetinaBand { step: 6, top: vec![Some(100), None], bottom: vec![Some(180), None] };
    /// assert_eq!(band.at(5), Some([100, 180]));
    /// assert_eq!(band.at(6), None);
    /// ```
    pub fn at(&self, x: u32) -> Option<[u32; 2]> {
        self.entry((x / self.step.max(1)) as usize)
    }
}

/// The retina in one column: its longest piece and what lies near it.
fn column(map: &ScanMap, x: u32, height: u32) -> Option<[u32; 2]> {
    let mut pieces: Vec<[u32; 2]> = Vec::new();
    for y in (0..height).filter(|y| map.at(x, *y) >= LEVEL) {
        match pieces.last_mut() {
            Some(piece) if piece[1] == y => piece[1] = y + 1,
            _ => pieces.push([y, y + 1]),
        }
    }
    let length = |[top, bottom]: &[u32; 2]| bottom - top;
    let longest = *pieces.iter().max_by_key(|piece| length(piece))?;
    let near = f64::from(length(&longest)) * GAP;
    let [mut top, mut bottom] = longest;
    for piece in &pieces {
        if piece[0] >= bottom && f64::from(piece[0] - bottom) <= near {
            bottom = piece[1];
        }
    }
    for piece in pieces.iter().rev() {
        if piece[1] <= top && f64::from(top - piece[1]) <= near {
            top = piece[0];
        }
    }
    Some([top, bottom])
}

/// The middle value; of an even number the lower one.
fn median(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values
        .get(values.len().saturating_sub(1) / 2)
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_imaging::{FrameSize, Letterbox};

    /// The band of a scan of 256 x 64 pixels, two to a cell, of whose cells those that `is` names are retina.
    fn band(is: impl Fn(usize, usize) -> bool) -> Option<RetinaBand> {
        let logits: Vec<f32> = (0..128 * 32)
            .map(|at| if is(at % 128, at / 128) { 9.0 } else { -9.0 })
            .collect();
        let frame = FrameSize {
            width: 256,
            height: 64,
        };
        RetinaBand::of(
            &ScanMap::new(&logits, 128, &Letterbox::fit(256, 64, frame)),
            256,
            64,
        )
    }

    #[test]
    fn surfaces_are_in_pixels_of_the_scan() {
        let band = band(|_, y| (8..20).contains(&y)).unwrap();
        assert_eq!((band.step, band.top.len(), band.bottom.len()), (2, 128, 128));
        assert!((0..256).all(|x| band.at(x) == Some([16, 40])));
        assert_eq!(band.at(256), None);
    }

    #[test]
    fn holes_are_bridged_and_scraps_left_out() {
        let with_hole = band(|x, y| (8..20).contains(&y) && !(x > 40 && x < 60 && (12..14).contains(&y)));
        assert_eq!(with_hole, band(|_, y| (8..20).contains(&y)));
        // A second, thinner piece far below is something else.
        let with_scrap = band(|_, y| (8..20).contains(&y) || y == 28);
        assert_eq!(with_scrap, band(|_, y| (8..20).contains(&y)));
    }

    #[test]
    fn a_spike_goes_and_a_gap_stays() {
        let spike = band(|x, y| (8..20).contains(&y) || (x == 50 && y < 20)).unwrap();
        assert!(spike.top.iter().all(|top| *top == Some(16)), "{spike:?}");
        let gap = band(|x, y| (8..20).contains(&y) && !(70..90).contains(&x)).unwrap();
        assert_eq!(gap.at(130), Some([16, 40]));
        assert_eq!((gap.at(150), gap.at(170)), (None, None));
        assert_eq!(gap.at(184), Some([16, 40]));
    }

    #[test]
    fn where_there_is_hardly_any_there_is_none() {
        assert_eq!(band(|_, _| false), None);
        assert_eq!(band(|x, y| x < 20 && (8..20).contains(&y)), None);
    }

    #[test]
    fn a_wide_scan_is_thinned_and_a_narrow_one_is_not() {
        for (width, step, entries) in [(128, 1, 128), (129, 2, 65), (1408, 11, 128), (4000, 32, 125)] {
            let seen = width_of_band(width).unwrap();
            assert_eq!((seen.step, seen.top.len()), (step, entries), "{width}");
        }
        // A single column has no neighbours to be smoothed with.
        assert!(width_of_band(1).is_none());
    }

    fn width_of_band(width: u32) -> Option<RetinaBand> {
        let frame = FrameSize {
            width: 16,
            height: 16,
        };
        let map = ScanMap::new(&[9.0; 64], 8, &Letterbox::fit(width, 9, frame));
        RetinaBand::of(&map, width, 9)
    }
}
