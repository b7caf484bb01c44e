//! What data sets hold and what may be wrong with them.

use std::collections::BTreeSet;

use groundscope_benchmarks::describe::{DataSet, Description, Settings, describe};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::metrics::files::{NamedFile, references};
use crate::metrics::report_values::report_to_js;
use crate::values::from_js;

/// Describes data sets: the report of `groundscope describe --json`, without pictures.
///
/// # Errors
/// `references` for a bad file, and for two sets of one name.
#[wasm_bindgen(js_name = "describeReferences", unchecked_return_type = "Description")]
pub fn describe_references(
    #[wasm_bindgen(unchecked_param_type = "DescribeRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    report_to_js(&from_js::<DescribeRequest>(request)?.description()?)
}

/// `DescribeRequest` of `web/worker/reports/requests.ts`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DescribeRequest {
    sets: Vec<Set>,
    tiny_px: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct Set {
    name: String,
    files: Vec<NamedFile>,
}

impl DescribeRequest {
    fn description(&self) -> Result<Description, Failure> {
        let mut names = BTreeSet::new();
        let mut sets = Vec::new();
        for set in &self.sets {
            if !names.insert(&set.name) {
                return Err(Failure::new(
                    "references",
                    format!("There is a second data set of the name {}.", set.name),
                    "Give every set its own name.",
                ));
            }
            sets.push(DataSet {
                name: set.name.clone(),
                annotations: references(&set.files)?,
                pictures: None,
            });
        }
        let defaults = Settings::default();
        let settings = Settings {
            tiny_px: self.tiny_px.unwrap_or(defaults.tiny_px),
            ..defaults
        };
        Ok(describe(&sets, &settings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::files::tests::{boxes, file};
    use groundscope_benchmarks::read_references;

    #[test]
    fn sets_are_described_as_by_the_crate() {
        let texts = [boxes(&[[0, 0, 4, 4], [0, 0, 4, 4]]), boxes(&[])];
        let set = |name: &str, text: &str| Set {
            name: name.to_owned(),
            files: vec![file("r.json", text)],
        };
        let mut request = DescribeRequest {
            sets: vec![set("train", &texts[0]), set("test", &texts[1])],
            tiny_px: None,
        };
        let own = |name: &str, text: &str| DataSet {
            name: name.to_owned(),
            annotations: read_references(text.as_bytes()).unwrap(),
            pictures: None,
        };
        let sets = [own("train", &texts[0]), own("test", &texts[1])];
        let description = request.description().unwrap();
        assert_eq!(description, describe(&sets, &Settings::default()));
        assert_eq!(description.health.tiny_boxes.count, 2);
        request.tiny_px = Some(16);
        assert_eq!(request.description().unwrap().health.tiny_boxes.count, 0);
        request.sets.push(set("test", &texts[0]));
        assert_eq!(request.description().unwrap_err().code(), "references");
    }
}
