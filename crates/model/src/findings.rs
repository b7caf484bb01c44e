//! What a reading says: per class presence, probability and regions.

use std::fmt;

use groundscope_geometry::RowRuns;
use groundscope_ontology::{Class, DepthGroup, Language};
use serde::{Deserialize, Serialize};

use crate::findings_json::FindingsJson;
use crate::{DeviceChoice, Extent, Eye, Gate, Place, RetinaBand, Scale};

/// The findings of one scan: one entry for every class of the ontology, biomarkers first.
///
/// Boxes, areas, names, verdicts, extents and places follow from these fields; the JSON spells them out for its readers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "FindingsJson", try_from = "FindingsJson")]
pub struct Findings {
    /// Width of the scan in pixels.
    pub width: u32,
    /// Height of the scan in pixels.
    pub height: u32,
    /// The device that ran the network.
    pub device: DeviceChoice,
    /// Name of the weights, from their manifest.
    pub model: String,
    /// Whether the picture is a B-scan; `None` where the weights cannot tell. Where it is none, no class has an answer.
    pub gate: Option<Gate>,
    /// The retina's surfaces; `None` where the weights do not draw them or none were found.
    pub retina: Option<RetinaBand>,
    /// Micrometres per pixel, where the user gave them.
    pub scale: Option<Scale>,
    /// The eye, where the user named it.
    pub eye: Option<Eye>,
    /// One finding a class, in the ontology's order.
    pub findings: Vec<Finding>,
}

impl Findings {
    /// The finding of a class.
    pub fn get(&self, class: Class) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.class == class)
    }

    /// The region with this identifier, with the finding it belongs to.
    pub fn region(&self, id: &str) -> Option<(&Finding, &Region)> {
        self.findings.iter().find_map(|finding| {
            let region = finding.regions.iter().find(|region| region.id == id)?;
            Some((finding, region))
        })
    }

    /// The column of the fovea, where the retina shows it beyond doubt.
    pub fn fovea(&self) -> Option<u32> {
        self.retina.as_ref()?.fovea()
    }

    /// Where a region of these findings lies.
    pub fn place(&self, region: &Region) -> Place {
        self.place_in(region, Language::En)
    }

    /// The same, worded in a language.
    pub fn place_in(&self, region: &Region, language: Language) -> Place {
        Place::of(region, self, language)
    }

    /// How large a region of these findings is.
    pub fn extent(&self, region: &Region) -> Extent {
        self.extent_in(region, Language::En)
    }

    /// The same, worded in a language.
    pub fn extent_in(&self, region: &Region, language: Language) -> Extent {
        Extent::of(region, self.scale, language)
    }

    /// The same JSON with names, places and extents worded in a language; it reads back as the same findings.
    ///
    /// ```
    /// use groundscope_ontology::Language;
    /// # use groundscope_model::{DeviceChoice, Finding, Findings};
    /// # use groundscope_ontology::Class;
    /// # let findings = Findings { width: 768, height: 496, device: DeviceChoice::Cpu, model: "m".into(), gate: None,
    /// #     retina: None, scale: None, eye: None, findings: vec![Finding::no_answer(Class::Srf)] };
    /// let json = serde_json::to_value(findings.worded(Language::De))?;
    /// assert_eq!(json["findings"][0]["name"], "subretinale Flüssigkeit");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn worded(self, language: Language) -> impl Serialize {
        FindingsJson::worded(self, language)
    }
}

/// What was found of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The class.
    pub class: Class,
    /// On what the class was validated.
    pub evidence: Evidence,
    /// The validation figure of the weights file, such as F1 on patients kept apart.
    pub figure: Option<f64>,
    /// Whether the class is present; `None` when the network gives no answer for it.
    pub present: Option<bool>,
    /// Calibrated probability of presence, 0..1; `None` when the network gives no answer.
    pub probability: Option<f64>,
    /// Where it is, largest score first; empty unless the class is present.
    pub regions: Vec<Region>,
}

