//! Any case of the machine form: `cargo +nightly fuzz run case` in crates/ultrag.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let _ = groundscope_ultrag::score_case(line);
});
