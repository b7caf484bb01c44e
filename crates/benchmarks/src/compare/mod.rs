//! Runs against each other on the same references: paired tests, ranking stability, two readers.

mod paired;
mod readers;
mod recognised;
mod sweep;

pub use paired::{PairError, PairedTest, paired_test};
pub use readers::{Direction, ReaderClass, Readers, RunUnderBoth, readers};
pub use recognised::recognised;
pub use sweep::{Sweep, sweep};
