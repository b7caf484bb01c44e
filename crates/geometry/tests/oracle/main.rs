//! The crate against independent tools: vectors made by the scripts in tests/vectors, and the crate `geo`.

mod component_labels;
mod dbscan;
mod masks_to_boxes;
mod polygons;
mod rle;
mod unions;

use groundscope_geometry::Mask;
use serde_json::Value;

/// The cases of a file in tests/vectors, one a line.
fn cases(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    let list = value.as_array().unwrap();
    list.iter().map(|v| v.as_u64().unwrap()).collect()
}

/// A binary number written as a text: those of JSON are not read to the last bit.
fn exact(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

/// Width and height of a case.
fn size_of(case: &Value) -> [u32; 2] {
    [0, 1].map(|axis| case["size"][axis].as_u64().unwrap() as u32)
}

/// A mask from the lengths of runs over its rows, outside first.
fn mask_of([width, height]: [u32; 2], rows: &Value) -> Mask {
    let mut inside = Vec::new();
    for (i, length) in numbers(rows).into_iter().enumerate() {
        inside.extend(std::iter::repeat_n(i % 2 == 1, length as usize));
    }
    assert_eq!(inside.len(), width as usize * height as usize);
    Mask::from_fn(width, height, |x, y| {
        inside[y as usize * width as usize + x as usize]
    })
}
