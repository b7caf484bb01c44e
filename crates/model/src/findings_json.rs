//! Findings as JSON: their fields, and what follows from them spelled out for readers in other languages.

use serde::{Deserialize, Serialize};

use groundscope_ontology::{Class, Language};

use crate::{
    DeviceChoice, Evidence, Extent, Eye, Finding, Findings, Gate, Place, Region, RetinaBand, Scale, Verdict,
};

#[derive(Serialize, Deserialize)]
pub(crate) struct FindingsJson {
    width: u32,
    height: u32,
    device: DeviceChoice,
    model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gate: Option<Gate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retina: Option<RetinaBand>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    fovea: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scale: Option<Scale>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eye: Option<Eye>,
    findings: Vec<FindingJson>,
}

#[derive(Serialize, Deserialize)]
struct FindingJson {
    class: String,
    #[serde(skip_deserializing)]
    name: &'static str,
    #[serde(skip_deserializing)]
    short: &'static str,
    #[serde(skip_deserializing)]
    group: &'static str,
    evidence: Evidence,
    figure: Option<f64>,
    present: Option<bool>,
    probability: Option<f64>,
    #[serde(skip_deserializing)]
    verdict: Option<Verdict>,
    #[serde(skip_deserializing)]
    boxes: Vec<[u32; 4]>,
    #[serde(skip_deserializing)]
    scores: Vec<f64>,
    #[serde(skip_deserializing)]
    area_px: u64,
    regions: Vec<RegionJson>,
}

#[derive(Serialize, Deserialize)]
struct RegionJson {
    id: String,
    #[serde(rename = "box")]
    bounds: [u32; 4],
    score: f64,
    area_px: u64,
    #[serde(skip_deserializing)]
    extent: Option<Extent>,
    #[serde(skip_deserializing)]
    place: Option<Place>,
    outline: Vec<Vec<[u32; 2]>>,
}

impl From<Findings> for FindingsJson {
    fn from(all: Findings) -> Self {
        Self::worded(all, Language::En)
    }
}

impl FindingsJson {
    /// Findings with names, places and extents in a language.
    pub(crate) fn worded(all: Findings, language: Language) -> Self {
        let region = |region: &Region| RegionJson {
            id: region.id.clone(),
            bounds: region.bounds,
            score: region.score,
            area_px: region.area_px,
            extent: Some(all.extent_in(region, language)),
            place: Some(all.place_in(region, language)),
            outline: region.outline.clone(),
        };
        let finding = |finding: &Finding| FindingJson {
            class: finding.class.id().to_owned(),
            name: finding.class.name_in(language),
            short: finding.class.short_in(language),
            group: finding.group().id(),
            evidence: finding.evidence,
            figure: finding.figure,
            present: finding.present,
            probability: finding.probability,
            verdict: Some(finding.verdict()),
            boxes: finding.boxes(),
            scores: finding.scores(),
            area_px: finding.area_px(),
            regions: finding.regions.iter().map(region).collect(),
        };
        Self {
            fovea: all.fovea(),
            findings: all.findings.iter().map(finding).collect(),
            width: all.width,
            height: all.height,
            device: all.device,
            model: all.model,
            gate: all.gate,
            retina: all.retina,
            scale: all.scale,
            eye: all.eye,
        }
    }
}

/// A findings file names a class that the ontology does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown class \"{0}\"; use an identifier of the ontology, such as \"srf\"")]
pub struct UnknownClass(pub String);

impl TryFrom<FindingsJson> for Findings {
    type Error = UnknownClass;

    fn try_from(json: FindingsJson) -> Result<Self, UnknownClass> {
        Ok(Self {
            width: json.width,
            height: json.height,
            device: json.device,
            model: json.model,
            gate: json.gate,
            retina: json.retina,
            scale: json.scale,
            eye: json.eye,
            findings: json
                .findings
                .into_iter()
                .map(Finding::try_from)
                .collect::<Result<_, _>>()?,
        })
    }
}

impl TryFrom<FindingJson> for Finding {
    type Error = UnknownClass;

    fn try_from(json: FindingJson) -> Result<Self, UnknownClass> {
        let class = Class::from_id(&json.class).ok_or(UnknownClass(json.class))?;
        Ok(Self {
            class,
            evidence: json.evidence,
            figure: json.figure,
            present: json.present,
            probability: json.probability,
            regions: json.regions.into_iter().map(Region::from).collect(),
        })
    }
}

