//! The page, the workers and the files beside them, assembled with the list of all assets.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::modules::{Module, glue_folder};
use super::stamp::Stamp;
use super::{Done, files, sample};
use crate::test::{output, tools};

/// A policy that allows everything: without a file browsers would report a failed request each time.
const NO_POLICY: &str = "{\n  \"format\": \"groundscope-policy/1\"\n}\n";

/// Files beside the page that its list leaves out.
const UNLISTED: [&str; 2] = ["manifest.json", "groundscope-policy.json"];

/// Checks the page's types, bundles it and assembles the site, unless nothing has changed.
pub fn site(site: &Path, force: bool) -> Result<Done, String> {
    let modules: Vec<String> = Module::ALL
        .iter()
        .map(|module| files::read(&module.wasm()).map(|bytes| files::sha256(&bytes)))
        .collect::<Result<_, _>>()?;
    let sample: Vec<String> = files::list(&sample::folder())?
        .iter()
        .map(|file| files::read(file).map(|bytes| files::sha256(&bytes)))
        .collect::<Result<_, _>>()?;
    let settings: Vec<&str> = modules.iter().chain(&sample).map(String::as_str).collect();
    let stamp = Stamp::of("site", &["web", "weights"], &settings)?;
    if !force && stamp.is_current(&[&site.join("manifest.json")]) {
        return Ok(Done::Unchanged);
    }
    let web = tools::root().join("web");
    tools::npm_packages(&web)?;
    finished(
        tools::npm().args(["run", "--silent", "check"]).current_dir(&web),
        "tsc",
    )?;
    check_engine_types(&web)?;
    files::clear(site)?;
    bundle("site", site)?;
    for module in Module::ALL {
        files::copy(
            &module.wasm(),
            &site.join("engine").join(format!("{}.wasm", module.name())),
        )?;
    }
    for file in files::list(&tools::root().join("weights"))? {
        if file
            .extension()
            .is_some_and(|extension| extension == "safetensors")
        {
            files::copy(
                &file,
                &site.join("weights").join(file.file_name().unwrap_or_default()),
            )?;
        }
    }
    files::copy_tree(&sample::folder(), site)?;
    write_manifest(site)?;
    // Not in the list: IT puts its own in place of it.
    files::write(&site.join("groundscope-policy.json"), NO_POLICY.as_bytes())?;
    stamp.keep()?;
    Ok(Done::Built)
}

/// Bundles the service worker into the folder of a site.
pub fn service_worker(site: &Path) -> Result<(), String> {
    bundle("service-worker", site)
}

/// Makes one HTML file of a site.
pub fn single_file(site: &Path, out: &Path, policy: Option<&Path>) -> Result<(), String> {
    let mut node = bundler("single", out)?;
    node.arg(absolute(site)?);
    if let Some(policy) = policy {
        node.arg(absolute(policy)?);
    }
    finished(&mut node, "esbuild-single")
}

/// Bundles the element for embedders into `out`, with its declarations.
pub fn package(out: &Path) -> Result<(), String> {
    bundle("package", out)?;
    let web = tools::root().join("web");
    let types = out.join("types");
    let mut tsc = Command::new("node");
    tsc.arg("node_modules/typescript/bin/tsc")
        .args(["--project", "tsconfig.package.json", "--outDir"])
        .arg(absolute(&types)?)
        .current_dir(&web);
    finished(&mut tsc, "tsc-package")?;
    for name in ["lit.d.ts", "react.d.ts"] {
        files::copy(&web.join(name), &types.join(name))?;
    }
    own_lit(&types)
}

/// Lit is bundled into the code, so declarations name the little that they need of it as a file of the package.
fn own_lit(types: &Path) -> Result<(), String> {
    for file in files::list(types)? {
        let below = file.strip_prefix(types).unwrap_or(&file);
        let up = "../".repeat(below.components().count() - 1);
        let text =
            String::from_utf8(files::read(&file)?).map_err(|_| format!("{} is no text", file.display()))?;
        let own = text
            .replace("from 'lit'", &format!("from '{up}lit.js'"))
            .replace("import(\"lit\")", &format!("import(\"{up}lit.js\")"));
        if own != text {
            files::write(&file, own.as_bytes())?;
        }
    }
    Ok(())
}

fn bundle(what: &str, out: &Path) -> Result<(), String> {
    finished(&mut bundler(what, out)?, "esbuild")
}

