//! Writes a report of eight invented models into a folder: `cargo run -p groundscope-report --example sample -- try`.

#[path = "../tests/invented/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod invented;

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "sample-report".into()));
    // A picture to lie under the gallery's boxes, such as a synthetic scan of `groundscope make phantom`.
    let picture = arguments.next().map(fs::read).transpose()?;
    let evaluation = invented::evaluation(picture);
    #[cfg_attr(
        not(feature = "png"),
        allow(unused_mut, reason = "pictures come with the feature")
    )]
    let mut files = groundscope_report::write(&evaluation).map_err(io::Error::other)?;
    #[cfg(feature = "png")]
    files.extend(groundscope_report::pictures(&evaluation).map_err(io::Error::other)?);
    for (path, bytes) in &files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, bytes)?;
    }
    println!("{} files in {}", files.len(), folder.display());
    Ok(())
}
