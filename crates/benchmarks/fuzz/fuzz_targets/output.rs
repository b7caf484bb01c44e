//! Any response: `cargo +nightly fuzz run output` in crates/benchmarks. Boxes must lie inside the image, places inside the text.

#![no_main]

use groundscope_benchmarks::ClassLabel;
use groundscope_benchmarks::output::{BoxReader, Declared, Family, OtherClass, Sizes, read_presence};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|response: &str| {
    let asked = ClassLabel::from_name("irf");
    let sizes = Sizes {
        original: "768x496".parse().ok(),
        resized: "1036x672".parse().ok(),
    };
    for family in Family::ALL {
        let Ok(declared) = Declared::new(family, None, None, None) else {
            continue;
        };
        let reader = BoxReader {
            declared,
            other_class: OtherClass::Keep,
        };
        for found in reader.read(response, &asked, sizes).boxes {
            assert!(response.get(found.bytes.clone()).is_some());
            if let Some(pixels) = found.pixels {
                let [x1, y1, x2, y2] = pixels.to_f64();
                assert!(0.0 <= x1 && x1 < x2 && x2 <= 768.0);
                assert!(0.0 <= y1 && y1 < y2 && y2 <= 496.0);
            }
        }
    }
    let presence = read_presence(response, &asked);
    assert!(presence.bytes.is_none_or(|place| response.get(place).is_some()));
});
