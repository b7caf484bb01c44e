//! Two runs tested against each other, reference box by reference box.

use groundscope_metrics::statistics::{Wilcoxon, WilcoxonSettings, wilcoxon};
use serde::Serialize;

use crate::{Partial, ScoredBox};

/// The signed-rank test of two runs over the AggIoU of each reference box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairedTest {
    /// Reference boxes.
    pub n: usize,
    /// Boxes on which both have the same AggIoU; they are dropped before ranking.
    pub zeros: usize,
    /// Differences that share their size with another.
    pub ties: usize,
    /// How p was found: `exact`, `permutation` or `normal`.
    pub method: &'static str,
    /// The smaller of the two rank sums.
    pub statistic: f64,
    /// Two-sided; `null` in JSON where it is not defined.
    pub p: f64,
    /// Why there is no p-value.
    pub undefined: Option<String>,
    /// The mean AggIoU of the first less that of the second, over all boxes.
    pub mean_difference: f64,
}

/// Why two runs cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// Their reference boxes are not the same.
    #[error("the two runs were scored against different reference boxes; score both against one file")]
    OtherBoxes,
}

/// Wilcoxon's signed-rank test, two-sided, zero differences dropped, as scipy's `auto` chooses its method
/// (docs/scoring.md).
///
/// Differences are rounded to 2^-40 before they are ranked: a tie is one of decimal coordinates, not of the last bits of
/// two quotients.
///
/// # Errors
/// [`PairError`].
pub fn paired_test(first: &Partial, second: &Partial) -> Result<PairedTest, PairError> {
    let differences = differences(first.boxes(), second.boxes())?;
    let sum: i64 = differences.iter().sum();
    let values: Vec<f64> = differences.iter().map(|d| *d as f64).collect();
    let test = wilcoxon(&values, &WilcoxonSettings::default());
    Ok(PairedTest::of(
        &test,
        sum as f64 / UNIT / (values.len().max(1)) as f64,
    ))
}

/// 2^40: AggIoU in these units keeps twelve decimals.
const UNIT: f64 = (1u64 << 40) as f64;

fn differences(first: &[ScoredBox], second: &[ScoredBox]) -> Result<Vec<i64>, PairError> {
    if first.len() != second.len() {
        return Err(PairError::OtherBoxes);
    }
    let pairs = first.iter().zip(second);
    pairs
        .map(|(a, b)| {
            if a.key != b.key {
                return Err(PairError::OtherBoxes);
            }
            let difference = i128::from(a.agg_iou) - i128::from(b.agg_iou);
            // From units of 2^-63 to 2^-40, to the nearest; at most 2^40 either way.
            Ok(((difference + (1 << 22)) >> 23) as i64)
        })
        .collect()
}

impl PairedTest {
    fn of(test: &Wilcoxon, mean_difference: f64) -> Self {
        Self {
            n: test.n,
            zeros: test.zeros,
            ties: test.ties,
            method: test.method.map_or("none", |method| method.id()),
            statistic: test.statistic,
            p: test.p,
            undefined: test.undefined.map(|reason| reason.to_string()),
            mean_difference,
        }
    }
}