impl Finding {
    /// A class for which the network gives no answer.
    pub fn no_answer(class: Class) -> Self {
        Self {
            class,
            evidence: Evidence::None,
            figure: None,
            present: None,
            probability: None,
            regions: Vec::new(),
        }
    }

    /// The class in words, lower case.
    pub fn name(&self) -> &'static str {
        self.class.name()
    }

    /// The short label of the class.
    pub fn short(&self) -> &'static str {
        self.class.short()
    }

    /// Where the class sits in the retina.
    pub fn group(&self) -> DepthGroup {
        self.class.group()
    }

    /// The probability as a word. A rare class counts as present at a low probability: it is uncertain, never unlikely or absent.
    /// Of a class that was not measured on patients no word is firmer than uncertain or unlikely: nothing says what its probability
    /// is worth on them.
    pub fn verdict(&self) -> Verdict {
        let unproven = matches!(self.evidence, Evidence::Few | Evidence::Synthetic);
        match Verdict::of(self.probability) {
            Verdict::Unlikely | Verdict::Absent if self.present == Some(true) => Verdict::Uncertain,
            Verdict::Present | Verdict::Likely if unproven => Verdict::Uncertain,
            Verdict::Absent if unproven => Verdict::Unlikely,
            verdict => verdict,
        }
    }

    /// Boxes of the regions, `[x1, y1, x2, y2]` in original pixels, max-exclusive.
    pub fn boxes(&self) -> Vec<[u32; 4]> {
        self.regions.iter().map(|region| region.bounds).collect()
    }

    /// Scores of the regions, 0..1.
    pub fn scores(&self) -> Vec<f64> {
        self.regions.iter().map(|region| region.score).collect()
    }

    /// Pixels of the scan covered by all regions.
    pub fn area_px(&self) -> u64 {
        self.regions.iter().map(|region| region.area_px).sum()
    }
}

/// One cluster of evidence, in original pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// `CLASS-N`, counted from 1 within the class.
    pub id: String,
    /// `[x1, y1, x2, y2]`, max-exclusive.
    pub bounds: [u32; 4],
    /// Largest map probability inside, 0..1.
    pub score: f64,
    /// Pixels covered.
    pub area_px: u64,
    /// Closed rings along pixel edges; even-odd filling gives the mask back.
    pub outline: Vec<Vec<[u32; 2]>>,
}

impl Region {
    /// Its pixels in a scan of this size; `None` where there are none, or the outline is too large to draw.
    pub(crate) fn pixels(&self, width: u32, height: u32) -> Option<RowRuns> {
        let ring = |ring: &Vec<[u32; 2]>| ring.iter().map(|point| point.map(f64::from)).collect();
        let rings: Vec<Vec<[f64; 2]>> = self.outline.iter().map(ring).collect();
        let pixels = RowRuns::from_rings(width, height, &rings).ok()?;
        (!pixels.is_empty()).then_some(pixels)
    }
}

/// On what a class was validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Scans of real patients kept apart.
    Real,
    /// Few real scans.
    Few,
    /// Synthetic scans only.
    Synthetic,
    /// Nothing: no answer is given.
    None,
}

/// A probability of presence in words, the surest first; [`Finding::verdict`] tells which word a finding has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// 0.8 or more.
    Present,
    /// 0.6 or more.
    Likely,
    /// 0.4 or more.
    Uncertain,
    /// 0.2 or more.
    Unlikely,
    /// Less than 0.2.
    Absent,
    /// The network gives no answer for the class.
    NoAnswer,
}

impl Verdict {
    /// The verdict of a calibrated probability.
    ///
    /// ```
    /// use groundscope_model::Verdict;
    /// assert_eq!(Verdict::of(Some(0.8)), Verdict::Present);
    /// assert_eq!(Verdict::of(Some(0.59)), Verdict::Uncertain);
    /// assert_eq!(Verdict::of(None), Verdict::NoAnswer);
    /// ```
    pub fn of(probability: Option<f64>) -> Self {
        match probability {
            None => Self::NoAnswer,
            Some(p) if p >= 0.8 => Self::Present,
            Some(p) if p >= 0.6 => Self::Likely,
            Some(p) if p >= 0.4 => Self::Uncertain,
            Some(p) if p >= 0.2 => Self::Unlikely,
            Some(_) => Self::Absent,
        }
    }

