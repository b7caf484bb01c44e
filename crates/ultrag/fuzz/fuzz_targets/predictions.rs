//! Any file of predictions: `cargo +nightly fuzz run predictions` in crates/ultrag.

#![no_main]

use groundscope_ultrag::score::read_rows;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = read_rows(bytes);
});
