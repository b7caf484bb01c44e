//! The frame image against Pillow's resize, and the percentile rule on cases counted by hand.

use groundscope_imaging::{Contrast, FrameSize, Letterbox, Scan, frame_image, normalise};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    size: [u32; 2],
    frame: [u32; 2],
    levels: Vec<u8>,
    expected: Vec<f32>,
}

fn scan(width: u32, height: u32, levels: &[u8]) -> Scan {
    let grey = levels.iter().map(|v| f32::from(*v) / 255.0).collect();
    Scan::from_grey(width, height, grey).unwrap()
}

#[test]
fn frame_images_are_those_of_pillow() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("vectors/frame_image.json")).unwrap();
    assert_eq!(cases.len(), 9);
    for case in cases {
        let [width, height] = case.size;
        let frame = FrameSize {
            width: case.frame[0],
            height: case.frame[1],
        };
        let scan = scan(width, height, &case.levels);
        let image = frame_image(&scan, &Letterbox::fit(width, height, frame));
        assert_eq!(image.len(), case.expected.len(), "{}", case.name);
        for (i, (got, expected)) in image.iter().zip(&case.expected).enumerate() {
            assert!(
                (got - expected).abs() < 1e-5,
                "{}: value {i} is {got}, Pillow says {expected}",
                case.name
            );
        }
    }
}

#[test]
fn percentiles_are_the_smallest_levels_that_reach_their_share() {
    // 1000 tissue pixels: exactly 10 of level 3 reach 1 %, and exactly 995 lie at or below 40.
    let mut levels = vec![3; 10];
    levels.extend(vec![20; 980]);
    levels.extend(vec![40; 5]);
    levels.extend(vec![200; 5]);
    levels.extend(vec![250; 77]);
    let contrast = Contrast::of(&scan(levels.len() as u32, 1, &levels)).unwrap();
    assert_eq!((contrast.low, contrast.high), (3, 40));
    // One pixel fewer at each end no longer reaches it.
    levels[0] = 20;
    levels[994] = 200;
    let contrast = Contrast::of(&scan(levels.len() as u32, 1, &levels)).unwrap();
    assert_eq!((contrast.low, contrast.high), (20, 200));
}

#[test]
fn white_from_level_250_on_does_not_count() {
    let contrast = Contrast::of(&scan(4, 1, &[10, 249, 250, 255])).unwrap();
    assert_eq!((contrast.low, contrast.high), (10, 249));
    assert_eq!(contrast.apply(1.0), 1.0);
    assert_eq!(contrast.apply(0.0), 0.0);
}

#[test]
fn a_scan_without_contrast_becomes_black() {
    for levels in [[255; 6], [0; 6], [77; 6]] {
        let scan = scan(3, 2, &levels);
        assert_eq!(Contrast::of(&scan), None);
        assert_eq!(normalise(&scan), [0.0; 6]);
    }
}