fn bundler(what: &str, out: &Path) -> Result<Command, String> {
    let mut node = Command::new("node");
    node.args(["build.mjs", what])
        .arg(absolute(out)?)
        .arg(glue_folder())
        .current_dir(tools::root().join("web"));
    Ok(node)
}

/// The same path for a program that runs in another folder.
fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{} is no path: {error}", path.display()))
}

/// The workers' hand-written view of the modules must be what wasm-bindgen declares.
fn check_engine_types(web: &Path) -> Result<(), String> {
    let folder = glue_folder();
    let check = "// Fails to compile when web/worker/engine.ts and the modules disagree.\n\
        import type { BenchmarkEngine, Engine, ReadingEngine } from '#worker/engine.js';\n\
        import * as cpu from './cpu/cpu.js';\n\
        import * as gpu from './gpu/gpu.js';\n\
        import * as benchmark from './benchmark/benchmark.js';\n\
        export const engines: [Engine, ReadingEngine, BenchmarkEngine] = [cpu, gpu, benchmark];\n";
    files::write(&folder.join("check.ts"), check.as_bytes())?;
    let settings = serde_json::json!({
        "extends": web.join("tsconfig.json"),
        "compilerOptions": {
            "rootDir": "/",
            "paths": { "#worker/*": [web.join("worker/*")] },
        },
        "include": ["check.ts"],
    });
    files::write(&folder.join("tsconfig.json"), settings.to_string().as_bytes())?;
    let mut tsc = Command::new("node");
    tsc.arg(web.join("node_modules/typescript/bin/tsc"))
        .arg("--project")
        .arg(folder.join("tsconfig.json"));
    finished(&mut tsc, "tsc-engine")
}

/// Every file of the site with its size and SHA-256: what the page may ask for, and what an administrator can check.
/// Not listed: the list itself and the policy, which is IT's own.
pub fn write_manifest(site: &Path) -> Result<String, String> {
    let mut entries = Vec::new();
    for file in files::list(site)? {
        if file.parent() == Some(site) && UNLISTED.iter().any(|name| file.ends_with(name)) {
            continue;
        }
        let bytes = files::read(&file)?;
        let path = file
            .strip_prefix(site)
            .unwrap_or(&file)
            .to_string_lossy()
            .replace('\\', "/");
        entries
            .push(serde_json::json!({ "path": path, "bytes": bytes.len(), "sha256": files::sha256(&bytes) }));
    }
    let manifest = serde_json::json!({ "format": "groundscope-site/1", "files": entries });
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    files::write(&site.join("manifest.json"), text.as_bytes())?;
    Ok(text)
}

fn finished(command: &mut Command, log: &str) -> Result<(), String> {
    if output::run(command, log)?.success {
        Ok(())
    } else {
        Err(format!("{log} failed, see above"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_lit_as_a_file_of_the_package() {
        let types = std::env::temp_dir().join(format!("groundscope-types-{}", std::process::id()));
        files::clear(&types).unwrap();
        let text = "import { nothing } from 'lit';\ndeclare const a: import(\"lit\").CSSResult;\nimport 'literal';\n";
        files::write(&types.join("element/a.d.ts"), text.as_bytes()).unwrap();
        files::write(&types.join("element/strings/b.d.ts"), text.as_bytes()).unwrap();
        own_lit(&types).unwrap();
        let read = |name: &str| String::from_utf8(files::read(&types.join(name)).unwrap()).unwrap();
        let expected = "import { nothing } from '../lit.js';\ndeclare const a: import(\"../lit.js\").CSSResult;\nimport 'literal';\n";
        assert_eq!(read("element/a.d.ts"), expected);
        assert_eq!(
            read("element/strings/b.d.ts"),
            expected.replace("../lit.js", "../../lit.js")
        );
        files::clear(&types).unwrap();
    }

    #[test]
    fn the_list_names_every_file_but_itself_and_the_policy() {
        let site = std::env::temp_dir().join(format!("groundscope-list-{}", std::process::id()));
        files::clear(&site).unwrap();
        for name in [
            "index.html",
            "manifest.json",
            "groundscope-policy.json",
            "engine/manifest.json",
        ] {
            files::write(&site.join(name), b"abc").unwrap();
        }
        let list: serde_json::Value = serde_json::from_str(&write_manifest(&site).unwrap()).unwrap();
        let paths: Vec<_> = list["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["path"].as_str().unwrap())
            .collect();
        assert_eq!(paths, ["engine/manifest.json", "index.html"]);
        assert_eq!(list["files"][1]["sha256"], files::sha256(b"abc"));
        files::clear(&site).unwrap();
    }
}
