//! The npm package: the bundled element with its types, the engine, the weights and the sample.

use std::fs;
use std::path::Path;

use crate::build::{self, files};
use crate::test::tools;

/// What the package takes from the site: the engine, the weights, the icon, the policy, and what "Try the sample" opens.
const FROM_SITE: [&str; 6] = [
    "engine",
    "weights",
    "icon.svg",
    super::POLICY_FILE,
    "sample.png",
    "sample-references.json",
];

/// Copies what embedders need of the site `built`, and bundles the element into `dist`.
pub fn assemble(built: &Path, dist: &Path, policy: Option<&Path>) -> Result<(), String> {
    files::clear(dist)?;
    take_from_site(built, dist)?;
    super::put_policy(policy, dist)?;
    build::web::package(dist)?;
    let root = tools::root();
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(licence), dist.join(licence))
            .map_err(|error| format!("{licence} could not be copied: {error}"))?;
    }
    // The viewer compares what it loaded with this list, wherever the folder lies.
    build::web::write_manifest(dist).map(drop)
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
            "groundscope-policy.json",
            "icon.svg",
            "sample.png",
            "sample-references.json",
        ] {
            files::write(&site.join(name), name.as_bytes()).unwrap();
        }
        take_from_site(&site, &dist).unwrap();
        let expected = [
            "engine/cpu.wasm",
            "groundscope-policy.json",
            "icon.svg",
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
