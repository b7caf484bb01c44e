//! Smooth random curves and fields: the undulations, textures and vessels of the eye.

use crate::rng::Rng;

/// A smooth curve through random knots, in -1..1 or a little beyond.
pub(crate) struct Curve {
    knots: Vec<f32>,
    step: f32,
}

impl Curve {
    /// A curve over `length` pixels with a knot every `step` pixels.
    pub(crate) fn new(rng: &mut Rng, length: usize, step: f32) -> Self {
        let step = step.max(1.0);
        let count = (length as f32 / step) as usize + 5;
        Self {
            knots: (0..count).map(|_| rng.range(-1.0, 1.0)).collect(),
            step,
        }
    }

    /// The value at pixel `x`: a uniform cubic B-spline.
    pub(crate) fn at(&self, x: f32) -> f32 {
        let position = (x / self.step).max(0.0);
        let whole = position as usize;
        let t = position - whole as f32;
        let knot = |i: usize| self.knots.get(i).or(self.knots.last()).copied().unwrap_or(0.0);
        let (t2, t3) = (t * t, t * t * t);
        let s = 1.0 - t;
        let sum = s * s * s * knot(whole)
            + (3.0 * t3 - 6.0 * t2 + 4.0) * knot(whole + 1)
            + (-3.0 * t3 + 3.0 * t2 + 3.0 * t + 1.0) * knot(whole + 2)
            + t3 * knot(whole + 3);
        // A B-spline flattens its knots to about 0.55 of their spread.
        sum / 6.0 * 1.6
    }
}

/// A smooth random field in 0..1 on a lattice with cells of `cell_x` by `cell_y` pixels.
pub(crate) struct Field {
    values: Vec<f32>,
    columns: usize,
    rows: usize,
    cell_x: f32,
    cell_y: f32,
}

impl Field {
    pub(crate) fn new(rng: &mut Rng, width: usize, height: usize, cell_x: f32, cell_y: f32) -> Self {
        let (cell_x, cell_y) = (cell_x.max(1.0), cell_y.max(1.0));
        let columns = (width as f32 / cell_x) as usize + 2;
        let rows = (height as f32 / cell_y) as usize + 2;
        Self {
            values: (0..columns * rows).map(|_| rng.unit()).collect(),
            columns,
            rows,
            cell_x,
            cell_y,
        }
    }

    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let (u, v) = ((x / self.cell_x).max(0.0), (y / self.cell_y).max(0.0));
        let column = (u as usize).min(self.columns - 2);
        let row = (v as usize).min(self.rows - 2);
        let (s, t) = (smooth(u - column as f32), smooth(v - row as f32));
        let at = row * self.columns + column;
        let top = self.values[at] + (self.values[at + 1] - self.values[at]) * s;
        let below = at + self.columns;
        let bottom = self.values[below] + (self.values[below + 1] - self.values[below]) * s;
        top + (bottom - top) * t
    }
}

/// Smooth step of `t`, clamped to 0..1.
pub(crate) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Gaussian bump of standard width: exp(-t^2).
pub(crate) fn bell(t: f32) -> f32 {
    libm::expf(-t * t)
}
