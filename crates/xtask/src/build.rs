//! `cargo xtask build`: the browser modules, the page and everything beside it, assembled into `dist/site`.

pub mod files;
mod modules;
mod sample;
pub mod sizes;
mod stamp;
pub mod web;

use std::path::PathBuf;
use std::time::Instant;

use crate::test::tools;
pub use modules::cargo as browser_cargo;

/// Options of `cargo xtask build`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Builds everything again, also what has not changed.
    #[arg(long)]
    force: bool,
}

/// Builds what has changed and returns the folder of the site.
pub fn run(options: &Options) -> Result<PathBuf, String> {
    let root = tools::root();
    let site = root.join("dist/site");
    let force = options.force;
    step("sample scan", || sample::build(force))?;
    step("browser module, CPU", || modules::Module::Cpu.build(force))?;
    step("browser module, WebGPU", || modules::Module::Gpu.build(force))?;
    step("browser module, benchmarks", || {
        modules::Module::Benchmark.build(force)
    })?;
    step("page and workers", || web::site(&site, force))?;
    Ok(site)
}

/// What a step did.
pub enum Done {
    /// Nothing: its inputs are those of the last time.
    Unchanged,
    /// Its work.
    Built,
}

fn step(name: &str, body: impl FnOnce() -> Result<Done, String>) -> Result<(), String> {
    let started = Instant::now();
    let done = body().map_err(|message| format!("{name}: {message}"))?;
    if matches!(done, Done::Built) {
        println!("built {name} in {:.1} s", started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Where intermediate results lie.
fn work_folder() -> PathBuf {
    tools::target_dir().join("site-build")
}
