//! Single cases in the machine form of the specification's worked examples (section 7): one JSON object in, one out.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::overlap::score_mask;
use crate::raster::{SegmentationError, coco_pixels};
use crate::response::Response;
use crate::score::kinds::{self, Asked};
use crate::score::means::{Sample, means};
use crate::text::{Nouns, pixel_pair};
use crate::{Frame, Profile};

/// Why a case cannot be scored.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// Not a case.
    #[error("this is no case: {0}; give an object with kind and input a line")]
    Json(#[from] serde_json::Error),
    /// A kind that there is not.
    #[error(
        "there is no kind \"{0}\"; kinds are mask, seg, vqa, report, size_pair, aggregate, facts and validator_score"
    )]
    Kind(String),
    /// The reference mask cannot be drawn.
    #[error("the reference of the case: {0}")]
    Reference(#[from] SegmentationError),
    /// Too large an image.
    #[error("an image of {width} x {height} pixels is too large; check the size")]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    name: Value,
    kind: String,
    input: Value,
}

/// Scores one case under both profiles: `{"name", "strict", "reference"}`, floats rounded to six decimals, blanks `null`.
///
/// # Errors
/// [`CaseError`].
///
/// ```
/// let case = r#"{"name": "E21", "kind": "size_pair", "input": {"text": "50 x 40 mm, i.e. 200 by 160 pixels."}}"#;
/// let scored = groundscope_ultrag::score_case(case)?;
/// assert_eq!(scored["strict"]["pair"], serde_json::json!([200.0, 160.0]));
/// assert_eq!(scored["reference"]["pair"], serde_json::json!([50.0, 40.0]));
/// # Ok::<(), groundscope_ultrag::CaseError>(())
/// ```
pub fn score_case(line: &str) -> Result<Value, CaseError> {
    let case: Case = serde_json::from_str(line)?;
    let [strict, reference] = Profile::ALL.map(|profile| scored(&case, profile));
    Ok(json!({"name": case.name, "strict": rounded(strict?), "reference": rounded(reference?)}))
}

fn scored(case: &Case, profile: Profile) -> Result<Value, CaseError> {
    match case.kind.as_str() {
        "mask" => mask(input(case)?, profile),
        "seg" => segmentation(input(case)?, profile),
        "vqa" => question(input(case)?, profile),
        "report" => report(&input(case)?, profile),
        "size_pair" => Ok(json!({"pair": pixel_pair(&input::<Text>(case)?.text, profile)})),
        "aggregate" => aggregate(&input(case)?, profile),
        "facts" => Ok(crate::facts::case(input(case)?)),
        "validator_score" => Ok(crate::validate::case(&input(case)?)),
        other => Err(CaseError::Kind(other.to_owned())),
    }
}

