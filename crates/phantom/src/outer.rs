//! Lesions of the outer retina that change layer thicknesses: drusen, detachments, subretinal material, atrophy.

use groundscope_ontology::Class;

use crate::anatomy::Eye;
use crate::noise::{Curve, smooth};
use crate::settings::Lesion;

/// Reshapes the eye for one lesion; classes of the inner retina and the vitreous leave it as it is.
pub(crate) fn shape(eye: &mut Eye, lesion: Lesion) {
    let severity = lesion.severity;
    match lesion.class {
        Class::Drusen => drusen(eye, severity),
        Class::Ped => detachment(eye, severity),
        Class::Srf => fluid(eye, severity),
        Class::Shrm => mound(eye, Class::Shrm, severity),
        Class::Fibrosis => mound(eye, Class::Fibrosis, severity),
        Class::Sdd => deposits(eye, severity),
        Class::RpeLoss => atrophy(eye, severity),
        Class::EzDisruption => ez_gaps(eye, severity),
        _ => {}
    }
}

fn drusen(eye: &mut Eye, severity: f32) {
    let many = eye.rng.chance(0.75);
    let count = if many {
        2 + (severity * 10.0) as u32 + eye.rng.whole(0, 4)
    } else {
        eye.rng.whole(1, 2)
    };
    let spread = eye.rng.range(500.0, 1700.0);
    let value = eye.rng.range(0.42, 0.62);
    for i in 0..count {
        let x = eye.place(spread);
        let large = eye.rng.chance(0.15 + 0.35 * severity) || (i == 0 && severity > 0.6);
        let (half_um, height_um) = if large {
            (
                eye.rng.range(110.0, 330.0),
                eye.rng.range(45.0, 75.0 + 70.0 * severity),
            )
        } else {
            (eye.rng.range(40.0, 120.0), eye.rng.range(18.0, 50.0))
        };
        let value = value + eye.rng.range(-0.12, 0.1);
        let power = eye.rng.range(0.8, 2.2);
        lift(eye, Class::Drusen, x, half_um, height_um, value, power);
    }
}

fn detachment(eye: &mut Eye, severity: f32) {
    let count = if eye.rng.chance(0.25) { 2 } else { 1 };
    for _ in 0..count {
        let x = eye.place(500.0);
        let half = eye.rng.range(280.0, 500.0 + 900.0 * severity);
        let height = eye.rng.range(90.0, 130.0 + 260.0 * severity);
        let value = match eye.rng.whole(0, 9) {
            0..=3 => eye.rng.range(0.06, 0.16),
            4..=7 => eye.rng.range(0.2, 0.38),
            _ => eye.rng.range(0.4, 0.55),
        };
        let power = eye.rng.range(0.6, 1.3);
        lift(eye, Class::Ped, x, half, height, value, power);
    }
}

/// Lifts the pigment epithelium by a dome `(1 - u^2)^power`; inner layers give way by half the rise.
fn lift(eye: &mut Eye, class: Class, centre: f32, half_um: f32, height_um: f32, value: f32, power: f32) {
    let half = (half_um / eye.um_x).max(2.5);
    let height = (height_um / eye.um_y).max(4.0);
    let rough_step = (90.0 / eye.um_x).max(2.0);
    let rough = Curve::new(&mut eye.rng, eye.width, rough_step);
    let lean = eye.rng.range(-0.25, 0.25);
    for column in 0..eye.width {
        let x = column as f32;
        let mut u = (x - centre) / half;
        u += lean * (1.0 - u * u).max(0.0);
        if u.abs() >= 1.0 || eye.in_disc(x, 0.0) {
            continue;
        }
        let dome = libm::powf(1.0 - u * u, power + 0.35);
        let rise = height * dome * (1.0 + 0.12 * rough.at(x));
        let now = eye.layers.sub_rpe[column];
        if rise <= now {
            continue;
        }
        eye.layers.sub_rpe[column] = rise;
        eye.sub_rpe_class[column] = Some(class);
        eye.sub_rpe_value[column] = value;
        eye.transmission[column] *= 1.0 - 0.25 * dome;
        if height_um > 60.0 {
            let squeeze = 1.0 - 0.35 * dome;
            eye.layers.segments[column] *= squeeze;
            eye.ez_strength[column] *= 1.0 - 0.3 * dome;
        }
    }
}

