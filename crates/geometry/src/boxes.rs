//! Axis-aligned boxes whose coordinate space is part of their type.

use std::marker::PhantomData;

/// A coordinate space of box corners: origin top-left, x to the right, y down.
pub trait Space: Copy + 'static {
    /// The far corner of an image of `width` x `height` pixels in this space.
    fn extent(width: u32, height: u32) -> [f64; 2];
}

/// Pixels of the original scan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pixel;

/// 0..1000 on each axis, relative to the original scan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Norm1000;

/// 0..1 on each axis, relative to the original scan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unit;

impl Space for Pixel {
    fn extent(width: u32, height: u32) -> [f64; 2] {
        [f64::from(width), f64::from(height)]
    }
}

impl Space for Norm1000 {
    fn extent(_: u32, _: u32) -> [f64; 2] {
        [1000.0, 1000.0]
    }
}

impl Space for Unit {
    fn extent(_: u32, _: u32) -> [f64; 2] {
        [1.0, 1.0]
    }
}

/// A box in space `S`: left, top, right, bottom; right and bottom are exclusive.
///
/// ```
/// use groundscope_geometry::{NormBox, PixelBox};
/// let normed = NormBox::new(250.0, 500.0, 750.0, 1000.0);
/// let on_scan: PixelBox = normed.convert(768, 496);
/// assert_eq!(on_scan.to_array(), [192.0, 248.0, 576.0, 496.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoxIn<S> {
    /// Left edge.
    pub x1: f64,
    /// Top edge.
    pub y1: f64,
    /// Right edge, exclusive.
    pub x2: f64,
    /// Bottom edge, exclusive.
    pub y2: f64,
    space: PhantomData<S>,
}

/// A box in pixels of the original scan.
pub type PixelBox = BoxIn<Pixel>;
/// A box in 0..1000 on each axis.
pub type NormBox = BoxIn<Norm1000>;
/// A box in 0..1 on each axis.
pub type UnitBox = BoxIn<Unit>;

impl<S: Space> BoxIn<S> {
    /// A box from its corners, taken as they are.
    pub const fn new(x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        Self {
            x1,
            y1,
            x2,
            y2,
            space: PhantomData,
        }
    }

    /// A box from `[x1, y1, x2, y2]`.
    pub const fn from_array([x1, y1, x2, y2]: [f64; 4]) -> Self {
        Self::new(x1, y1, x2, y2)
    }

    /// The corners as `[x1, y1, x2, y2]`.
    pub const fn to_array(self) -> [f64; 4] {
        [self.x1, self.y1, self.x2, self.y2]
    }

    /// Width, never negative.
    pub fn width(&self) -> f64 {
        (self.x2 - self.x1).max(0.0)
    }

    /// Height, never negative.
    pub fn height(&self) -> f64 {
        (self.y2 - self.y1).max(0.0)
    }

    /// Area, never negative.
    pub fn area(&self) -> f64 {
        self.width() * self.height()
    }

    /// The shared part of two boxes, if it has an area.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let shared = Self::new(
            self.x1.max(other.x1),
            self.y1.max(other.y1),
            self.x2.min(other.x2),
            self.y2.min(other.y2),
        );
        (shared.area() > 0.0).then_some(shared)
    }

    /// The smallest box around both.
    pub fn enclosing(&self, other: &Self) -> Self {
        Self::new(
            self.x1.min(other.x1),
            self.y1.min(other.y1),
            self.x2.max(other.x2),
            self.y2.max(other.y2),
        )
    }

    /// Intersection over union, 0 where neither has an area. For display; scores use [`crate::DecimalBox`].
    pub fn iou(&self, other: &Self) -> f64 {
        let shared = self.intersection(other).map_or(0.0, |b| b.area());
        let union = self.area() + other.area() - shared;
        if union > 0.0 { shared / union } else { 0.0 }
    }

    /// The same box in another space of an image of `width` x `height` pixels.
    pub fn convert<T: Space>(&self, width: u32, height: u32) -> BoxIn<T> {
        let [from_x, from_y] = S::extent(width, height);
        let [to_x, to_y] = T::extent(width, height);
        let along = |value: f64, from: f64, to: f64| {
            if from > 0.0 { value * to / from } else { 0.0 }
        };
        BoxIn::new(
            along(self.x1, from_x, to_x),
            along(self.y1, from_y, to_y),
            along(self.x2, from_x, to_x),
            along(self.y2, from_y, to_y),
        )
    }

    /// The part of the box inside an image of `width` x `height` pixels, if it has an area.
    pub fn clip(&self, width: u32, height: u32) -> Option<Self> {
        let [x, y] = S::extent(width, height);
        self.intersection(&Self::new(0.0, 0.0, x, y))
    }
}

#[cfg(feature = "serde")]
impl<S: Space> serde::Serialize for BoxIn<S> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.to_array().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, S: Space> serde::Deserialize<'de> for BoxIn<S> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[f64; 4]>::deserialize(deserializer).map(Self::from_array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_and_iou_of_two_boxes() {
        let a = PixelBox::new(0.0, 0.0, 10.0, 10.0);
        let b = PixelBox::new(5.0, 0.0, 15.0, 10.0);
        assert_eq!(a.intersection(&b), Some(PixelBox::new(5.0, 0.0, 10.0, 10.0)));
        assert!((a.iou(&b) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(a.enclosing(&b), PixelBox::new(0.0, 0.0, 15.0, 10.0));
        assert_eq!(a.intersection(&PixelBox::new(10.0, 0.0, 11.0, 1.0)), None);
    }

    #[test]
    fn clipping_keeps_the_part_on_the_scan() {
        let over = UnitBox::new(-0.5, 0.25, 0.5, 1.5);
        assert_eq!(over.clip(7, 9), Some(UnitBox::new(0.0, 0.25, 0.5, 1.0)));
        assert_eq!(PixelBox::new(7.0, 0.0, 9.0, 3.0).clip(7, 9), None);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_box_is_four_numbers_in_json() {
        let b = PixelBox::new(1.0, 2.0, 3.5, 4.0);
        let text = serde_json::to_string(&b).unwrap();
        assert_eq!(text, "[1.0,2.0,3.5,4.0]");
        assert_eq!(serde_json::from_str::<PixelBox>(&text).unwrap(), b);
    }
}
