//! What finishing the training reports, and what int8 costs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::markdown::table;
use super::{Card, in_order};

/// Figures of the Python reader, by set and class.
#[derive(Debug, Deserialize)]
pub struct Finish {
    /// With the shipped int8 weights.
    #[serde(default)]
    pub int8: BTreeMap<String, BTreeMap<String, Partial>>,
    /// With float weights.
    #[serde(default)]
    pub float: BTreeMap<String, BTreeMap<String, Partial>>,
}

/// A figure of the Python side.
#[derive(Debug, Deserialize)]
pub struct Partial {
    /// F1 of the pooled counts.
    pub f1: f64,
    /// Reference boxes.
    pub boxes: u64,
}

impl Card<'_> {
    pub(super) fn quantisation(&self) -> String {
        let raw = |finish: fn(&Finish) -> &BTreeMap<String, BTreeMap<String, Partial>>| {
            self.finish.as_ref().and_then(|f| finish(f).get("raw"))
        };
        let (Some(float), Some(int8)) = (raw(|f| &f.float), raw(|f| &f.int8)) else {
            return String::new();
        };
        let rows = in_order(float)
            .filter(|(_, a)| a.boxes > 0)
            .filter_map(|(class, a)| {
                let b = int8.get(class.id())?;
                let difference = format!("{:+.3}", b.f1 - a.f1);
                Some([
                    class.name().to_owned(),
                    format!("{:.3}", a.f1),
                    format!("{:.3}", b.f1),
                    difference,
                ])
            });
        format!(
            "## What int8 costs\n\nThe same scans and thresholds with float weights, both read by the Python reader, whose reference boxes come from masks at the frame's scale. The thresholds were chosen with the int8 weights, so boxes beside a threshold count for int8.\n\n{}",
            table(&["class", "F1 float", "F1 int8", "difference"], rows)
        )
    }
}
