//! The pipeline of planner, segmenter and composer; every step between them is a pure function (specification 6).

mod answer;
mod facts;
mod plan;
mod report;

use groundscope_geometry::{Rle, RowRuns};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use answer::{geometric_answer, replaces, with_token};
pub use facts::MaskFacts;
pub use plan::{PlannedTarget, Target, fallback_target, targets, task_of};
pub use report::{ReportSentence, check_report, plain_report};

use crate::Frame;
use crate::score::Task;

/// A category that a planner may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryOption {
    /// Its id.
    pub option_id: String,
    /// Its name.
    pub name: String,
    /// What it means, as a segmenter is asked for it.
    pub meaning: String,
}

/// What a planner gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// What is asked for.
    pub task_type: String,
    /// What to segment.
    pub targets: Vec<PlannedTarget>,
    /// A first answer.
    pub draft_answer: String,
    /// What a report should say.
    pub report_outline: Vec<Value>,
    /// How it went.
    pub status: String,
}

/// A mask that a segmenter proposes.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its pixels.
    pub pixels: RowRuns,
    /// How sure the segmenter is.
    pub score: f64,
}

/// Says what to segment for an instruction.
pub trait Planner {
    /// A plan; `None` where there is none.
    fn plan(&mut self, instruction: &str, options: &[CategoryOption], limit: usize) -> Option<Plan>;
}

/// Segments what a short noun phrase names.
pub trait Segmenter {
    /// Candidates, none where nothing is found.
    fn segment(&mut self, prompt: &str) -> Vec<Candidate>;
}

/// Words for what was found.
pub trait Composer {
    /// An answer from facts, and the ids of the targets that it cites; `None` where there is none.
    fn answer(&mut self, instruction: &str, facts: &Value) -> Option<(String, Vec<String>)>;
    /// A report from facts; `wrong` is what was wrong with the one before.
    fn report(&mut self, instruction: &str, facts: &Value, wrong: &[String]) -> Option<Vec<ReportSentence>>;
}

/// A target with its mask and the facts of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The target.
    pub target: Target,
    /// Its pixels, perhaps none.
    pub pixels: RowRuns,
    /// What they say.
    pub facts: MaskFacts,
}

/// How the pipeline runs.
#[derive(Clone, Copy, Debug)]
pub struct AgentOptions {
    /// The size of the image.
    pub frame: Frame,
    /// The most targets: 4, for the benchmark 8.
    pub limit: usize,
    /// The largest share of the image that a mask may cover.
    pub most_ratio: f64,
    /// The task, where it is known.
    pub task: Option<Task>,
}

/// The best candidate with at least one pixel and no more than the largest share; no pixels where there is none.
///
/// ```
/// use groundscope_ultrag::{Frame, agent::{Candidate, best}};
/// use groundscope_geometry::RowRuns;
/// let of = |bounds, score| Candidate { pixels: RowRuns::from_box(10, 10, bounds), score };
/// let chosen = best(vec![of([0, 0, 10, 10], 0.9), of([0, 0, 2, 2], 0.5)], Frame { width: 10, height: 10 }, 0.8);
/// assert_eq!(chosen.area(), 4);
/// ```
pub fn best(candidates: Vec<Candidate>, frame: Frame, most_ratio: f64) -> RowRuns {
    let most = most_ratio * f64::from(frame.width) * f64::from(frame.height);
    let fits = |one: &Candidate| one.pixels.area() >= 1 && one.pixels.area() as f64 <= most;
    candidates
        .into_iter()
        .filter(fits)
        .max_by(|a, b| a.score.total_cmp(&b.score))
        .map_or_else(|| frame.nothing(), |one| one.pixels)
}

/// The masks of the cited targets as one: run lengths, or null where there is no pixel.
pub fn cited_mask(found: &[Found], ids: &[String], frame: Frame) -> Value {
    let cited = found.iter().filter(|one| ids.contains(&one.target.target_id));
    let pixels = RowRuns::union(frame.width, frame.height, cited.map(|one| &one.pixels));
    match Rle::from_mask(&pixels.to_mask()) {
        Ok(rle) if !pixels.is_empty() => {
            json!({"type": "rle", "size": [frame.height, frame.width], "counts": rle.to_compressed()})
        }
        _ => Value::Null,
    }
}

/// Runs the pipeline: the response as the benchmark reads it, `{answer, predicted_mask}` or `{report: [..]}`.
pub fn run(
    instruction: &str,
    options: &[CategoryOption],
    how: AgentOptions,
    planner: &mut dyn Planner,
    segmenter: &mut dyn Segmenter,
    composer: &mut dyn Composer,
) -> Value {
    let plan = planner.plan(instruction, options, how.limit).unwrap_or_default();
    let task = how
        .task
        .or_else(|| Task::named(&plan.task_type))
        .unwrap_or_else(|| task_of(instruction));
    let found: Vec<Found> = targets(&plan.targets, options, how.limit, instruction)
        .into_iter()
        .map(|target| {
            let pixels = best(segmenter.segment(&target.sam3_prompt), how.frame, how.most_ratio);
            let facts = MaskFacts::of(&pixels, how.frame);
            Found {
                target,
                pixels,
                facts,
            }
        })
        .collect();
    let facts: Value = found
        .iter()
        .map(|one| json!({"target_id": one.target.target_id, "name": one.target.chosen_category_name, "facts": one.facts}))
        .collect();
    let all: Vec<String> = found
        .iter()
        .filter(|one| one.facts.has_mask)
        .map(|one| one.target.target_id.clone())
        .collect();
    if task == Task::Report {
        return reported(instruction, &facts, &found, how.frame, composer);
    }
    let composed = composer.answer(instruction, &facts);
    let (mut answer, mut ids) = composed.unwrap_or_else(|| (plan.draft_answer.clone(), all.clone()));
    if task == Task::Segmentation {
        ids = all;
        answer = answer::segmented(&found);
    } else if replaces(instruction, &found) || answer.trim().is_empty() {
        (answer, ids) = (geometric_answer(instruction, &found), all);
    }
    let mask = cited_mask(&found, &ids, how.frame);
    if task == Task::Segmentation {
        answer = with_token(&answer, !mask.is_null());
    }
    json!({"answer": answer, "predicted_mask": mask})
}

/// The composer's report where it holds, after one more try the plain one.
fn reported(
    instruction: &str,
    facts: &Value,
    found: &[Found],
    frame: Frame,
    composer: &mut dyn Composer,
) -> Value {
    let mut wrong: Vec<String> = Vec::new();
    let mut sentences = None;
    for _ in 0..2 {
        let Some(report) = composer.report(instruction, facts, &wrong) else {
            break;
        };
        wrong = check_report(&report, found);
        if wrong.is_empty() {
            sentences = Some(report);
            break;
        }
    }
    let sentences = sentences.unwrap_or_else(|| plain_report(found));
    let items: Vec<Value> = sentences
        .iter()
        .map(|one| {
            json!({"section": one.section, "text": one.text, "finding_type": one.finding_type,
                "predicted_mask": cited_mask(found, &one.target_ids, frame)})
        })
        .collect();
    json!({ "report": items })
}
