//! Whether an answer rests on its evidence: the scan is read again with the regions of a finding painted over. An answer that stays as
//! it was did not come from what it points at.

use groundscope_imaging::Scan;
use groundscope_ontology::{Class, Language};
use serde::{Deserialize, Serialize};

use crate::paint_over::painted_over;
use crate::probability::percent_in;
use crate::{Finding, Findings, OnProgress, ReadError, Reader, Region, percent};

/// Whether an answer rests on what was hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rests {
    /// At least half of the probability goes with it.
    Wholly,
    /// At least a tenth does, or just enough that the class no longer counts as present.
    Partly,
    /// It stays nearly as it was.
    Not,
}

/// What hiding regions of a finding does to its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occlusion {
    /// Identifier of the class.
    pub class: String,
    /// The one region that was hidden; `None` where all of the class were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Probability of presence in the scan as it is, 0..1.
    pub probability: f64,
    /// The same with the regions painted over.
    pub hidden: f64,
    /// Whether the class then no longer counts as present.
    pub gone: bool,
    /// Whether the answer rests on what was hidden.
    pub rests: Rests,
    /// The same in a sentence.
    pub text: String,
}

/// What is hidden: all regions of a finding, or one of them.
struct Hidden<'a> {
    finding: &'a Finding,
    regions: &'a [Region],
}

impl<'a> Hidden<'a> {
    /// All that shows a class which is present.
    fn all(finding: &'a Finding) -> Option<Self> {
        let shown = finding.present == Some(true) && !finding.regions.is_empty();
        shown.then_some(Self {
            finding,
            regions: &finding.regions,
        })
    }

    /// What an identifier names: a class, or one of its regions.
    fn named(id: &str, findings: &'a Findings) -> Option<Self> {
        if let Some(class) = Class::from_id(id) {
            return Self::all(findings.get(class)?);
        }
        let (finding, region) = findings.region(id)?;
        Some(Self {
            finding,
            regions: std::slice::from_ref(region),
        })
    }

    /// Compares the answer with the one of a scan in which they are hidden.
    fn compare(&self, after: Option<&Finding>) -> Occlusion {
        let probability = self.finding.probability.unwrap_or_default();
        let hidden = after.and_then(|finding| finding.probability).unwrap_or_default();
        let gone = after.is_none_or(|finding| finding.present != Some(true));
        let rests = Rests::of(probability, hidden, gone);
        let others = self.regions.len() < self.finding.regions.len();
        let region = self.regions.first().filter(|_| others);
        Occlusion {
            class: self.finding.class.id().to_owned(),
            region: region.map(|region| region.id.clone()),
            probability,
            hidden,
            gone,
            rests,
            text: sentence(probability, hidden, rests, self.regions.len(), others),
        }
    }
}

impl Rests {
    fn of(probability: f64, hidden: f64, gone: bool) -> Self {
        // The share of the probability that goes with the regions.
        let drop = if probability > 0.0 {
            (probability - hidden) / probability
        } else {
            0.0
        };
        match drop {
            _ if drop >= 0.5 => Self::Wholly,
            _ if drop >= 0.1 || gone => Self::Partly,
            _ => Self::Not,
        }
    }
}

/// "Without this region the probability falls from 93% to 12%: the answer rests on it."
fn sentence(probability: f64, hidden: f64, rests: Rests, regions: usize, others: bool) -> String {
    let (these, it) = if regions == 1 {
        ("this region", "it")
    } else {
        ("these regions", "them")
    };
    let (from, to) = (percent(probability), percent(hidden));
    let change = match hidden < probability {
        _ if from == to => format!("stays at {to}"),
        true => format!("falls from {from} to {to}"),
        false => format!("rises from {from} to {to}"),
    };
    let verdict = match rests {
        Rests::Wholly => format!("the answer rests on {it}"),
        Rests::Partly => format!("the answer rests on {it} in part"),
        Rests::Not if others => format!("the answer does not rest on {it} alone"),
        Rests::Not => "the answer does not rest on what is marked".to_owned(),
    };
    format!("Without {these} the probability {change}: {verdict}.")
}

impl Reader {
    /// Reads the scan again for every class that is present with regions, each time with its regions painted over.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn occlusion_check(
        &self,
        scan: &Scan,
        findings: &Findings,
    ) -> Result<Vec<Occlusion>, ReadError> {
        let mut checked = Vec::new();
        for hidden in findings.findings.iter().filter_map(Hidden::all) {
            checked.push(self.without(scan, &hidden, &mut |_| ()).await?);
        }
        Ok(checked)
    }

    /// Reads the scan again with one region painted over, `srf-2`, or all of a class, `srf`: what if it were hidden? `None` where the
    /// findings have no such region.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn hide(
        &self,
        scan: &Scan,
        findings: &Findings,
        id: &str,
        progress: OnProgress<'_>,
    ) -> Result<Option<Occlusion>, ReadError> {
        match Hidden::named(id, findings) {
            Some(hidden) => self.without(scan, &hidden, progress).await.map(Some),
            None => Ok(None),
        }
    }

    async fn without(
        &self,
        scan: &Scan,
        hidden: &Hidden<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Occlusion, ReadError> {
        let again = self
            .read_any(&painted_over(scan, hidden.regions), progress)
            .await?;
        Ok(hidden.compare(again.get(hidden.finding.class)))
    }
}

