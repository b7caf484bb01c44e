//! Components pixel by pixel, and contours, against scipy.ndimage.label.

use groundscope_geometry::{Connectivity, components, contours};

use crate::{cases, mask_of, numbers, size_of};

#[test]
fn each_pixel_has_the_label_of_scipy_and_contours_are_as_many() {
    let mut holes = 0;
    for (n, case) in cases("geometry/components.jsonl").iter().enumerate() {
        let size @ [width, height] = size_of(case);
        let mask = mask_of(size, &case["rows"]);
        for (connectivity, key) in [(Connectivity::Four, "four"), (Connectivity::Eight, "eight")] {
            let parts = components(&mask, connectivity);
            let mut expected = Vec::new();
            for run in case[key].as_array().unwrap() {
                let run = numbers(run);
                expected.extend(std::iter::repeat_n(run[1] as usize, run[0] as usize));
            }
            let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let found: Vec<usize> = pixels.map(|(x, y)| parts.at(x, y).map_or(0, |i| i + 1)).collect();
            assert_eq!(found, expected, "line {} {key}", n + 1);
            if connectivity == Connectivity::Four {
                let outer = contours(&mask).iter().filter(|c| !c.hole).count();
                assert_eq!(outer, parts.list().len(), "line {}", n + 1);
            }
        }
        let found = contours(&mask).iter().filter(|c| c.hole).count();
        assert_eq!(found as u64, case["holes"], "line {}", n + 1);
        holes += found;
    }
    assert!(holes > 100, "only {holes} holes");
}