impl From<RegionJson> for Region {
    fn from(json: RegionJson) -> Self {
        Self {
            id: json.id,
            bounds: json.bounds,
            score: json.score,
            area_px: json.area_px,
            outline: json.outline,
        }
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
    fn the_json_is_the_one_of_the_architecture() {
        let json = serde_json::to_value(sample()).unwrap();
        let expected = serde_json::json!({
            "width": 768, "height": 496, "device": "cpu", "model": "groundscope-oct-1", "findings": [
                {"class": "vmt", "name": "vitreomacular traction", "short": "VMT", "group": "vitreous",
                 "evidence": "none", "figure": null, "present": null, "probability": null,
                 "verdict": "no_answer", "boxes": [], "scores": [], "area_px": 0, "regions": []},
                {"class": "irf", "name": "intraretinal fluid", "short": "IRF", "group": "inner_retina",
                 "evidence": "real", "figure": 0.61, "present": true, "probability": 0.93, "verdict": "present",
                 "boxes": [[10, 20, 60, 70]], "scores": [0.91], "area_px": 1234,
                 "regions": [{"id": "irf-1", "box": [10, 20, 60, 70], "score": 0.91, "area_px": 1234,
                              "extent": {"width_px": 50, "height_px": 50, "text": "50 px wide and 50 px high"},
                              "place": {"depth": [], "side": ["left"],
                                        "text": "in the left third, in the upper part of the scan"},
                              "outline": [[[10, 20], [60, 20], [60, 70], [10, 70]]]}]}]
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn what_was_measured_and_typed_is_in_it() {
        let measured = Findings {
            retina: Some(RetinaBand {
                step: 384,
                top: vec![Some(15), None],
                bottom: vec![Some(95), None],
            }),
            scale: Some(Scale::new(11.5, 3.87).unwrap()),
            eye: Some(Eye::Left),
            ..sample()
        };
        let json = serde_json::to_value(&measured).unwrap();
        assert_eq!(
            json["retina"],
            serde_json::json!({"step": 384, "top": [15, null], "bottom": [95, null]})
        );
        assert_eq!(
            json["scale"],
            serde_json::json!({"lateral_um": 11.5, "axial_um": 3.87})
        );
        assert_eq!(
            (&json["eye"], &json["fovea"]),
            (&"left".into(), &serde_json::Value::Null)
        );
        let region = &json["findings"][1]["regions"][0];
        assert_eq!(region["extent"]["width_um"], 575.0);
        assert_eq!(region["place"]["depth"], serde_json::json!(["inner_retina"]));
        let text = serde_json::to_string(&measured).unwrap();
        assert_eq!(serde_json::from_str::<Findings>(&text).unwrap(), measured);
    }

    #[test]
    fn in_german_the_words_alone_differ() {
        let [english, german] =
            Language::ALL.map(|language| serde_json::to_value(sample().worded(language)).unwrap());
        assert_eq!(english, serde_json::to_value(sample()).unwrap());
        let mut expected = english;
        for (at, path, text) in [
            (0, "/name", "vitreomakuläre Traktion"),
            (1, "/name", "intraretinale Flüssigkeit"),
            (1, "/regions/0/extent/text", "50 px breit und 50 px hoch"),
            (
                1,
                "/regions/0/place/text",
                "im linken Drittel, im oberen Teil des Scans",
            ),
        ] {
            *expected["findings"][at].pointer_mut(path).unwrap() = text.into();
        }
        assert_eq!(german, expected);
        assert_eq!(serde_json::from_value::<Findings>(german).unwrap(), sample());
    }

    #[test]
    fn findings_come_back_from_json_unchanged() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Findings>(&text).unwrap(), sample());
    }

    #[test]
    fn an_unknown_class_is_an_error_that_names_it() {
        let text = serde_json::to_string(&sample())
            .unwrap()
            .replace("\"irf\"", "\"xyz\"");
        let error = serde_json::from_str::<Findings>(&text).unwrap_err();
        assert!(error.to_string().contains("unknown class \"xyz\""), "{error}");
    }
}
