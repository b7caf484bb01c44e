//! The fovea in a B-scan: the one pit of the retina's upper surface. Where there is doubt there is none.

use crate::RetinaBand;

/// Places of the rim to each side of the pit, as shares of the scan's width.
const RIM: [f64; 2] = [0.06, 0.3];
/// The pit's floor is thinner than both rims by this share of the rim at least.
const DEPTH: f64 = 0.15;
/// The share of that which the dip of the upper surface must explain: a lifted pigment epithelium thins the retina as well.
const DIP: f64 = 0.6;
/// The outer parts of the scan, as shares of its width, in which no pit is trusted. Scans of the macula have the fovea near their
/// middle; a pit beside it mostly lies between two swellings, or at the disc.
const EDGE: f64 = 0.4;
/// Entries that the thickness is averaged over, to each side.
const MEAN: usize = 2;
/// Pits further apart than this share of the width are two, and then neither is the fovea.
const ONE: f64 = 0.12;

impl RetinaBand {
    /// The column of the fovea, in pixels of the scan: the thinnest place of the only pit that has a rim on both sides.
    ///
    /// `None` where the pit is missing, far from the middle, filled by swelling, open (a hole), or not the only one. It is the place where the
    /// scan passes the foveal pit, if it passes it: a scan beside the fovea has a shallower one or none.
    pub fn fovea(&self) -> Option<u32> {
        let columns: Vec<Option<[f64; 2]>> = (0..self.top.len()).map(|at| self.averaged(at)).collect();
        let edge = (EDGE * columns.len() as f64) as usize;
        let pits: Vec<(usize, f64)> = (edge..columns.len() - edge)
            .filter_map(|at| Some((at, pit(&columns, at)?)))
            .collect();
        let (first, last) = (pits.first()?.0, pits.last()?.0);
        if (last - first) as f64 > ONE * columns.len() as f64 {
            return None;
        }
        let (at, floor) = *pits.iter().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        // The flank of a pit that lies outside the trusted part is none itself.
        let lower = |at: usize| {
            columns
                .get(at)
                .is_some_and(|column| column.is_some_and(|[_, t]| t < floor))
        };
        if lower(at.wrapping_sub(1)) || lower(at + 1) {
            return None;
        }
        Some(at as u32 * self.step + self.step / 2)
    }

    /// Upper surface and thickness around an entry, where all of it is there.
    fn averaged(&self, at: usize) -> Option<[f64; 2]> {
        let first = at.checked_sub(MEAN)?;
        let near: Option<Vec<[u32; 2]>> = (first..=at + MEAN).map(|at| self.entry(at)).collect();
        let near = near?;
        let mean = |value: &dyn Fn(&[u32; 2]) -> u32| {
            near.iter().map(|rows| f64::from(value(rows))).sum::<f64>() / near.len() as f64
        };
        Some([mean(&|[top, _]| *top), mean(&|[top, bottom]| bottom - top)])
    }
}

/// The thickness at an entry, if it is deep inside a pit.
fn pit(columns: &[Option<[f64; 2]>], at: usize) -> Option<f64> {
    let [top, floor] = (*columns.get(at)?)?;
    let [near, far] = RIM.map(|share| (share * columns.len() as f64) as usize);
    // Both flanks are there as far as the near end of the rim.
    columns
        .get(at.checked_sub(near)?..=at + near)?
        .iter()
        .all(Option::is_some)
        .then_some(())?;
    let rim = |places: &mut dyn Iterator<Item = usize>| {
        let there = places.filter_map(|place| Some((place, (*columns.get(place)?)?)));
        there.max_by(|(_, a), (_, b)| a[1].total_cmp(&b[1]))
    };
    let (left_at, [left_top, left]) = rim(&mut (at.saturating_sub(far)..=at - near))?;
    let (right_at, [right_top, right]) = rim(&mut (at + near..=at + far))?;
    if floor > (1.0 - DEPTH) * left.min(right) {
        return None;
    }
    // The upper surface lies under the straight line between the rims.
    let along = (at - left_at) as f64 / (right_at - left_at) as f64;
    let line = left_top + (right_top - left_top) * along;
    let missing = left + (right - left) * along - floor;
    (top - line >= DIP * missing).then_some(floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 128 entries of six columns: `top` and `bottom` by entry.
    fn band(top: impl Fn(f64) -> f64, bottom: impl Fn(f64) -> f64) -> RetinaBand {
        let rows = |row: &dyn Fn(f64) -> f64| (0..128).map(|at| Some(row(f64::from(at)) as u32)).collect();
        RetinaBand {
            step: 6,
            top: rows(&top),
            bottom: rows(&bottom),
        }
    }

    fn bump(at: f64, centre: f64, half: f64) -> f64 {
        (-((at - centre) / half).powi(2)).exp()
    }

    #[test]
    fn a_pit_near_the_middle_is_the_fovea() {
        for centre in [54.0, 64.0, 74.0] {
            // The eye wall bends and tilts; the pit does not mind.
            let wall = |at: f64| 0.2 * at + 0.004 * (at - 64.0).powi(2);
            let pit = band(
                |at| 100.0 + wall(at) + 30.0 * bump(at, centre, 8.0),
                |at| 185.0 + wall(at),
            );
            let found = f64::from(pit.fovea().unwrap());
            assert!((found - (centre * 6.0 + 3.0)).abs() <= 12.0, "{centre}: {found}");
        }
    }

    #[test]
    fn without_a_pit_there_is_none() {
        assert_eq!(band(|_| 100.0, |_| 180.0).fovea(), None);
        // Thinner towards one side only.
        assert_eq!(band(|at| 100.0 + at / 4.0, |_| 180.0).fovea(), None);
    }

    #[test]
    fn a_pit_far_from_the_middle_is_a_doubt() {
        for centre in [14.0, 25.0, 45.0, 83.0, 105.0] {
            let pit = band(|at| 100.0 + 30.0 * bump(at, centre, 6.0), |_| 185.0);
            assert_eq!(pit.fovea(), None, "{centre}");
        }
    }

    #[test]
    fn a_lifted_epithelium_is_no_pit() {
        let lifted = band(|_| 100.0, |at| 180.0 - 30.0 * bump(at, 64.0, 8.0));
        assert_eq!(lifted.fovea(), None);
    }

    #[test]
    fn two_pits_far_apart_are_a_doubt() {
        let two = |at: f64| 30.0 * (bump(at, 35.0, 7.0) + bump(at, 95.0, 7.0));
        assert_eq!(band(|at| 100.0 + two(at), |_| 185.0).fovea(), None);
    }

    #[test]
    fn a_pit_with_a_gap_in_it_is_a_doubt() {
        let mut pit = band(|at| 100.0 + 30.0 * bump(at, 64.0, 8.0), |_| 185.0);
        assert!(pit.fovea().is_some());
        for at in 60..68 {
            pit.top[at] = None;
        }
        assert_eq!(pit.fovea(), None);
    }
}
