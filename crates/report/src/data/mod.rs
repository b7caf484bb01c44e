//! What a report is made of: plain data that somebody else computed.

mod check;
mod comparison;
mod evaluation;
mod example;
mod run;

pub use comparison::{
    Ablation, AblationStep, AgreementOfClass, InterObserver, MacroAgreement, PairOfRuns, RankedTwice,
    Significance, Sweep, SweepOfRun, Test,
};
pub use evaluation::{ClassInfo, Dataset, Estimate, Evaluation, Interval, Spread};
pub use example::{Explained, Gallery, GalleryPanel, ScoredBox};
pub use run::{
    AveragePrecision, Cause, ClassGrounding, ClassPresence, Grounding, Kind, MacroGrounding, MacroOneToOne,
    MacroPresence, PooledGrounding, Presence, Recognised, Run,
};
