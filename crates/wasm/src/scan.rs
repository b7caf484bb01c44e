//! Scan files in, pixels and what is known about them out.

use groundscope_imaging as imaging;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::values::to_js;

/// A decoded scan in the module's memory.
#[wasm_bindgen]
pub struct Scan {
    pub(crate) scan: imaging::Scan,
}

/// Decodes PNG, JPEG, TIFF or BMP, grey or colour, 8 or 16 bits; of a TIFF file with many pages this one, counted from 0.
///
/// # Errors
/// `scan_...` codes: what is wrong with the file.
#[wasm_bindgen]
pub fn decode(bytes: &[u8], page: u32) -> Result<Scan, JsValue> {
    let scan = imaging::decode_page(bytes, page).map_err(Failure::from)?;
    Ok(Scan { scan })
}

#[wasm_bindgen]
impl Scan {
    /// Size, format and notes.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(unchecked_return_type = "ScanInfo")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        to_js(&ScanInfo::of(&self.scan))
    }

    /// 8-bit RGBA, row-major, `width * height * 4` bytes, for a canvas.
    #[wasm_bindgen(unchecked_return_type = "Uint8ClampedArray")]
    pub fn rgba(&self) -> js_sys::Uint8ClampedArray {
        js_sys::Uint8ClampedArray::from(self.scan.to_rgba8().as_slice())
    }
}

/// `ScanInfo` of `web/worker/types.ts`.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct ScanInfo {
    width: u32,
    height: u32,
    format: String,
    bit_depth: u8,
    colour: &'static str,
    pages: u32,
    notes: Vec<String>,
}

impl ScanInfo {
    fn of(scan: &imaging::Scan) -> Self {
        let info = &scan.info;
        Self {
            width: scan.width,
            height: scan.height,
            format: info
                .format
                .map_or_else(|| "memory".to_owned(), |format| format.to_string().to_lowercase()),
            bit_depth: info.bit_depth,
            colour: match info.colour {
                imaging::Colour::Grey | imaging::Colour::GreyAlpha => "grey",
                _ => "colour",
            },
            pages: info.pages,
            notes: info.notes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_file_said_is_passed_on() {
        let mut scan = imaging::Scan::from_grey(2, 1, vec![0.0, 1.0]).unwrap();
        let info = ScanInfo::of(&scan);
        assert_eq!(
            (info.width, info.height, info.format.as_str(), info.colour),
            (2, 1, "memory", "grey")
        );
        assert!(info.notes.is_empty());
        scan.info.pages = 3;
        assert_eq!(ScanInfo::of(&scan).pages, 3);
        assert_eq!(ScanInfo::of(&scan).notes, scan.info.notes());
        assert_eq!(scan.info.notes().len(), 1);
    }
}
