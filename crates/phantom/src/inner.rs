//! Lesions inside the neurosensory retina: cysts, foci, exudates and holes.

use groundscope_ontology::Class;

use crate::anatomy::Eye;
use crate::canvas::{Canvas, bit};
use crate::noise::{Field, bell, smooth};
use crate::surfaces::Surfaces;

/// Cystoid spaces around `centre`, `half` columns to each side.
pub(crate) struct Cysts {
    centre: f32,
    half: f32,
    severity: f32,
}

/// Chooses the place of the cysts and swells the retina there.
pub(crate) fn swell(eye: &mut Eye, severity: f32, at_fovea: bool) -> Cysts {
    let centre = if at_fovea {
        eye.fovea + eye.rng.normal() * 60.0 / eye.um_x
    } else {
        eye.place(500.0)
    };
    let half = eye.rng.range(200.0, 450.0 + 1300.0 * severity) / eye.um_x;
    let rise = severity * eye.rng.range(30.0, 230.0) / eye.um_y;
    let inner = eye.rng.range(0.1, 0.4);
    for column in 0..eye.width {
        let reach = bell((column as f32 - centre) / (half * 1.1));
        // The pit has no inner nuclear layer to swell; its outer nuclear layer takes the fluid.
        eye.layers.onl[column] += rise * reach * (1.0 - 0.5 * inner);
        eye.layers.inl[column] += rise * reach * inner * (eye.layers.inl[column] * eye.um_y / 40.0).min(1.0);
    }
    Cysts {
        centre,
        half,
        severity,
    }
}

impl Cysts {
    pub(crate) fn paint(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas) {
        let value = eye.rng.range(0.03, 0.14);
        let shape = Field::new(
            &mut eye.rng,
            eye.width,
            eye.height,
            40.0 / eye.um_x,
            30.0 / eye.um_y,
        );
        let before = canvas
            .labels
            .iter()
            .filter(|l| **l & bit(Class::Irf) != 0)
            .count();
        let few = self.severity < 0.25 || eye.rng.chance(0.15);
        if few {
            for _ in 0..eye.rng.whole(1, 4) {
                let x = self.centre + self.half * eye.rng.range(-0.7, 0.7);
                self.one(eye, s, canvas, &shape, x, value);
            }
        } else {
            if self.severity > 0.45 && eye.rng.chance(0.4) {
                self.dome(eye, s, canvas, &shape, value);
            }
            self.row(eye, s, canvas, &shape, value, false);
            if eye.rng.chance(0.65) {
                self.row(eye, s, canvas, &shape, value, true);
            }
        }
        let after = canvas
            .labels
            .iter()
            .filter(|l| **l & bit(Class::Irf) != 0)
            .count();
        if after < before + 12 {
            // Every cyst fell where the retina is too thin or outside the frame: one in the middle.
            self.one(eye, s, canvas, &shape, self.centre, value);
            self.one(eye, s, canvas, &shape, 0.5 * eye.width as f32, value);
        }
    }

    fn one(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas, shape: &Field, x: f32, value: f32) {
        let column = (x.max(0.0) as usize).min(eye.width - 1);
        let (top, bottom) = (s.nfl[column] + 2.0, s.elm[column] - 2.0);
        let room = (bottom - top).max(6.0);
        let ry = (eye.rng.range(18.0, 45.0 + 90.0 * self.severity) / eye.um_y).clamp(2.5, 0.46 * room);
        let rx = (ry * eye.um_y * eye.rng.range(0.6, 1.5) / eye.um_x).max(2.5);
        let cy = eye.rng.range(top + ry, (bottom - ry).max(top + ry + 0.01));
        ellipse(canvas, shape, (column as f32, cy), (rx, ry), value, (s, 1.0));
    }

    /// One large cyst with a thin roof, from the outer nuclear layer almost to the inner limiting membrane.
    fn dome(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas, shape: &Field, value: f32) {
        let x = self.centre + self.half * eye.rng.range(-0.25, 0.25);
        let column = (x.max(0.0) as usize).min(eye.width - 1);
        let (top, bottom) = (s.ilm[column] + 24.0 / eye.um_y, s.elm[column] - 3.0);
        let ry = 0.5 * (bottom - top).max(6.0) * eye.rng.range(0.85, 1.1);
        let rx = (eye.rng.range(90.0, 300.0) / eye.um_x).max(3.0);
        let cy = 0.5 * (top + bottom);
        ellipse(canvas, shape, (x, cy), (rx, ry), value, (s, 3.0));
    }

