//! Sizes of everything in the site, raw and as brotli sends them.

use std::fs;
use std::path::Path;

use super::{files, work_folder};

/// What a first answer on the CPU may cost a user who has nothing cached, in bytes as brotli sends them. It was 3.0 MB until exports,
/// the second language and the tools over the scan came: 1.73 MB are the weights, 1.19 the CPU's module, 0.09 the page.
pub const BUDGET: u64 = 3_100_000;

/// Bytes that a first answer on the CPU needs, as brotli sends them.
pub fn first_answer(site: &Path) -> Result<u64, String> {
    Ok(total(&measure(site, needed_for_first_answer)?))
}

/// Prints one line a file and the total of what a first answer on the CPU needs.
pub fn print(site: &Path) -> Result<(), String> {
    let files = measure(site, |_| true)?;
    println!("{:>10} {:>10}  file", "bytes", "brotli");
    for Measured { path, raw, brotli } in &files {
        println!("{raw:>10} {brotli:>10}  {path}");
    }
    println!(
        "{:>10} {:>10}  everything needed for a first answer on the CPU",
        "",
        total(&files)
    );
    Ok(())
}

/// A file of the site and its sizes in bytes.
struct Measured {
    path: String,
    raw: usize,
    brotli: u64,
}

/// Measures the files whose path in the site is wanted; compressing the others would take time for nothing.
fn measure(site: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Measured>, String> {
    let mut measured = Vec::new();
    for file in files::list(site)? {
        let path = file.strip_prefix(site).unwrap_or(&file);
        let path = path.to_string_lossy().replace('\\', "/");
        if wanted(&path) {
            let bytes = files::read(&file)?;
            let (raw, brotli) = (bytes.len(), brotli_size(&bytes)?);
            measured.push(Measured { path, raw, brotli });
        }
    }
    Ok(measured)
}

fn total(files: &[Measured]) -> u64 {
    let needed = files.iter().filter(|file| needed_for_first_answer(&file.path));
    needed.map(|file| file.brotli).sum()
}

/// The modules of the GPU and the benchmarks come later, the sample only when asked for, licences and lists never.
fn needed_for_first_answer(path: &str) -> bool {
    let later = matches!(path, "engine/gpu.wasm" | "engine/benchmark.wasm") || path.starts_with("sample");
    !later && !path.ends_with(".LEGAL.txt") && path != "manifest.json"
}

/// The size at brotli's best level, remembered by content: the modules take a while.
fn brotli_size(bytes: &[u8]) -> Result<u64, String> {
    let note = work_folder().join("brotli").join(files::sha256(bytes));
    if let Some(size) = fs::read_to_string(&note).ok().and_then(|text| text.parse().ok()) {
        return Ok(size);
    }
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &parameters)
        .map_err(|error| format!("brotli failed: {error}"))?;
    let size = compressed.len() as u64;
    files::write(&note, size.to_string().as_bytes())?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_answer_needs_page_module_and_weights_only() {
        for path in [
            "index.html",
            "app.js",
            "engine/reader.js",
            "engine/cpu.wasm",
            "weights/groundscope-oct-1.safetensors",
        ] {
            assert!(needed_for_first_answer(path), "{path}");
        }
        for path in [
            "engine/gpu.wasm",
            "engine/benchmark.wasm",
            "sample.png",
            "sample-references.json",
            "app.js.LEGAL.txt",
            "manifest.json",
        ] {
            assert!(!needed_for_first_answer(path), "{path}");
        }
    }
}
