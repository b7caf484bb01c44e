//! How much of a line is covered by intervals that come and go: a segment tree over all their ends.

/// The covered part of a line. Taking an interval in or out costs steps in the logarithm of the number of ends.
pub(crate) struct Covered {
    /// All ends that will ever be used, rising.
    ends: Vec<i64>,
    /// Node 1 is the whole line, nodes 2i and 2i + 1 the halves of node i.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// How many intervals cover the whole node and not the whole of its parent.
    intervals: u32,
    /// The covered length within the node.
    length: i64,
}

impl Covered {
    /// Nothing is covered; intervals may end where `ends` says, in any order and repeated.
    pub(crate) fn over(mut ends: Vec<i64>) -> Self {
        ends.sort_unstable();
        ends.dedup();
        let gaps = ends.len().saturating_sub(1).next_power_of_two();
        Self {
            ends,
            nodes: vec![Node::default(); 2 * gaps],
        }
    }

    /// The length that is covered now.
    pub(crate) fn length(&self) -> i64 {
        self.nodes.get(1).map_or(0, |root| root.length)
    }

    /// Takes in (or out, if it was in) the interval from `low` to `high`, both among the ends.
    pub(crate) fn change(&mut self, low: i64, high: i64, comes: bool) {
        let from = self.ends.partition_point(|end| *end < low);
        let to = self.ends.partition_point(|end| *end < high);
        self.visit(1, (0, self.nodes.len() / 2), (from, to), comes);
    }

    fn visit(&mut self, at: usize, (low, high): (usize, usize), (from, to): (usize, usize), comes: bool) {
        if to <= low || high <= from {
            return;
        }
        let whole = from <= low && high <= to;
        let middle = low.midpoint(high);
        if !whole {
            self.visit(2 * at, (low, middle), (from, to), comes);
            self.visit(2 * at + 1, (middle, high), (from, to), comes);
        }
        let half = |at: usize| self.nodes.get(at).map_or(0, |node| node.length);
        let halves = if high - low > 1 {
            half(2 * at) + half(2 * at + 1)
        } else {
            0
        };
        // Only nodes inside an interval are ever covered as a whole, so both ends exist.
        let end = |i: usize| self.ends.get(i).copied().unwrap_or_default();
        let full = end(high) - end(low);
        if let Some(node) = self.nodes.get_mut(at) {
            if whole {
                node.intervals = if comes {
                    node.intervals + 1
                } else {
                    node.intervals.saturating_sub(1)
                };
            }
            node.length = if node.intervals > 0 { full } else { halves };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_come_and_go() {
        let mut line = Covered::over(vec![9, 0, 4, 4, -3, 6]);
        assert_eq!(line.length(), 0);
        line.change(0, 6, true);
        line.change(4, 9, true);
        line.change(4, 9, true);
        assert_eq!(line.length(), 9);
        line.change(0, 6, false);
        assert_eq!(line.length(), 5);
        line.change(4, 9, false);
        assert_eq!(line.length(), 5);
        line.change(4, 9, false);
        assert_eq!(line.length(), 0);
        line.change(-3, 9, true);
        assert_eq!(line.length(), 12);
    }
}