fn fluid(eye: &mut Eye, severity: f32) {
    let centre = eye.place(450.0);
    let half = eye.rng.range(350.0, 600.0 + 1300.0 * severity) / eye.um_x;
    let height = (eye.rng.range(35.0, 70.0 + 250.0 * severity) / eye.um_y).max(4.0);
    let power = eye.rng.range(0.7, 1.6);
    let shift = eye.rng.range(-0.35, 0.35);
    let step = 260.0 / eye.um_x;
    let wave = Curve::new(&mut eye.rng, eye.width, step);
    let lobes = eye.rng.chance(0.25);
    let lobe_step = half * 0.5;
    let lobe = Curve::new(&mut eye.rng, eye.width, lobe_step);
    eye.fluid_value = eye.rng.range(0.02, 0.12);
    for column in 0..eye.width {
        let x = column as f32;
        let mut u = (x - centre) / half;
        u += shift * (1.0 - u * u).max(0.0);
        if u.abs() >= 1.0 || eye.in_disc(x, 150.0) {
            continue;
        }
        let dome = libm::powf(1.0 - u * u, power);
        let mut gap = height * dome * (1.0 + 0.1 * wave.at(x));
        if lobes {
            gap *= 0.75 + 0.5 * lobe.at(x);
        }
        // Fluid fills up beside a bump of the pigment epithelium instead of riding on it.
        gap -= 0.75 * eye.layers.sub_rpe[column];
        if gap < 0.8 {
            continue;
        }
        eye.layers.fluid[column] = gap;
        eye.ez_strength[column] *= 1.0 - 0.35 * dome;
    }
    if eye.layers.fluid.iter().all(|gap| *gap < 2.0) {
        // A bump took the whole space: put the fluid on top of it.
        for column in 0..eye.width {
            let u = (column as f32 - centre) / half;
            if u.abs() < 1.0 {
                eye.layers.fluid[column] = height * (1.0 - u * u);
            }
        }
    }
}

/// Lets the inner retina give way over bumps: it follows the raised floor only smoothly, and the outer nuclear layer
/// takes up the difference.
pub(crate) fn relax(eye: &mut Eye) {
    let l = &mut eye.layers;
    let lifted: Vec<f32> = (0..eye.width)
        .map(|x| l.sub_rpe[x] + l.mound[x] + l.fluid[x])
        .collect();
    let floor: Vec<f32> = (0..eye.width)
        .map(|x| lifted[x] + l.rpe[x] + l.segments[x] + l.ez[x] + l.myoid[x])
        .collect();
    // Broad domes lift the whole retina, narrow bumps only its floor.
    let reach = ((eye.rng.range(110.0, 190.0) / eye.um_x) as usize).max(1);
    let blur = |values: &[f32]| running_mean(&running_mean(values, reach), reach);
    let (soft_lifted, soft_floor) = (blur(&lifted), blur(&floor));
    for x in 0..eye.width {
        let share = soft_floor[x] - floor[x] - 0.14 * soft_lifted[x];
        l.onl[x] += share.clamp(-0.62 * l.onl[x], 0.5 * l.onl[x]);
    }
}

/// Mean over `reach` columns to each side; the edges repeat.
fn running_mean(values: &[f32], reach: usize) -> Vec<f32> {
    let last = values.len() - 1;
    let count = (2 * reach + 1) as f32;
    (0..values.len())
        .map(|x| {
            (0..=2 * reach)
                .map(|k| values[(x + k).saturating_sub(reach).min(last)])
                .sum::<f32>()
                / count
        })
        .collect()
}

/// Bright material between retina and pigment epithelium: smooth mounds (SHRM) or layered scars (fibrosis).
fn mound(eye: &mut Eye, class: Class, severity: f32) {
    let scar = class == Class::Fibrosis;
    let centre = eye.place(350.0);
    let half = eye.rng.range(280.0, 450.0 + 900.0 * severity) / eye.um_x;
    let tallest = if scar { 190.0 } else { 150.0 };
    let height = (eye.rng.range(45.0, 70.0 + tallest * severity) / eye.um_y).max(5.0);
    let value = if scar {
        eye.rng.range(0.72, 0.92)
    } else {
        eye.rng.range(0.5, 0.72)
    };
    let step = (140.0 / eye.um_x).max(3.0);
    let bumps = Curve::new(&mut eye.rng, eye.width, step);
    let blotches = Curve::new(&mut eye.rng, eye.width, 0.6 * step);
    for column in 0..eye.width {
        let x = column as f32;
        let u = (x - centre) / half;
        if u.abs() >= 1.0 || eye.in_disc(x, 200.0) {
            continue;
        }
        let dome = smooth((1.0 - u.abs()) * 1.6);
        let size = height * dome * (1.0 + 0.5 * bumps.at(x)).max(0.2);
        if size <= eye.layers.mound[column] {
            continue;
        }
        eye.layers.mound[column] = size;
        eye.mound_class[column] = Some(class);
        eye.mound_value[column] = value * (1.0 + 0.18 * blotches.at(x));
        let keep = 1.0 - 0.8 * dome;
        eye.layers.segments[column] *= keep;
        eye.layers.ez[column] *= 1.0 - 0.5 * dome;
        eye.layers.myoid[column] *= 1.0 - 0.5 * dome;
        eye.ez_strength[column] *= if dome > 0.35 { 0.1 } else { 0.6 };
        eye.rpe_strength[column] *= if scar { 1.0 - 0.55 * dome } else { 1.0 - 0.3 * dome };
        eye.transmission[column] *= 1.0 - if scar { 0.35 } else { 0.45 } * dome;
    }
}

