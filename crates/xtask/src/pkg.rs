//! `cargo xtask pkg`: the npm package, assembled into `pkg/dist`.

use std::fs;
use std::path::Path;

use crate::build;
use crate::build::files;
use crate::test::tools;

/// What the package takes from the site: the engine, the weights, and what "Try the sample" opens.
const FROM_SITE: [&str; 4] = ["engine", "weights", "sample.png", "sample-references.json"];

/// Options of `cargo xtask pkg`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {}

/// Builds the site and copies what embedders need: the bundled element with its types, the engine, the weights and the sample.
pub fn run(_options: &Options) -> Result<(), String> {
    let site = build::run(&build::Options::default())?;
    let root = tools::root();
    let dist = root.join("pkg/dist");
    files::clear(&dist)?;
    take_from_site(&site, &dist)?;
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

fn take_from_site(site: &Path, dist: &Path) -> Result<(), String> {
    for name in FROM_SITE {
        let from = site.join(name);
        if from.is_dir() {
            files::copy_tree(&from, &dist.join(name))?;
        } else {
            files::copy(&from, &dist.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_weights_and_sample_are_taken_from_the_site_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("groundscope-pkg-{}", std::process::id()));
        let (site, dist) = (folder.join("site"), folder.join("dist"));
        files::clear(&folder).unwrap();
        for name in [
            "index.html",
            "engine/cpu.wasm",
            "weights/model.safetensors",
            "sample.png",
            "sample-references.json",
        ] {
            files::write(&site.join(name), name.as_bytes()).unwrap();
        }
        take_from_site(&site, &dist).unwrap();
        let expected = [
            "engine/cpu.wasm",
            "sample-references.json",
            "sample.png",
            "weights/model.safetensors",
        ];
        assert_eq!(files::list(&dist).unwrap(), expected.map(|name| dist.join(name)));
        fs::remove_file(site.join("sample.png")).unwrap();
        assert!(take_from_site(&site, &dist).unwrap_err().contains("sample.png"));
        files::clear(&folder).unwrap();
    }
}
