//! Any value of a mask: `cargo +nightly fuzz run mask` in crates/ultrag. Its pixels must lie inside the image.

#![no_main]

use groundscope_ultrag::{Decoded, Frame, Profile, decode_mask};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(value) = serde_json::from_str(text) else { return };
    let frame = Frame { width: 40, height: 30 };
    for profile in Profile::ALL {
        if let Decoded::Pixels(pixels) = decode_mask(Some(&value), frame, profile) {
            assert!(pixels.runs().iter().all(|run| run.y < 30 && run.x1 < run.x2 && run.x2 <= 40));
        }
    }
});
