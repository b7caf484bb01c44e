//! The browser modules: compiled by cargo, bound by wasm-bindgen, shrunk by wasm-opt.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use super::stamp::Stamp;
use super::{Done, files, work_folder};
use crate::test::{output, tools};

const TARGET: &str = "wasm32-unknown-unknown";

/// One for both modules and for their tests, so that what they share is compiled once.
const PROFILE: &str = "wasm";

/// What both modules are made of.
const INPUTS: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo",
    "crates/ontology",
    "crates/geometry",
    "crates/imaging",
    "crates/model",
    "crates/wasm",
    "web/worker/types.ts",
    "web/package-lock.json",
];

/// What only the module with the metrics is made of.
const METRICS: [&str; 8] = [
    "crates/metrics",
    "crates/benchmarks",
    "crates/readers",
    "crates/export",
    "crates/evaluation",
    "crates/report",
    "crates/answers",
    "web/worker/reports",
];

/// What only the module with the benchmarks is made of.
const BENCHMARK: [&str; 5] = [
    "crates/metrics",
    "crates/readers",
    "crates/eyevqa",
    "crates/ultrag",
    "web/worker/reports",
];

/// Features that every browser with WebAssembly SIMD has; `--all-features` makes modules that Chromium refuses.
const WASM_OPT: [&str; 8] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-simd",
];

/// LLVM has done the work; higher levels take minutes more and make modules that compress worse.
const OPTIMISATION: &str = "-O1";

/// `cargo SUBCOMMAND` over the browser modules: the site and its tests share what this compiles.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = tools::cargo();
    command.args([
        subcommand,
        "--package",
        "groundscope-wasm",
        "--target",
        TARGET,
        "--profile",
        PROFILE,
    ]);
    // Panics tell where they happened; the builder's home and folders are nobody's business.
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    let folders = [
        home.map(|home| (home, "cargo")),
        Some((tools::root(), "groundscope")),
    ];
    for (folder, name) in folders.into_iter().flatten() {
        let flag = format!("--remap-path-prefix={}={name}", folder.display());
        // A JSON string is a TOML string as well.
        let flags = serde_json::json!([flag]);
        command
            .arg("--config")
            .arg(format!("target.{TARGET}.rustflags={flags}"));
    }
    command
}

/// One of the browser modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// Metrics, decoding, answers and the network on the CPU: small, loaded first.
    Cpu,
    /// The same with WebGPU, loaded only where there is an adapter.
    Gpu,
    /// EyeVQA and UltraG-Bench, loaded when their files are opened.
    Benchmark,
}

impl Module {
    /// All, in the order of building.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Gpu, Self::Benchmark];

    const fn features(self) -> &'static str {
        match self {
            Self::Cpu => "cpu,metrics",
            Self::Gpu => "gpu",
            Self::Benchmark => "benchmark",
        }
    }

    /// The module's name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::Benchmark => "benchmark",
        }
    }

    /// The generated JavaScript, its declarations and the module.
    pub fn folder(self) -> PathBuf {
        glue_folder().join(self.name())
    }

    /// The finished module.
    pub fn wasm(self) -> PathBuf {
        self.folder().join(format!("{}_bg.wasm", self.name()))
    }

    /// Builds the module unless nothing has changed.
    pub fn build(self, force: bool) -> Result<Done, String> {
        let root = tools::root();
        let more: &[&str] = match self {
            Self::Cpu => &METRICS,
            Self::Gpu => &[],
            Self::Benchmark => &BENCHMARK,
        };
        let inputs: Vec<&str> = INPUTS
            .iter()
            .chain(more)
            .copied()
            .filter(|input| root.join(input).exists())
            .collect();
        let settings = [PROFILE, OPTIMISATION, &WASM_OPT.join(" ")];
        let stamp = Stamp::of(self.name(), &inputs, &settings)?;
        if !force && stamp.is_current(&[&self.wasm(), &self.folder().join(format!("{}.js", self.name()))]) {
            return Ok(Done::Unchanged);
        }
        println!(
            "building the {} module (a clean build takes some minutes)",
            self.name()
        );
        let compiled = self.compile()?;
        self.bind(compiled)?;
        self.shrink()?;
        stamp.keep()?;
        Ok(Done::Built)
    }

    fn compile(self) -> Result<PathBuf, String> {
        add_target()?;
        let mut cargo = cargo("build");
        cargo.arg("--lib");
        cargo.args(["--no-default-features", "--features", self.features()]);
        finished(&mut cargo, &format!("build-{}", self.name()))?;
        Ok(tools::target_dir()
            .join(TARGET)
            .join(PROFILE)
            .join("groundscope_wasm.wasm"))
    }

    fn bind(self, compiled: PathBuf) -> Result<(), String> {
        let folder = self.folder();
        files::clear(&folder)?;
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(compiled)
            .out_name(self.name())
            .web(true)
            .and_then(|bindgen| {
                bindgen
                    .typescript(true)
                    .remove_name_section(true)
                    .remove_producers_section(true)
                    // The module is always handed over; an address of its own would only be a second way in.
                    .omit_default_module_path(true)
                    .generate(&folder)
            })
            .map_err(|error| format!("wasm-bindgen failed: {error:#}"))
    }

    fn shrink(self) -> Result<(), String> {
        let web = tools::root().join("web");
        tools::npm_packages(&web)?;
        let wasm = self.wasm();
        let small = wasm.with_extension("opt.wasm");
        let mut wasm_opt = Command::new("node");
        wasm_opt
            .arg(web.join("node_modules/binaryen/bin/wasm-opt"))
            .arg(OPTIMISATION)
            .args(WASM_OPT);
        wasm_opt.arg(&wasm).arg("-o").arg(&small);
        finished(&mut wasm_opt, &format!("wasm-opt-{}", self.name()))?;
        std::fs::rename(&small, &wasm)
            .map_err(|error| format!("{} cannot be moved: {error}", small.display()))
    }
}

/// The folder with the generated code of both modules.
pub fn glue_folder() -> PathBuf {
    work_folder().join("engine")
}

/// Adds the WebAssembly target to the Rust tool chain when it is missing.
fn add_target() -> Result<(), String> {
    let installed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    match installed {
        Ok(output)
            if String::from_utf8_lossy(&output.stdout)
                .lines()
                .any(|line| line.trim() == TARGET) =>
        {
            Ok(())
        }
        Ok(_) => finished(
            Command::new("rustup").args(["target", "add", TARGET]),
            "rustup-target",
        ),
        // Without rustup the distribution's Rust may have the target: cargo will tell.
        Err(_) => Ok(()),
    }
}

fn finished(command: &mut Command, log: &str) -> Result<(), String> {
    if output::run(command, log)?.success {
        Ok(())
    } else {
        Err(format!("{log} failed, see above"))
    }
}
