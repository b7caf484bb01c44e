//! Class names of YOLO data sets: `cargo +nightly fuzz run read_yolo_names` in crates/benchmarks. What is read lies inside its images and can be written.

#![no_main]

use groundscope_benchmarks::formats::Format;
use groundscope_benchmarks_fuzz::read_and_write;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_and_write(Format::Yolo, &[("data.yaml", bytes), ("labels/a.txt", b"0 0.5 0.5 0.1 0.1")]));
