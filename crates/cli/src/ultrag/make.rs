//! `groundscope make ultrag`: records of images with masks, always the same for the same source.

use std::collections::BTreeMap;
use std::path::Path;

use groundscope_metrics::bootstrap::hash;
use groundscope_ultrag::describe::describe;
use groundscope_ultrag::make::{MakeOptions, filter_questions, make_records};
use groundscope_ultrag::organ::Organ;
use groundscope_ultrag::record::{Record, write_records};
use serde::Serialize;
use serde_json::Value;

use super::args::MakeUltragArgs;
use super::sources::{self, Naming};
use crate::failure::Failure;
use crate::{Outcome, input, output, print, print_json};

#[derive(Serialize)]
struct Made {
    records: usize,
    questions_of_model: usize,
    questions_dropped: BTreeMap<&'static str, usize>,
    unknown_categories: BTreeMap<String, usize>,
    warnings: Vec<String>,
    seed: u64,
}

/// Read the sources, make the records, write them.
pub fn make(args: &MakeUltragArgs) -> Outcome {
    let naming = Naming {
        dataset: args.dataset.as_deref(),
        split: &args.split,
    };
    output::spare(
        "--out",
        &args.out,
        [&args.coco].into_iter().chain(&args.questions),
    )?;
    let (sources, mut warnings) = sources::read(&args.coco, &naming)?;
    let organ = match Organ::named(&args.organ) {
        Some(organ) => organ.clone(),
        None => {
            warnings.push(format!(
                "{} is none of the benchmark's organs: its categories are those of the COCO files",
                args.organ
            ));
            Organ::of_names(
                &args.organ,
                sources.iter().flat_map(groundscope_ultrag::source::Source::names),
            )
        }
    };
    let options = MakeOptions {
        layout: args.layout.into(),
        include_empty: args.include_empty,
    };
    let mut records: Vec<Record> = Vec::new();
    for source in &sources {
        records.extend(some(make_records(source, &organ, options), args));
    }
    let mut made = Made {
        records: records.len(),
        questions_of_model: 0,
        questions_dropped: BTreeMap::new(),
        unknown_categories: BTreeMap::new(),
        warnings,
        seed: args.seed,
    };
    for name in records
        .iter()
        .flat_map(|record| &record.ignored_unknown_categories)
    {
        *made.unknown_categories.entry(name.clone()).or_default() += 1;
    }
    if records.is_empty() {
        return Err(nothing(args, &sources).into());
    }
    if let Some(path) = &args.questions {
        questions(path, &organ, &mut records, &mut made)?;
    }
    let text = write_records(&records)
        .map_err(|error| Failure::new(error, "Check the numbers of the COCO file."))?;
    output::write(&args.out, text.as_bytes())?;
    if args.json {
        return Ok(print_json(&made)?);
    }
    let mut text = describe(&records).to_text();
    for (name, n) in &made.unknown_categories {
        text.push_str(&format!(
            "note     {n} images have annotations of the unknown category {name}, left out\n"
        ));
    }
    for warning in &made.warnings {
        text.push_str(&format!("note     {warning}\n"));
    }
    if args.questions.is_some() {
        text.push_str(&format!(
            "{} images have the model's questions\n",
            made.questions_of_model
        ));
        for (why, n) in &made.questions_dropped {
            text.push_str(&format!("dropped  {n} questions: {why}\n"));
        }
    }
    text.push_str(&format!(
        "written  {} records, {}\n",
        made.records,
        args.out.display()
    ));
    Ok(print(&text)?)
}

fn nothing(args: &MakeUltragArgs, sources: &[groundscope_ultrag::source::Source]) -> Failure {
    let mut names: Vec<&str> = sources
        .iter()
        .flat_map(groundscope_ultrag::source::Source::names)
        .collect();
    names.sort_unstable();
    names.dedup();
    Failure::of(
        &args.coco,
        format_args!(
            "no image has a mask of the organ {}; categories there are {}",
            args.organ,
            names.join(", ")
        ),
        "Name the organ of these scans, or give --include-empty.",
    )
}

/// So many records as asked for, chosen by the seed, in their order.
fn some(records: Vec<Record>, args: &MakeUltragArgs) -> Vec<Record> {
    let Some(count) = args.count.filter(|count| *count < records.len()) else {
        return records;
    };
    // The images with the smallest hashes of seed and id: adding images to a set changes few of those chosen.
    let mut order: Vec<(u64, usize)> = records
        .iter()
        .enumerate()
        .map(|(at, record)| {
            (
                hash(
                    args.seed
                        .to_le_bytes()
                        .into_iter()
                        .chain(record.sample_id.bytes()),
                ),
                at,
            )
        })
        .collect();
    order.sort_unstable();
    let mut chosen: Vec<usize> = order.into_iter().take(count).map(|(_, at)| at).collect();
    chosen.sort_unstable();
    let mut chosen = chosen.into_iter().peekable();
    records
        .into_iter()
        .enumerate()
        .filter(|(at, _)| chosen.next_if_eq(at).is_some())
        .map(|(_, record)| record)
        .collect()
}

fn questions(path: &Path, organ: &Organ, records: &mut [Record], made: &mut Made) -> Result<(), Failure> {
    let bytes = input::bytes(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| Failure::of(path, error, "Give JSON lines."))?;
    let mut by_id: BTreeMap<String, Value> = BTreeMap::new();
    for (n, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let hint = "A line is {\"sample_id\", \"grounded_vqa\": [...]} or {\"sample_id\", \"api_error\"}.";
        let value: Value = serde_json::from_str(line)
            .map_err(|error| Failure::of(path, format_args!("line {n}: {error}"), hint))?;
        let id = value.get("sample_id").and_then(Value::as_str).map(str::to_owned);
        let id = id.ok_or_else(|| Failure::of(path, format_args!("line {n}: no sample_id"), hint))?;
        by_id.insert(id, value);
    }
    for record in records {
        let Some(value) = by_id.get(&record.sample_id) else {
            continue;
        };
        if let Some(error) = value.get("api_error").and_then(Value::as_str) {
            record.annotation.api_error = Some(error.to_owned());
            continue;
        }
        let raw = value.get("grounded_vqa").unwrap_or(&Value::Null);
        let filtered = filter_questions(raw, &record.sample_id, organ, &record.masks);
        record.annotation_source = Some("api".to_owned());
        made.questions_of_model += usize::from(filtered.from_model);
        for (_, why) in filtered.dropped {
            *made.questions_dropped.entry(why).or_default() += 1;
        }
        record.annotation.grounded_vqa = filtered.questions;
    }
    Ok(())
}