    /// [`Self::word`] in a language.
    pub fn word_in(self, language: Language) -> &'static str {
        match (language, self) {
            (Language::En, _) => self.word(),
            (Language::De, Self::Present) => "vorhanden",
            (Language::De, Self::Likely) => "wahrscheinlich",
            (Language::De, Self::Uncertain) => "unsicher",
            (Language::De, Self::Unlikely) => "unwahrscheinlich",
            (Language::De, Self::Absent) => "nicht vorhanden",
            (Language::De, Self::NoAnswer) => "keine Antwort",
        }
    }

    /// The word as it stands in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Likely => "likely",
            Self::Uncertain => "uncertain",
            Self::Unlikely => "unlikely",
            Self::Absent => "absent",
            Self::NoAnswer => "no answer",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Findings {
        let mut findings = Findings {
            width: 768,
            height: 496,
            device: DeviceChoice::Cpu,
            model: "groundscope-oct-1".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![Finding::no_answer(Class::Vmt)],
        };
        findings.findings.push(Finding {
            class: Class::Irf,
            evidence: Evidence::Real,
            figure: Some(0.61),
            present: Some(true),
            probability: Some(0.93),
            regions: vec![Region {
                id: "irf-1".to_owned(),
                bounds: [10, 20, 60, 70],
                score: 0.91,
                area_px: 1234,
                outline: vec![vec![[10, 20], [60, 20], [60, 70], [10, 70]]],
            }],
        });
        findings
    }

    #[test]
    fn verdicts_change_exactly_at_their_limits() {
        let words = [0.0, 0.1999, 0.2, 0.3999, 0.4, 0.5999, 0.6, 0.7999, 0.8, 1.0]
            .map(|p| Verdict::of(Some(p)).word());
        let expected = [
            "absent",
            "absent",
            "unlikely",
            "unlikely",
            "uncertain",
            "uncertain",
            "likely",
            "likely",
            "present",
            "present",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn what_counts_as_present_is_never_called_unlikely_or_absent() {
        let word = |present, probability| {
            let finding = Finding {
                present: Some(present),
                probability: Some(probability),
                ..Finding::no_answer(Class::Vmt)
            };
            finding.verdict()
        };
        assert_eq!(word(true, 0.12), Verdict::Uncertain);
        assert_eq!(word(true, 0.22), Verdict::Uncertain);
        assert_eq!(word(true, 0.7), Verdict::Likely);
        assert_eq!(word(false, 0.12), Verdict::Absent);
        assert_eq!(word(false, 0.7), Verdict::Likely);
    }

    #[test]
    fn no_word_is_firm_without_patients() {
        for evidence in [Evidence::Few, Evidence::Synthetic] {
            let word = |present, probability| {
                let finding = Finding {
                    evidence,
                    present: Some(present),
                    probability: Some(probability),
                    ..Finding::no_answer(Class::Fibrosis)
                };
                finding.verdict()
            };
            assert_eq!(word(true, 0.99), Verdict::Uncertain);
            assert_eq!(word(true, 0.1), Verdict::Uncertain);
            assert_eq!(word(false, 0.7), Verdict::Uncertain);
            assert_eq!(word(false, 0.3), Verdict::Unlikely);
            assert_eq!(word(false, 0.01), Verdict::Unlikely);
        }
    }

    #[test]
    fn a_region_is_found_by_its_identifier() {
        let findings = sample();
        let (finding, region) = findings.region("irf-1").unwrap();
        assert_eq!((finding.class, region.area_px), (Class::Irf, 1234));
        assert!(findings.region("irf-2").is_none());
    }
}
