//! The vitreous side: epiretinal membrane, vitreomacular traction, detached posterior hyaloid.

use groundscope_ontology::Class;

use crate::anatomy::Eye;
use crate::canvas::{Canvas, bit};
use crate::noise::{Curve, bell, smooth};
use crate::surfaces::Surfaces;

/// A membrane on the inner limiting membrane: thickness in each column, 0 where there is none.
pub(crate) struct Membrane {
    thickness: Vec<f32>,
    value: f32,
}

/// Lays a membrane over the inner retina, flattens the pit and wrinkles the surface below it.
pub(crate) fn wrinkle(eye: &mut Eye, severity: f32) -> Membrane {
    let centre = eye.place(500.0);
    let half = eye.rng.range(500.0, 900.0 + 2200.0 * severity) / eye.um_x;
    let thick = (eye.rng.range(9.0, 18.0) / eye.um_y).max(2.2);
    let fold_step = eye.rng.range(60.0, 150.0) / eye.um_x;
    let folds = Curve::new(&mut eye.rng, eye.width, fold_step);
    let depth = (3.0 + 18.0 * severity) * eye.rng.range(0.3, 1.1) / eye.um_y;
    let patch_step = 220.0 / eye.um_x;
    let patches = Curve::new(&mut eye.rng, eye.width, patch_step);
    let rise = severity * eye.rng.range(20.0, 110.0) / eye.um_y;
    let mut thickness = vec![0.0; eye.width];
    for (column, value) in thickness.iter_mut().enumerate() {
        let x = column as f32;
        let reach = smooth((half - (x - centre).abs()) / (0.2 * half));
        if reach <= 0.0 || eye.in_disc(x, 0.0) {
            continue;
        }
        let fold =
            (folds.at(x) * depth * reach).max(-0.6 * eye.layers.nfl[column] - 0.3 * eye.layers.gcipl[column]);
        eye.layers.gcipl[column] = (eye.layers.gcipl[column] + fold + rise * reach).max(1.0);
        if patches.at(x) > -0.55 {
            *value = thick * (0.75 + 0.5 * reach * (0.5 + 0.5 * patches.at(x)));
        }
    }
    if thickness.iter().all(|t| *t <= 0.0) {
        let first = centre.max(0.0) as usize;
        for value in thickness.iter_mut().skip(first).take(20) {
            *value = thick;
        }
    }
    Membrane {
        thickness,
        value: eye.rng.range(0.82, 1.05),
    }
}

impl Membrane {
    pub(crate) fn paint(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas) {
        let gap_step = 45.0 / eye.um_x;
        let bridges = Curve::new(&mut eye.rng, eye.width, gap_step);
        for x in 0..eye.width {
            let thick = self.thickness[x];
            if thick <= 0.0
                || canvas
                    .index(x as i32, s.ilm[x] as i32)
                    .is_some_and(|at| canvas.labels[at] & hole_bits() != 0)
            {
                continue;
            }
            // The membrane spans the troughs of the folds: its height is the local top of the surface.
            let reach = (40.0 / eye.um_x) as usize + 1;
            let near = x.saturating_sub(reach)..(x + reach + 1).min(eye.width);
            let length = near.len() as f32;
            let mean = s.ilm[near.clone()].iter().sum::<f32>() / length;
            let bottom = s.ilm[x].min(mean) + 1.0;
            let value = self.value * (0.9 + 0.14 * bridges.at(x as f32));
            if bottom + 1.5 < s.ilm[x] {
                canvas.band(x, bottom, s.ilm[x], 0.08);
            }
            canvas.band(x, bottom - thick, bottom, value);
            canvas.label(x, bottom - thick - 0.5, bottom + 0.5, bit(Class::Erm));
        }
    }
}

fn hole_bits() -> u32 {
    bit(Class::MacularHole) | bit(Class::LamellarHole)
}

/// The posterior hyaloid, attached at the fovea (traction) or nowhere (detached).
pub(crate) struct Hyaloid {
    class: Class,
    attached_half: f32,
    height: f32,
    length: [f32; 2],
    slope: [f32; 2],
    value: f32,
    sides: [bool; 2],
}

