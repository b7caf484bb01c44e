//! Files made of text, and what was read of them in short.

#![allow(dead_code)] // every test file takes what it needs

use groundscope_benchmarks::FileError;
use groundscope_benchmarks::formats::{NamedBytes, NamedSize, ReadFiles, ReadOptions, read};

pub fn file(path: &str, bytes: impl AsRef<[u8]>) -> NamedBytes {
    NamedBytes {
        path: path.to_owned(),
        bytes: bytes.as_ref().to_vec(),
    }
}

pub fn files(list: &[(&str, &str)]) -> Vec<NamedBytes> {
    list.iter().map(|(path, text)| file(path, text)).collect()
}

pub fn try_read(list: &[(&str, &str)]) -> Result<ReadFiles, FileError> {
    read(&files(list), None, &ReadOptions::default())
}

pub fn problem(list: &[(&str, &str)]) -> String {
    try_read(list).unwrap_err().to_string()
}

/// Class, corners and score of every box of an image.
pub fn boxes(read: &ReadFiles, image: usize) -> Vec<(String, [f64; 4], Option<f64>)> {
    let boxes = read.annotations.images[image].boxes.iter();
    boxes
        .map(|b| (b.label.id().to_owned(), b.corners.to_f64(), b.score))
        .collect()
}

pub fn ids(read: &ReadFiles) -> Vec<&str> {
    read.annotations
        .images
        .iter()
        .map(|image| image.id.as_str())
        .collect()
}

pub fn sized(list: &[(&str, u32, u32)]) -> ReadOptions<'static> {
    let images = list.iter().map(|(path, width, height)| NamedSize {
        path: (*path).to_owned(),
        width: *width,
        height: *height,
    });
    ReadOptions {
        images: images.collect(),
        ..ReadOptions::default()
    }
}
