//! Settings of scores as they come from JavaScript; what is left out is as on the command line.

use groundscope_benchmarks::Settings;
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, Threshold};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// `ScoreSettings` of `web/worker/types.ts`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScoreSettings {
    pub t1: f64,
    pub t2: f64,
    pub fp: String,
}

impl ScoreSettings {
    /// The settings of AggIoU, without intervals or details.
    ///
    /// # Errors
    /// `bad_value`.
    pub fn parse(&self) -> Result<Settings, Failure> {
        // The shortest text that reads back to the same number is the one that was typed.
        let threshold = |value: f64| {
            let text = value.to_string();
            text.parse::<Threshold>()
                .map_err(|error| Failure::new("bad_value", format!("Threshold {text}: {error}."), ""))
        };
        let rule = FalsePositiveRule::from_id(&self.fp).ok_or_else(|| {
            Failure::new(
                "bad_value",
                "The false-positive rule must be \"undetected\" or \"ungathered\".",
                "",
            )
        })?;
        let agg_iou = AggIouSettings {
            t1: threshold(self.t1)?,
            t2: threshold(self.t2)?,
            false_positives: rule,
        };
        Ok(Settings {
            agg_iou,
            ..Settings::default()
        })
    }
}

/// `GroundingSettings` of `web/worker/reports/requests.ts`, all of it optional.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct GroundingSettings {
    pub t1: f64,
    pub t2: f64,
    pub fp: String,
    pub replicates: u32,
    pub seed: u64,
    pub details: bool,
    pub beside: bool,
}

impl Default for GroundingSettings {
    fn default() -> Self {
        let agg_iou = AggIouSettings::default();
        let resampling = Resampling::default();
        Self {
            t1: agg_iou.t1.to_f64(),
            t2: agg_iou.t2.to_f64(),
            fp: agg_iou.false_positives.id().to_owned(),
            replicates: resampling.replicates,
            seed: resampling.seed,
            details: false,
            beside: true,
        }
    }
}

impl GroundingSettings {
    /// The settings of a report.
    ///
    /// # Errors
    /// `bad_value`.
    pub fn parse(&self) -> Result<Settings, Failure> {
        let thresholds = ScoreSettings {
            t1: self.t1,
            t2: self.t2,
            fp: self.fp.clone(),
        };
        let most = Resampling::MOST_REPLICATES;
        if self.replicates > most {
            return Err(Failure::new(
                "bad_value",
                format!("There can be at most {most} replicates."),
                "",
            ));
        }
        Ok(Settings {
            resampling: Resampling {
                replicates: self.replicates,
                seed: self.seed,
            },
            beside: self.beside,
            details: self.details,
            ..thresholds.parse()?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_on_the_command_line() {
        let settings: GroundingSettings = serde_json::from_str(r#"{"t2": 0.45, "seed": 7}"#).unwrap();
        let expected = Settings {
            agg_iou: AggIouSettings {
                t2: "0.45".parse().unwrap(),
                ..AggIouSettings::default()
            },
            resampling: Resampling {
                replicates: 1000,
                seed: 7,
            },
            beside: true,
            details: false,
        };
        assert_eq!(settings.parse().unwrap(), expected);
    }

    #[test]
    fn a_bad_setting_is_told() {
        for text in [
            r#"{"t1": -0.1}"#,
            r#"{"t2": 0.12345678}"#,
            r#"{"fp": "none"}"#,
            r#"{"replicates": 100001}"#,
        ] {
            let settings: GroundingSettings = serde_json::from_str(text).unwrap();
            assert_eq!(settings.parse().unwrap_err().code(), "bad_value", "{text}");
        }
    }
}
