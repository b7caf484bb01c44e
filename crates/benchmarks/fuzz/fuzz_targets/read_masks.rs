//! Mask pictures: `cargo +nightly fuzz run read_masks` in crates/benchmarks. What is read lies inside its images and can be written.

#![no_main]

use groundscope_benchmarks::formats::Format;
use groundscope_benchmarks_fuzz::read_and_write;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_and_write(Format::Masks, &[("a.png", bytes), ("classes.json", b"{\"1\": \"irf\", \"255\": \"srf\"}")]));
