//! How often a class is called present where it is there, and where it is not.

use serde::{Deserialize, Serialize};

/// Counts of scans; "called" means that the class counts as present, at its threshold.
///
/// ```
/// use groundscope_train::evaluate::Told;
/// let mut told = Told::default();
/// [(true, true), (true, false), (false, false)].into_iter().for_each(|(there, called)| told.add(there, called));
/// assert_eq!((told.sensitivity(), told.specificity()), (Some(0.5), Some(1.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Scans with the class.
    pub there: usize,
    /// Those in which it is called present.
    pub there_called: usize,
    /// Scans without the class.
    pub not_there: usize,
    /// Those in which it is called present all the same.
    pub not_there_called: usize,
}

impl Told {
    /// Counts a scan.
    pub const fn add(&mut self, there: bool, called: bool) {
        let (scans, those_called) = if there {
            (&mut self.there, &mut self.there_called)
        } else {
            (&mut self.not_there, &mut self.not_there_called)
        };
        *scans += 1;
        *those_called += called as usize;
    }

    /// Share of the scans with the class in which it is called present, 0..1; `None` where there are none.
    pub fn sensitivity(&self) -> Option<f64> {
        (self.there > 0).then(|| self.there_called as f64 / self.there as f64)
    }

    /// Share of the scans without the class in which it is not called present, 0..1; `None` where there are none.
    pub fn specificity(&self) -> Option<f64> {
        (self.not_there > 0).then(|| 1.0 - self.not_there_called as f64 / self.not_there as f64)
    }
}
