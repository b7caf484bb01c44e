//! Places in words on phantoms, whose surfaces are known: how often a lesion gets the layer that its class lies in, and how often the
//! fovea is found, missed, or found where it is not. `-- --nocapture` prints the shares.

use groundscope_geometry::{BoxRule, masks_to_boxes, outline};
use groundscope_model::Depth::{self, BelowRpe, InnerRetina, Interface, OuterRetina, Rpe, Vitreous};
use groundscope_model::{DeviceChoice, Findings, Region, RetinaBand};
use groundscope_ontology::Class;
use groundscope_phantom::{Lesion, Lesions, Phantom, PhantomSettings, Style, generate};

fn phantom(seed: u64, lesions: Lesions) -> Phantom {
    let style = Style::ALL[seed as usize % Style::ALL.len()];
    generate(&PhantomSettings {
        seed,
        width: 512,
        height: 384,
        style,
        lesions,
    })
    .unwrap()
}

/// The true surfaces in the form in which the network's are given.
fn true_band(phantom: &Phantom) -> RetinaBand {
    let step = phantom.width.div_ceil(RetinaBand::MOST);
    let rows = |surface: &[f32]| {
        let thinned = surface.iter().skip(step as usize / 2).step_by(step as usize);
        thinned.map(|y| Some(y.round() as u32)).collect()
    };
    RetinaBand {
        step,
        top: rows(&phantom.surfaces.ilm),
        bottom: rows(&phantom.surfaces.rpe_bottom),
    }
}

fn findings(phantom: &Phantom) -> Findings {
    Findings {
        width: phantom.width,
        height: phantom.height,
        device: DeviceChoice::Cpu,
        model: "truth".to_owned(),
        gate: None,
        retina: Some(true_band(phantom)),
        scale: None,
        eye: None,
        findings: Vec::new(),
    }
}

/// The layers of every true lesion of a class in 16 phantoms.
fn depths(class: Class) -> Vec<Vec<Depth>> {
    let mut depths = Vec::new();
    for seed in 0..16 {
        let severity = 0.2 + 0.05 * seed as f32;
        let phantom = phantom(seed, Lesions::Exactly(vec![Lesion { class, severity }]));
        let all = findings(&phantom);
        let rule = BoxRule {
            min_area: 20,
            join_distance: 25.0,
        };
        for cluster in phantom
            .mask(class)
            .iter()
            .flat_map(|mask| masks_to_boxes(mask, &rule))
        {
            let [x1, y1, x2, y2] = cluster.bounds.to_array().map(|side| side as u32);
            let region = Region {
                id: "r-1".to_owned(),
                bounds: [x1, y1, x2, y2],
                score: 1.0,
                area_px: cluster.area_px,
                outline: outline(&cluster.pixels),
            };
            depths.push(all.place(&region).depth);
        }
    }
    depths
}

#[test]
fn lesions_get_the_layer_that_they_lie_in() {
    // The layers in which readers name each class, and the least share of lesions that must get no other.
    let expected: [(Class, &[Depth], f64); 15] = [
        (Class::Erm, &[Interface], 1.0),
        (Class::Vmt, &[Vitreous, Interface], 1.0),
        (Class::VitreousDetachment, &[Vitreous, Interface], 1.0),
        (Class::LamellarHole, &[Interface, InnerRetina], 1.0),
        (Class::MacularHole, &[InnerRetina, OuterRetina], 1.0),
        (Class::Irf, &[InnerRetina, OuterRetina], 1.0),
        (Class::Hrf, &[InnerRetina, OuterRetina], 1.0),
        (Class::HardExudates, &[InnerRetina, OuterRetina], 0.9),
        (Class::EzDisruption, &[OuterRetina], 0.9),
        (Class::Srf, &[OuterRetina], 0.9),
        (Class::Shrm, &[OuterRetina], 0.9),
        (Class::Sdd, &[OuterRetina], 0.9),
        (Class::Drusen, &[Rpe, BelowRpe], 0.95),
        (Class::RpeLoss, &[Rpe, BelowRpe], 0.9),
        (Class::Ped, &[Rpe, BelowRpe], 1.0),
    ];
    for (class, layers, least) in expected {
        let depths = depths(class);
        let fits =
            |depth: &&Vec<Depth>| !depth.is_empty() && depth.iter().all(|layer| layers.contains(layer));
        let right = depths.iter().filter(fits).count();
        let share = right as f64 / depths.len() as f64;
        println!(
            "{:20} {right:3} of {:3} ({:.0}%)",
            class.id(),
            depths.len(),
            100.0 * share
        );
        assert!(
            depths.len() >= 16 && share >= least,
            "{class:?}: {share:.2} {depths:?}"
        );
    }
}

/// The column where the inner retina is thinnest, if it is less than half of what it is elsewhere: the foveal pit.
fn true_fovea(phantom: &Phantom) -> Option<f64> {
    let surfaces = &phantom.surfaces;
    let inner: Vec<f32> = surfaces
        .opl
        .iter()
        .zip(&surfaces.ilm)
        .map(|(opl, ilm)| opl - ilm)
        .collect();
    let (at, least) = inner.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let most = inner.iter().copied().fold(0.0, f32::max);
    (*least < 0.45 * most).then_some(at as f64)
}

/// How many phantoms have a fovea near their middle, in how many of all it is found within 250 micrometres, and how many are told one elsewhere.
fn foveas(seeds: std::ops::Range<u64>, lesions: &Lesions) -> [usize; 3] {
    let [mut there, mut found, mut wrong] = [0; 3];
    for seed in seeds {
        let phantom = phantom(seed, lesions.clone());
        let (truth, told) = (true_fovea(&phantom), findings(&phantom).fovea());
        // Far from the middle none is told, whatever the pit.
        let middle = truth.is_some_and(|truth| (0.42..0.58).contains(&(truth / f64::from(phantom.width))));
        there += usize::from(middle);
        let Some(told) = told else { continue };
        let near = truth
            .is_some_and(|truth| (truth - f64::from(told)).abs() * f64::from(phantom.um_per_px.0) <= 250.0);
        if near {
            found += 1;
        } else {
            println!("seed {seed}: {told} instead of {truth:?}");
            wrong += 1;
        }
    }
    [there, found, wrong]
}

#[test]
fn the_fovea_is_found_or_left_open() {
    let healthy = foveas(0..60, &Lesions::None);
    println!("healthy: {healthy:?} of 60");
    let ill = foveas(100..160, &Lesions::Random);
    println!("with lesions: {ill:?} of 60");
    assert!(
        healthy[1] * 10 >= healthy[0] * 6 && healthy[2] == 0,
        "{healthy:?}"
    );
    assert!(ill[2] <= 1, "{ill:?}");
}
