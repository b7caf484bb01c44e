//! The instrument: blur, speckle, noise floor, roll-off and the mapping to grey values of each scanner style.

use crate::canvas::Canvas;
use crate::noise::{Curve, Field, smooth};
use crate::rng::Rng;
use crate::settings::Style;

/// How a scanner shows light: all on the display scale unless said otherwise.
struct Look {
    /// Amplitude of the noise floor.
    floor: f32,
    /// Relative spread of speckle in tissue and of noise in the vitreous.
    speckle: f32,
    grain: f32,
    /// Passes of lateral and axial smoothing of the speckle.
    lateral: u32,
    axial: u32,
    /// The same for the noise; 0 leaves single pixels.
    grain_lateral: u32,
    grain_axial: u32,
    /// Passes of optical blur before the noise.
    blur: u32,
    /// Part of the scale that is cut off as black.
    cut: f32,
    gain: f32,
    gamma: f32,
    /// Grey value of black.
    black: f32,
    /// Weight of dark outliers (logarithmic display of single frames).
    skew: f32,
    /// Relative spread of the gain of single columns.
    stripes: f32,
    /// Strength of haze in the vitreous.
    haze: f32,
    /// Light lost from the top of the frame to its bottom.
    roll_off: f32,
}

impl Look {
    fn draw(style: Style, r: &mut Rng) -> Self {
        let haze = if r.chance(0.3) { r.range(0.02, 0.14) } else { 0.0 };
        match style {
            Style::Spectralis => {
                let averaged = r.chance(0.72);
                let floor = if averaged {
                    r.range(0.15, 0.25)
                } else {
                    r.range(0.24, 0.34)
                };
                Self {
                    floor,
                    speckle: if averaged {
                        r.range(0.04, 0.09)
                    } else {
                        r.range(0.09, 0.15)
                    },
                    grain: if averaged {
                        r.range(0.05, 0.2)
                    } else {
                        r.range(0.15, 0.28)
                    },
                    lateral: r.whole(1, 2),
                    axial: r.whole(1, 2),
                    grain_lateral: r.whole(0, 1),
                    grain_axial: r.whole(0, 1),
                    blur: r.whole(3, 6),
                    cut: floor
                        * if averaged {
                            r.range(0.05, 0.8)
                        } else {
                            r.range(0.4, 0.95)
                        },
                    gain: r.range(0.7, 1.0),
                    gamma: r.range(0.8, 1.15),
                    black: if r.chance(0.3) { r.range(4.0, 12.0) } else { 0.0 },
                    skew: 0.0,
                    stripes: r.range(0.0, 0.02),
                    haze,
                    roll_off: r.range(0.0, 0.25),
                }
            }
            Style::Cirrus => Self {
                floor: r.range(0.26, 0.36),
                speckle: r.range(0.16, 0.26),
                grain: r.range(0.2, 0.3),
                lateral: 1,
                axial: 1,
                grain_lateral: r.whole(0, 1),
                grain_axial: r.whole(0, 1),
                blur: 2,
                cut: r.range(0.12, 0.2),
                gain: r.range(0.9, 1.15),
                gamma: r.range(0.95, 1.25),
                black: r.range(0.0, 14.0),
                skew: 0.0,
                stripes: r.range(0.0, 0.03),
                haze,
                roll_off: r.range(0.0, 0.3),
            },
            Style::Topcon => Self {
                floor: r.range(0.32, 0.46),
                speckle: r.range(0.14, 0.24),
                grain: r.range(0.14, 0.2),
                lateral: r.whole(0, 1),
                axial: 1,
                grain_lateral: 0,
                grain_axial: 1,
                blur: 1,
                cut: r.range(0.04, 0.2),
                gain: r.range(0.55, 0.95),
                gamma: r.range(0.95, 1.2),
                black: r.range(0.0, 25.0),
                skew: 0.1,
                stripes: r.range(0.01, 0.05),
                haze,
                roll_off: r.range(0.0, 0.2),
            },
            Style::Bioptigen => Self {
                floor: r.range(0.34, 0.46),
                speckle: r.range(0.2, 0.27),
                grain: r.range(0.3, 0.42),
                lateral: 0,
                axial: r.whole(0, 1),
                grain_lateral: 0,
                grain_axial: 0,
                blur: 2,
                cut: r.range(0.08, 0.18),
                gain: r.range(0.95, 1.25),
                gamma: r.range(0.8, 1.0),
                black: 0.0,
                skew: 0.22,
                stripes: r.range(0.0, 0.03),
                haze,
                roll_off: r.range(0.0, 0.25),
            },
            Style::SweptSource => {
                let floor = r.range(0.2, 0.32);
                Self {
                    floor,
                    speckle: r.range(0.05, 0.1),
                    grain: r.range(0.01, 0.12),
                    lateral: r.whole(3, 6),
                    axial: r.whole(1, 2),
                    grain_lateral: 2,
                    grain_axial: 1,
                    blur: r.whole(2, 4),
                    cut: floor * r.range(0.8, 1.0),
                    gain: r.range(0.8, 1.1),
                    gamma: r.range(0.75, 1.15),
                    black: r.range(8.0, 28.0),
                    skew: 0.0,
                    stripes: 0.0,
                    haze: haze * 0.6,
                    roll_off: r.range(0.0, 0.2),
                }
            }
            Style::Optovue => Self {
                floor: r.range(0.22, 0.32),
                speckle: r.range(0.1, 0.18),
                grain: r.range(0.12, 0.26),
                lateral: r.whole(1, 3),
                axial: 0,
                grain_lateral: r.whole(1, 2),
                grain_axial: 0,
                blur: r.whole(1, 3),
                cut: r.range(0.1, 0.22),
                gain: r.range(0.75, 1.05),
                gamma: r.range(0.85, 1.2),
                black: r.range(0.0, 18.0),
                skew: 0.05,
                stripes: r.range(0.02, 0.06),
                haze,
                roll_off: r.range(0.1, 0.35),
            },
        }
    }
}

