//! `cargo xtask pkg`: the npm package, assembled into `pkg/dist`.

use std::fs;

use crate::build;
use crate::build::files;
use crate::test::tools;

/// Options of `cargo xtask pkg`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {}

/// Builds the site and copies what embedders need: the bundled element with its types, the engine and the weights.
pub fn run(_options: &Options) -> Result<(), String> {
    let site = build::run(&build::Options::default())?;
    let root = tools::root();
    let dist = root.join("pkg/dist");
    files::clear(&dist)?;
    for folder in ["engine", "weights"] {
        files::copy_tree(&site.join(folder), &dist.join(folder))?;
    }
    build::web::package(&dist)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE"] {
        let from = root.join(licence);
        if from.is_file() {
            fs::copy(&from, dist.join(licence))
                .map_err(|error| format!("{licence} could not be copied: {error}"))?;
        }
    }
    println!("The package is ready: cd pkg && npm pack");
    Ok(())
}