    /// A row of neighbouring cysts parted by thin septa, in the outer or the inner nuclear layer.
    fn row(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas, shape: &Field, value: f32, inner: bool) {
        let skip = eye.rng.range(0.05, 0.35);
        let size = eye.rng.range(0.6, 1.5);
        let mut x = self.centre - self.half;
        let end = self.centre + self.half;
        while x < end {
            let u = (x - self.centre) / self.half;
            let envelope = (1.0 - u * u).max(0.0);
            let wide = if inner {
                eye.rng.range(16.0, 60.0)
            } else {
                eye.rng.range(20.0, 40.0 + 110.0 * self.severity * envelope)
            };
            let rx = (size * wide / eye.um_x).max(1.8);
            x += rx;
            if x >= 0.0 && x < eye.width as f32 && !eye.in_disc(x, 200.0) && !eye.rng.chance(skip) {
                let column = (x as usize).min(eye.width - 1);
                let (top, bottom) = if inner {
                    (s.ipl[column] - 2.0, s.inl[column] + 1.0)
                } else {
                    (s.inl[column], s.elm[column] - 2.0)
                };
                let room = bottom - top;
                let ry = 0.5 * room * eye.rng.range(0.4, 0.96) * (0.35 + 0.65 * libm::sqrtf(envelope));
                if ry > 2.0 {
                    let cy = 0.5 * (top + bottom) + eye.rng.range(-0.6, 0.6) * (0.5 * room - ry).max(0.0);
                    let shade = value * eye.rng.range(0.8, 1.5);
                    ellipse(canvas, shape, (x, cy), (rx, ry), shade, (s, 1.0));
                }
            }
            x += rx + eye.rng.range(6.0, 40.0) / eye.um_x;
        }
    }
}

/// A dark space with a soft, slightly irregular edge, kept inside the retina.
fn ellipse(
    canvas: &mut Canvas,
    shape: &Field,
    (cx, cy): (f32, f32),
    (rx, ry): (f32, f32),
    value: f32,
    (s, margin): (&Surfaces, f32),
) {
    let edge = rx.min(ry);
    for x in (cx - rx * 1.3) as i32..=(cx + rx * 1.3) as i32 {
        for y in (cy - ry * 1.3) as i32..=(cy + ry * 1.3) as i32 {
            let Some(at) = canvas.index(x, y) else { continue };
            let column = x as usize;
            let row = y as f32 + 0.5;
            if row < s.ilm[column] + 1.5 * margin || row > s.elm[column] - margin {
                continue;
            }
            let (u, v) = ((x as f32 + 0.5 - cx) / rx, (row - cy) / ry);
            let d = libm::sqrtf(u * u + v * v) * (0.8 + 0.4 * shape.at(x as f32, row));
            let cover = ((1.0 - d) * edge + 0.5).clamp(0.0, 1.0);
            canvas.light[at] += (value - canvas.light[at]) * cover;
            if d < 1.0 {
                canvas.labels[at] |= bit(Class::Irf);
            }
        }
    }
}

/// A bright spot; `soft` is the width of its edge in pixels.
fn spot(canvas: &mut Canvas, (cx, cy): (f32, f32), (rx, ry): (f32, f32), value: f32, class: Class) {
    for x in (cx - rx - 1.0) as i32..=(cx + rx + 1.0) as i32 {
        for y in (cy - ry - 1.0) as i32..=(cy + ry + 1.0) as i32 {
            let Some(at) = canvas.index(x, y) else { continue };
            let (u, v) = ((x as f32 + 0.5 - cx) / rx, (y as f32 + 0.5 - cy) / ry);
            let d = libm::sqrtf(u * u + v * v);
            let cover = ((1.0 - d) * rx.min(ry) + 0.5).clamp(0.0, 1.0);
            if value > canvas.light[at] {
                canvas.light[at] += (value - canvas.light[at]) * cover;
            }
            if d < 1.0 {
                canvas.labels[at] |= bit(class);
            }
        }
    }
}

/// Hyperreflective foci: bright dots of 20 to 50 micrometres between the inner plexiform layer and the photoreceptors.
pub(crate) fn foci(eye: &mut Eye, severity: f32, s: &Surfaces, canvas: &mut Canvas) {
    let count = 3 + (severity * 22.0) as u32 + eye.rng.whole(0, 4);
    let spread = eye.rng.range(500.0, 1600.0);
    let centre = eye.place(600.0);
    for _ in 0..count {
        let x = (centre + eye.rng.normal() * spread / eye.um_x).clamp(3.0, eye.width as f32 - 4.0);
        let column = x as usize;
        if eye.in_disc(x, 100.0) {
            continue;
        }
        let (top, bottom) = (s.nfl[column] + 3.0, s.elm[column] - 2.0);
        let y = top + (bottom - top).max(1.0) * eye.rng.range(0.05, 0.98);
        let r = eye.rng.range(8.0, 19.0);
        let (rx, ry) = ((r / eye.um_x).max(1.3), (r / eye.um_y).max(1.6));
        let value = eye.rng.range(0.72, 1.0);
        spot(canvas, (x, y), (rx, ry), value, Class::Hrf);
    }
}

