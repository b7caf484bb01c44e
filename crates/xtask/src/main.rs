//! `cargo xtask`: one command for every chore of a developer; `cargo xtask --help` lists them.

mod bench;
mod build;
mod chores;
mod demo;
mod fuzz;
mod pkg;
mod serve;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The developer's commands of GroundScope.
#[derive(Parser)]
#[command(name = "cargo xtask", version, about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Builds the site into dist/site: browser modules, page, workers, weights and the sample.
    Build(build::Options),
    /// Serves dist/site on this machine, with the privacy policy of a real installation.
    Serve(serve::Options),
    /// Builds the site and shows the sample scan being read, in a browser or headless.
    Demo(demo::Options),
    /// Runs every test once, setting up what they need.
    Test(test::Options),
    /// Runs what takes too long for every day: pages of others with their bundlers, and nginx.
    Soak,
    /// Runs the Criterion benches.
    Bench(bench::Options),
    /// Fuzzes every reader of files for some minutes each.
    Fuzz(fuzz::Options),
    /// Builds what others install: the npm package (pkg/dist), a folder for a static server, or one HTML file.
    Pkg(pkg::Options),
    /// Formats the Rust code.
    Fmt(chores::FmtOptions),
    /// What continuous integration runs: formatting, lints and all tests.
    Ci,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().chore {
        Chore::Build(options) => build::run(&options).and_then(|site| build::sizes::print(&site)),
        Chore::Serve(options) => serve::run(&options),
        Chore::Demo(options) => demo::run(&options),
        Chore::Test(options) => return test::run(&options),
        Chore::Soak => return test::soak(),
        Chore::Bench(options) => bench::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Pkg(options) => pkg::run(&options),
        Chore::Fmt(options) => chores::fmt(&options),
        Chore::Ci => return test::run(&test::Options::default()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
