//! `cargo xtask demo`: builds the site, serves it and shows the sample being read.

use std::process::{Command, Stdio};

use crate::build;
use crate::serve::Site;
use crate::test::tools;

/// Options of `cargo xtask demo`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Reads the sample in a headless Chromium and prints what was found, instead of opening the page.
    #[arg(long)]
    headless: bool,
    /// Where the network runs.
    #[arg(long, value_enum, default_value_t = Device::Auto)]
    device: Device,
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Where the network runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Device {
    /// The GPU where the browser gives an adapter, else the CPU.
    Auto,
    /// The CPU.
    Cpu,
}

/// Shows the sample; without `--headless` it serves until interrupted.
pub fn run(options: &Options) -> Result<(), String> {
    let site = Site::start(&build::run(&build::Options::default())?, options.port)?;
    let address = match options.device {
        Device::Auto => site.url(),
        Device::Cpu => format!("{}?device=cpu", site.url()),
    };
    if options.headless {
        return headless(&site.url(), options.device);
    }
    println!("{address}");
    if open(&address) {
        println!("The page opens in your browser: choose \"Try the sample\". Ctrl+C ends the server.");
    } else {
        println!("Open this address in a browser and choose \"Try the sample\". Ctrl+C ends the server.");
    }
    site.wait();
    Ok(())
}

/// Drives a real Chromium through the page and prints its findings.
fn headless(address: &str, device: Device) -> Result<(), String> {
    let chromium = tools::chromium()?;
    let web = tools::root().join("web");
    let status = Command::new("node")
        .args([
            "demo.mjs",
            address,
            if device == Device::Cpu { "cpu" } else { "auto" },
        ])
        .current_dir(web)
        .env("GROUNDSCOPE_CHROMIUM", &chromium.browser)
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("node could not be started ({error}); is it installed and on PATH?"))?;
    if status.success() {
        Ok(())
    } else {
        Err("the demo did not come to its end, see above".to_owned())
    }
}

/// Opens an address in the user's browser; false when there is no way to.
fn open(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .is_ok()
}
