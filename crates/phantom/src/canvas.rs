//! The drawing surface: reflectivity and class labels, pixel by pixel.

use groundscope_ontology::Class;

/// Bit of the retina in a label, after one bit for each class of the ontology.
pub(crate) const RETINA: u32 = 1 << Class::ALL.len();

/// Reflectivity on the display scale (0 = vitreous, 1 = pigment epithelium) with one bit a class.
pub(crate) struct Canvas {
    pub width: usize,
    pub height: usize,
    pub light: Vec<f32>,
    pub labels: Vec<u32>,
    pub shadow: Vec<Vec<(f32, f32)>>,
}

/// The bit of a class: its index in the ontology's order.
pub(crate) fn bit(class: Class) -> u32 {
    1 << Class::ALL.iter().position(|c| *c == class).unwrap_or(31)
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize, light: f32) -> Self {
        Self {
            width,
            height,
            light: vec![light; width * height],
            labels: vec![0; width * height],
            shadow: vec![Vec::new(); width],
        }
    }

    /// Index of a pixel inside the frame.
    pub(crate) fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        inside.then(|| y as usize * self.width + x as usize)
    }

    /// Rows whose pixel centre lies in `top..bottom`.
    pub(crate) fn rows(&self, top: f32, bottom: f32) -> std::ops::Range<usize> {
        let limit = self.height as f32;
        let first = (top + 0.5).clamp(0.0, limit) as usize;
        let end = (bottom + 0.5).clamp(0.0, limit) as usize;
        first..end.max(first)
    }

    /// Blends `value` into a column between two heights, by the covered part of each pixel.
    pub(crate) fn band(&mut self, x: usize, top: f32, bottom: f32, value: f32) {
        let limit = self.height as f32;
        let (top, bottom) = (top.clamp(0.0, limit), bottom.clamp(0.0, limit));
        if bottom <= top {
            return;
        }
        let end = (bottom as usize + 1).min(self.height);
        for y in top as usize..end {
            let cover = (bottom.min(y as f32 + 1.0) - top.max(y as f32)).clamp(0.0, 1.0);
            let at = y * self.width + x;
            self.light[at] += (value - self.light[at]) * cover;
        }
    }

    /// Sets the bit of a class on the pixels of a column whose centre lies between two heights.
    pub(crate) fn label(&mut self, x: usize, top: f32, bottom: f32, bits: u32) {
        for y in self.rows(top, bottom) {
            self.labels[y * self.width + x] |= bits;
        }
    }

    /// Below `top`, the column is dimmed by `factor`.
    pub(crate) fn shade(&mut self, x: usize, top: f32, factor: f32) {
        if let Some(list) = self.shadow.get_mut(x) {
            list.push((top, factor));
        }
    }
}
