//! `cargo xtask bench`: Criterion benches of the crates.

use crate::test::tools;

/// Options of `cargo xtask bench`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Only benches whose name contains this.
    filter: Option<String>,
}

/// Runs the benches.
pub fn run(options: &Options) -> Result<(), String> {
    let mut command = tools::cargo();
    command.args(["bench", "--workspace", "--benches"]);
    if let Some(filter) = &options.filter {
        command.args(["--", filter]);
    }
    let status = command
        .status()
        .map_err(|error| format!("cargo bench could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("cargo bench ended with {status}"))
    }
}