/// Subretinal drusenoid deposits: a row of small peaks on the pigment epithelium.
fn deposits(eye: &mut Eye, severity: f32) {
    let centre = eye.place(900.0);
    let half = eye.rng.range(500.0, 1100.0 + 1200.0 * severity) / eye.um_x;
    let mut x = centre - half;
    let mut drawn = 0;
    while x < centre + half {
        let wide = (eye.rng.range(35.0, 85.0) / eye.um_x).max(2.0);
        let size = (eye.rng.range(16.0, 28.0 + 24.0 * severity) / eye.um_y).max(3.0);
        let value = eye.rng.range(0.62, 0.9);
        for column in 0..eye.width {
            let u = (column as f32 - x) / wide;
            if u.abs() >= 1.0 || eye.in_disc(column as f32, 200.0) {
                continue;
            }
            let peak = size * (1.0 - u.abs()) * (1.0 + 0.5 * (1.0 - u * u));
            if peak > eye.layers.mound[column] {
                eye.layers.mound[column] = peak;
                eye.mound_class[column] = Some(Class::Sdd);
                eye.mound_value[column] = value;
                // The deposit takes the place of the outer segments first, then pushes the ellipsoid zone up.
                let room = eye.layers.segments[column] * 0.75;
                eye.layers.segments[column] -= peak.min(room);
                eye.ez_strength[column] *= if size * eye.um_y > 32.0 { 0.55 } else { 0.85 };
                drawn += 1;
            }
        }
        x += wide * eye.rng.range(1.9, 3.6);
    }
    debug_assert!(drawn > 0 || eye.disc.is_some());
}

/// Atrophy: pigment epithelium thinned, photoreceptors gone, light passing into the choroid.
fn atrophy(eye: &mut Eye, severity: f32) {
    let count = if eye.rng.chance(0.3) { 2 } else { 1 };
    for _ in 0..count {
        let centre = eye.place(700.0);
        let half = (eye.rng.range(180.0, 320.0 + 1200.0 * severity) / eye.um_x).max(5.0);
        let gain = eye.rng.range(1.6, 2.4);
        let thin = eye.rng.range(0.15, 0.4);
        let collapse = eye.rng.range(0.35, 0.7);
        for column in 0..eye.width {
            let x = column as f32;
            let depth = smooth((half - (x - centre).abs()) * eye.um_x / 90.0);
            // The outer nuclear layer thins out well beyond the edge.
            let away = (x - centre).abs() - half;
            eye.layers.onl[column] *= 1.0 - collapse * smooth(0.5 - away * eye.um_x / 500.0);
            if depth <= 0.0 || eye.in_disc(x, 200.0) {
                continue;
            }
            eye.rpe_strength[column] = eye.rpe_strength[column].min(1.0 - 0.85 * depth);
            eye.layers.rpe[column] *= 1.0 - (1.0 - thin) * depth;
            eye.ez_strength[column] *= 1.0 - 0.97 * depth;
            eye.layers.segments[column] *= 1.0 - 0.85 * depth;
            eye.layers.myoid[column] *= 1.0 - 0.6 * depth;
            eye.layers.ez[column] *= 1.0 - 0.5 * depth;
            eye.transmission[column] = eye.transmission[column].max(1.0 + (gain - 1.0) * depth);
        }
    }
}

fn ez_gaps(eye: &mut Eye, severity: f32) {
    let count = eye.rng.whole(1, 3);
    for _ in 0..count {
        let centre = eye.place(500.0);
        let half = (eye.rng.range(60.0, 160.0 + 700.0 * severity) / eye.um_x).max(3.0);
        let step = 60.0 / eye.um_x;
        let patches = Curve::new(&mut eye.rng, eye.width, step);
        let patchy = eye.rng.range(0.0, 0.4);
        for column in 0..eye.width {
            let x = column as f32;
            let depth = smooth((half - (x - centre).abs()) * eye.um_x / 40.0 + 0.5);
            if depth <= 0.0 || eye.in_disc(x, 200.0) {
                continue;
            }
            let left = 0.08 + (patchy * patches.at(x)).max(0.0);
            eye.ez_strength[column] *= 1.0 - (1.0 - left) * depth;
            eye.layers.segments[column] *= 1.0 - 0.45 * depth;
        }
    }
}
