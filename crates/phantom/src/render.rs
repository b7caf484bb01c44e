//! From thicknesses to reflectivity: layers, choroid, vessels and shadows, with the labels of the outer lesions.

use groundscope_ontology::Class;

use crate::anatomy::Eye;
use crate::canvas::{Canvas, RETINA, bit};
use crate::noise::{Field, bell, smooth};
use crate::surfaces::Surfaces;

/// Reflectivity of the tissues on the display scale (pigment epithelium about 1).
pub(crate) struct Tissue {
    pub vitreous: f32,
    nfl: f32,
    ganglion: f32,
    plexiform: f32,
    inl: f32,
    opl: f32,
    onl: f32,
    elm: f32,
    myoid: f32,
    ez: f32,
    segments: f32,
    rpe: f32,
    choroid: f32,
}

impl Tissue {
    pub(crate) fn draw(eye: &mut Eye) -> Self {
        let r = &mut eye.rng;
        let inner = r.range(0.88, 1.14);
        Self {
            vitreous: 0.02,
            nfl: r.range(0.56, 0.8) * inner,
            ganglion: r.range(0.4, 0.48) * inner,
            plexiform: r.range(0.46, 0.54) * inner,
            inl: r.range(0.33, 0.41) * inner,
            opl: r.range(0.42, 0.52) * inner,
            onl: r.range(0.26, 0.37) * inner,
            elm: r.range(0.34, 0.46),
            myoid: r.range(0.26, 0.36),
            ez: r.range(0.6, 0.88),
            segments: r.range(0.42, 0.62),
            rpe: r.range(0.72, 0.98),
            choroid: r.range(0.32, 0.6),
        }
    }
}

/// Paints the layers of every column and labels what belongs to a layer.
pub(crate) fn layers(eye: &mut Eye, s: &Surfaces, tissue: &Tissue, canvas: &mut Canvas) {
    for x in 0..eye.width {
        // Thick nerve fibres are bright, the thin ones of the temporal side are not.
        let nfl_um = (s.nfl[x] - s.ilm[x]) * eye.um_y;
        let nfl = tissue.ganglion + (tissue.nfl - tissue.ganglion) * (0.25 + nfl_um / 28.0).min(1.0);
        // Light does not reach far into the head of the nerve.
        let disc = eye.disc_depth(x as f32);
        let nfl = nfl + (tissue.ganglion - nfl) * disc;
        if disc > 0.0 {
            canvas.shade(x, s.ilm[x] + 50.0 / eye.um_y, 1.0 - 0.45 * disc);
            canvas.shade(x, s.ilm[x] + 150.0 / eye.um_y, 1.0 - 0.5 * disc);
        }
        let middle = s.nfl[x] + 0.52 * (s.ipl[x] - s.nfl[x]);
        let ez_here = eye.ez_strength[x];
        canvas.band(x, s.ilm[x], s.nfl[x], nfl);
        canvas.band(x, s.ilm[x] - 0.6, s.ilm[x] + 0.9, nfl * 1.08);
        canvas.band(x, s.nfl[x], middle, tissue.ganglion);
        canvas.band(x, middle, s.ipl[x], tissue.plexiform);
        canvas.band(x, s.ipl[x], s.inl[x], tissue.inl);
        canvas.band(x, s.inl[x], s.opl[x], tissue.opl);
        // Henle's fibres under the plexiform layer are a little brighter than the nuclei.
        let henle = s.opl[x] + 0.35 * (s.elm[x] - s.opl[x]);
        canvas.band(x, s.opl[x], henle, tissue.onl * 1.12);
        canvas.band(x, henle, s.elm[x], tissue.onl);
        canvas.band(x, s.elm[x], s.ez_top[x], tissue.myoid);
        let line = 0.45 * 7.0 / eye.um_y;
        canvas.band(
            x,
            s.elm[x] - line,
            s.elm[x] + line,
            tissue.onl + (tissue.elm - tissue.onl) * ez_here,
        );
        let ez = tissue.myoid * 0.95 + (tissue.ez - tissue.myoid * 0.95) * ez_here;
        canvas.band(x, s.ez_top[x], s.ez_bottom[x], ez);
        let tip = s.photoreceptors[x] - 0.3 * (s.photoreceptors[x] - s.ez_bottom[x]);
        canvas.band(x, s.ez_bottom[x], tip, tissue.segments * (0.65 + 0.2 * ez_here));
        canvas.band(
            x,
            tip,
            s.photoreceptors[x],
            tissue.segments * (0.8 + 0.4 * ez_here),
        );
        canvas.band(x, s.photoreceptors[x], s.fluid[x], eye.fluid_value);
        canvas.band(x, s.fluid[x], s.rpe_top[x], eye.mound_value[x]);
        let rpe = 0.45 + (tissue.rpe - 0.45) * eye.rpe_strength[x];
        canvas.band(x, s.rpe_top[x], s.rpe_bottom[x], rpe);
        canvas.band(x, s.rpe_bottom[x], s.bruch[x], eye.sub_rpe_value[x]);
        if eye.layers.sub_rpe[x] > 3.0 {
            canvas.band(x, s.bruch[x] - 0.8, s.bruch[x] + 0.8, 0.5);
        }
        label_layers(eye, s, canvas, x);
    }
}

