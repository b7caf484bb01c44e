//! `groundscope pair eyevqa`: local images beside the questions, and the composites that are not there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundscope_benchmarks::formats::NamedBytes;
use groundscope_eyevqa::composite::Composite;
use groundscope_eyevqa::pair::{ToBuild, pair as align};
use serde_json::json;

use super::args::PairEyeVqaArgs;
use super::{composites, questions};
use crate::failure::Failure;
use crate::{Outcome, folder, json_line, new_folder, print, print_json};

/// Align, build what is missing, write both.
pub fn pair(args: &PairEyeVqaArgs) -> Outcome {
    let questions = questions(&args.questions)?;
    let listed = folder::list(&args.images)?.files;
    let places: BTreeMap<String, PathBuf> = listed.into_iter().filter(|(name, _)| is_picture(name)).collect();
    let names: Vec<String> = places.keys().cloned().collect();
    let pairing = align(&questions, &names);
    let mut files = Vec::new();
    let mut layouts = Vec::new();
    for wanted in &pairing.composites {
        let (layout, bytes) = build(wanted, &places)?;
        files.push(NamedBytes {
            path: format!("composites/{}", layout.name),
            bytes,
        });
        layouts.push(layout);
    }
    let whole = json!({
        "images": args.images.display().to_string(),
        "pairs": pairing.paired,
        "composites": layouts,
        "missing": pairing.missing,
        "ambiguous": pairing.ambiguous,
    });
    files.push(NamedBytes {
        path: "pairs.json".to_owned(),
        bytes: json_line(&whole)?.into_bytes(),
    });
    new_folder::write(&args.out, &files)?;
    if args.json {
        return Ok(print_json(&json!({
            "questions": questions.all.len(),
            "paired": pairing.paired.len(),
            "composites": pairing.composites.len(),
            "missing": pairing.missing,
            "incomplete": pairing.incomplete,
            "ambiguous": pairing.ambiguous,
        }))?);
    }
    let mut text = pairing.to_text(questions.all.len());
    text.push_str(&format!("written  {}\n", args.out.join("pairs.json").display()));
    Ok(print(&text)?)
}

/// By the ends of names.
pub fn is_picture(name: &str) -> bool {
    let end = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    matches!(end.as_str(), "png" | "jpg" | "jpeg" | "tif" | "tiff" | "bmp")
}

fn build(wanted: &ToBuild, places: &BTreeMap<String, PathBuf>) -> Result<(Composite, Vec<u8>), Failure> {
    let paths: Vec<&Path> = wanted
        .panels
        .iter()
        .filter_map(|panel| places.get(panel).map(PathBuf::as_path))
        .collect();
    let mut sized = Vec::new();
    for (panel, path) in wanted.panels.iter().zip(&paths) {
        let (width, height) = composites::size(path)?;
        sized.push((panel.clone(), width, height));
    }
    let layout = Composite::of(&wanted.name, &sized).ok_or_else(|| {
        Failure::new(
            format_args!("{}: a composite has two to four panels", wanted.name),
            "Correct the images of its question.",
        )
    })?;
    let bytes = composites::draw(&layout, paths)?;
    Ok((layout, bytes))
}
