//! The letterbox: any size and aspect fits, and points and boxes come back.

use groundscope_geometry::PixelBox;
use groundscope_imaging::{FrameSize, Letterbox, Scan, frame_image};
use proptest::prelude::*;

const FRAME: FrameSize = FrameSize {
    width: 768,
    height: 512,
};

#[test]
fn known_fits() {
    for ((width, height), (inner_width, inner_height, left, top)) in [
        ((768, 512), (768, 512, 0, 0)),
        ((768, 496), (768, 496, 0, 8)),
        ((1536, 496), (768, 248, 0, 132)),
        ((512, 496), (529, 512, 119, 0)),
        ((1408, 573), (768, 313, 0, 99)),
        ((1, 5000), (1, 512, 383, 0)),
        ((5000, 1), (768, 1, 0, 255)),
        ((1, 1), (512, 512, 128, 0)),
    ] {
        let fit = Letterbox::fit(width, height, FRAME);
        let got = (fit.inner_width(), fit.inner_height(), fit.left(), fit.top());
        assert_eq!(got, (inner_width, inner_height, left, top), "{width} x {height}");
    }
}

#[test]
fn a_box_goes_to_the_frame_and_back() {
    let fit = Letterbox::fit(1536, 496, FRAME);
    let bounds = PixelBox::new(100.0, 40.0, 300.0, 140.0);
    assert_eq!(fit.box_to_frame(&bounds), [50.0, 152.0, 150.0, 202.0]);
    assert_eq!(fit.box_to_scan([50.0, 152.0, 150.0, 202.0]), bounds);
}

#[test]
fn a_frame_image_is_zero_on_the_margins() {
    let grey = (0..1000).map(|i| (i % 200) as f32 / 255.0).collect();
    let scan = Scan::from_grey(1, 1000, grey).unwrap();
    let image = frame_image(&scan, &Letterbox::fit(1, 1000, FRAME));
    let margin = |i: usize| i % 768 != 383;
    assert!(image.iter().enumerate().all(|(i, v)| !margin(i) || *v == 0.0));
    assert!(image.iter().any(|v| *v > 0.5));
}

proptest! {
    #[test]
    fn points_come_back(width in 1_u32..6000, height in 1_u32..6000, x in 0.0..1.0, y in 0.0..1.0) {
        let fit = Letterbox::fit(width, height, FRAME);
        let (px, py) = (x * f64::from(width), y * f64::from(height));
        let (fx, fy) = fit.to_frame(px, py);
        prop_assert!((0.0..=768.0).contains(&fx) && (0.0..=512.0).contains(&fy));
        let (bx, by) = fit.to_scan(fx, fy);
        prop_assert!((bx - px).abs() < 1e-6 && (by - py).abs() < 1e-6);
    }

    #[test]
    fn the_scan_fills_one_side_and_keeps_its_aspect(width in 1_u32..6000, height in 1_u32..6000) {
        let fit = Letterbox::fit(width, height, FRAME);
        let (inner_width, inner_height) = (fit.inner_width(), fit.inner_height());
        prop_assert!(inner_width == 768 || inner_height == 512);
        prop_assert!((1..=768).contains(&inner_width) && (1..=512).contains(&inner_height));
        let scale = (768.0 / f64::from(width)).min(512.0 / f64::from(height));
        // Rounding to whole frame pixels, never more than half of one, but a side is never lost.
        prop_assert!((f64::from(inner_width) - (f64::from(width) * scale).max(1.0)).abs() <= 0.5);
        prop_assert!((f64::from(inner_height) - (f64::from(height) * scale).max(1.0)).abs() <= 0.5);
    }
}
