//! The healthy eye: layer thicknesses as functions of the distance from the fovea, and the shape of the eye wall.
//!
//! Thicknesses are rounded means of published spectral-domain OCT normals (macular thickness about 220 um at the
//! foveal centre, 330 um at its rim, 270 um further out), varied by the seed.

use groundscope_ontology::Class;

use crate::noise::{Curve, bell, smooth};
use crate::rng::Rng;
use crate::settings::{Lesion, Style};

/// Layer thicknesses in pixels, one entry a column, listed from the vitreous downwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    pub nfl: Vec<f32>,
    pub gcipl: Vec<f32>,
    pub inl: Vec<f32>,
    pub opl: Vec<f32>,
    pub onl: Vec<f32>,
    pub myoid: Vec<f32>,
    pub ez: Vec<f32>,
    pub segments: Vec<f32>,
    /// Subretinal fluid.
    pub fluid: Vec<f32>,
    /// Deposits and bright material on the pigment epithelium.
    pub mound: Vec<f32>,
    pub rpe: Vec<f32>,
    /// Between pigment epithelium and Bruch's membrane.
    pub sub_rpe: Vec<f32>,
    /// Bruch's membrane: a position, not a thickness.
    pub bruch: Vec<f32>,
    pub choroid: Vec<f32>,
}

/// An eye under construction: its shape, and what each column shows.
pub(crate) struct Eye {
    pub width: usize,
    pub height: usize,
    /// Micrometres a pixel, across and along the beam.
    pub um_x: f32,
    pub um_y: f32,
    /// Column of the foveal centre (may lie outside the frame).
    pub fovea: f32,
    pub layers: Layers,
    /// 1 = intact, 0 = absent.
    pub ez_strength: Vec<f32>,
    pub rpe_strength: Vec<f32>,
    /// Gain of the choroid below: above 1 where the pigment epithelium is lost.
    pub transmission: Vec<f32>,
    pub sub_rpe_class: Vec<Option<Class>>,
    pub sub_rpe_value: Vec<f32>,
    pub mound_class: Vec<Option<Class>>,
    pub mound_value: Vec<f32>,
    pub fluid_value: f32,
    /// First column of the optic disc and the direction (1 = to the right) in which it lies.
    pub disc: Option<(f32, f32)>,
    pub rng: Rng,
}

impl Eye {
    /// A healthy eye of `width` by `height` pixels, posed as the lesions need it.
    pub(crate) fn healthy(
        (width, height): (usize, usize),
        style: Style,
        lesions: &[Lesion],
        mut rng: Rng,
    ) -> Self {
        let has = |class: Class| lesions.iter().any(|l| l.class == class);
        let (um_x, um_y) = scale(style, width, height, &mut rng);
        let central = has(Class::MacularHole) || has(Class::LamellarHole) || has(Class::Vmt);
        let w = width as f32;
        let (fovea, offset) = if central {
            (w * rng.range(0.35, 0.65), 0.0)
        } else if rng.chance(0.28) {
            (w * rng.range(-0.2, 1.2), rng.range(0.6, 2.6))
        } else {
            (w * rng.range(0.22, 0.78), rng.range(0.0, 0.3))
        };
        let nasal = rng.sign();
        // Holes and traction smooth the pit away before they reshape it.
        let filled = if has(Class::MacularHole) {
            0.55
        } else if has(Class::Vmt) || has(Class::LamellarHole) {
            0.35
        } else {
            0.0
        };
        let mut layers = Layers::default();
        let body = rng.range(0.88, 1.12);
        let pit = rng.range(0.85, 1.2);
        let scale_nfl = rng.range(0.6, 1.3);
        let scale_onl = rng.range(0.85, 1.15);
        let choroid = rng.range(150.0, 380.0);
        let wobble: Vec<Curve> = (0..7)
            .map(|_| {
                let step = rng.range(250.0, 700.0) / um_x;
                Curve::new(&mut rng, width, step)
            })
            .collect();
        let vary = |i: usize, x: f32, amount: f32| 1.0 + amount * wobble[i].at(x);
        for column in 0..width {
            let x = column as f32;
            let along = (x - fovea) * um_x / 1000.0;
            let d = libm::sqrtf(along * along + offset * offset + filled * filled);
            let side = along * nasal;
            let hollow = |reach: f32| {
                let t = d / (reach * pit);
                1.0 - bell(t)
            };
            let um = |v: f32| v * body / um_y;
            // Nerve fibres are thick on the nasal side and thin along the temporal raphe.
            let nasal_share = smooth(0.5 + side / 1.6);
            let nfl_outer = 13.0 + 3.0 * nasal_share + (4.0 + 9.0 * nasal_share) * d;
            layers
                .nfl
                .push(um(2.5 + scale_nfl * hollow(0.8) * nfl_outer.min(75.0)) * vary(0, x, 0.16));
            layers
                .gcipl
                .push(um(5.0 + 92.0 * hollow(0.5) * (0.5 + 0.5 * bell(d / 1.9))) * vary(1, x, 0.06));
            layers
                .inl
                .push(um(5.0 + 38.0 * hollow(0.42) * (0.75 + 0.25 * bell(d / 2.5))) * vary(2, x, 0.08));
            layers.opl.push(um(7.0 + 20.0 * hollow(0.38)) * vary(3, x, 0.1));
            layers
                .onl
                .push(scale_onl * um(60.0 + 42.0 * bell(d / 0.5)) * vary(4, x, 0.05));
            layers.myoid.push(um(21.0 + 4.0 * bell(d / 0.5)));
            layers.ez.push(um(13.0));
            layers
                .segments
                .push(um(13.0 + 13.0 * bell(d / 0.45)) * vary(5, x, 0.06));
            layers.rpe.push(um(19.0) * vary(6, x, 0.05));
            layers
                .choroid
                .push(choroid * (0.75 + 0.25 * bell(d / 2.5)) / um_y * vary(5, x, 0.12));
        }
        for zero in [&mut layers.fluid, &mut layers.mound, &mut layers.sub_rpe] {
            *zero = vec![0.0; width];
        }
        let mut eye = Self {
            width,
            height,
            um_x,
            um_y,
            fovea,
            layers,
            ez_strength: vec![1.0; width],
            rpe_strength: vec![1.0; width],
            transmission: vec![1.0; width],
            sub_rpe_class: vec![None; width],
            sub_rpe_value: vec![0.5; width],
            mound_class: vec![None; width],
            mound_value: vec![0.8; width],
            fluid_value: 0.05,
            disc: None,
            rng,
        };
        eye.bend_wall();
        if !central && eye.rng.chance(0.16) {
            eye.open_disc(nasal);
        }
        eye
    }

