//! The report of a run: every metric's means by task, organ and data set, what failed, and how it was scored (specification 5.7).

use std::collections::BTreeMap;

use serde::Serialize;

use super::means::{Means, Sample, means};
use super::predictions::Task;
use super::run::{RunOptions, SampleScore, Status};
use super::tags::Tag;
use crate::Profile;

/// The figures of one task.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TaskFigures {
    /// Image macro means by the metric's name, 0..1; `null` where nothing is counted.
    #[serde(flatten)]
    pub macros: BTreeMap<&'static str, Option<f64>>,
    /// Samples counted.
    pub n: usize,
    /// Samples whose evidence is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_grounded: Option<usize>,
    /// Images counted.
    pub n_images: usize,
    /// Plain means over samples, of the strict profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_mean: Option<BTreeMap<&'static str, Option<f64>>>,
    /// Other figures of the task.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub side: BTreeMap<&'static str, Option<f64>>,
}

/// The tasks of a group of samples.
pub type Group = BTreeMap<&'static str, TaskFigures>;

/// How a run was scored.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The split, or `all`.
    pub split: String,
    /// The tasks that were scored.
    pub tasks: Vec<&'static str>,
    /// The most images that were taken.
    pub limit_images: Option<usize>,
    /// The most samples of a task.
    pub max_per_task: Option<usize>,
    /// Predictions whose ids are of no sample.
    pub unmatched_predictions: usize,
    /// The first of their ids.
    pub unmatched_example: Option<String>,
    /// What the figures are.
    pub mean: &'static str,
}

/// A run, scored.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The profile.
    pub profile: Profile,
    /// All samples.
    pub tasks: Group,
    /// By organ.
    pub organs: BTreeMap<String, Group>,
    /// By data set.
    pub datasets: BTreeMap<String, Group>,
    /// The mean of the organs' figures, each organ once.
    pub organ_mean: BTreeMap<&'static str, BTreeMap<&'static str, Option<f64>>>,
    /// The share of rows whose response could be read.
    pub format_success_rate: Option<f64>,
    /// How many samples failed, and how: `missing`, `error`, `unreadable`, `invalid_mask`, and the kinds of mistakes.
    pub failures: BTreeMap<&'static str, usize>,
    /// How it was scored.
    pub settings: Settings,
    /// Every sample.
    #[serde(rename = "items", skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<SampleScore>,
}

/// The figures of a task's own, and those beside.
const fn metrics(task: Task) -> (&'static [&'static str], &'static [&'static str]) {
    match task {
        Task::Segmentation => (&["iou", "dice"], &["seg_token_ok", "empty_prediction"]),
        Task::Vqa => (&["answer_accuracy", "grounded_accuracy"], &["iou", "dice"]),
        Task::Report => (
            &["rouge_l", "sem_acc", "presence", "category", "location", "size"],
            &[
                "bleu_1",
                "bleu_2",
                "bleu_3",
                "bleu_4",
                "meteor",
                "finding_precision",
                "finding_recall",
                "finding_f1",
                "report_iou",
                "report_grounded",
                "banned_words",
                "unsupported_descriptors",
            ],
        ),
    }
}

fn group<'a>(samples: &[&'a SampleScore], profile: Profile) -> Group {
    let figures = |task: Task| {
        let own: Vec<&'a SampleScore> = samples
            .iter()
            .copied()
            .filter(|sample| sample.kind == task)
            .collect();
        let of = |metric: &'static str| -> Means {
            means(own.iter().map(|sample| Sample {
                image: sample.image.clone(),
                value: sample.figures.get(metric).copied().flatten(),
            }))
        };
        let (main, side) = metrics(task);
        let main: Vec<(&'static str, Means)> = main.iter().map(|metric| (*metric, of(metric))).collect();
        let first = main.first().map(|(_, means)| *means).unwrap_or_default();
        TaskFigures {
            macros: main
                .iter()
                .map(|(metric, means)| (*metric, means.image_macro))
                .collect(),
            n: first.samples,
            n_grounded: (task == Task::Vqa).then(|| of("grounded_accuracy").samples),
            n_images: first.images,
            sample_mean: (profile == Profile::Strict).then(|| {
                main.iter()
                    .map(|(metric, means)| (*metric, means.sample_mean))
                    .collect()
            }),
            side: side
                .iter()
                .map(|metric| (*metric, of(metric).image_macro))
                .collect(),
        }
    };
    Task::ALL
        .into_iter()
        .map(|task| (task.id(), figures(task)))
        .collect()
}