fn label_layers(eye: &Eye, s: &Surfaces, canvas: &mut Canvas, x: usize) {
    canvas.label(x, s.ilm[x], s.rpe_bottom[x], RETINA);
    if eye.layers.fluid[x] >= 1.0 {
        canvas.label(x, s.photoreceptors[x], s.fluid[x], bit(Class::Srf));
    }
    if let Some(class) = eye.mound_class[x] {
        canvas.label(x, s.fluid[x], s.rpe_top[x] + 0.3 * eye.layers.rpe[x], bit(class));
    }
    if let Some(class) = eye.sub_rpe_class[x]
        && eye.layers.sub_rpe[x] * eye.um_y > 4.0
    {
        // As readers draw them: the raised band itself belongs to the bump.
        canvas.label(x, s.rpe_top[x], s.bruch[x], bit(class));
    }
    if eye.rpe_strength[x] < 0.5 && eye.mound_class[x].is_none() {
        canvas.label(
            x,
            s.rpe_top[x] - 1.5,
            s.bruch[x] + 26.0 / eye.um_y,
            bit(Class::RpeLoss),
        );
    }
}

/// Labels gaps of the ellipsoid zone; only where a lesion of that name was asked for, or another one destroyed it.
pub(crate) fn label_ez(eye: &Eye, s: &Surfaces, canvas: &mut Canvas) {
    for x in 0..eye.width {
        if eye.ez_strength[x] < 0.4 && !eye.in_disc(x as f32, 100.0) {
            let middle = 0.5 * (s.ez_top[x] + s.ez_bottom[x]);
            let half = (0.5 * (s.ez_bottom[x] - s.ez_top[x]) + 2.0).max(3.0);
            canvas.label(x, middle - half, middle + half, bit(Class::EzDisruption));
        }
    }
}

/// Choroid: bright choriocapillaris, dark vessel lumens growing with depth, fading downwards.
pub(crate) fn choroid(eye: &mut Eye, s: &Surfaces, tissue: &Tissue, canvas: &mut Canvas) {
    let (w, h) = (eye.width, eye.height);
    let small = Field::new(&mut eye.rng, w, h, 38.0 / eye.um_x, 26.0 / eye.um_y);
    let wide = eye.rng.range(90.0, 170.0);
    let large = Field::new(&mut eye.rng, w, h, wide / eye.um_x, 0.6 * wide / eye.um_y);
    let fade = eye.rng.range(90.0, 330.0);
    let contrast = eye.rng.range(0.15, 0.6);
    let mut decay = vec![0.0_f32; h];
    for (depth, value) in decay.iter_mut().enumerate() {
        *value = libm::expf(-(depth as f32) * eye.um_y / fade);
    }
    for x in 0..w {
        let bruch = s.bruch[x];
        let first = bruch.clamp(0.0, h as f32) as usize;
        let gain = eye.transmission[x];
        let deep = if gain > 1.0 { 1.0 + (gain - 1.0) * 0.8 } else { 1.0 };
        for y in first..h {
            let depth = y as f32 + 0.5 - bruch;
            let um = depth * eye.um_y;
            let fall = decay[((depth.max(0.0) / deep) as usize).min(h - 1)];
            let inside = smooth((s.choroid[x] - y as f32) * eye.um_y / 40.0);
            let down = smooth((um - 15.0) / 70.0);
            let texture = small.at(x as f32, y as f32) * (1.0 - 0.55 * down)
                + large.at(x as f32, y as f32) * 0.55 * down;
            let lumen = smooth((texture - 0.22) * 2.2) - 0.6;
            let vessel = 1.0 + contrast * lumen * inside * smooth(um / 22.0);
            let value = tissue.choroid * gain.min(1.7) * fall * vessel.max(0.12) * (0.72 + 0.28 * inside);
            let cover = (y as f32 + 1.0 - bruch).clamp(0.0, 1.0);
            let at = y * w + x;
            canvas.light[at] += (value - canvas.light[at]) * cover;
        }
    }
}