    /// The height of column `column` from inner limiting membrane to Bruch's membrane, in pixels.
    pub(crate) fn thickness(&self, column: usize) -> f32 {
        let l = &self.layers;
        [
            &l.nfl,
            &l.gcipl,
            &l.inl,
            &l.opl,
            &l.onl,
            &l.myoid,
            &l.ez,
            &l.segments,
            &l.fluid,
            &l.mound,
            &l.rpe,
            &l.sub_rpe,
        ]
        .iter()
        .map(|layer| layer[column])
        .sum()
    }

    /// Bruch's membrane: tilt, curvature and soft undulation around zero; `settle` moves it into the frame.
    fn bend_wall(&mut self) {
        let (w, h) = (self.width as f32, self.height as f32);
        let rng = &mut self.rng;
        let tilt = if rng.chance(0.7) {
            rng.range(-0.06, 0.06)
        } else {
            rng.range(-0.28, 0.28)
        };
        let drop = h * tilt * (w / 768.0).min(1.6) * 1.1;
        let sag = h * if rng.chance(0.85) {
            rng.range(0.0, 0.16)
        } else {
            rng.range(-0.08, 0.0)
        };
        let apex = rng.range(0.3, 0.7);
        let slow_step = rng.range(1200.0, 2600.0) / self.um_x;
        let slow = Curve::new(rng, self.width, slow_step);
        let fast_step = rng.range(180.0, 500.0) / self.um_x;
        let fast = Curve::new(rng, self.width, fast_step);
        let (slow_size, fast_size) = (rng.range(4.0, 40.0) / self.um_y, rng.range(0.5, 4.0) / self.um_y);
        self.layers.bruch = (0..self.width)
            .map(|column| {
                let x = column as f32;
                let u = x / w - apex;
                drop * (x / w - 0.5) - sag * 4.0 * u * u + slow_size * slow.at(x) + fast_size * fast.at(x)
            })
            .collect();
    }

    /// Moves the eye wall so that the retina lies at a random height inside the frame.
    pub(crate) fn settle(&mut self) {
        let h = self.height as f32;
        let (mut top, mut bottom) = (f32::MAX, f32::MIN);
        let (mut middle_top, mut middle_bottom) = (f32::MAX, f32::MIN);
        let (first, last) = (self.width / 5, self.width - self.width / 5);
        for column in 0..self.width {
            let y = self.layers.bruch[column];
            let inner = y - self.thickness(column);
            top = top.min(inner);
            bottom = bottom.max(y);
            if (first..last).contains(&column) {
                middle_top = middle_top.min(inner);
                middle_bottom = middle_bottom.max(y);
            }
        }
        // The middle must be inside; the ends may leave the frame where it is too small for them.
        let mut low = 0.03 * h - top;
        let mut high = 0.9 * h - bottom;
        if low > high {
            (low, high) = (0.03 * h - middle_top, 0.93 * h - middle_bottom);
        }
        let t = self.rng.unit();
        let shift = if low > high {
            0.5 * (low + high)
        } else {
            low + (high - low) * (0.12 + 0.76 * t)
        };
        for y in &mut self.layers.bruch {
            *y += shift;
        }
    }