fn input<T: serde::de::DeserializeOwned>(case: &Case) -> Result<T, CaseError> {
    Ok(T::deserialize(&case.input)?)
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

/// The image and its reference, with what was predicted.
#[derive(Deserialize)]
struct Pixels {
    width: u32,
    height: u32,
    #[serde(default)]
    reference: Value,
    #[serde(default)]
    prediction: Value,
    #[serde(default)]
    response: Value,
    #[serde(default)]
    ref_answer: String,
    #[serde(default)]
    answer_type: String,
    #[serde(default)]
    requires_grounding: Value,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    organ: String,
}

impl Pixels {
    fn frame(&self) -> Result<Frame, CaseError> {
        let (width, height) = (self.width, self.height);
        if u64::from(width) * u64::from(height) > Frame::MOST {
            return Err(CaseError::TooLarge { width, height });
        }
        Ok(Frame { width, height })
    }
}

/// A response is text; an object is taken as it is.
fn response(value: &Value, profile: Profile) -> Option<Response> {
    match value {
        Value::String(text) => Response::read(text, profile),
        other => Response::of(other.clone()),
    }
}

fn mask(input: Pixels, profile: Profile) -> Result<Value, CaseError> {
    let frame = input.frame()?;
    let reference = coco_pixels(&input.reference, frame)?;
    let Some(score) = score_mask(Some(&input.prediction), &reference, frame, profile) else {
        return Ok(json!({"pred_area": null, "ref_area": reference.area(), "iou": null, "dice": null}));
    };
    let mut fields = Map::new();
    fields.insert("pred_area".into(), score.predicted.into());
    fields.insert("ref_area".into(), score.reference.into());
    fields.insert("iou".into(), score.iou.into());
    fields.insert("dice".into(), score.dice.into());
    if profile.is_strict() {
        fields.insert("mask_valid".into(), score.valid.into());
    }
    Ok(fields.into())
}

fn segmentation(input: Pixels, profile: Profile) -> Result<Value, CaseError> {
    let frame = input.frame()?;
    let reference = coco_pixels(&input.reference, frame)?;
    let response = response(&input.response, profile);
    let score = kinds::segmentation(response.as_ref(), &reference, frame, profile);
    Ok(json!({
        "format_ok": score.format_ok, "iou": score.iou, "dice": score.dice, "seg_token_ok": score.seg_token_ok,
    }))
}

fn question(input: Pixels, profile: Profile) -> Result<Value, CaseError> {
    let frame = input.frame()?;
    let reference = coco_pixels(&input.reference, frame)?;
    let asked = Asked {
        answer_type: &input.answer_type,
        answer: &input.ref_answer,
        requires_grounding: input.requires_grounding == Value::Bool(true),
        nouns: &Nouns::of(input.categories.iter().map(String::as_str), &input.organ),
    };
    let response = response(&input.response, profile);
    let score = kinds::question(response.as_ref(), asked, &reference, frame, profile);
    Ok(json!({
        "format_ok": score.format_ok,
        "answer_correct": score.answer,
        "iou": score.iou,
        "grounded_correct": score.grounded,
    }))
}

#[derive(Deserialize)]
struct Reports {
    #[serde(default)]
    organ: String,
    #[serde(default)]
    categories: Vec<String>,
    reference_sentences: Vec<String>,
    response: Value,
}

fn report(input: &Reports, profile: Profile) -> Result<Value, CaseError> {
    let sentences = response(&input.response, profile).and_then(|response| response.sentences(profile));
    let reference: Vec<&str> = input.reference_sentences.iter().map(String::as_str).collect();
    let categories: Vec<&str> = input.categories.iter().map(String::as_str).collect();
    let score = kinds::report(
        sentences.as_deref(),
        &reference,
        &categories,
        &input.organ,
        profile,
    );
    Ok(json!({
        "format_ok": sentences.is_some(),
        "presence": score.presence,
        "category": score.category,
        "location": score.location,
        "size": score.size,
        "sem_acc": score.sem_acc,
        "rouge_l": score.rouge_l,
    }))
}

#[derive(Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    image_id: Value,
    value: Option<f64>,
}

fn aggregate(input: &Rows, profile: Profile) -> Result<Value, CaseError> {
    let blank = profile.is_strict().then_some(0.0);
    let samples = input.rows.iter().map(|row| Sample {
        image: row.image_id.to_string(),
        value: row.value.or(blank),
    });
    let means = means(samples);
    let read = input.rows.iter().filter(|row| row.value.is_some()).count();
    let success = (!input.rows.is_empty()).then(|| read as f64 / input.rows.len() as f64);
    Ok(json!({
        "image_macro": means.image_macro,
        "n_images": means.images,
        "sample_mean": means.sample_mean,
        "n_samples": means.samples,
        "format_success_rate": success,
    }))
}

/// Every float at six decimals.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = number
                .as_f64()
                .and_then(|float| format!("{float:.6}").parse::<f64>().ok());
            // Minus zero is zero.
            rounded.map_or(Value::Null, |float| (float + 0.0).into())
        }
        Value::Array(items) => items.into_iter().map(rounded).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| (key, rounded(value)))
            .collect(),
        other => other,
    }
}
