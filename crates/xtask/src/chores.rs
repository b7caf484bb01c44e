//! The small chores: formatting.

use crate::test::tools;

/// Options of `cargo xtask fmt`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FmtOptions {
    /// Only says whether anything would change.
    #[arg(long)]
    check: bool,
}

/// Formats every crate.
pub fn fmt(options: &FmtOptions) -> Result<(), String> {
    tools::component("rustfmt", "fmt")?;
    let mut command = tools::cargo();
    command.args(["fmt", "--all"]);
    if options.check {
        command.arg("--check");
    }
    let status = command
        .status()
        .map_err(|error| format!("cargo fmt could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err("cargo fmt found something to change or could not run".to_owned())
    }
}
