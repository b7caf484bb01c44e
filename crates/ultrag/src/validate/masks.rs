//! The masks of a record: ids, categories, labels, geometry (specification 4).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::Mode;
use super::Severity::{Critical, Major};
use super::issue::Issues;
use crate::facts::{Facts, rounded};
use crate::organ::{Organ, pathology};

/// A mask as the checks of texts see it.
pub(super) struct MaskSeen {
    pub id: String,
    pub category: String,
    pub label: String,
    /// Only where the geometry can be read.
    pub facts: Option<Facts>,
}

pub(super) fn text<'a>(fields: &'a Map<String, Value>, key: &str) -> &'a str {
    fields.get(key).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn texts<'a>(fields: &'a Map<String, Value>, key: &str) -> Vec<&'a str> {
    let items = fields.get(key).and_then(Value::as_array);
    items.map_or_else(Vec::new, |items| items.iter().filter_map(Value::as_str).collect())
}

/// What the masks are checked against.
pub(super) struct Frame<'a> {
    pub organ: &'a Organ,
    pub dataset: &'a str,
    pub width: f64,
    pub height: f64,
    pub mode: Mode,
}

pub(super) fn check(masks: &[Value], frame: &Frame<'_>, issues: &mut Issues) -> Vec<MaskSeen> {
    let mut seen: Vec<MaskSeen> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut geometries: BTreeMap<[i64; 5], usize> = BTreeMap::new();
    for (mask, n) in masks.iter().zip(1..) {
        let scope = format!("mask_{n}");
        let Some(fields) = mask.as_object() else {
            issues.add(&scope, "bad_mask_schema", Critical, "The mask is no object.", "");
            continue;
        };
        let id = text(fields, "mask_id");
        if id.is_empty() || !ids.insert(id) {
            let message = "The mask id is missing or used twice.";
            issues.add(&scope, "duplicate_or_missing_mask_id", Critical, message, id);
        }
        labels(fields, frame, &scope, issues);
        let facts = geometry(fields, frame, &scope, issues);
        if let Some(facts) = &facts
            && let Some(first) = geometries.insert(facts.key(), n)
        {
            let message = format!("Its box and area are those of mask {first}.");
            issues.add(&scope, "duplicate_geometry", Critical, message, id);
        }
        seen.push(MaskSeen {
            id: id.to_owned(),
            category: text(fields, "category").to_owned(),
            label: text(fields, "pathology_label").to_owned(),
            facts,
        });
    }
    seen
}

fn labels(fields: &Map<String, Value>, frame: &Frame<'_>, scope: &str, issues: &mut Issues) {
    let name = text(fields, "category");
    let raws = texts(fields, "source_categories");
    let Some(category) = frame.organ.category(name) else {
        issues.add(
            scope,
            "unexpected_category",
            Critical,
            "The organ has no such category.",
            name,
        );
        if frame.organ.categories.iter().any(|one| one.is_synonym(name)) {
            let message = "A looser name is kept as the category.";
            issues.add(scope, "tumor_category_retained", Critical, message, name);
        }
        return;
    };
    let kind = text(fields, "target_type");
    if kind != category.target_type() {
        let message = format!("Targets of this category are of type {}.", category.target_type());
        issues.add(scope, "unexpected_target_type", Major, message, kind);
    }
    let label = text(fields, "pathology_label");
    let allowed: &[&str] = if category.is_lesion() {
        &["benign", "malignant", "unspecified"]
    } else {
        &["not_applicable"]
    };
    if !allowed.contains(&label) {
        let message = format!("It must be {}.", allowed.join(", "));
        issues.add(scope, "invalid_pathology_label", Critical, message, label);
    }
    if raws.is_empty() {
        issues.add(
            scope,
            "missing_source_categories",
            Major,
            "No raw label is given.",
            "",
        );
    }
    for raw in &raws {
        if !frame.organ.allows(frame.dataset, raw) {
            let message = "The data set does not use this label.";
            issues.add(scope, "dataset_category_mismatch", Critical, message, raw);
        }
        let other = frame.organ.categories.iter().find(|one| one.is_synonym(raw));
        if other.is_some_and(|other| other.name != name) {
            let message = "A looser name is not mapped to its category.";
            issues.add(scope, "tumor_not_normalized", Critical, message, raw);
        }
    }
    let given: BTreeSet<&str> = raws.iter().filter_map(|raw| pathology(raw)).collect();
    if matches!(label, "benign" | "malignant") && !given.contains(label) {
        let message = "No raw label says so.";
        issues.add(scope, "pathology_source_mismatch", Critical, message, label);
    }
    if label == "unspecified" && !given.is_empty() {
        let message = "A raw label says benign or malignant.";
        issues.add(scope, "lost_pathology_label", Critical, message, label);
    }
}

fn geometry(
    fields: &Map<String, Value>,
    frame: &Frame<'_>,
    scope: &str,
    issues: &mut Issues,
) -> Option<Facts> {
    let bbox: Option<Vec<f64>> = fields
        .get("bbox_xywh")
        .and_then(Value::as_array)
        .and_then(|items| items.iter().map(Value::as_f64).collect());
    let area = fields.get("mask_area_px").and_then(Value::as_f64);
    let bbox: Option<[f64; 4]> = bbox.and_then(|bbox| bbox.try_into().ok());
    let (Some([x, y, w, h]), Some(area)) = (bbox, area) else {
        let message = "The box is not four numbers, or the area is none.";
        issues.add(scope, "invalid_geometry", Critical, message, "");
        return None;
    };
    let told = format!("{x}, {y}, {w}, {h}; area {area}");
    if w <= 0.0 || h <= 0.0 || area <= 0.0 {
        let message = "Width, height and area must be above 0.";
        issues.add(scope, "nonpositive_geometry", Critical, message, &told);
    }
    // The paper gives no slack, but both numbers of a sum are rounded to hundredths.
    let slack = if frame.mode == Mode::Code { 1.0 } else { 0.0101 };
    if x < 0.0 || y < 0.0 || x + w > frame.width + slack || y + h > frame.height + slack {
        issues.add(
            scope,
            "bbox_out_of_bounds",
            Major,
            "The box reaches beyond the image.",
            &told,
        );
    }
    let pixels = (frame.width * frame.height).max(1.0);
    let ratio = fields.get("area_ratio").and_then(Value::as_f64);
    match ratio {
        Some(ratio) if ratio > 0.0 && ratio <= 1.0 => {
            if (ratio - area / pixels).abs() > 1e-4 {
                let message = format!("The area of the image's is {}.", rounded(area / pixels, 6));
                issues.add(scope, "area_ratio_mismatch", Major, message, &ratio.to_string());
            }
        }
        _ => issues.add(
            scope,
            "invalid_area_ratio",
            Major,
            "It must be above 0 and at most 1.",
            &told,
        ),
    }
    // Sizes were checked to be those of an image.
    Some(Facts::of(
        [x, y, w, h],
        area,
        frame.width as u32,
        frame.height as u32,
    ))
}