    /// The optic disc at one side: outer layers end, nerve fibres thicken and dive into the cup.
    fn open_disc(&mut self, nasal: f32) {
        let w = self.width as f32;
        let reach = (self.rng.range(250.0, 900.0) / self.um_x).min(0.22 * w);
        let edge = if nasal > 0.0 { w - reach } else { reach };
        if libm::fabsf(edge - self.fovea) < 1800.0 / self.um_x {
            return;
        }
        let cup = self.rng.range(60.0, 320.0) / self.um_y;
        for column in 0..self.width {
            let into = (column as f32 - edge) * nasal * self.um_x;
            let near = smooth((into + 700.0) / 700.0);
            let past = smooth((into + 60.0) / 140.0);
            let l = &mut self.layers;
            l.nfl[column] += near * 75.0 / self.um_y;
            for layer in [&mut l.gcipl, &mut l.inl, &mut l.opl, &mut l.onl] {
                layer[column] *= 1.0 - near * 0.45;
            }
            let keep = 1.0 - past;
            for layer in [
                &mut l.gcipl,
                &mut l.inl,
                &mut l.opl,
                &mut l.onl,
                &mut l.myoid,
                &mut l.ez,
                &mut l.segments,
                &mut l.rpe,
            ] {
                layer[column] *= keep;
            }
            l.nfl[column] += past * 110.0 / self.um_y;
            l.bruch[column] += cup * smooth((into - 40.0) / 520.0);
            self.transmission[column] *= 1.0 - 0.55 * past;
        }
        self.disc = Some((edge, nasal));
    }

    /// True where the column lies in the disc or within `margin` micrometres of it.
    pub(crate) fn in_disc(&self, x: f32, margin: f32) -> bool {
        self.disc
            .is_some_and(|(edge, side)| (x - edge) * side * self.um_x > -margin)
    }

    /// How far a column lies in the disc: 0 outside, 1 from 200 micrometres inside its edge.
    pub(crate) fn disc_depth(&self, x: f32) -> f32 {
        self.disc
            .map_or(0.0, |(edge, side)| smooth((x - edge) * side * self.um_x / 200.0))
    }

    /// A column for a lesion: near the fovea where that is in the frame, away from the edges and the disc.
    pub(crate) fn place(&mut self, spread_um: f32) -> f32 {
        let w = self.width as f32;
        let inside = self.fovea > 0.1 * w && self.fovea < 0.9 * w;
        for _ in 0..12 {
            let x = if inside && self.rng.chance(0.75) {
                self.fovea + self.rng.normal() * spread_um / self.um_x
            } else {
                self.rng.range(0.1, 0.9) * w
            };
            if x > 0.08 * w && x < 0.92 * w && !self.in_disc(x, 500.0) {
                return x;
            }
        }
        if self.in_disc(0.5 * w, 500.0) {
            0.3 * w
        } else {
            0.5 * w
        }
    }
}

/// Micrometres a pixel (across, along the beam) of a style at this size.
fn scale(style: Style, width: usize, height: usize, rng: &mut Rng) -> (f32, f32) {
    let (w, h) = (width as f32, height as f32);
    let (field_mm, depth_mm) = match style {
        Style::Spectralis => {
            let per_px = rng.range(9.5, 11.8);
            ((w * per_px / 1000.0).clamp(4.5, 9.2), h * 3.87 / 1000.0)
        }
        Style::Cirrus => (rng.range(5.8, 6.4), rng.range(1.75, 2.1)),
        Style::Topcon => (rng.range(5.8, 6.3), rng.range(1.9, 2.3)),
        Style::Bioptigen => (rng.range(6.2, 7.0), rng.range(1.55, 1.85)),
        Style::SweptSource => (rng.range(8.0, 11.0), rng.range(1.3, 1.9)),
        Style::Optovue => (rng.range(5.8, 8.2), rng.range(1.7, 2.1)),
    };
    // A retina needs about 0.55 mm of depth; small frames show it squeezed rather than cut.
    (field_mm * 1000.0 / w, depth_mm.max(0.9) * 1000.0 / h)
}
