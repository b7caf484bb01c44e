//! Findings of an invented scan.

#![allow(dead_code)] // every test file takes what it needs

use groundscope_export::{Answered, Comparison, FalseBox, Reference};
use groundscope_model::{DeviceChoice, Evidence, Eye, Finding, Findings, Gate, GateVerdict, Region, Scale};
use groundscope_ontology::Class;

/// A name that is at home in no format: a formula, an element, a quote, a turned line and a bell.
pub const HOSTILE: &str = "=a\"<script>alert('x')</script>&,\u{202e}gnp\u{7}.png";

/// A PNG of one pixel.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

pub fn region(id: &str, [x1, y1, x2, y2]: [u32; 4], score: f64) -> Region {
    Region {
        id: id.to_owned(),
        bounds: [x1, y1, x2, y2],
        score,
        area_px: u64::from(x2 - x1) * u64::from(y2 - y1),
        outline: vec![vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]],
    }
}

/// IRF twice (the second with a hole), drusen uncertain, SRF absent, every other class without an answer.
pub fn findings() -> Findings {
    let judged = |class, present, probability, regions| Finding {
        evidence: Evidence::Real,
        figure: Some(0.61),
        present: Some(present),
        probability: Some(probability),
        regions,
        ..Finding::no_answer(class)
    };
    let mut holed = region("irf-2", [300, 40, 340, 60], 0.55);
    holed
        .outline
        .push(vec![[310, 45], [310, 55], [330, 55], [330, 45]]);
    holed.area_px -= 200;
    let findings = Class::ALL.iter().map(|class| match class {
        Class::Irf => judged(
            *class,
            true,
            0.93,
            vec![region("irf-1", [10, 20, 60, 70], 0.91), holed.clone()],
        ),
        Class::Drusen => judged(
            *class,
            true,
            0.45,
            vec![region("drusen-1", [100, 80, 140, 95], 0.6)],
        ),
        Class::Srf => judged(*class, false, 0.04, Vec::new()),
        _ => Finding::no_answer(*class),
    });
    Findings {
        width: 400,
        height: 120,
        device: DeviceChoice::Cpu,
        model: "groundscope-oct-1".to_owned(),
        gate: Some(Gate {
            probability: 0.66,
            verdict: GateVerdict::Doubtful,
            signal: None,
        }),
        retina: None,
        scale: Scale::new(11.5, 3.87).ok(),
        eye: Some(Eye::Left),
        findings: findings.collect(),
    }
}

pub fn answers() -> Vec<Answered> {
    vec![Answered {
        question: "Where is the <b>IRF</b>?".to_owned(),
        text: "Intraretinal fluid is in the left third (irf-1).".to_owned(),
        understood: Some("place of intraretinal fluid".to_owned()),
        evidence: vec!["irf-1".to_owned(), "gone-9".to_owned()],
    }]
}

pub fn comparison() -> Comparison {
    let reference = |bounds, detected, agg_iou| Reference {
        name: "intraretinal fluid".to_owned(),
        short: "IRF".to_owned(),
        bounds,
        detected: Some(detected),
        agg_iou: Some(agg_iou),
    };
    Comparison {
        references: vec![
            reference([12.0, 22.0, 60.0, 70.0], true, 0.75),
            reference([200.0, 20.5, 240.0, 40.0], false, 0.0),
        ],
        false_positives: vec![FalseBox {
            class: "drusen".to_owned(),
            bounds: [100.0, 80.0, 140.0, 95.0],
        }],
    }
}
