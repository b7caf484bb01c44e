//! Sizes of everything in the site, raw and as brotli sends them.

use std::fs;
use std::path::Path;

use super::{files, work_folder};

/// What a first answer on the CPU may cost a user who has nothing cached, in bytes as brotli sends them.
pub const BUDGET: u64 = 3_000_000;

/// Bytes that a first answer on the CPU needs, as brotli sends them.
pub fn first_answer(site: &Path) -> Result<u64, String> {
    let mut total = 0;
    for file in files::list(site)? {
        if needed_for_first_answer(&relative(site, &file)) {
            total += brotli_size(&files::read(&file)?)?;
        }
    }
    Ok(total)
}

/// Prints one line a file and the total of what a first answer on the CPU needs.
pub fn print(site: &Path) -> Result<(), String> {
    let mut first_answer = 0;
    println!("{:>10} {:>10}  file", "bytes", "brotli");
    for file in files::list(site)? {
        let bytes = files::read(&file)?;
        let compressed = brotli_size(&bytes)?;
        let path = relative(site, &file);
        if needed_for_first_answer(&path) {
            first_answer += compressed;
        }
        println!("{:>10} {compressed:>10}  {path}", bytes.len());
    }
    println!(
        "{:>10} {first_answer:>10}  everything needed for a first answer on the CPU",
        ""
    );
    Ok(())
}

fn relative(site: &Path, file: &Path) -> String {
    let path = file.strip_prefix(site).unwrap_or(file);
    path.to_string_lossy().replace('\\', "/")
}

/// The GPU module comes later, the sample only when asked for, licences and lists never.
fn needed_for_first_answer(path: &str) -> bool {
    let later = path == "engine/gpu.wasm" || path.starts_with("sample");
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
            "sample.png",
            "sample-references.json",
            "app.js.LEGAL.txt",
            "manifest.json",
        ] {
            assert!(!needed_for_first_answer(path), "{path}");
        }
    }
}
