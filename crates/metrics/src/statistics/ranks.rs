//! Ranks with ties, in whole numbers.

/// Average ranks of some numbers, doubled so that they are integers.
pub(super) struct Ranks {
    /// Twice the average rank of each number, in the order given: 2, 4, 6 ... where there are no ties.
    pub doubled: Vec<u64>,
    /// How many numbers share each value, by rising value.
    pub groups: Vec<u64>,
}

impl Ranks {
    /// Of numbers without NaN; 0 and -0 are one value.
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut ranked: Vec<(usize, u64)> = Vec::with_capacity(values.len());
        let mut groups = Vec::new();
        let mut before = 0;
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            let size = group.len() as u64;
            // The first rank of the group and the last: (before + 1) + (before + size).
            let doubled = 2 * before + size + 1;
            ranked.extend(group.iter().map(|(_, index)| (*index, doubled)));
            groups.push(size);
            before += size;
        }
        ranked.sort_unstable_by_key(|(index, _)| *index);
        Self {
            doubled: ranked.into_iter().map(|(_, doubled)| doubled).collect(),
            groups,
        }
    }

    /// Pairs of numbers that share a value.
    pub fn tied_pairs(&self) -> u64 {
        self.groups.iter().map(|size| size * (size - 1) / 2).sum()
    }
}

/// Why two paired samples cannot be ranked against each other, if so.
pub(super) fn obstacle(first: &[f64], second: &[f64]) -> Option<super::Undefined> {
    use super::Undefined;
    if first.len() != second.len() {
        Some(Undefined::UnequalLengths)
    } else if first.is_empty() {
        Some(Undefined::Empty)
    } else if first.iter().chain(second).any(|v| v.is_nan()) {
        Some(Undefined::NotANumber)
    } else if first.len() == 1 {
        Some(Undefined::TooFew)
    } else if constant(first) || constant(second) {
        Some(Undefined::Constant)
    } else {
        None
    }
}

fn constant(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair.first() == pair.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_average_of_their_ranks() {
        let ranks = Ranks::of(&[3.0, -0.0, 5.0, 0.0, 3.0, 3.0]);
        // Sorted: 0 0 3 3 3 5 have ranks 1.5 1.5 4 4 4 6.
        assert_eq!(ranks.doubled, [8, 3, 12, 3, 8, 8]);
        assert_eq!(ranks.groups, [2, 3, 1]);
        assert_eq!(ranks.tied_pairs(), 1 + 3);
    }
}