/// Fine and broad texture of the tissue, so that layers are not flat.
pub(crate) fn texture(eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas) {
    let (w, h) = (eye.width, eye.height);
    let fine = Field::new(&mut eye.rng, w, h, 22.0 / eye.um_x, 9.0 / eye.um_y);
    let broad = Field::new(&mut eye.rng, w, h, 320.0 / eye.um_x, 70.0 / eye.um_y);
    let (fine_size, broad_size) = (eye.rng.range(0.12, 0.3), eye.rng.range(0.05, 0.22));
    for x in 0..w {
        let rough = 1.0
            + if eye.mound_class[x].is_some() || eye.sub_rpe_class[x].is_some() {
                0.8
            } else {
                0.0
            };
        for y in canvas.rows(s.ilm[x], s.bruch[x] + 2.0) {
            let (fx, fy) = (x as f32, y as f32);
            let outer = if fy > s.photoreceptors[x] { rough } else { 1.0 };
            let factor =
                1.0 + outer * fine_size * (fine.at(fx, fy) - 0.5) + broad_size * (broad.at(fx, fy) - 0.5);
            canvas.light[y * w + x] *= factor;
        }
    }
}

/// Retinal vessels: round sections in the nerve fibres with a bright wall and a shadow down to the choroid.
pub(crate) fn vessels(eye: &mut Eye, s: &Surfaces, canvas: &mut Canvas) {
    let count = eye.rng.whole(1, 7) + (eye.width as f32 * eye.um_x / 3000.0) as u32;
    for _ in 0..count {
        let x = eye.rng.unit() * eye.width as f32;
        let away = (x - eye.fovea).abs() * eye.um_x;
        if away < 350.0 {
            continue;
        }
        let large = eye.rng.chance(0.3);
        let r_um = if large {
            eye.rng.range(32.0, 60.0)
        } else {
            eye.rng.range(10.0, 26.0)
        };
        let (rx, ry) = ((r_um / eye.um_x).max(1.0), (r_um / eye.um_y).max(1.5));
        let column = (x as usize).min(eye.width - 1);
        let y = if large {
            s.ilm[column] + ry * eye.rng.range(0.8, 1.1)
        } else {
            s.nfl[column] + (s.inl[column] - s.nfl[column]) * eye.rng.unit()
        };
        let wall = eye.rng.range(1.05, 1.45);
        let dark = if large {
            eye.rng.range(0.4, 0.8)
        } else {
            eye.rng.range(0.6, 0.95)
        };
        let reach = rx * 1.6 + 1.0;
        for column in (x - reach).max(0.0) as usize..=((x + reach).max(0.0) as usize).min(eye.width - 1) {
            let u = (column as f32 + 0.5 - x) / rx;
            let chord = libm::sqrtf((1.0 - u * u).max(0.0));
            for row in canvas.rows((y - ry * chord).max(s.ilm[column]), y + ry * chord) {
                let v = (row as f32 + 0.5 - y) / ry;
                let at = row * canvas.width + column;
                canvas.light[at] *= if v < 0.2 { wall } else { 1.0 };
            }
            canvas.shade(column, y + ry * chord, 1.0 - (1.0 - dark) * bell(u));
        }
    }
}

/// Applies the shadows: light lost above is lost in everything below, less so in the bright pigment epithelium.
pub(crate) fn shadows(canvas: &mut Canvas) {
    let mut lists = std::mem::take(&mut canvas.shadow);
    for (x, list) in lists.iter_mut().enumerate() {
        for (top, factor) in list.drain(..) {
            for y in canvas.rows(top, canvas.height as f32) {
                let soft = smooth((y as f32 - top) / 9.0);
                canvas.light[y * canvas.width + x] *= 1.0 - (1.0 - factor) * soft;
            }
        }
    }
}
