//! Bootstrap intervals over images, from sums that merge: shards of a benchmark add up to the same intervals.
//!
//! In each replicate an image counts as often as a number drawn from the Poisson distribution with mean 1 says, which is
//! how often drawing with replacement takes it from a large set. The number follows from the seed, the image's name and
//! the replicate alone, so no shard needs to know of the others.
//!
//! Source: Poisson bootstrap (Chamandy et al., Estimating uncertainty for massive data streams, 2012); intervals are the
//! 2.5 and 97.5 percentiles of the replicates, interpolated linearly.
//!
//! ```
//! use groundscope_metrics::bootstrap::{Interval, Resampling};
//! let resampling = Resampling { replicates: 1000, seed: 7 };
//! let weights = resampling.weights("eye-1.png");
//! assert_eq!(weights, resampling.weights("eye-1.png"));
//! let mean = weights.iter().map(|w| f64::from(*w)).sum::<f64>() / 1000.0;
//! assert!((0.9..1.1).contains(&mean));
//! assert_eq!(Interval::of(vec![0.0, 1.0]), Some(Interval { low: 0.025, high: 0.975 }));
//! ```

/// How images are resampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resampling {
    /// How many replicates; 0 for no intervals.
    pub replicates: u32,
    /// The seed.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            replicates: 1000,
            seed: 0,
        }
    }
}

const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The share of draws that are at most k, k from 0, in units of 2^-32: the sum of e^-1 / k!.
const AT_MOST: [u32; 12] = [
    1_580_030_168,
    3_160_060_337,
    3_950_075_421,
    4_213_413_783,
    4_279_248_373,
    4_292_415_291,
    4_294_609_777,
    4_294_923_276,
    4_294_962_463,
    4_294_966_817,
    4_294_967_252,
    4_294_967_292,
];

impl Resampling {
    /// More replicates than anybody needs: what is asked for from outside is held to it.
    pub const MOST_REPLICATES: u32 = 100_000;

    /// How often an image counts in each replicate.
    pub fn weights(&self, image: &str) -> Vec<u32> {
        let start = mix(hash(image.bytes()) ^ mix(self.seed));
        let pairs = u64::from(self.replicates.div_ceil(2));
        let mut weights = Vec::with_capacity(self.replicates as usize + 1);
        for pair in 0..pairs {
            let bits = mix(start.wrapping_add(pair.wrapping_mul(GAMMA)));
            weights.extend([bits as u32, (bits >> 32) as u32].map(poisson));
        }
        weights.truncate(self.replicates as usize);
        weights
    }
}

/// A hash that no version changes: FNV-1a with the finaliser of SplitMix64, since names differ in few bits.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    mix(bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    }))
}

fn poisson(uniform: u32) -> u32 {
    AT_MOST.iter().map(|limit| u32::from(uniform >= *limit)).sum()
}

/// The finaliser of SplitMix64.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Sums of `K` whole numbers in each replicate; they merge by addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replicates<const K: usize>([Vec<u64>; K]);

impl<const K: usize> Replicates<K> {
    /// Nothing yet.
    pub fn new(replicates: u32) -> Self {
        Self(std::array::from_fn(|_| vec![0; replicates as usize]))
    }

    /// From the sums of each number over the replicates; `None` unless all lists are of one length.
    pub fn from_sums(sums: [Vec<u64>; K]) -> Option<Self> {
        let length = sums.first().map_or(0, Vec::len);
        sums.iter().all(|sum| sum.len() == length).then_some(Self(sums))
    }

    /// The sums of each number over the replicates.
    pub const fn sums(&self) -> &[Vec<u64>; K] {
        &self.0
    }

    /// Adds what one image has, as often as its weights say.
    pub fn add(&mut self, weights: &[u32], amounts: [u64; K]) {
        for (sums, amount) in self.0.iter_mut().zip(amounts) {
            match u32::try_from(amount) {
                Ok(0) => {}
                // Products of two 32-bit numbers are one vector instruction; weights are 32 bits wide for its sake.
                Ok(small) => {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += u64::from(*weight) * u64::from(small);
                    }
                }
                Err(_) => {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += u64::from(*weight) * amount;
                    }
                }
            }
        }
    }

    /// Adds the sums of another shard, replicate by replicate.
    pub fn merge(&mut self, other: &Self) {
        for (sums, others) in self.0.iter_mut().zip(&other.0) {
            if sums.len() < others.len() {
                sums.resize(others.len(), 0);
            }
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum = sum.saturating_add(*other);
            }
        }
    }

    /// Sets one of the numbers to 0 in every replicate.
    pub fn clear(&mut self, number: usize) {
        if let Some(sums) = self.0.get_mut(number) {
            sums.fill(0);
        }
    }

    /// The sums of one replicate.
    pub fn replicate(&self, at: usize) -> [u64; K] {
        self.0
            .each_ref()
            .map(|sums| sums.get(at).copied().unwrap_or_default())
    }

    /// How many replicates there are.
    pub fn len(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Whether there is no replicate.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The 2.5 percentile.
    pub low: f64,
    /// The 97.5 percentile.
    pub high: f64,
}

