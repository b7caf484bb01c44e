//! Masks to boxes on runs of pixels: no cluster takes more room than its own runs, and work goes by runs, not by pixels.

use std::collections::BTreeMap;

use crate::union_find::UnionFind;
use crate::{BoxRule, PixelBox, RowRuns, Run};

/// Components near enough to each other to be one box, as runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunCluster {
    /// `[min x, min y, max x + 1, max y + 1]` over its pixels, in pixels of the scan.
    pub bounds: PixelBox,
    /// Its pixels, counted.
    pub area_px: u64,
    /// Its pixels.
    pub pixels: RowRuns,
}

/// The same clusters as [`crate::masks_to_boxes`] gives, from runs and with their pixels as runs.
///
/// ```
/// use groundscope_geometry::{BoxRule, RowRuns, Run, runs_to_boxes};
/// let rows = RowRuns::new(1_000_000, 40, (3..8).map(|y| Run { y, x1: 900_000, x2: 900_009 }).collect());
/// let clusters = runs_to_boxes(&rows, &BoxRule::default());
/// assert_eq!(clusters[0].bounds.to_array(), [900_000.0, 3.0, 900_009.0, 8.0]);
/// assert_eq!((clusters.len(), clusters[0].area_px), (1, 45));
/// ```
pub fn runs_to_boxes(rows: &RowRuns, rule: &BoxRule) -> Vec<RunCluster> {
    let runs = rows.runs();
    let (part_of, areas) = parts(runs);
    let kept: Vec<bool> = areas.iter().map(|area| *area >= rule.min_area).collect();
    let is_kept = |part: u32| kept.get(part as usize).copied().unwrap_or_default();
    let mut sets = UnionFind::new(areas.len() as u32);
    join_near(rows, &part_of, &is_kept, rule.join_distance, &mut sets);

    let mut slots: BTreeMap<u32, usize> = BTreeMap::new();
    let mut clusters: Vec<Vec<Run>> = Vec::new();
    for (run, part) in runs.iter().zip(&part_of).filter(|(_, part)| is_kept(**part)) {
        let slot = *slots.entry(sets.leader(*part)).or_insert(clusters.len());
        match clusters.get_mut(slot) {
            Some(cluster) => cluster.push(*run),
            None => clusters.push(vec![*run]),
        }
    }
    let (width, height) = (rows.width(), rows.height());
    let clusters = clusters.into_iter().map(|runs| {
        let pixels = RowRuns::new(width, height, runs);
        RunCluster {
            bounds: PixelBox::from_array(pixels.bounds().unwrap_or_default().map(f64::from)),
            area_px: pixels.area(),
            pixels,
        }
    });
    clusters.collect()
}

/// The 8-connected component of each run, numbered by their first runs, and the area of each component.
fn parts(runs: &[Run]) -> (Vec<u32>, Vec<u64>) {
    let mut sets = UnionFind::new(runs.len() as u32);
    let mut above = 0;
    for (i, run) in runs.iter().enumerate() {
        // What ends before this run begins touches none of the runs after it either.
        let passed = |other: &Run| other.y + 1 < run.y || (other.y + 1 == run.y && other.x2 < run.x1);
        while runs.get(above).is_some_and(passed) {
            above += 1;
        }
        let touching = runs.get(above..).unwrap_or_default().iter().zip(above as u32..);
        for (_, other) in touching.take_while(|(other, _)| other.y + 1 == run.y && other.x1 <= run.x2) {
            sets.join(i as u32, other);
        }
    }
    let mut part_of: Vec<u32> = Vec::with_capacity(runs.len());
    let mut areas: Vec<u64> = Vec::new();
    for (i, run) in (0u32..).zip(runs) {
        // The first run of a component leads it, so it comes before the others.
        let leader = sets.leader(i);
        let part = match part_of.get(leader as usize) {
            Some(part) => *part,
            None => {
                areas.push(0);
                areas.len() as u32 - 1
            }
        };
        part_of.push(part);
        if let Some(area) = areas.get_mut(part as usize) {
            *area += u64::from(run.x2 - run.x1);
        }
    }
    (part_of, areas)
}

/// Boundary pixels that fall into one square of the search grid; all of them belong to one set.
struct Cell {
    part: u32,
    pieces: Vec<Run>,
}

