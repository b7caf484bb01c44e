//! How long a frame takes on this machine: `cargo run --release -p groundscope-model --example frame_time --features testing`.
//!
//! Random weights of the full network; times are the least of several runs, as other programs only ever add to them.

use std::time::Instant;

use groundscope_imaging::Scan;
use groundscope_model::weights::sample::{SampleFile, full_config};
use groundscope_model::{DeviceChoice, Network, Reader, WeightsFile};
use pollster::block_on;

fn least<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let bytes = SampleFile::random(&full_config(), 1).bytes();
    let parse = || WeightsFile::parse(&bytes).expect("a valid file");
    println!("weights file     {} bytes", bytes.len());
    println!("parse            {:.1} ms", least(5, parse));
    let weights = parse();
    let device = burn::tensor::Device::flex();
    println!(
        "onto the device  {:.1} ms",
        least(5, || Network::load(&weights, &device).expect("complete weights"))
    );
    let reader = block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |_| ())).expect("the CPU");
    let scan = Scan::from_grey(768, 496, vec![0.3; 768 * 496]).expect("a scan");
    let mut steps = Vec::new();
    let mut last = Instant::now();
    block_on(reader.read(&scan, &mut |progress| {
        steps.push((progress.fraction, last.elapsed().as_secs_f64() * 1e3));
        last = Instant::now();
    }))
    .expect("a reading");
    println!("steps            {steps:.2?}");
    println!(
        "read 768 x 496   {:.1} ms",
        least(5, || block_on(reader.read(&scan, &mut |_| ())))
    );
}
