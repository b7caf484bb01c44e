//! The sample scan: a phantom as PNG, with its true boxes as a references file.

use std::path::PathBuf;

use groundscope_geometry::{BoxRule, masks_to_boxes};
use groundscope_phantom::Phantom;

use super::stamp::Stamp;
use super::{Done, files, work_folder};

/// The scan's name in the site and in its references.
const SCAN: &str = "sample.png";
const REFERENCES: &str = "sample-references.json";

/// Where the sample's files lie.
pub fn folder() -> PathBuf {
    work_folder().join("sample")
}

/// Makes the sample unless the phantom has not changed.
pub fn build(force: bool) -> Result<Done, String> {
    let stamp = Stamp::of(
        "sample",
        &[
            "crates/phantom",
            "crates/geometry",
            "crates/xtask/src/build/sample.rs",
        ],
        &[],
    )?;
    let [scan, references] = [SCAN, REFERENCES].map(|name| folder().join(name));
    if !force && stamp.is_current(&[&scan, &references]) {
        return Ok(Done::Unchanged);
    }
    let phantom = groundscope_phantom::sample().map_err(|error| error.to_string())?;
    files::clear(&folder())?;
    files::write(&scan, &png(&phantom)?)?;
    files::write(&references, references_of(&phantom).as_bytes())?;
    stamp.keep()?;
    Ok(Done::Built)
}

/// 8-bit grey.
fn png(phantom: &Phantom) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, phantom.width, phantom.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&phantom.scan));
    written.map_err(|error| format!("the sample cannot be written as PNG: {error}"))?;
    Ok(bytes)
}

/// groundscope-boxes/1 in pixels: the boxes of the phantom's masks, exhaustive for every class that it draws.
fn references_of(phantom: &Phantom) -> String {
    let boxes: Vec<_> = phantom
        .masks
        .iter()
        .flat_map(|(class, mask)| {
            masks_to_boxes(mask, &BoxRule::default())
                .into_iter()
                .map(|cluster| serde_json::json!({ "class": class.id(), "box": cluster.bounds.to_array().map(|v| v as u32) }))
        })
        .collect();
    let exhaustive: Vec<_> = groundscope_phantom::SUPPORTED
        .iter()
        .map(|class| class.id())
        .collect();
    let file = serde_json::json!({
        "format": "groundscope-boxes/1",
        "space": "pixel",
        "exhaustive": exhaustive,
        "images": [{ "id": SCAN, "width": phantom.width, "height": phantom.height, "boxes": boxes }],
    });
    format!("{file:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_a_picture_and_a_box_for_each_lesion() {
        let phantom = groundscope_phantom::sample().unwrap();
        let bytes = png(&phantom).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (phantom.width, phantom.height));
        assert_eq!(pixels, phantom.scan);
        let references: serde_json::Value = serde_json::from_str(&references_of(&phantom)).unwrap();
        let boxes = references["images"][0]["boxes"].as_array().unwrap();
        for (class, _) in &phantom.masks {
            assert!(boxes.iter().any(|b| b["class"] == class.id()), "{}", class.id());
        }
        for b in boxes {
            let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|i| b["box"][i].as_u64().unwrap());
            assert!(x1 < x2 && y1 < y2 && x2 <= u64::from(phantom.width) && y2 <= u64::from(phantom.height));
        }
    }
}
