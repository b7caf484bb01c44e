//! `groundscope score ultrag`: a run's predictions against records.

use groundscope_ultrag::score::{RunOptions, Task, score_run};
use groundscope_ultrag::source::Masks;

use super::args::ScoreUltragArgs;
use super::sources::{self, Naming};
use super::{predictions, records};
use crate::failure::Failure;
use crate::{Outcome, print, print_json};

/// Score and print the report.
pub fn score(args: &ScoreUltragArgs) -> Outcome {
    let records = records(&args.records)?;
    // A COCO file that stands alone is the one data set of the records.
    let first = records.first();
    let dataset = args
        .dataset
        .as_deref()
        .or_else(|| first.map(|record| record.dataset.as_str()));
    let naming = Naming {
        dataset,
        split: first.map_or("test", |record| record.split.as_str()),
    };
    let (sources, warnings) = sources::read(&args.coco, &naming)?;
    for warning in warnings {
        eprintln!("note: {warning}");
    }
    let rows = predictions::read(&args.predictions)?;
    let options = RunOptions {
        profile: args.profile.into(),
        split: (args.split != "all").then(|| args.split.clone()),
        // A segmenter writes no words.
        tasks: if args.predictions.is_dir() && args.tasks.is_empty() {
            vec![Task::Segmentation]
        } else {
            args.tasks.clone()
        },
        limit_images: args.limit_images,
        max_per_task: args.max_per_task,
    };
    let report = score_run(&records, &Masks::of(sources), rows, &options);
    let mut report = report.map_err(|error| Failure::told(&args.records, error))?;
    if args.json {
        if !args.details {
            report.samples.clear();
        }
        return Ok(print_json(&report)?);
    }
    let mut text = report.to_text();
    if args.details {
        for sample in &report.samples {
            let figures: Vec<String> = sample
                .figures
                .iter()
                .filter_map(|(name, value)| value.map(|value| format!("{name} {value:.3}")))
                .collect();
            let tags: Vec<&str> = sample.tags.iter().map(|tag| tag.id()).collect();
            text.push_str(&format!(
                "{}  {}  {}\n",
                sample.sample_id,
                figures.join("  "),
                tags.join(" ")
            ));
        }
    }
    Ok(print(&text)?)
}