/// Grey values of the canvas as the scanner would show them.
pub(crate) fn expose(canvas: &mut Canvas, style: Style, rng: &mut Rng) -> Vec<u8> {
    let look = Look::draw(style, rng);
    let (w, h) = (canvas.width, canvas.height);
    if look.haze > 0.0 {
        haze(canvas, look.haze, rng);
    }
    smooth_passes(&mut canvas.light, w, look.blur, look.blur);
    let speckle = grain(w, h, look.lateral, look.axial, rng);
    let noise = grain(w, h, look.grain_lateral, look.grain_axial, rng);
    // Focus and pupil change along the scan, and so does its brightness.
    let sway = Curve::new(rng, w, w as f32 / 3.0);
    let sway_size = rng.range(0.0, 0.16);
    let columns: Vec<f32> = (0..w)
        .map(|x| (1.0 + look.stripes * rng.normal()) * (1.0 + sway_size * sway.at(x as f32)))
        .collect();
    let floor2 = look.floor * look.floor;
    let floor4 = floor2 * floor2;
    let spread = 1.0 / (1.0 - look.cut);
    let curve = tone_curve(look.gamma);
    let mut grey = vec![0_u8; w * h];
    for y in 0..h {
        let fall = 1.0 - look.roll_off * y as f32 / h as f32;
        for (x, column) in columns.iter().enumerate() {
            let at = y * w + x;
            let r = (canvas.light[at] * fall * column).max(0.0);
            let r4 = r * r * r * r;
            // Signal and noise are both complex Gaussian, so their mean intensities add; the display is the fourth root.
            let total = r4 + floor4;
            let mean = libm::sqrtf(libm::sqrtf(total));
            let dark = floor4 / total;
            let mut g = look.speckle * (1.0 - dark) * speckle[at] + look.grain * dark * noise[at];
            if g < 0.0 && look.skew > 0.0 {
                g -= look.skew * noise[at] * noise[at] * look.grain;
            }
            let value = (mean * (1.0 + g) - look.cut) * spread * look.gain;
            let toned = curve[(value.clamp(0.0, 1.0) * 1023.0) as usize];
            grey[at] = (look.black + toned * (255.0 - look.black) + 0.5).clamp(0.0, 255.0) as u8;
        }
    }
    grey
}

fn tone_curve(gamma: f32) -> Vec<f32> {
    (0..1024).map(|i| libm::powf(i as f32 / 1023.0, gamma)).collect()
}

/// Floating opacities of the vitreous, strongest away from the retina.
fn haze(canvas: &mut Canvas, strength: f32, rng: &mut Rng) {
    let (w, h) = (canvas.width, canvas.height);
    let broad = Field::new(rng, w, h, w as f32 / 3.5, h as f32 / 7.0);
    let fine = Field::new(rng, w, h, w as f32 / 60.0, 3.0);
    for x in 0..w {
        for y in 0..h {
            let at = y * w + x;
            // The retina ends the vitreous; thin membranes in it are too dim to do so.
            if canvas.light[at] > 0.2 {
                break;
            }
            let cloud = smooth((broad.at(x as f32, y as f32) - 0.45) * 2.2);
            canvas.light[at] += strength * 1.8 * cloud * (0.5 + fine.at(x as f32, y as f32));
        }
    }
}

/// Correlated noise of mean 0 and spread 1.
fn grain(w: usize, h: usize, lateral: u32, axial: u32, rng: &mut Rng) -> Vec<f32> {
    let mut field: Vec<f32> = (0..w * h).map(|_| rng.normal()).collect();
    smooth_passes(&mut field, w, lateral, axial);
    // A pass of (1 2 1)/4 leaves a known share of the variance of white noise: the centre of its n-fold autocorrelation.
    let scale = 1.0 / libm::sqrtf(energy(lateral) * energy(axial));
    for value in &mut field {
        *value *= scale;
    }
    field
}

/// Sum of squares of the n-fold binomial kernel: C(4n, 2n) / 16^n.
fn energy(passes: u32) -> f32 {
    (1..=2 * passes).fold(1.0, |product, k| product * (2 * passes + k) as f32 / k as f32)
        / (0..passes).fold(1.0, |p, _| p * 16.0)
}

/// Passes of the kernel (1 2 1)/4 along rows and columns; edges repeat.
fn smooth_passes(field: &mut [f32], w: usize, lateral: u32, axial: u32) {
    for _ in 0..lateral {
        for row in field.chunks_exact_mut(w) {
            let mut before = row[0];
            for x in 0..w {
                let here = row[x];
                let after = if x + 1 < w { row[x + 1] } else { here };
                row[x] = 0.25 * (before + after) + 0.5 * here;
                before = here;
            }
        }
    }
    let h = field.len() / w;
    let mut before = vec![0.0_f32; w];
    for _ in 0..axial {
        before.copy_from_slice(&field[..w]);
        for y in 0..h {
            let (upper, lower) = field.split_at_mut((y + 1) * w);
            let row = &mut upper[y * w..];
            for x in 0..w {
                let here = row[x];
                let after = if y + 1 < h { lower[x] } else { here };
                row[x] = 0.25 * (before[x] + after) + 0.5 * here;
                before[x] = here;
            }
        }
    }
}