/// [`sentence`] in German.
fn german_sentence(probability: f64, hidden: f64, rests: Rests, regions: usize, others: bool) -> String {
    let (these, it) = if regions == 1 {
        ("diese Region", "ihr")
    } else {
        ("diese Regionen", "ihnen")
    };
    let [from, to] = [probability, hidden].map(|p| percent_in(p, Language::De));
    let change = match hidden < probability {
        _ if from == to => format!("bleibt die Wahrscheinlichkeit bei {to}"),
        true => format!("sinkt die Wahrscheinlichkeit von {from} auf {to}"),
        false => format!("steigt die Wahrscheinlichkeit von {from} auf {to}"),
    };
    let verdict = match rests {
        Rests::Wholly => format!("Die Antwort beruht auf {it}"),
        Rests::Partly => format!("Die Antwort beruht zum Teil auf {it}"),
        Rests::Not if others => format!("Die Antwort beruht nicht auf {it} allein"),
        Rests::Not => "Die Antwort beruht nicht auf dem, was markiert ist".to_owned(),
    };
    format!("Ohne {these} {change}: {verdict}.")
}

impl Occlusion {
    /// [`Self::text`] in a language; `findings` are those whose regions were hidden.
    pub fn text_in(&self, findings: &Findings, language: Language) -> String {
        let others = self.region.is_some();
        let regions = match self.class().and_then(|class| findings.get(class)) {
            Some(finding) if !others => finding.regions.len(),
            _ => 1,
        };
        let sentence = match language {
            Language::En => sentence,
            Language::De => german_sentence,
        };
        sentence(self.probability, self.hidden, self.rests, regions, others)
    }

    /// The class, if the ontology has it.
    pub fn class(&self) -> Option<Class> {
        Class::from_id(&self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region([x1, y1, x2, y2]: [u32; 4]) -> Region {
        Region {
            id: "irf-1".to_owned(),
            bounds: [x1, y1, x2, y2],
            score: 0.9,
            area_px: u64::from((x2 - x1) * (y2 - y1)),
            outline: vec![vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]],
        }
    }

    fn finding(regions: usize) -> Finding {
        Finding {
            present: Some(true),
            probability: Some(0.93),
            regions: (1..=regions)
                .map(|n| Region {
                    id: format!("irf-{n}"),
                    ..region([0, 0, 9, 9])
                })
                .collect(),
            ..Finding::no_answer(Class::Irf)
        }
    }

    fn after(probability: f64) -> Finding {
        Finding {
            present: Some(probability >= 0.5),
            probability: Some(probability),
            ..Finding::no_answer(Class::Irf)
        }
    }

    #[test]
    fn what_goes_with_a_region_is_what_the_answer_rests_on() {
        let one = finding(1);
        let without = |probability| Hidden::all(&one).unwrap().compare(Some(&after(probability)));
        for (hidden, rests, gone, text) in [
            (
                0.12,
                Rests::Wholly,
                true,
                "falls from 93% to 12%: the answer rests on it.",
            ),
            (
                0.7,
                Rests::Partly,
                false,
                "falls from 93% to 70%: the answer rests on it in part.",
            ),
            (
                0.91,
                Rests::Not,
                false,
                "falls from 93% to 91%: the answer does not rest on what is marked.",
            ),
            (
                0.93,
                Rests::Not,
                false,
                "stays at 93%: the answer does not rest on what is marked.",
            ),
            (
                0.98,
                Rests::Not,
                false,
                "rises from 93% to 98%: the answer does not rest on what is marked.",
            ),
        ] {
            let found = without(hidden);
            assert_eq!((found.rests, found.gone, &found.region), (rests, gone, &None));
            assert_eq!(found.text, format!("Without this region the probability {text}"));
        }
        // A class just over its threshold that falls just under it.
        assert_eq!(Rests::of(0.51, 0.49, true), Rests::Partly);
        assert_eq!(Rests::of(0.0, 0.0, false), Rests::Not);
    }

    #[test]
    fn one_of_several_regions_is_named() {
        let findings = Findings {
            width: 40,
            height: 30,
            device: crate::DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![finding(2)],
        };
        let one = Hidden::named("irf-2", &findings)
            .unwrap()
            .compare(Some(&after(0.9)));
        assert_eq!(one.region.as_deref(), Some("irf-2"));
        assert!(
            one.text.ends_with("the answer does not rest on it alone."),
            "{}",
            one.text
        );
        let all = Hidden::named("irf", &findings)
            .unwrap()
            .compare(Some(&after(0.1)));
        assert_eq!(all.region, None);
        assert!(all.text.starts_with("Without these regions"), "{}", all.text);
        assert!(all.text.ends_with("the answer rests on them."), "{}", all.text);
        for told in [&one, &all] {
            assert_eq!(told.text_in(&findings, Language::En), told.text);
        }
        assert_eq!(
            one.text_in(&findings, Language::De),
            "Ohne diese Region sinkt die Wahrscheinlichkeit von 93\u{a0}% auf 90\u{a0}%: Die Antwort beruht nicht auf ihr allein."
        );
        assert_eq!(
            all.text_in(&findings, Language::De),
            "Ohne diese Regionen sinkt die Wahrscheinlichkeit von 93\u{a0}% auf 10\u{a0}%: Die Antwort beruht auf ihnen."
        );
        for other in ["irf-3", "srf", "srf-1", ""] {
            assert!(Hidden::named(other, &findings).is_none(), "{other}");
        }
    }
}