fn by<'a>(
    samples: &'a [SampleScore],
    key: impl Fn(&'a SampleScore) -> &'a str,
    profile: Profile,
) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<&str, Vec<&SampleScore>> = BTreeMap::new();
    for sample in samples {
        groups.entry(key(sample)).or_default().push(sample);
    }
    groups
        .into_iter()
        .map(|(name, samples)| (name.to_owned(), group(&samples, profile)))
        .collect()
}

impl Report {
    pub(super) fn of(samples: Vec<SampleScore>, unmatched: Vec<String>, options: &RunOptions) -> Self {
        let profile = options.profile;
        let all: Vec<&SampleScore> = samples.iter().collect();
        let tasks = group(&all, profile);
        let organs = by(&samples, |sample| &sample.organ, profile);
        let datasets = by(&samples, |sample| &sample.dataset, profile);
        let organ_mean = Task::ALL
            .into_iter()
            .map(|task| {
                let mean = |metric: &&'static str| {
                    let figure = |group: &Group| group.get(task.id())?.macros.get(metric).copied().flatten();
                    let figures: Vec<f64> = organs.values().filter_map(figure).collect();
                    let mean =
                        (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64);
                    (*metric, mean)
                };
                (task.id(), metrics(task).0.iter().map(mean).collect())
            })
            .collect();
        let count = |status: Status| samples.iter().filter(|sample| sample.status == status).count();
        // What is missing is no row of the public evaluator.
        let rows = match profile {
            Profile::Strict => samples.len(),
            Profile::Reference => samples.len() - count(Status::Missing),
        };
        let mut failures = BTreeMap::from([
            ("missing", count(Status::Missing)),
            ("error", count(Status::Error)),
            ("unreadable", count(Status::Unreadable)),
            (
                "invalid_mask",
                samples
                    .iter()
                    .filter(|sample| sample.mask_valid == Some(false))
                    .count(),
            ),
        ]);
        for tag in Tag::ALL {
            failures.insert(
                tag.id(),
                samples.iter().filter(|sample| sample.tags.contains(&tag)).count(),
            );
        }
        Self {
            profile,
            tasks,
            organs,
            datasets,
            organ_mean,
            format_success_rate: (rows > 0).then(|| count(Status::Answered) as f64 / rows as f64),
            failures,
            settings: Settings {
                split: options.split.clone().unwrap_or_else(|| "all".to_owned()),
                tasks: Task::ALL
                    .into_iter()
                    .filter(|task| options.tasks.is_empty() || options.tasks.contains(task))
                    .map(Task::id)
                    .collect(),
                limit_images: options.limit_images,
                max_per_task: options.max_per_task,
                unmatched_predictions: unmatched.len(),
                unmatched_example: unmatched.into_iter().next(),
                mean: "image macro: over images, of the mean over each image's samples",
            },
            samples,
        }
    }

    /// The figures as a table to read.
    pub fn to_text(&self) -> String {
        let mut lines = vec![format!(
            "UltraG-Bench, profile {}, split {}",
            self.profile.id(),
            self.settings.split
        )];
        let share = self
            .format_success_rate
            .map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate));
        lines.push(format!(
            "Responses that could be read: {share} of {} samples",
            self.samples.len()
        ));
        let told = |lines: &mut Vec<String>, name: &str, group: &Group| {
            for task in Task::ALL {
                let Some(figures) = group
                    .get(task.id())
                    .filter(|figures| figures.n > 0 || name == "all")
                else {
                    continue;
                };
                let values = metrics(task).0.iter().map(|metric| {
                    let value = figures.macros.get(metric).copied().flatten();
                    format!(
                        "{metric} {}",
                        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"))
                    )
                });
                let values: Vec<String> = values.collect();
                let grounded = figures
                    .n_grounded
                    .map_or_else(String::new, |n| format!(", {n} with evidence"));
                lines.push(format!(
                    "{name:12} {:13} {}  (n {}{grounded})",
                    task.id(),
                    values.join("  "),
                    figures.n
                ));
            }
        };
        lines.push(String::new());
        told(&mut lines, "all", &self.tasks);
        if self.organs.len() > 1 {
            for (organ, group) in &self.organs {
                told(&mut lines, organ, group);
            }
        }
        if self.datasets.len() > 1 {
            for (dataset, group) in &self.datasets {
                told(&mut lines, dataset, group);
            }
        }
        let failures: Vec<String> = self
            .failures
            .iter()
            .filter(|(_, n)| **n > 0)
            .map(|(name, n)| format!("{name} {n}"))
            .collect();
        if !failures.is_empty() {
            lines.push(String::new());
            lines.push(format!("Mistakes: {}", failures.join(", ")));
        }
        if let Some(example) = &self.settings.unmatched_example {
            let n = self.settings.unmatched_predictions;
            lines.push(format!(
                "{n} predictions are of no sample that was scored, {example} the first"
            ));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
