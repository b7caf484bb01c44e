//! From a planner's targets to noun phrases, and what is done without a planner (specification 6, stage 2).

use std::collections::BTreeSet;

use groundscope_readers::{normalised, tokens};
use serde::{Deserialize, Serialize};

use super::CategoryOption;
use crate::score::Task;
use crate::text::contains_term;

/// A target as a planner writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlannedTarget {
    /// The id of the option.
    pub chosen_option_id: String,
    /// Its name.
    pub chosen_category_name: String,
    /// What to ask the segmenter for.
    pub sam3_prompt: String,
    /// Why.
    pub reason: String,
}

/// A target to segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// `target_{n}`, from 1.
    pub target_id: String,
    /// The id of the option; empty where it is none of them.
    pub chosen_option_id: String,
    /// Its name.
    pub chosen_category_name: String,
    /// What the segmenter is asked for.
    pub sam3_prompt: String,
    /// Why.
    pub reason: String,
}

/// The targets of a plan: the first so many, each phrase once; without a usable one the fallback.
pub fn targets(
    planned: &[PlannedTarget],
    options: &[CategoryOption],
    limit: usize,
    instruction: &str,
) -> Vec<Target> {
    let mut seen = BTreeSet::new();
    let mut found: Vec<Target> = Vec::new();
    for one in planned.iter().take(limit) {
        let option = option_of(one, options);
        let prompt = match (one.sam3_prompt.trim(), option) {
            ("", Some(option)) => option.meaning.trim(),
            (prompt, _) => prompt,
        };
        if prompt.is_empty() || !seen.insert(prompt.to_lowercase()) {
            continue;
        }
        found.push(Target {
            target_id: format!("target_{}", found.len() + 1),
            chosen_option_id: option.map_or_else(String::new, |option| option.option_id.clone()),
            chosen_category_name: option
                .map_or_else(|| one.chosen_category_name.clone(), |option| option.name.clone()),
            sam3_prompt: prompt.to_owned(),
            reason: one.reason.clone(),
        });
    }
    if found.is_empty() {
        found.push(fallback_target(instruction, options));
    }
    found
}

/// By id, then by name, then by meaning.
fn option_of<'a>(target: &PlannedTarget, options: &'a [CategoryOption]) -> Option<&'a CategoryOption> {
    let same = |a: &str, b: &str| !a.trim().is_empty() && normalised(a) == normalised(b);
    let by = |is: &dyn Fn(&CategoryOption) -> bool| options.iter().find(|option| is(option));
    by(&|option| same(&option.option_id, &target.chosen_option_id))
        .or_else(|| by(&|option| same(&option.name, &target.chosen_category_name)))
        .or_else(|| by(&|option| same(&option.meaning, &target.chosen_category_name)))
}

/// Words that ask for something without naming it.
const COMMANDS: [&str; 26] = [
    "segment",
    "outline",
    "delineate",
    "identify",
    "locate",
    "find",
    "show",
    "highlight",
    "mark",
    "please",
    "the",
    "a",
    "an",
    "all",
    "any",
    "in",
    "of",
    "this",
    "image",
    "ultrasound",
    "visible",
    "labeled",
    "where",
    "is",
    "are",
    "what",
];

/// Without a planner: the first category whose name or meaning the instruction holds, else the instruction without its command words,
/// ten words at most.
pub fn fallback_target(instruction: &str, options: &[CategoryOption]) -> Target {
    let words = tokens(instruction);
    let named = |text: &str| contains_term(&words, &tokens(text), true);
    let option = options
        .iter()
        .find(|option| named(&option.name) || named(&option.meaning));
    let rest: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !COMMANDS.contains(word))
        .take(10)
        .collect();
    let (id, name, prompt) = match option {
        Some(option) => (
            option.option_id.clone(),
            option.name.clone(),
            option.meaning.clone(),
        ),
        None => (String::new(), rest.join(" "), rest.join(" ")),
    };
    let prompt = if prompt.trim().is_empty() {
        name.clone()
    } else {
        prompt
    };
    Target {
        target_id: "target_1".to_owned(),
        chosen_option_id: id,
        chosen_category_name: name,
        sam3_prompt: prompt,
        reason: "no plan".to_owned(),
    }
}

/// The task of an instruction: words of reports, then of segmenting, then the form of a question; else segmenting.
///
/// ```
/// use groundscope_ultrag::{agent::task_of, score::Task};
/// assert_eq!(task_of("Write a report of this scan."), Task::Report);
/// assert_eq!(task_of("Segment the liver."), Task::Segmentation);
/// assert_eq!(task_of("Where is the liver?"), Task::Vqa);
/// ```
pub fn task_of(instruction: &str) -> Task {
    let words = tokens(instruction);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let first = words.first().map_or("", String::as_str);
    let asks = [
        "what", "where", "which", "how", "is", "are", "does", "do", "can", "who", "why",
    ];
    if has(&["report", "findings", "impression"]) {
        Task::Report
    } else if has(&[
        "segment",
        "segmentation",
        "outline",
        "delineate",
        "contour",
        "mask",
    ]) {
        Task::Segmentation
    } else if instruction.trim_end().ends_with('?') || asks.contains(&first) {
        Task::Vqa
    } else {
        Task::Segmentation
    }
}
