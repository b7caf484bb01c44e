//! Findings that questions are asked of.

use groundscope_model::{DeviceChoice, Evidence, Finding, Findings, Region, RetinaBand};
use groundscope_ontology::Class;

pub fn region(id: &str, bounds: [u32; 4], area_px: u64) -> Region {
    Region {
        id: id.to_owned(),
        bounds,
        score: 0.9,
        area_px,
        outline: Vec::new(),
    }
}

pub fn finding(
    class: Class,
    evidence: Evidence,
    probability: f64,
    present: bool,
    regions: Vec<Region>,
) -> Finding {
    Finding {
        class,
        evidence,
        figure: None,
        present: Some(present),
        probability: Some(probability),
        regions,
    }
}

/// A scan of 900 x 500 pixels with fluid on the left and drusen below.
pub fn findings() -> Findings {
    let mut known = vec![
        finding(
            Class::Drusen,
            Evidence::Real,
            0.72,
            true,
            vec![
                region("drusen-1", [100, 400, 160, 420], 700),
                region("drusen-2", [400, 390, 470, 420], 1500),
                region("drusen-3", [700, 400, 740, 410], 300),
                region("drusen-4", [800, 400, 810, 410], 90),
                region("drusen-5", [850, 400, 860, 410], 80),
            ],
        ),
        finding(Class::EzDisruption, Evidence::Few, 0.45, false, vec![]),
        finding(Class::Erm, Evidence::Synthetic, 0.25, false, vec![]),
        finding(
            Class::Irf,
            Evidence::Real,
            0.931,
            true,
            vec![
                region("irf-1", [30, 50, 130, 150], 4000),
                region("irf-2", [250, 200, 500, 300], 9000),
            ],
        ),
        finding(Class::MacularHole, Evidence::Synthetic, 0.002, false, vec![]),
        finding(Class::Srf, Evidence::Real, 0.04, false, vec![]),
    ];
    let all = Class::ALL.iter().map(|class| {
        known
            .iter()
            .position(|finding| finding.class == *class)
            .map_or_else(|| Finding::no_answer(*class), |at| known.swap_remove(at))
    });
    let findings = all.collect();
    Findings {
        width: 900,
        height: 500,
        device: DeviceChoice::Cpu,
        model: "test".to_owned(),
        gate: None,
        retina: None,
        scale: None,
        eye: None,
        findings,
    }
}

/// The same with another finding of a class.
#[allow(dead_code)]
pub fn with(class: Class, probability: f64, areas: &[u64]) -> Findings {
    let id = |n: usize| format!("{}-{}", class.id(), n + 1);
    let regions = areas
        .iter()
        .enumerate()
        .map(|(n, area)| region(&id(n), [600, 100, 640, 140], *area));
    let mut all = findings();
    for known in &mut all.findings {
        if known.class == class {
            *known = finding(
                class,
                Evidence::Real,
                probability,
                !areas.is_empty(),
                regions.clone().collect(),
            );
        }
    }
    all
}

/// The same with a retina from row 180 to row 330 whose pit is at column 452.
#[allow(dead_code)]
pub fn with_fovea() -> Findings {
    let top = |at: i32| 180 + (50.0 * (-(f64::from(at - 56) / 7.0).powi(2)).exp()) as u32;
    let mut all = findings();
    all.retina = Some(RetinaBand {
        step: 8,
        top: (0..113).map(|at| Some(top(at))).collect(),
        bottom: vec![Some(330); 113],
    });
    all
}
