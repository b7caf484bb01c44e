//! Annotations of one format as another.

use groundscope_benchmarks::formats::{
    self, Format, Loss, NamedBytes, Notes, ReadOptions, VocPixels, WriteOptions, class_map, class_names,
};
use groundscope_benchmarks::{BoxTally, ClassLabel, CoordinateSpace};
use groundscope_geometry::BoxRule;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::files::{NamedFile, annotations, references};
use crate::metrics::report_values::{files_to_js, object, report_to_js};
use crate::values::from_js;

/// Converts annotations: the report and the files of `groundscope convert --json`.
///
/// # Errors
/// `convert`: what is wrong with a file or an option, or why an image cannot be written.
#[wasm_bindgen(unchecked_return_type = "Converted")]
pub fn convert(
    #[wasm_bindgen(unchecked_param_type = "ConvertRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    let (report, files) = from_js::<ConvertRequest>(request)?.convert()?;
    let files = files
        .iter()
        .map(|file| (file.path.as_str(), file.bytes.as_slice()));
    Ok(object([
        ("report", report_to_js(&report)?),
        ("files", files_to_js(files)),
    ]))
}

/// `ConvertRequest` of `web/worker/reports/requests.ts`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConvertRequest {
    files: Vec<NamedFile>,
    to: String,
    from: Option<String>,
    space: Option<String>,
    from_space: Option<String>,
    voc_pixels: Option<String>,
    class_map: Option<NamedFile>,
    names: Option<NamedFile>,
    sizes: Option<Vec<NamedFile>>,
    #[serde(default)]
    classes: Vec<String>,
    min_area: Option<u64>,
    join: Option<f64>,
}

/// `ConvertReport` of `web/worker/reports/convert.ts`.
#[derive(Debug, PartialEq, Serialize)]
struct ConvertReport {
    read: ReadReport,
    written: WrittenReport,
}

#[derive(Debug, PartialEq, Serialize)]
struct ReadReport {
    format: &'static str,
    images: usize,
    boxes: usize,
    dropped: BoxTally,
    notes: Notes,
}

#[derive(Debug, PartialEq, Serialize)]
struct WrittenReport {
    format: &'static str,
    files: usize,
    losses: Vec<Loss>,
}

impl ConvertRequest {
    fn convert(&self) -> Result<(ConvertReport, Vec<NamedBytes>), Failure> {
        let format = |name: &str| name.parse::<Format>().map_err(|error| told(&error));
        let to = format(&self.to)?;
        let from = self.from.as_deref().map(format).transpose()?;
        let sizes = self.sizes.as_deref().map(references).transpose()?;
        let voc_pixels = self.voc_pixels.as_deref().map(str::parse::<VocPixels>);
        let voc_pixels = voc_pixels
            .transpose()
            .map_err(|error| told(&error))?
            .unwrap_or_default();
        let mut options = ReadOptions {
            references: sizes.as_ref(),
            voc_pixels,
            classes: self
                .classes
                .iter()
                .map(|name| ClassLabel::from_name(name))
                .collect(),
            ..ReadOptions::default()
        };
        if let Some(name) = &self.from_space {
            options.space = space(name)?;
        }
        options.rule = BoxRule {
            min_area: self.min_area.unwrap_or(options.rule.min_area),
            join_distance: self.join.unwrap_or(options.rule.join_distance),
        };
        if !(0.0..=1e6).contains(&options.rule.join_distance) {
            let what = "The distance at which components join must be 0 to 1000000 pixels.";
            return Err(Failure::new("convert", what, ""));
        }
        if let Some(file) = &self.class_map {
            let map = class_map(&file.bytes);
            options.class_map = map.map_err(|error| Failure::of_file("convert", &file.name, &error))?;
        }
        if let Some(file) = &self.names {
            let names = class_names(&file.name, &file.bytes);
            options.names = names.map_err(|error| Failure::of_file("convert", &file.name, &error))?;
        }
        let read = annotations(&self.files, from, &options, "convert")?;
        let how = WriteOptions {
            space: self.space.as_deref().map(space).transpose()?,
            voc_pixels,
        };
        let written = formats::write(&read.annotations, to, &how).map_err(|error| told(&error))?;
        let images = &read.annotations.images;
        let report = ConvertReport {
            read: ReadReport {
                format: read.format.id(),
                images: images.len(),
                boxes: images.iter().map(|image| image.boxes.len()).sum(),
                dropped: read.annotations.tally,
                notes: read.notes,
            },
            written: WrittenReport {
                format: to.id(),
                files: written.files.len(),
                losses: written.losses,
            },
        };
        Ok((report, written.files))
    }
}

fn told(error: &dyn std::error::Error) -> Failure {
    Failure::told("convert", error)
}

fn space(name: &str) -> Result<CoordinateSpace, Failure> {
    CoordinateSpace::from_id(name).ok_or_else(|| {
        let what = format!("There is no coordinate space {name}.");
        Failure::new("convert", what, "Spaces are pixel, norm1000 and unit.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::files::tests::{boxes, file};

    fn request(more: &serde_json::Value) -> ConvertRequest {
        let mut request = serde_json::json!({"files": [], "to": "yolo"});
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        let mut request: ConvertRequest = serde_json::from_value(request).unwrap();
        request.files = vec![file("r.json", &boxes(&[[0, 0, 10, 10], [20, 20, 40, 60]]))];
        request
    }

    #[test]
    fn files_are_converted_as_by_the_crate() {
        let asked = request(&serde_json::json!({}));
        let named = [NamedBytes {
            path: "r.json".to_owned(),
            bytes: asked.files[0].bytes.clone(),
        }];
        let read = formats::read(&named, None, &ReadOptions::default()).unwrap();
        let written = formats::write(&read.annotations, Format::Yolo, &WriteOptions::default()).unwrap();
        let (report, files) = asked.convert().unwrap();
        assert_eq!(report.written.losses, written.losses);
        assert_eq!((report.read.format, report.read.boxes), ("boxes", 2));
        assert_eq!(files, written.files);
        assert!(files.iter().any(|file| file.path == "labels/a.txt"));
    }

    #[test]
    fn a_folder_comes_back_as_the_boxes_it_was_made_of() {
        let (_, folder) = request(&serde_json::json!({})).convert().unwrap();
        let mut back = request(&serde_json::json!({"to": "boxes", "space": "pixel"}));
        back.files = folder
            .into_iter()
            .map(|file| NamedFile {
                name: file.path,
                bytes: file.bytes,
            })
            .collect();
        let (report, files) = back.convert().unwrap();
        assert_eq!(
            (report.read.format, report.read.boxes, files.len()),
            ("yolo", 2, 1)
        );
        let again = crate::metrics::files::references(&[NamedFile {
            name: files[0].path.clone(),
            bytes: files[0].bytes.clone(),
        }])
        .unwrap();
        assert_eq!(
            again.images[0].boxes[1].corners.to_f64(),
            [20.0, 20.0, 40.0, 60.0]
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        for wrong in [
            serde_json::json!({"to": "pdf"}),
            serde_json::json!({"from": "pdf"}),
            serde_json::json!({"from": "voc"}),
            serde_json::json!({"space": "mm"}),
            serde_json::json!({"fromSpace": "mm"}),
            serde_json::json!({"vocPixels": "half"}),
            serde_json::json!({"join": -1.0}),
            serde_json::json!({"classes": ["srff"]}),
        ] {
            let failure = request(&wrong).convert().unwrap_err();
            assert_eq!(failure.code(), "convert", "{wrong}");
        }
    }
}