/// Pulls the fovea up for traction; a detached hyaloid leaves the retina as it is.
pub(crate) fn pull(eye: &mut Eye, class: Class, severity: f32) -> Hyaloid {
    let traction = class == Class::Vmt;
    let broadest = if eye.rng.chance(0.3) { 700.0 } else { 220.0 };
    let attached_half = eye.rng.range(25.0, broadest) / eye.um_x;
    if traction {
        let rise = eye.rng.range(25.0, 60.0 + 230.0 * severity) / eye.um_y;
        let wide = attached_half + eye.rng.range(90.0, 420.0) / eye.um_x;
        let sharp = eye.rng.chance(0.5);
        for column in 0..eye.width {
            let u = (column as f32 - eye.fovea).abs() / wide;
            let reach = if sharp { libm::expf(-1.3 * u) } else { bell(u) };
            eye.layers.onl[column] += 0.65 * rise * reach;
            eye.layers.gcipl[column] += 0.35 * rise * reach;
        }
    }
    let both = eye.rng.chance(if traction { 0.8 } else { 0.6 });
    let left = eye.rng.chance(0.5);
    Hyaloid {
        class,
        attached_half,
        height: eye.rng.range(70.0, 420.0) / eye.um_y,
        length: [
            eye.rng.range(500.0, 2600.0) / eye.um_x,
            eye.rng.range(500.0, 2600.0) / eye.um_x,
        ],
        slope: [eye.rng.range(-0.05, 0.12), eye.rng.range(-0.05, 0.12)],
        value: eye.rng.range(0.3, 0.62),
        sides: [both || left, both || !left],
    }
}

impl Hyaloid {
    pub(crate) fn paint(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas) {
        let traction = self.class == Class::Vmt;
        let wave_step = eye.rng.range(150.0, 500.0) / eye.um_x;
        let wave = Curve::new(&mut eye.rng, eye.width, wave_step);
        let wave_size = eye.rng.range(2.0, 14.0) / eye.um_y;
        let fade_step = 350.0 / eye.um_x;
        let fade = Curve::new(&mut eye.rng, eye.width, fade_step);
        let thick = (eye.rng.range(7.0, 13.0) / eye.um_y).max(1.8);
        let anchor = (eye.fovea.max(0.0) as usize).min(eye.width - 1);
        let edge = if traction { self.attached_half } else { 0.0 };
        let base = s.ilm[anchor];
        // A detached hyaloid hangs free over the whole scan.
        let highest = s.ilm.iter().copied().fold(f32::MAX, f32::min);
        let free = (base - self.height).min(highest + 60.0 / eye.um_y).max(4.0);
        let mut drawn = false;
        let mut last: Option<f32> = None;
        for x in 0..eye.width {
            let away = x as f32 - eye.fovea;
            let side = usize::from(away > 0.0);
            let out = away.abs() - edge;
            if !self.sides[side] && out > 0.0 {
                last = None;
                continue;
            }
            let y = if traction {
                if out <= 0.0 {
                    s.ilm[x] - 0.3 * thick
                } else {
                    let rise =
                        self.height * (1.0 - libm::expf(-out / self.length[side])) + out * self.slope[side];
                    let start = s.ilm[((eye.fovea + edge * (2.0 * side as f32 - 1.0)).max(0.0) as usize)
                        .min(eye.width - 1)];
                    let lift = smooth(out / (200.0 / eye.um_x));
                    (start - rise.max(0.0) + wave.at(x as f32) * wave_size * lift)
                        .min(s.ilm[x] - thick * 0.5 * lift)
                }
            } else {
                let bow = bell(away / self.length[side]) * 0.35 * self.height;
                (free + bow + wave.at(x as f32) * wave_size + away.abs() * self.slope[side] * 0.4)
                    .min(s.ilm[x] - 14.0 / eye.um_y)
            };
            let strength = if traction {
                1.0 - 0.3 * (0.5 + 0.5 * fade.at(x as f32)).clamp(0.0, 1.0)
            } else {
                (0.75 + 0.7 * fade.at(x as f32)).clamp(0.0, 1.0)
            };
            // Steep parts are drawn as the whole step, so that the line stays closed.
            let (mut top, mut bottom) = (y - 0.5 * thick, y + 0.5 * thick);
            if let Some(before) = last {
                top = top.min(before);
                bottom = bottom.max(before);
            }
            last = Some(y);
            if strength < 0.2 || bottom < 1.0 {
                continue;
            }
            for row in canvas.rows(top - 1.0, bottom + 1.0) {
                let at = row * canvas.width + x;
                let centre = row as f32 + 0.5;
                let cover = (0.5 + (bottom - centre).min(centre - top)).clamp(0.0, 1.0);
                let value = self.value * strength;
                if value > canvas.light[at] {
                    canvas.light[at] += (value - canvas.light[at]) * cover;
                }
            }
            canvas.label(x, top - 0.5, bottom + 0.5, bit(self.class));
            drawn = true;
        }
        if !drawn {
            let x = anchor;
            canvas.band(x, base - 2.0 * thick, base, self.value);
            canvas.label(x, base - 2.0 * thick, base, bit(self.class));
        }
    }
}
