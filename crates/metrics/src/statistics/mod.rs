//! Statistics: whether two readers or models differ, and how far they agree.
//!
//! | question | function | equal to |
//! |---|---|---|
//! | do paired scores differ? | [`wilcoxon`], [`wilcoxon_paired`] | scipy 1.17 `wilcoxon` |
//! | do paired yes/no answers differ? | [`mcnemar`] | statsmodels `mcnemar` |
//! | do two rankings agree? | [`spearman`], [`kendall`] | scipy 1.17 `spearmanr`, `kendalltau` |
//! | do two readers agree beyond chance? | [`kappa`], [`kappa_on_scale`] | scikit-learn `cohen_kappa_score` |
//! | what is left of many p-values? | [`holm`] | statsmodels `multipletests(method="holm")` |
//!
//! Every result carries the number of observations. What cannot be computed is NaN, and `undefined` says why; nothing
//! panics. The same input gives the same bits on every machine: ranks and counts are integers, and the few transcendental
//! functions come from `libm`. Where we differ from the libraries on purpose, the function says so.
//!
//! ```
//! use groundscope_metrics::statistics::{SignedRankMethod, WilcoxonSettings, holm, kendall, wilcoxon};
//! // Wilcoxon's maize plants: cross-fertilised minus self-fertilised, in eighths of an inch.
//! let plants = [6., 8., 14., 16., 23., 24., 28., 29., 41., -48., 49., 56., 60., -67., 75.];
//! let test = wilcoxon(&plants, &WilcoxonSettings::default());
//! assert_eq!((test.statistic, test.p, test.n), (24.0, 0.041259765625, 15));
//! assert_eq!(test.method, Some(SignedRankMethod::Exact));
//! // Two of ten pairs of four ranks are out of order.
//! let ranking = kendall(&[1., 2., 3., 4.], &[2., 1., 3., 4.]);
//! assert_eq!(ranking.statistic, (5.0 - 1.0) / 6.0);
//! // Three tests: the smallest p times 3, the next times 2, the last times 1, never falling.
//! assert_eq!(holm(&[0.25, 0.0625, 0.125]).adjusted, [0.25, 0.1875, 0.25]);
//! ```

mod holm;
mod kappa;
mod kendall;
mod mcnemar;
mod ranks;
mod signed_rank_null;
mod signed_ranks;
mod spearman;
mod tails;
mod undefined;
mod wilcoxon;

pub use holm::{Holm, holm};
pub use kappa::{Kappa, KappaWeights, kappa, kappa_on_scale};
pub use kendall::{Kendall, KendallMethod, kendall};
pub use mcnemar::{Discordant, McNemar, McNemarMethod, mcnemar};
pub use spearman::{Spearman, spearman};
pub use undefined::Undefined;
pub use wilcoxon::{
    Alternative, SignedRankMethod, Wilcoxon, WilcoxonSettings, ZeroRule, wilcoxon, wilcoxon_paired,
};
