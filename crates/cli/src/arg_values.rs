//! Values of the command line that need a reader of their own.

use std::path::PathBuf;

use groundscope_benchmarks::stream::Shard;
use groundscope_benchmarks::{ClassLabel, CoordinateSpace};

/// `K/N`.
pub fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text
        .split_once('/')
        .and_then(|(k, n)| Shard::new(k.parse().ok()?, n.parse().ok()?));
    numbers.ok_or_else(|| "a part is K/N with K from 1 to N, such as 2/8".to_owned())
}

/// `NAME=FILE`.
pub fn named_file(text: &str) -> Result<(String, PathBuf), &'static str> {
    match text.split_once('=') {
        Some((name, path)) if !name.trim().is_empty() && !path.is_empty() => {
            Ok((name.trim().to_owned(), PathBuf::from(path)))
        }
        _ => Err("a split is NAME=FILE, as in train=train.json"),
    }
}

/// A class by any of its names.
pub fn class(text: &str) -> Result<ClassLabel, &'static str> {
    match text.trim() {
        "" => Err("name a class, as in irf,srf"),
        name => Ok(ClassLabel::from_name(name)),
    }
}

/// The space of boxes.
pub fn space(text: &str) -> Result<CoordinateSpace, String> {
    CoordinateSpace::from_id(text).ok_or_else(|| "spaces are pixel, norm1000 and unit".to_owned())
}

/// A distance in pixels.
pub fn distance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|pixels| (0.0..=1e6).contains(pixels))
        .ok_or_else(|| "give a distance in pixels, 0 to 1000000".to_owned())
}