impl Interval {
    /// Of the values of a figure over the replicates; `None` of no values, or where one is not a number.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        if values.iter().any(|value| value.is_nan()) {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        Some(Self {
            low: quantile(&values, 0.025)?,
            high: quantile(&values, 0.975)?,
        })
    }
}

/// The intervals of `K` figures, of which each replicate has one value; `None` where one of them has no interval.
pub fn intervals<const K: usize>(drawn: &[[f64; K]]) -> Option<[[f64; 2]; K]> {
    let mut intervals = [[0.0; 2]; K];
    for (at, slot) in intervals.iter_mut().enumerate() {
        let values = drawn.iter().filter_map(|figures| figures.get(at).copied());
        let Interval { low, high } = Interval::of(values.collect())?;
        *slot = [low, high];
    }
    Some(intervals)
}

/// Between the two nearest of some sorted values, linearly.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let at = share * sorted.len().checked_sub(1)? as f64;
    let (below, rest) = (at.floor(), at.fract());
    let low = sorted.get(below as usize)?;
    let high = sorted.get(at.ceil() as usize)?;
    Some(low + rest * (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weights_are_poisson_with_mean_one() {
        let resampling = Resampling {
            replicates: 100_000,
            seed: 3,
        };
        let weights = resampling.weights("a");
        let mut share = [0.0; 13];
        for weight in weights {
            share[weight as usize] += 1e-5;
        }
        // Five standard errors of a share p of 100,000 draws.
        let mut expected = (-1.0f64).exp();
        for (k, share) in share.iter().enumerate() {
            let error = 5.0 * (expected * (1.0 - expected) / 1e5).sqrt() + 1e-9;
            assert!((share - expected).abs() < error, "{k}: {share} {expected}");
            expected /= (k + 1) as f64;
        }
    }

    #[test]
    fn weights_depend_on_name_and_seed_and_not_on_how_many_there_are() {
        let resampling = |replicates, seed| Resampling { replicates, seed };
        let few = resampling(7, 1).weights("scan-1.png");
        let many = resampling(50, 1).weights("scan-1.png");
        assert_eq!(few, many[..7]);
        assert_ne!(many, resampling(50, 1).weights("scan-2.png"));
        assert_ne!(many, resampling(50, 2).weights("scan-1.png"));
        assert!(resampling(0, 1).weights("scan-1.png").is_empty());
        // Fixed for good: results of different versions may be merged.
        assert_eq!(few, [2, 1, 0, 2, 0, 2, 1]);
    }

    #[test]
    fn the_correlation_of_two_images_is_small() {
        let resampling = Resampling {
            replicates: 10_000,
            seed: 0,
        };
        let (a, b) = (resampling.weights("eye-1.png"), resampling.weights("eye-2.png"));
        let pairs = a.iter().zip(&b).map(|(a, b)| (f64::from(*a), f64::from(*b)));
        let covariance = pairs.map(|(a, b)| (a - 1.0) * (b - 1.0)).sum::<f64>() / 1e4;
        assert!(covariance.abs() < 0.05, "{covariance}");
    }

    #[test]
    fn intervals_interpolate_as_numpy_does() {
        let values: Vec<f64> = (0..41).rev().map(f64::from).collect();
        assert_eq!(Interval::of(values), Some(Interval { low: 1.0, high: 39.0 }));
        assert_eq!(Interval::of(vec![]), None);
        assert_eq!(Interval::of(vec![f64::NAN, 1.0]), None);
        assert_eq!(Interval::of(vec![0.5]), Some(Interval { low: 0.5, high: 0.5 }));
    }

    proptest! {
        #[test]
        fn shards_add_up_to_the_whole(
            amounts in prop::collection::vec([0u64..9, 0u64..1 << 40], 1..30), cut in 0usize..30,
        ) {
            let resampling = Resampling { replicates: 25, seed: 5 };
            let sum = |range: std::ops::Range<usize>| {
                let mut replicates = Replicates::<2>::new(25);
                for at in range {
                    replicates.add(&resampling.weights(&at.to_string()), amounts[at]);
                }
                replicates
            };
            let cut = cut.min(amounts.len());
            let (mut left, right, whole) = (sum(0..cut), sum(cut..amounts.len()), sum(0..amounts.len()));
            left.merge(&right);
            prop_assert_eq!(&left, &whole);
            let mut late = right;
            late.merge(&sum(0..cut));
            prop_assert_eq!(late, whole);
        }
    }
}
