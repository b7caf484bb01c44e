//! `groundscope read`: scans in, findings out.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use groundscope_imaging::{Scan, decode};
use groundscope_model::{DeviceChoice, Findings, Occlusion, ReadError, Reader};
use serde::Serialize;

use crate::args::ReadArgs;
use crate::failure::Failure;
use crate::{Outcome, boxes, input, json_line, output, overlay, print, print_raw, table, weights};

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
}

/// Read every file; a file that fails does not keep the others from being read.
pub fn run(args: &ReadArgs) -> Outcome {
    check(args)?;
    let reader = load(args)?;
    let mut entries = Vec::new();
    let mut failures = Vec::new();
    for path in &args.files {
        match read_one(&reader, path, args) {
            Ok(entry) => {
                if args.json {
                    let before = if entries.is_empty() { "[" } else { "," };
                    print_raw(&format!("{before}\n{}", json_line(&entry)?))?;
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
        print_raw(if entries.is_empty() { "[]\n" } else { "\n]\n" })?;
    }
    // A file of boxes that says that nothing was read would only replace a better one.
    if let (Some(out), false) = (&args.boxes, entries.is_empty()) {
        let images = entries
            .iter()
            .map(|entry| (image_id(Path::new(&entry.file)), &entry.findings));
        if let Err(failure) = boxes::write_findings(out, images) {
            failures.push(failure);
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

/// What can be told before any work is done.
fn check(args: &ReadArgs) -> Result<(), Failure> {
    if args.overlay.is_some() && args.files.len() > 1 {
        return Err(Failure::new(
            format_args!("--overlay draws one scan, {} files were given", args.files.len()),
            "Read the files one by one, each with its own --overlay.",
        ));
    }
    if let Some(out) = &args.overlay
        && !out
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
    {
        return Err(Failure::of(
            out,
            "--overlay writes a PNG",
            "Name a file that ends in .png.",
        ));
    }
    for (option, out) in [("--overlay", &args.overlay), ("--boxes", &args.boxes)] {
        let Some(out) = out else { continue };
        output::spare(option, out, args.files.iter().chain(&args.weights))?;
    }
    if let (Some(overlay), Some(boxes)) = (&args.overlay, &args.boxes)
        && (overlay == boxes || output::same_file(overlay, boxes))
    {
        return Err(Failure::of(
            overlay,
            "--overlay and --boxes name the same file",
            "Name two files.",
        ));
    }
    let mut seen = BTreeSet::new();
    let twice = args.files.iter().find(|path| !seen.insert(image_id(path)));
    match twice {
        Some(path) if args.boxes.is_some() => Err(Failure::of(
            path,
            "a second file of this name; a boxes file tells images by their names",
            "Rename one of them, or write two boxes files.",
        )),
        _ => Ok(()),
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
    if let Some(out) = &args.overlay {
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
    })
}

fn draw(scan: &Scan, findings: &Findings, out: &Path) -> Result<(), Failure> {
    let png = overlay::png(scan, findings)
        .map_err(|error| Failure::of(out, error, "Report this as a fault of the program."))?;
    output::write(out, &png)
}

/// The name by which a boxes file knows the image: the file's, without its folder.
fn image_id(path: &Path) -> String {
    let name = path.file_name().unwrap_or(OsStr::new(path));
    name.to_string_lossy().into_owned()
}
