//! The steps of `cargo xtask test`: what each one runs and how its tests are counted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::counts::Counts;
use super::tools::Chromium;
use super::{output, tools};
use crate::build;
use crate::pkg;
use crate::serve::Site;

/// `cargo fmt --check`.
pub fn formatting() -> Result<Counts, String> {
    tools::component("rustfmt", "fmt")?;
    check(tools::cargo().args(["fmt", "--all", "--check"]), "fmt")
}

/// `cargo clippy` over everything, warnings denied.
pub fn lints() -> Result<Counts, String> {
    tools::component("clippy", "clippy")?;
    check(
        tools::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        "clippy",
    )
}

/// Unit, property, integration and documentation tests of all crates.
pub fn crates() -> Result<Counts, String> {
    harness(
        tools::cargo().args(["test", "--workspace", "--no-fail-fast"]),
        "cargo-test",
    )
}

/// The tests of the browser modules, run by `wasm-bindgen-test-runner` in Chromium with WebGPU on the software adapter.
///
/// `built`: `cargo test` over the workspace has built the runner.
pub fn wasm(built: bool) -> Result<Counts, String> {
    let runner = tools::program("groundscope-wasm-test-runner", built)?;
    let chromium = tools::chromium()?;
    harness(
        build::browser_cargo("test")
            .arg("--no-fail-fast")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
            .env("CHROMEDRIVER", &chromium.driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", webdriver_settings(&chromium)?)
            .env("WASM_BINDGEN_TEST_TIMEOUT", "300"),
        "wasm-test",
    )
}

/// The folder of static files that `cargo xtask build` makes, served on a free port until the process ends. What a first
/// answer needs of it must be small.
pub fn site(address: &mut String) -> Result<Counts, String> {
    let folder = build::run(&build::Options::default())?;
    *address = Site::start(&folder, 0)?.url();
    let needed = build::sizes::first_answer(&folder)?;
    println!("   a first answer on the CPU needs {needed} bytes, compressed by brotli");
    if needed > build::sizes::BUDGET {
        return Err(format!(
            "That is more than {} bytes: see `cargo xtask build`.",
            build::sizes::BUDGET
        ));
    }
    Ok(Counts::ONE_PASSED)
}

/// `tsc` over the page and over the browser tests, then the page's own unit tests in Node.
pub fn web() -> Result<Counts, String> {
    let mut counts = Counts::default();
    for folder in ["web", "tests/e2e"].map(|folder| tools::root().join(folder)) {
        tools::npm_packages(&folder)?;
        counts += check(tools::npm().args(["run", "check"]).current_dir(folder), "tsc")?;
    }
    let finished = output::run(
        tools::npm()
            .args(["test", "--silent"])
            .current_dir(tools::root().join("web")),
        "web-test",
    )?;
    counts += Counts::of_node(&finished.text, finished.success);
    Ok(counts)
}

/// The npm package, the folder for a static server and the single file.
pub fn packed() -> Result<Counts, String> {
    pkg::all().map(|()| Counts::ONE_PASSED)
}

/// Types and builds of the pages in `tests/consumers`, from npm packages that their lock file names.
pub fn consumers() -> Result<Counts, String> {
    let folder = tools::root().join("tests/consumers");
    tools::npm_packages(&folder)?;
    let mut counts = check(tools::npm().args(["run", "check"]).current_dir(&folder), "tsc")?;
    let mut build = Command::new("node");
    build
        .arg("build.mjs")
        .arg(tools::target_dir().join("consumers"))
        .current_dir(&folder);
    counts += check(&mut build, "consumers")?;
    Ok(counts)
}

/// The command line, as tests of the whole call it. `built`: `cargo test` over the workspace has built it.
pub fn command_line(built: bool) -> Result<Counts, String> {
    tools::program("groundscope", built).map(|_| Counts::ONE_PASSED)
}

/// The page in Firefox, with Chromium beside it.
pub fn firefox(address: &str) -> Result<Counts, String> {
    let firefox = tools::firefox()?;
    playwright(
        "firefox",
        address,
        &[
            ("GROUNDSCOPE_FIREFOX", &firefox.browser),
            ("GECKODRIVER", &firefox.driver),
        ],
    )
}

/// One project of `tests/e2e/playwright.config.ts`, on the site served at `address`.
pub fn browser(project: &str, address: &str) -> Result<Counts, String> {
    playwright(project, address, &[])
}

fn playwright(project: &str, address: &str, programs: &[(&str, &Path)]) -> Result<Counts, String> {
    let chromium = tools::chromium()?;
    let logs = output::logs()?;
    let report = logs.join(format!("playwright-{project}.json"));
    // A report of an earlier run must not be read as this one's.
    let _ = fs::remove_file(&report);
    let folder = tools::root().join("tests/e2e");
    let mut playwright = Command::new("node");
    playwright
        .args([
            "node_modules/@playwright/test/cli.js",
            "test",
            "--project",
            project,
        ])
        .current_dir(folder)
        .env("GROUNDSCOPE_CHROMIUM", &chromium.browser)
        .env("GROUNDSCOPE_URL", address)
        .env("GROUNDSCOPE_TEST_REPORT", &report)
        .env("CARGO_TARGET_DIR", tools::target_dir())
        .envs(programs.iter().copied());
    let finished = output::run(&mut playwright, &format!("playwright-{project}"))?;
    let mut counts = fs::read_to_string(&report)
        .ok()
        .and_then(|json| Counts::of_playwright(&json))
        .ok_or_else(|| format!("Playwright left no report for {project}; its output is above."))?;
    if !finished.success && counts.failed == 0 {
        counts.failed = 1;
    }
    Ok(counts)
}

/// A command that is one check: it holds or it does not.
fn check(command: &mut Command, log: &str) -> Result<Counts, String> {
    let finished = output::run(command, log)?;
    Ok(if finished.success {
        Counts::ONE_PASSED
    } else {
        Counts {
            failed: 1,
            ..Counts::default()
        }
    })
}

/// A command that prints the lines of Rust's test harness.
fn harness(command: &mut Command, log: &str) -> Result<Counts, String> {
    let finished = output::run(command, log)?;
    Ok(Counts::of_harness(&finished.text, finished.success))
}

/// Tells chromedriver which browser to start, and how.
fn webdriver_settings(chromium: &Chromium) -> Result<PathBuf, String> {
    let settings = serde_json::json!({ "goog:chromeOptions": {
        "binary": chromium.browser,
        "args": ["--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
    }});
    let path = output::logs()?.join("webdriver.json");
    fs::write(&path, settings.to_string())
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    Ok(path)
}
