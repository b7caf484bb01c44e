//! `groundscope read`: scans in, findings out.

use std::path::Path;

use groundscope_imaging::{Scan, decode, encode_png_rgba};
use groundscope_model::{DeviceChoice, Findings, Occlusion, ReadError, Reader};
use serde::Serialize;

use crate::args::ReadArgs;
use crate::failure::Failure;
use crate::read_outputs::{self, Read};
use crate::{Outcome, input, json_line, output, overlay, print, table, weights, write_out};

/// One entry of `read --json`.
#[derive(Serialize)]
struct Entry {
    file: String,
    #[serde(flatten)]
    findings: Findings,
    /// What was done to the picture on the way, in sentences; left out where there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What hiding the evidence does to each answer, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    occlusion: Option<Vec<Occlusion>>,
    /// The scan as a PNG, where an output shows it.
    #[serde(skip)]
    picture: Option<Vec<u8>>,
}

/// Read every file; a file that fails does not keep the others from being read.
pub fn run(args: &ReadArgs) -> Outcome {
    read_outputs::check(args)?;
    let reader = load(args)?;
    let mut entries = Vec::new();
    let mut failures = Vec::new();
    for path in &args.files {
        match read_one(&reader, path, args) {
            Ok(entry) => {
                if args.json {
                    let before = if entries.is_empty() { "[" } else { "," };
                    write_out(&format!("{before}\n{}", json_line(&entry)?))?;
                } else {
                    print(&table::findings(&entry.file, &entry.findings, &entry.notes))?;
                    let checked = entry.occlusion.as_deref().unwrap_or_default();
                    print(&table::occlusion(&entry.findings, checked))?;
                }
                entries.push(entry);
            }
            Err(failure) => failures.push(failure),
        }
    }
    if args.json {
        write_out(if entries.is_empty() { "[]\n" } else { "\n]\n" })?;
    }
    // A file that says that nothing was read would only replace a better one.
    if !entries.is_empty() {
        let all: Vec<Read<'_>> = entries.iter().map(Entry::read).collect();
        failures.extend(read_outputs::write(&args.outputs, &all, reader.manifest()));
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

impl Entry {
    fn read(&self) -> Read<'_> {
        Read {
            file: &self.file,
            findings: &self.findings,
            notes: &self.notes,
            picture: self.picture.as_deref(),
        }
    }
}

fn load(args: &ReadArgs) -> Result<Reader, Failure> {
    let weights = weights::load(args.weights.as_deref())?;
    let choice = DeviceChoice::from(args.device);
    let reader = pollster::block_on(Reader::load(weights, choice, &mut |_| ())).map_err(device_failure)?;
    // The processor with the weights that come with the program is tested at every build.
    if choice == DeviceChoice::Gpu || args.weights.is_some() {
        let report = pollster::block_on(reader.self_check()).map_err(device_failure)?;
        if !report.agrees() {
            let hint = match choice {
                DeviceChoice::Gpu => "Use --device cpu.",
                DeviceChoice::Cpu => {
                    "Get the weights file again, or train it again: its numbers are not those that it was made with."
                }
            };
            return Err(Failure::new(
                format_args!(
                    "the {choice} computes wrongly with these weights: it differs from the values stored in them by {}",
                    report.max_abs_difference
                ),
                hint,
            ));
        }
    }
    Ok(reader)
}

fn device_failure(error: ReadError) -> Failure {
    let hint = match error {
        ReadError::GpuNotBuilt => {
            "Use --device cpu, or build with `cargo build --release -p groundscope-cli --features gpu`."
                .to_owned()
        }
        _ => table::hint(&error),
    };
    Failure::new(&error, hint)
}

fn read_one(reader: &Reader, path: &Path, args: &ReadArgs) -> Result<Entry, Failure> {
    let bytes = input::bytes(path)?;
    let scan = decode(&bytes).map_err(|error| Failure::of(path, &error, error.hint()))?;
    let read = pollster::block_on(async {
        if args.any_picture {
            reader.read_any(&scan, &mut |_| ()).await
        } else {
            reader.read(&scan, &mut |_| ()).await
        }
    });
    let mut findings = read.map_err(|error| Failure::of(path, &error, table::hint(&error)))?;
    findings.scale = args.scale;
    findings.eye = args.eye;
    if let Some(out) = &args.outputs.overlay {
        draw(&scan, &findings, out)?;
    }
    let occlusion = args
        .occlusion_check
        .then(|| pollster::block_on(reader.occlusion_check(&scan, &findings)))
        .transpose()
        .map_err(|error| Failure::of(path, &error, table::hint(&error)))?;
    Ok(Entry {
        file: path.display().to_string(),
        findings,
        notes: scan.info.notes(),
        occlusion,
        picture: args
            .outputs
            .shows_scans()
            .then(|| picture(&scan, path))
            .transpose()?,
    })
}

fn picture(scan: &Scan, path: &Path) -> Result<Vec<u8>, Failure> {
    encode_png_rgba(scan.width, scan.height, &scan.to_rgba8())
        .map_err(|error| Failure::of(path, error, "Report this as a fault of the program."))
}

fn draw(scan: &Scan, findings: &Findings, out: &Path) -> Result<(), Failure> {
    let png = overlay::png(scan, findings)
        .map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
    output::write(out, &png)
}
