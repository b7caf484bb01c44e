//! DBSCAN over points of the plane, with the labels of scikit-learn.

mod grid;

use crate::union_find::UnionFind;
use grid::Grid;

/// The clusters of a set of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dbscan {
    /// The cluster of each point, from 0 in the order of their first core points; `None` for noise.
    pub labels: Vec<Option<u32>>,
    /// Whether each point is a core point: one with enough points around it.
    pub core: Vec<bool>,
}

/// Why points cannot be clustered.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DbscanError {
    /// The distance is not above zero, or not finite.
    #[error("the distance of neighbours is {eps}; give a finite number above 0")]
    Eps {
        /// The distance given.
        eps: f64,
    },
    /// No neighbours asked for.
    #[error("a core point needs 0 points around it; give 1 or more, the point itself counts")]
    NoSamples,
    /// A coordinate is NaN or infinite.
    #[error("point {index} has a coordinate that is not finite; leave it out")]
    NotFinite {
        /// Which point, from 0.
        index: usize,
    },
    /// More points than can be numbered.
    #[error("{count} points are too many; give at most {}", u32::MAX)]
    TooMany {
        /// How many points.
        count: usize,
    },
}

/// Groups points `[x, y]`: DBSCAN with the Euclidean distance, `eps` in the unit of the points.
///
/// Two points are neighbours when `dx * dx + dy * dy <= eps * eps` as computed in `f64`, so exactly `eps` is near enough. A
/// point with `min_samples` neighbours, itself among them, is a core point. Core points that are neighbours share a cluster;
/// another point with a core point for a neighbour belongs to the first of their clusters; the rest is noise.
///
/// Source: Ester et al., KDD 1996. Labels and core points are those of scikit-learn's `DBSCAN`, which may decide otherwise
/// where a distance and `eps` differ by their rounding alone: its tree compares distances there and squares here.
///
/// # Errors
/// [`DbscanError::Eps`], [`DbscanError::NoSamples`], [`DbscanError::NotFinite`], [`DbscanError::TooMany`].
///
/// ```
/// use groundscope_geometry::dbscan;
/// let points = [[9.0, 9.0], [0.0, 0.0], [3.0, 4.0], [6.0, 8.0], [60.0, 0.0]];
/// let found = dbscan(&points, 5.0, 3).unwrap();
/// // (3, 4) has neighbours at exactly 5 on both sides, (6, 8) has it and (9, 9).
/// assert_eq!(found.core, [false, false, true, true, false]);
/// assert_eq!(found.labels, [Some(0), Some(0), Some(0), Some(0), None]);
/// ```
pub fn dbscan(points: &[[f64; 2]], eps: f64, min_samples: usize) -> Result<Dbscan, DbscanError> {
    if !(eps > 0.0 && eps.is_finite()) {
        return Err(DbscanError::Eps { eps });
    }
    if min_samples == 0 {
        return Err(DbscanError::NoSamples);
    }
    if let Some(index) = points.iter().position(|p| p.iter().any(|v| !v.is_finite())) {
        return Err(DbscanError::NotFinite { index });
    }
    let count = points.len();
    let Ok(members) = u32::try_from(count) else {
        return Err(DbscanError::TooMany { count });
    };
    let grid = Grid::new(points, eps);
    let core = core_points(&grid, count, min_samples);
    let core_grid = grid.keeping(|i| is_set(&core, i));
    let mut sets = UnionFind::new(members);
    join(&core_grid, &mut sets);

    // The smallest member leads a set, so going up the points meets the leaders in the order of the labels.
    let mut labels: Vec<Option<u32>> = vec![None; count];
    let mut clusters = 0;
    for i in (0..members).filter(|i| is_set(&core, *i)) {
        let leader = sets.leader(i);
        let label = labels.get(leader as usize).copied().flatten().unwrap_or_else(|| {
            clusters += 1;
            clusters - 1
        });
        if let Some(slot) = labels.get_mut(i as usize) {
            *slot = Some(label);
        }
    }
    let of_core = labels.clone();
    for ((i, slot), point) in (0..members).zip(&mut labels).zip(points) {
        if !is_set(&core, i) {
            let near = core_grid.neighbours(*point).map(|other| other.index);
            *slot = near
                .filter_map(|j| of_core.get(j as usize).copied().flatten())
                .min();
        }
    }
    Ok(Dbscan { labels, core })
}

fn is_set(flags: &[bool], index: u32) -> bool {
    flags.get(index as usize).copied().unwrap_or(false)
}

fn core_points(grid: &Grid, count: usize, min_samples: usize) -> Vec<bool> {
    let mut core = vec![false; count];
    for cell in grid.cells() {
        // All points of a cell are neighbours of each other.
        let crowded = grid.is_tight() && cell.len() >= min_samples;
        for member in cell {
            let enough = crowded || grid.neighbours(member.point).take(min_samples).count() == min_samples;
            if let Some(slot) = core.get_mut(member.index as usize) {
                *slot = enough;
            }
        }
    }
    core
}

/// Joins the core points that are neighbours.
fn join(grid: &Grid, sets: &mut UnionFind) {
    for cell in grid.cells() {
        let Some(first) = cell.first() else { continue };
        if !grid.is_tight() {
            for member in cell {
                for other in grid.neighbours(member.point) {
                    sets.join(member.index, other.index);
                }
            }
            continue;
        }
        for member in cell {
            sets.join(first.index, member.index);
        }
        for other in grid.cells_after(first) {
            let Some(second) = other.first() else { continue };
            if sets.leader(first.index) != sets.leader(second.index) && grid.any_near(cell, other) {
                sets.join(first.index, second.index);
            }
        }
    }
}