fn join_near(
    rows: &RowRuns,
    part_of: &[u32],
    is_kept: &impl Fn(u32) -> bool,
    reach: f64,
    sets: &mut UnionFind,
) {
    // Distances between different components are at least 1 (NaN joins nothing either).
    if reach.is_nan() || reach < 1.0 {
        return;
    }
    let limit = reach * reach;
    let reach = reach.min(f64::from(rows.width()) + f64::from(rows.height()));
    // Two pixels of one cell are never further apart than the reach, so a cell joins at once; only cells nearby are searched.
    let size = (reach / std::f64::consts::SQRT_2) as u32 + 1;
    let steps = ((reach - 1.0) / f64::from(size)) as u32 + 1;

    let mut cells: BTreeMap<(u32, u32), Cell> = BTreeMap::new();
    let mut rim = Vec::new();
    for (run, part) in rows
        .runs()
        .iter()
        .zip(part_of)
        .filter(|(_, part)| is_kept(**part))
    {
        rim.clear();
        boundary(rows.runs(), run, &mut rim);
        for edge in &rim {
            for column in edge.x1 / size..=(edge.x2 - 1) / size {
                let cell = cells.entry((run.y / size, column)).or_insert(Cell {
                    part: *part,
                    pieces: Vec::new(),
                });
                sets.join(cell.part, *part);
                cell.pieces.push(Run {
                    y: run.y,
                    x1: edge.x1.max(column * size),
                    x2: edge.x2.min((column + 1).saturating_mul(size)),
                });
            }
        }
    }
    for (&(row, column), cell) in &cells {
        for below in row..=row + steps {
            // Cells to the left in the same row have looked at this one already.
            let first = if below == row {
                column + 1
            } else {
                column.saturating_sub(steps)
            };
            for (_, other) in cells.range((below, first)..=(below, column + steps)) {
                if sets.leader(cell.part) != sets.leader(other.part)
                    && any_within(&cell.pieces, &other.pieces, limit)
                {
                    sets.join(cell.part, other.part);
                }
            }
        }
    }
}

/// The pixels of a run with one of their four neighbours outside, as runs from the left.
fn boundary(runs: &[Run], run: &Run, rim: &mut Vec<Run>) {
    let beside = |y: u32| {
        let from = runs.partition_point(|other| (other.y, other.x2) <= (y, run.x1));
        let others = runs.iter().skip(from);
        others.take_while(move |other| other.y == y && other.x1 < run.x2)
    };
    // Above the first row there is none: no run has the row that 0 wraps to.
    let (mut above, mut below) = (
        beside(run.y.wrapping_sub(1)).peekable(),
        beside(run.y + 1).peekable(),
    );
    let mut at = run.x1;
    while let (Some(a), Some(b)) = (above.peek(), below.peek()) {
        let from = a.x1.max(b.x1).max(run.x1 + 1);
        let to = a.x2.min(b.x2).min(run.x2 - 1);
        if from < to {
            rim.push(Run {
                y: run.y,
                x1: at,
                x2: from,
            });
            at = to;
        }
        if a.x2 < b.x2 {
            above.next();
        } else {
            below.next();
        }
    }
    rim.push(Run {
        y: run.y,
        x1: at,
        x2: run.x2,
    });
}

fn any_within(a: &[Run], b: &[Run], limit: f64) -> bool {
    let near = |a: &Run, b: &Run| {
        // From the last pixel of the left one to the first of the right one.
        let dx = if a.x1 < b.x1 {
            (b.x1 + 1).saturating_sub(a.x2)
        } else {
            (a.x1 + 1).saturating_sub(b.x2)
        };
        let (dx, dy) = (u64::from(dx), u64::from(a.y.abs_diff(b.y)));
        (dx * dx + dy * dy) as f64 <= limit
    };
    a.iter().any(|a| b.iter().any(|b| near(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn many_clusters_and_long_components_take_no_square_of_their_number() {
        let started = Instant::now();
        let square = |at: u32| {
            let (left, top) = (at % 100 * 40, at / 100 * 40);
            (top..top + 9).map(move |y| Run {
                y,
                x1: left,
                x2: left + 9,
            })
        };
        let squares = RowRuns::new(4000, 4000, (0..10_000).flat_map(square).collect());
        let clusters = runs_to_boxes(&squares, &BoxRule::default());
        assert_eq!(clusters.len(), 10_000);
        assert_eq!(
            clusters[10_000 - 1].bounds,
            PixelBox::new(3960.0, 3960.0, 3969.0, 3969.0)
        );
        // Two components along the whole scan, and pieces as far from each other as they can be.
        let line = |y: u32| Run {
            y,
            x1: 0,
            x2: 1_000_000,
        };
        let piece = |i: u32| Run {
            y: 60,
            x1: i * 50,
            x2: i * 50 + 20,
        };
        let runs = [line(0), line(30)]
            .into_iter()
            .chain((0..20_000).map(piece))
            .collect();
        let long = runs_to_boxes(&RowRuns::new(1_000_000, 61, runs), &BoxRule::default());
        assert_eq!(long.len(), 20_002);
        let lines = RowRuns::new(1_000_000, 3, vec![line(0), line(2)]);
        assert_eq!(runs_to_boxes(&lines, &BoxRule::default())[0].area_px, 2_000_000);
        // A tenth of it here; by the square of the number it would be minutes.
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
