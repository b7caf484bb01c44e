//! `cargo xtask pkg`: what others install. The npm package (`pkg/dist`), a folder for any static server (`--site`), or one HTML file (`--single-file`).

mod npm;
mod server;
mod site;

use std::path::{Path, PathBuf};

use crate::build;
use crate::build::files;
use crate::test::tools;

/// IT's policy beside the page, and its name there.
const POLICY_FILE: &str = "groundscope-policy.json";

/// Options of `cargo xtask pkg`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Makes a folder to copy to any static server, with offline reload, and configurations for nginx and Apache beside it.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "dist/static", conflicts_with = "single_file")]
    site: Option<PathBuf>,
    /// Makes one HTML file for a folder or a share: everything inside, the CPU only.
    #[arg(long, value_name = "OUT.html")]
    single_file: Option<PathBuf>,
    /// A policy file to put in (docs/embedding.md, "What IT allows").
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
}

/// Builds the site and makes of it what was asked for; the npm package by default.
pub fn run(options: &Options) -> Result<(), String> {
    let built = build::run(&build::Options::default())?;
    let policy = options.policy.as_deref();
    if let Some(out) = &options.single_file {
        return single_file(&built, out, policy);
    }
    if let Some(out) = &options.site {
        site::assemble(&built, out, policy)?;
        println!(
            "Copy the contents of {} to your server.",
            out.join("site").display()
        );
        println!(
            "Configurations for nginx and Apache are in {}.",
            out.join("server").display()
        );
        return Ok(());
    }
    let dist = tools::root().join("pkg/dist");
    npm::assemble(&built, &dist, policy)?;
    println!("The package is ready: cd pkg && npm pack");
    Ok(())
}

/// Makes all three where the browser tests look for them.
pub fn all() -> Result<(), String> {
    let root = tools::root();
    let built = build::run(&build::Options::default())?;
    npm::assemble(&built, &root.join("pkg/dist"), None)?;
    site::assemble(&built, &root.join("dist/static"), None)?;
    build::web::single_file(&built, &root.join("dist/groundscope.html"), None)
}

fn single_file(built: &Path, out: &Path, policy: Option<&Path>) -> Result<(), String> {
    if let Some(parent) = out.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|error| format!("{} cannot be created: {error}", parent.display()))?;
    }
    build::web::single_file(built, out, policy)?;
    let bytes = files::read(out)?.len();
    println!("{}: {:.1} MB", out.display(), bytes as f64 / 1e6);
    Ok(())
}

/// Puts a policy in place of the one that allows everything.
fn put_policy(policy: Option<&Path>, folder: &Path) -> Result<(), String> {
    policy.map_or(Ok(()), |policy| files::copy(policy, &folder.join(POLICY_FILE)))
}
