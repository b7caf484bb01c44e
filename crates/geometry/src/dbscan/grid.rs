//! Points sorted into square cells, so that the neighbours of one are found in the cells around it.

/// A point in its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    cell: (u64, u64),
    pub(super) index: u32,
    pub(super) point: [f64; 2],
}

/// Cells of the plane with the points in them.
pub(super) struct Grid {
    /// The points, sorted by cell.
    members: Vec<Member>,
    /// Where each cell begins in `members`, in the same order.
    starts: Vec<usize>,
    low: [f64; 2],
    side: f64,
    limit: f64,
    tight: bool,
}

/// A distance of `eps` spans this many sides of a cell: more than the square root of 2, so that all points of a cell are
/// neighbours, and less than 2 by so much that rounding takes no neighbour further than two cells away.
const SIDES: f64 = 1.5;

/// No coordinate is further from the lowest one than this many cells: far from where their numbers would be rounded.
const MOST_CELLS: f64 = (1u64 << 40) as f64;

impl Grid {
    pub(super) fn new(points: &[[f64; 2]], eps: f64) -> Self {
        let ends = [0, 1].map(|axis| {
            let along = || points.iter().filter_map(move |p| p.get(axis).copied());
            (
                along().fold(f64::INFINITY, f64::min),
                along().fold(f64::NEG_INFINITY, f64::max),
            )
        });
        let low = ends.map(|(low, _)| low);
        // Halves, since the whole might overflow.
        let spread = ends
            .map(|(low, high)| high / 2.0 - low / 2.0)
            .into_iter()
            .fold(0.0, f64::max);
        // Below this, squares are rounded to nothing and the sizes of cells say little.
        let usual = eps > 1e-140;
        // Where squares overflow, all points are neighbours.
        let limit = eps * eps;
        let wanted = if limit.is_finite() {
            eps.max(1e-140) / SIDES
        } else {
            f64::MAX
        };
        let least = spread / MOST_CELLS * 2.0;
        let mut grid = Self {
            members: Vec::new(),
            starts: Vec::new(),
            low,
            side: wanted.max(least),
            limit,
            tight: usual && wanted >= least,
        };
        grid.members = (0..)
            .zip(points)
            .map(|(index, point)| Member {
                cell: grid.cell(*point),
                index,
                point: *point,
            })
            .collect();
        grid.members
            .sort_unstable_by_key(|member| (member.cell, member.index));
        grid.find_starts();
        grid
    }

    /// The same cells with those points alone for whose index `keep` is true.
    pub(super) fn keeping(&self, keep: impl Fn(u32) -> bool) -> Self {
        let mut grid = Self {
            members: self
                .members
                .iter()
                .filter(|member| keep(member.index))
                .copied()
                .collect(),
            starts: Vec::new(),
            ..*self
        };
        grid.find_starts();
        grid
    }

    fn find_starts(&mut self) {
        let mut before = None;
        for (i, member) in self.members.iter().enumerate() {
            if before != Some(member.cell) {
                self.starts.push(i);
            }
            before = Some(member.cell);
        }
    }

    fn cell(&self, point: [f64; 2]) -> (u64, u64) {
        let [column, row] = [0, 1].map(|axis| {
            let at = |p: &[f64; 2]| p.get(axis).copied().unwrap_or_default() / 2.0;
            ((at(&point) - at(&self.low)) / (self.side / 2.0)) as u64
        });
        (row, column)
    }

    /// Whether all points of a cell are neighbours of each other.
    pub(super) const fn is_tight(&self) -> bool {
        self.tight
    }

    /// The cells that hold points, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[Member]> {
        (0..self.starts.len()).filter_map(|i| self.nth(i))
    }

    fn nth(&self, i: usize) -> Option<&[Member]> {
        let from = *self.starts.get(i)?;
        let to = self.starts.get(i + 1).copied().unwrap_or(self.members.len());
        self.members.get(from..to)
    }

    fn place(&self, i: usize) -> Option<(u64, u64)> {
        Some(self.members.get(*self.starts.get(i)?)?.cell)
    }

    /// The cells of one row between two columns.
    fn across(&self, row: u64, from: u64, to: u64) -> impl Iterator<Item = &[Member]> {
        let first = self
            .starts
            .partition_point(|start| self.members.get(*start).is_some_and(|m| m.cell < (row, from)));
        (first..)
            .take_while(move |i| self.place(*i).is_some_and(|cell| cell <= (row, to)))
            .filter_map(|i| self.nth(i))
    }

    /// The points at most `eps` from a point, one that is there among them.
    pub(super) fn neighbours(&self, point: [f64; 2]) -> impl Iterator<Item = &Member> {
        let (row, column) = self.cell(point);
        (row.saturating_sub(2)..=row + 2)
            .flat_map(move |row| {
                let from = (row, column.saturating_sub(2));
                let first = self.members.partition_point(|member| member.cell < from);
                let onwards = self.members.get(first..).unwrap_or_default().iter();
                onwards.take_while(move |member| member.cell <= (row, column + 2))
            })
            .filter(move |other| self.near(point, other.point))
    }

    /// The cells near enough to hold neighbours that stand after the cell of a point.
    pub(super) fn cells_after(&self, member: &Member) -> impl Iterator<Item = &[Member]> {
        let (row, column) = member.cell;
        let beside = self.across(row, column + 1, column + 2);
        beside.chain(
            (row + 1..=row + 2).flat_map(move |row| self.across(row, column.saturating_sub(2), column + 2)),
        )
    }

    fn near(&self, a: [f64; 2], b: [f64; 2]) -> bool {
        let ([ax, ay], [bx, by]) = (a, b);
        let (dx, dy) = (ax - bx, ay - by);
        dx * dx + dy * dy <= self.limit
    }

    /// Whether a point of one cell is a neighbour of a point of another.
    pub(super) fn any_near(&self, a: &[Member], b: &[Member]) -> bool {
        let empty = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let (low, high) = b.iter().fold(empty, |([x1, y1], [x2, y2]), member| {
            let [x, y] = member.point;
            ([x1.min(x), y1.min(y)], [x2.max(x), y2.max(y)])
        });
        a.iter().any(|member| {
            // A point too far from the box around the others is too far from each; rounding keeps that order.
            let ([x, y], [x1, y1], [x2, y2]) = (member.point, low, high);
            self.near(member.point, [x.max(x1).min(x2), y.max(y1).min(y2)])
                && b.iter().any(|other| self.near(member.point, other.point))
        })
    }
}
