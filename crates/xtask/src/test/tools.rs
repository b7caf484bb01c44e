//! The tools that tests need beyond Rust and Node, found or installed once.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::output;

/// Names under which a Chromium is installed, the most likely first.
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Where cargo builds.
pub fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The cargo that runs this command.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Adds a component of the Rust tool chain (`rustfmt`, `clippy`) when its command is missing.
pub fn component(name: &str, probe: &str) -> Result<(), String> {
    if answers(Command::new("cargo").args([probe, "--version"])) {
        return Ok(());
    }
    quietly(Command::new("rustup").args(["component", "add", name]), "rustup").map_err(|why| {
        format!("cargo {probe} is missing and `rustup component add {name}` did not help: {why}")
    })
}

/// npm.
pub fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Installs what `package-lock.json` of `folder` names, unless that is there already.
pub fn npm_packages(folder: &Path) -> Result<(), String> {
    let changed = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let installed = changed(folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(folder.join("package-lock.json")) {
        return Ok(());
    }
    quietly(
        npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(folder),
        "npm-ci",
    )
    .map_err(|why| format!("npm ci in {} failed: {why}", folder.display()))
}

/// A program of the workspace. `cargo test` has just built it where `built` says so; otherwise it is built with the features of
/// the whole workspace, so that what `cargo test` compiled serves it, too.
pub fn program(name: &str, built: bool) -> Result<PathBuf, String> {
    let path = target_dir()
        .join("debug")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if !(built && path.is_file()) {
        quietly(cargo().args(["build", "--workspace", "--bin", name]), "program")?;
    }
    Ok(path)
}

/// A Chromium and its chromedriver.
pub struct Chromium {
    /// The browser.
    pub browser: PathBuf,
    /// Its WebDriver.
    pub driver: PathBuf,
}

/// Finds Chromium (`GROUNDSCOPE_CHROMIUM` and `CHROMEDRIVER` win), installing it on Debian and Ubuntu when run as root.
pub fn chromium() -> Result<Chromium, String> {
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    install(&["chromium", "chromium-driver"])?;
    find_chromium().ok_or_else(|| {
        "Chromium and chromedriver are needed: install the packages chromium and chromium-driver, \
         or set GROUNDSCOPE_CHROMIUM and CHROMEDRIVER to their paths."
            .to_owned()
    })
}

/// Firefox and its geckodriver.
pub struct Firefox {
    /// The browser.
    pub browser: PathBuf,
    /// Its WebDriver.
    pub driver: PathBuf,
}

/// Finds Firefox (`GROUNDSCOPE_FIREFOX` and `GECKODRIVER` win), installing it on Debian when run as root; its driver comes from
/// crates.io.
pub fn firefox() -> Result<Firefox, String> {
    let find = || {
        env::var_os("GROUNDSCOPE_FIREFOX")
            .map(PathBuf::from)
            .or_else(|| on_path("firefox-esr"))
            .or_else(|| on_path("firefox"))
    };
    let browser = match find() {
        Some(browser) => Some(browser),
        None => install(&["firefox-esr"]).map(|()| find())?,
    };
    let browser = browser.ok_or(
        "Firefox is needed: install the package firefox-esr or firefox, or set GROUNDSCOPE_FIREFOX to its path.",
    )?;
    let named = env::var_os("GECKODRIVER").map(PathBuf::from);
    let driver = match named.or_else(|| on_path("geckodriver")) {
        Some(driver) => driver,
        None => built_tool("geckodriver")?,
    };
    Ok(Firefox { browser, driver })
}

/// A program of crates.io, built once into the target folder.
fn built_tool(name: &str) -> Result<PathBuf, String> {
    let root = target_dir().join("tools");
    let path = root
        .join("bin")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if !path.is_file() {
        println!("   building {name} (once)");
        quietly(
            cargo().args(["install", "--locked", name, "--root"]).arg(&root),
            name,
        )?;
    }
    Ok(path)
}

/// Installs packages on Debian and Ubuntu when run as root; elsewhere nothing is done.
fn install(packages: &[&str]) -> Result<(), String> {
    let root_on_debian = Path::new("/etc/debian_version").exists()
        && Command::new("id")
            .arg("-u")
            .output()
            .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root_on_debian {
        return Ok(());
    }
    println!("   installing {} with apt-get (once)", packages.join(" and "));
    quietly(Command::new("apt-get").arg("update"), "apt-get-update")?;
    quietly(
        Command::new("apt-get")
            .args(["install", "-y"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
        "apt-get-install",
    )
}

fn find_chromium() -> Option<Chromium> {
    let browser = env::var_os("GROUNDSCOPE_CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| CHROMIUM_NAMES.iter().find_map(|name| on_path(name)))?;
    let driver = env::var_os("CHROMEDRIVER")
        .map(PathBuf::from)
        .or_else(|| on_path("chromedriver"))?;
    Some(Chromium { browser, driver })
}

/// The file that a command name stands for.
fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

fn answers(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn quietly(command: &mut Command, log: &str) -> Result<(), String> {
    let finished = output::run(command, log)?;
    if finished.success {
        Ok(())
    } else {
        Err("see the lines above".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_looked_up_on_the_path() {
        assert!(on_path("cargo").is_some_and(|path| path.is_file()));
        assert_eq!(on_path("no-such-command-here"), None);
    }
}
