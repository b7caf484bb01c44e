//! `cargo xtask fuzz`: every fuzz target for some minutes, going on from the inputs that earlier runs found.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::test::tools;

/// Options of `cargo xtask fuzz`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Only targets whose crate or name contains this.
    filter: Option<String>,
    /// Minutes for each target.
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Lists the targets.
    #[arg(long)]
    list: bool,
}

struct Target {
    package: String,
    name: String,
    folder: PathBuf,
}

/// Fuzzes target after target. Inputs found so far are in `target/fuzz-corpus`, which a stopped run goes on from; what
/// crashes a target is kept and named, to become a test.
pub fn run(options: &Options) -> Result<(), String> {
    let mut targets = targets(&tools::root().join("crates"))?;
    if let Some(filter) = &options.filter {
        targets.retain(|target| target.package.contains(filter) || target.name.contains(filter));
    }
    if options.list {
        targets
            .iter()
            .for_each(|target| println!("{} {}", target.package, target.name));
        return Ok(());
    }
    let asks = "fuzzing needs a nightly compiler and cargo-fuzz: rustup toolchain install nightly && cargo install cargo-fuzz";
    let ready = Command::new("cargo")
        .args(["+nightly", "fuzz", "--version"])
        .output();
    if !ready.is_ok_and(|output| output.status.success()) {
        return Err(asks.to_owned());
    }
    let mut crashed = Vec::new();
    for target in &targets {
        println!(
            "== {} {}, {} minutes",
            target.package, target.name, options.minutes
        );
        if !soak(target, options.minutes)? {
            crashed.push(format!("{} {}", target.package, target.name));
        }
    }
    if crashed.is_empty() {
        println!("{} targets, no crash", targets.len());
        return Ok(());
    }
    Err(format!(
        "crashes in {}: the inputs are in the folder fuzz/artifacts of each crate; make a test of each kind",
        crashed.join(", ")
    ))
}

fn soak(target: &Target, minutes: f64) -> Result<bool, String> {
    let corpus = tools::root()
        .join("target/fuzz-corpus")
        .join(&target.package)
        .join(&target.name);
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let seconds = (minutes * 60.0).max(1.0) as u64;
    let status = Command::new("cargo")
        .args(["+nightly", "fuzz", "run", &target.name])
        .arg(&corpus)
        .args([
            "--",
            &format!("-max_total_time={seconds}"),
            "-timeout=20",
            "-rss_limit_mb=4096",
        ])
        .current_dir(&target.folder)
        .env("CARGO_TARGET_DIR", tools::root().join("target/fuzz"))
        .status()
        .map_err(|error| format!("cargo fuzz could not be started: {error}"))?;
    Ok(status.success())
}

/// Every file in a folder `fuzz/fuzz_targets` of a crate.
fn targets(crates: &Path) -> Result<Vec<Target>, String> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>, String> {
        let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        Ok(paths)
    };
    let name = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let mut targets = Vec::new();
    for folder in entries(crates)? {
        let sources = folder.join("fuzz/fuzz_targets");
        if !sources.is_dir() {
            continue;
        }
        for source in entries(&sources)? {
            targets.push(Target {
                package: name(&folder),
                name: name(&source),
                folder: folder.clone(),
            });
        }
    }
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_on_disk_is_declared_in_its_manifest() {
        let all = targets(&tools::root().join("crates")).unwrap();
        assert!(!all.is_empty());
        for target in all {
            let manifest = fs::read_to_string(target.folder.join("fuzz/Cargo.toml")).unwrap();
            let declared = format!("name = \"{}\"", target.name);
            assert!(manifest.contains(&declared), "{} {}", target.package, target.name);
        }
    }
}
