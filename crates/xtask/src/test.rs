//! `cargo xtask test`: sets everything up, runs every test once and closes with one line of counts.
//!
//! Each step is a plain command that a developer can run alone; `docs/testing.md` says which.

mod counts;
pub(crate) mod output;
mod steps;
pub(crate) mod tools;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use counts::Counts;

/// Options of `cargo xtask test`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Runs one part only (everything by default).
    #[arg(long, value_enum)]
    only: Option<Part>,
}

/// A part of the tests that can be run alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Formatting, lints, unit, property and documentation tests of all crates.
    Rust,
    /// The tests of the WebAssembly modules, in Chromium.
    Wasm,
    /// The page in Chromium, as a user would, with WebGPU and without.
    E2e,
    /// That nothing leaves the machine, and that the check for it can fail.
    Privacy,
}

impl Options {
    fn wants(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }
}

/// Runs the tests asked for. The last line printed is `N passed, N failed`; success only when nothing failed.
pub fn run(options: &Options) -> ExitCode {
    let mut report = Report::default();
    let built = options.wants(Part::Rust);
    if built {
        report.step("Formatting (cargo fmt)", steps::formatting);
        report.step("Lints (cargo clippy)", steps::lints);
        report.step("Crates (cargo test)", steps::crates);
    }
    if options.wants(Part::Wasm) {
        report.step("WebAssembly modules in Chromium (wasm-bindgen-test)", || {
            steps::wasm(built)
        });
    }
    if options.wants(Part::E2e) || options.wants(Part::Privacy) {
        let mut address = String::new();
        let ready = report.step("The site (cargo xtask build)", || steps::site(&mut address))
            && report.step("Types and units of the page (tsc, node --test)", steps::web);
        // Without a site every browser test would fail for the same reason: say it once.
        if ready && options.wants(Part::E2e) && report.step("The command line", || steps::command_line(built))
        {
            report.step("The page end to end, CPU", || steps::browser("cpu", &address));
            if report.step("What others install (cargo xtask pkg)", steps::packed) {
                report.step("Package, static site and single file", || {
                    steps::browser("packed", &address)
                });
            }
            report.step("The page end to end, WebGPU on the software adapter", || {
                steps::browser("webgpu", &address)
            });
        }
        if ready && options.wants(Part::Privacy) {
            report.step("Privacy", || steps::browser("privacy", &address));
        }
    }
    report.close()
}

/// What takes too long for every day: pages of others, built with their tools and read in Chromium; Firefox; a day's scans in a tab.
pub fn soak() -> ExitCode {
    let mut report = Report::default();
    let mut address = String::new();
    let ready = report.step("The site (cargo xtask build)", || steps::site(&mut address))
        && report.step("What others install (cargo xtask pkg)", steps::packed)
        && report.step("Consumers (Vite, webpack, React)", steps::consumers);
    if ready {
        report.step("Consumers and nginx in Chromium", || {
            steps::browser("consumers", &address)
        });
        report.step("The page in Firefox, CPU", || steps::firefox(&address));
        report.step("Two hundred scans in one tab", || {
            steps::browser("soak", &address)
        });
    }
    report.close()
}

/// What has run so far.
struct Report {
    started: Instant,
    total: Counts,
    lines: Vec<(String, Counts, Duration)>,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            total: Counts::default(),
            lines: Vec::new(),
        }
    }
}

impl Report {
    /// Runs one step and says how it ended; true when nothing in it failed.
    fn step(&mut self, name: &str, body: impl FnOnce() -> Result<Counts, String>) -> bool {
        println!("== {name}");
        let started = Instant::now();
        let counts = body().unwrap_or_else(|message| {
            println!("   {message}");
            Counts {
                failed: 1,
                ..Counts::default()
            }
        });
        let took = started.elapsed();
        println!("   {counts} in {}", words(took));
        self.total += counts;
        self.lines.push((name.to_owned(), counts, took));
        counts.failed == 0
    }

    fn close(self) -> ExitCode {
        println!("\nTests took {}:", words(self.started.elapsed()));
        for (name, counts, took) in &self.lines {
            let mark = if counts.failed == 0 { "ok    " } else { "FAILED" };
            println!(
                "  {mark} {name}: {} of {} passed in {}",
                counts.passed,
                counts.ran(),
                words(*took)
            );
        }
        // Read by machines too: alone on its line, and last.
        println!("\n{}", self.total);
        if self.total.failed == 0 && self.total.passed > 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

/// A duration as a person says it: `3 min 5 s`, `4.2 s`.
fn words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds >= 60 {
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_as_words() {
        assert_eq!(words(Duration::from_millis(4_230)), "4.2 s");
        assert_eq!(words(Duration::from_secs(185)), "3 min 5 s");
    }

    #[test]
    fn one_part_leaves_the_others_out() {
        let only = Options {
            only: Some(Part::Wasm),
        };
        assert!(only.wants(Part::Wasm) && !only.wants(Part::Rust));
        assert!(Options::default().wants(Part::Privacy));
    }

    #[test]
    fn a_step_that_cannot_run_counts_as_a_failure() {
        let mut report = Report::default();
        assert!(report.step("fine", || Ok(Counts {
            passed: 2,
            ..Counts::default()
        })));
        assert!(!report.step("broken", || Err("no browser".into())));
        assert_eq!(
            report.total,
            Counts {
                passed: 2,
                failed: 1,
                skipped: 0
            }
        );
    }
}