/// Hard exudates: bright clumps around the outer plexiform layer, each with a shadow.
pub(crate) fn exudates(eye: &mut Eye, severity: f32, s: &Surfaces, canvas: &mut Canvas) {
    let clumps = 1 + (severity * 5.0) as u32 + eye.rng.whole(0, 1);
    let spread = eye.rng.range(400.0, 1400.0);
    for _ in 0..clumps {
        let x = eye.place(spread).clamp(4.0, eye.width as f32 - 5.0);
        let column = x as usize;
        let y = s.inl[column] + (s.opl[column] - s.inl[column]) * eye.rng.range(-0.6, 1.6);
        let half = (eye.rng.range(25.0, 60.0 + 90.0 * severity) / eye.um_x).max(2.0);
        let tall = (eye.rng.range(16.0, 34.0 + 22.0 * severity) / eye.um_y).max(2.5);
        for _ in 0..eye.rng.whole(3, 8) {
            let (dx, dy) = (eye.rng.range(-1.0, 1.0) * half, eye.rng.range(-0.8, 0.8) * tall);
            let (rx, ry) = (
                (half * eye.rng.range(0.3, 0.6)).max(1.6),
                (tall * eye.rng.range(0.4, 0.8)).max(1.8),
            );
            let value = eye.rng.range(0.9, 1.08);
            spot(canvas, (x + dx, y + dy), (rx, ry), value, Class::HardExudates);
        }
        let dark = eye.rng.range(0.4, 0.85);
        let reach = half * 1.2;
        for column in (x - reach).max(0.0) as usize..=((x + reach) as usize).min(eye.width - 1) {
            let edge = smooth((reach - (column as f32 - x).abs()) / (0.8 * reach));
            canvas.shade(column, y + tall, 1.0 - (1.0 - dark) * edge);
        }
    }
}

/// A hole of the fovea: full thickness, or an undermined cavity of the inner retina.
pub(crate) struct Hole {
    class: Class,
    top: f32,
    waist: f32,
    bottom: f32,
    depth: f32,
}

/// Opens a hole at the fovea: raised, rounded rims and, at full thickness, no photoreceptors at its base.
pub(crate) fn open(eye: &mut Eye, class: Class, severity: f32) -> Hole {
    let full = class == Class::MacularHole;
    let waist = (eye.rng.range(70.0, 120.0 + 190.0 * severity) / eye.um_x).max(3.0);
    let hole = Hole {
        class,
        top: waist
            * if full {
                eye.rng.range(1.3, 2.3)
            } else {
                eye.rng.range(0.9, 1.4)
            },
        waist,
        bottom: waist
            * if full {
                eye.rng.range(1.1, 2.2)
            } else {
                eye.rng.range(1.2, 1.9)
            },
        depth: if full { 1.0 } else { eye.rng.range(0.45, 0.68) },
    };
    let rise = if full {
        eye.rng.range(20.0, 110.0)
    } else {
        eye.rng.range(0.0, 30.0)
    } / eye.um_y;
    let rim = eye.rng.range(220.0, 420.0) / eye.um_x;
    for column in 0..eye.width {
        let away = (column as f32 - eye.fovea).abs();
        let beyond = (away - hole.waist) / rim;
        eye.layers.onl[column] += rise * bell(beyond);
        if full {
            let gone = smooth((hole.bottom + 40.0 / eye.um_x - away) / (40.0 / eye.um_x));
            eye.ez_strength[column] *= 1.0 - gone;
            eye.transmission[column] *= 1.0 + 0.35 * gone;
        }
    }
    hole
}

impl Hole {
    pub(crate) fn paint(&self, eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas, vitreous: f32) {
        let shape = Field::new(
            &mut eye.rng,
            eye.width,
            eye.height,
            70.0 / eye.um_x,
            24.0 / eye.um_y,
        );
        let reach = self.top.max(self.bottom) * 1.4;
        let first = (eye.fovea - reach).max(0.0) as usize;
        let last = ((eye.fovea + reach).max(0.0) as usize).min(eye.width - 1);
        for x in first..=last {
            let (top, floor) = (s.ilm[x], s.rpe_top[x]);
            let deep = top + (floor - top) * self.depth;
            for y in canvas.rows(top - 2.0, deep) {
                let row = y as f32 + 0.5;
                let t = ((row - top) / (deep - top).max(1.0)).clamp(0.0, 1.0);
                let half = if t < 0.5 {
                    let k = 1.0 - 2.0 * t;
                    self.waist + (self.top - self.waist) * k * k
                } else {
                    let k = 2.0 * t - 1.0;
                    // The floor of a lamellar cavity is rounded, that of a full hole flares.
                    let flare = self.waist + (self.bottom - self.waist) * k * k;
                    if self.class == Class::MacularHole {
                        flare
                    } else {
                        self.bottom * libm::sqrtf((1.0 - k * k * k).max(0.0))
                    }
                };
                let half = half * (0.86 + 0.28 * shape.at(x as f32, row));
                let inside = half - (x as f32 + 0.5 - eye.fovea).abs();
                let at = y * canvas.width + x;
                let cover = (inside + 0.5).clamp(0.0, 1.0);
                canvas.light[at] += (vitreous - canvas.light[at]) * cover;
                if inside > 0.0 && row > top {
                    // The cavity takes the place of whatever lay there.
                    canvas.labels[at] = (canvas.labels[at] & crate::canvas::RETINA) | bit(self.class);
                }
            }
        }
    }
}
