//! Files of EyeVQA and UltraG-Bench as they are dropped: told apart by what they hold, scored, shown image by image.

use std::cell::RefCell;
use std::collections::BTreeMap;

use groundscope_eyevqa::compare::{Comparison, Run, compare};
use groundscope_eyevqa::{Answers, Coordinates, Questions};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_ultrag::Profile;
use groundscope_ultrag::record::{Record, read_records};
use groundscope_ultrag::score::{Report, Row, RunOptions, case_view, read_rows, score_run};
use groundscope_ultrag::source::{Masks, Source};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::objects::{NamedFile, report_to_js};
use crate::values::from_js;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = crate::objects::declarations(include_str!("../../../web/worker/reports/benchmark.ts"));

/// Where the metrics are, their declarations have it.
#[cfg(not(feature = "metrics"))]
#[wasm_bindgen(typescript_custom_section)]
const FILE: &str = "export interface NamedFile { name: string; bytes: Uint8Array<ArrayBuffer>; }";

/// `BenchmarkRequest` of `web/worker/reports/benchmark.ts`.
#[derive(Debug, Deserialize)]
struct BenchmarkRequest {
    files: Vec<NamedFile>,
    #[serde(default)]
    profile: Profile,
    split: Option<String>,
    coordinates: Option<String>,
}

/// What a file is, by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Questions,
    Answers,
    Records,
    Coco,
    Predictions,
    Nothing,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Scored {
    EyeVqa {
        questions: usize,
        comparison: Comparison,
        notes: Vec<String>,
    },
    UltraG {
        runs: Vec<NamedReport>,
        cases: Vec<Case>,
        notes: Vec<String>,
    },
}

#[derive(Serialize)]
struct NamedReport {
    name: String,
    report: Report,
}

#[derive(Serialize)]
struct Case {
    sample_id: String,
    file_name: String,
    organ: String,
    iou: Vec<Option<f64>>,
    grounded: Vec<Option<f64>>,
    sem_acc: Vec<Option<f64>>,
}

/// What the images of the last files are shown from.
struct Held {
    records: Vec<Record>,
    masks: Masks,
    runs: Vec<(String, Vec<Row>)>,
    profile: Profile,
}

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// Scores a benchmark's files. Those of UltraG-Bench are kept for [`benchmark_case`], until the next call.
///
/// # Errors
/// `benchmark` for files that do not go together, or one that cannot be read; `bad_value` for bad settings.
#[wasm_bindgen(js_name = scoreBenchmark, unchecked_return_type = "BenchmarkResult")]
pub fn score_benchmark(
    #[wasm_bindgen(unchecked_param_type = "BenchmarkRequest")] request: JsValue,
) -> Result<JsValue, JsValue> {
    let (scored, held) = from_js::<BenchmarkRequest>(request)?.scored()?;
    HELD.set(held);
    report_to_js(&scored)
}

/// One image of the files that were scored last, by its record's id.
///
/// # Errors
/// `benchmark_gone` where they are not held any more; `benchmark` for an id that they do not have.
#[wasm_bindgen(js_name = benchmarkCase, unchecked_return_type = "BenchmarkCaseView")]
pub fn benchmark_case(id: &str) -> Result<JsValue, JsValue> {
    let view = HELD.with_borrow(|held| {
        let held = held.as_ref().ok_or_else(|| {
            Failure::new(
                "benchmark_gone",
                "These files are not open any more.",
                "Open them again.",
            )
        })?;
        held.view(id)
    })?;
    report_to_js(&view)
}

impl Held {
    fn view(&self, id: &str) -> Result<groundscope_ultrag::score::CaseView, Failure> {
        let record = self.records.iter().find(|record| record.sample_id == id);
        let record = record.ok_or_else(|| {
            Failure::new(
                "benchmark",
                format!("There is no record {id}."),
                "Open the files again.",
            )
        })?;
        case_view(record, &self.masks, &self.runs, self.profile)
            .map_err(|error| Failure::told("benchmark", &error))
    }
}

/// Bytes that are looked at to tell what a file is.
const HEAD: usize = 200_000;

fn holds(file: &NamedFile) -> Holds {
    let head = file.bytes.get(..HEAD.min(file.bytes.len())).unwrap_or_default();
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('[') {
        return if text.contains("\"question_type\"") {
            Holds::Questions
        } else {
            Holds::Nothing
        };
    }
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    if let Ok(Value::Object(row)) = serde_json::from_str::<Value>(first) {
        let has = |key: &str| row.contains_key(key);
        return if has("annotation") && has("image") {
            Holds::Records
        } else if has("question_id") && has("response") {
            Holds::Answers
        } else if has("images") && has("annotations") {
            Holds::Coco
        } else if ["eval_id", "task_id", "qa_id", "sample_id"]
            .iter()
            .any(|key| has(key))
        {
            Holds::Predictions
        } else {
            Holds::Nothing
        };
    }
    if text.starts_with('{') && text.contains("\"images\"") {
        return Holds::Coco;
    }
    if first.contains("prediction_raw") || first.contains("eval_id") {
        return Holds::Predictions;
    }
    Holds::Nothing
}

impl BenchmarkRequest {
    fn scored(&self) -> Result<(Scored, Option<Held>), Failure> {
        let mut notes = Vec::new();
        let mut sorted: BTreeMap<u8, Vec<&NamedFile>> = BTreeMap::new();
        for file in &self.files {
            let kind = holds(file);
            if kind == Holds::Nothing {
                notes.push(format!(
                    "{} is no file of a benchmark and was left alone.",
                    file.name
                ));
            }
            sorted.entry(kind as u8).or_default().push(file);
        }
        let of = |kind: Holds| sorted.get(&(kind as u8)).map_or(&[][..], Vec::as_slice);
        match (of(Holds::Questions), of(Holds::Records)) {
            ([questions], []) => Ok((self.eyevqa(questions, of(Holds::Answers), notes)?, None)),
            ([], [records]) => {
                let (scored, held) = self.ultrag(records, of(Holds::Coco), of(Holds::Predictions), notes)?;
                Ok((scored, Some(held)))
            }
            ([], []) => Err(Failure::new(
                "benchmark",
                "There are neither questions of EyeVQA nor records of UltraG-Bench among these files.",
                "Open questions (JSON) with answers (JSON lines), or records (JSON lines) with their COCO files and predictions.",
            )),
            _ => Err(Failure::new(
                "benchmark",
                "There are several files of questions or records.",
                "Open one of them, with everything that belongs to it.",
            )),
        }
    }

    fn eyevqa(
        &self,
        questions: &NamedFile,
        answers: &[&NamedFile],
        notes: Vec<String>,
    ) -> Result<Scored, Failure> {
        let coordinates = match self.coordinates.as_deref() {
            None => Coordinates::Unit,
            Some(name) => Coordinates::ALL
                .into_iter()
                .find(|one| one.id() == name)
                .ok_or_else(|| {
                    Failure::new(
                        "bad_value",
                        format!("There is no unit {name}."),
                        "Name unit, percent or norm1000.",
                    )
                })?,
        };
        let wrong = |file: &NamedFile, error: &dyn std::error::Error| {
            Failure::of_file("benchmark", &file.name, error)
        };
        let read = Questions::parse(&questions.bytes).map_err(|error| wrong(questions, &error))?;
        if answers.is_empty() {
            return Err(Failure::new(
                "benchmark",
                "There are questions and no answers.",
                "Open the answers with them: JSON lines with question_id and response.",
            ));
        }
        let mut runs = Vec::new();
        for file in answers {
            runs.push(Run {
                name: stem(&file.name),
                answers: Answers::parse(&file.bytes).map_err(|error| wrong(file, &error))?,
            });
        }
        let comparison = compare(&read, &runs, coordinates, Resampling::default());
        Ok(Scored::EyeVqa {
            questions: read.all.len(),
            comparison,
            notes,
        })
    }

    fn ultrag(
        &self,
        records: &NamedFile,
        coco: &[&NamedFile],
        predictions: &[&NamedFile],
        notes: Vec<String>,
    ) -> Result<(Scored, Held), Failure> {
        let wrong = |file: &NamedFile, error: &dyn std::error::Error| {
            Failure::of_file("benchmark", &file.name, error)
        };
        let read = read_records(&records.bytes).map_err(|error| wrong(records, &error))?;
        let missing = |what: &str, hint: &str| Err(Failure::new("benchmark", what, hint));
        if coco.is_empty() {
            return missing(
                "There are records and no COCO file: masks have no pixels without it.",
                "Open the COCO files with them that the records were made from.",
            );
        }
        if predictions.is_empty() {
            return missing(
                "There are records and no predictions.",
                "Open the predictions with them: JSON lines with sample_id, task and response.",
            );
        }
        let mut sources = Vec::new();
        for file in coco {
            let (dataset, split) = place(&file.name, &read);
            sources.push(Source::parse(&dataset, &split, &file.bytes).map_err(|error| wrong(file, &error))?);
        }
        let masks = Masks::of(sources);
        let mut runs = Vec::new();
        for file in predictions {
            runs.push((
                stem(&file.name),
                read_rows(&file.bytes).map_err(|error| wrong(file, &error))?,
            ));
        }
        let options = RunOptions {
            profile: self.profile,
            split: self.split.clone().filter(|split| split != "all"),
            ..RunOptions::default()
        };
        let mut reports = Vec::new();
        for (name, rows) in &runs {
            let report = score_run(&read, &masks, rows.clone(), &options)
                .map_err(|error| Failure::told("benchmark", &error))?;
            reports.push(NamedReport {
                name: name.clone(),
                report,
            });
        }
        let cases = cases(&read, &mut reports);
        let held = Held {
            records: read,
            masks,
            runs,
            profile: self.profile,
        };
        Ok((
            Scored::UltraG {
                runs: reports,
                cases,
                notes,
            },
            held,
        ))
    }
}

fn stem(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

/// The data set and split of a COCO file: by its folders, or those of the records.
fn place(name: &str, records: &[Record]) -> (String, String) {
    let folders: Vec<&str> = name.split('/').rev().skip(1).collect();
    if let [split @ ("train" | "test"), dataset, ..] = folders.as_slice() {
        return ((*dataset).to_owned(), (*split).to_owned());
    }
    let first = records.first();
    let of = |field: fn(&Record) -> &String| first.map_or_else(String::new, |record| field(record).clone());
    (of(|record| &record.dataset), of(|record| &record.split))
}

/// The images, the worst of the first run first; the samples of the reports go into them.
fn cases(records: &[Record], reports: &mut [NamedReport]) -> Vec<Case> {
    let mut by_image: BTreeMap<String, Vec<[Vec<f64>; 3]>> = BTreeMap::new();
    let count = reports.len();
    for (at, run) in reports.iter_mut().enumerate() {
        for sample in std::mem::take(&mut run.report.samples) {
            let own = by_image
                .entry(sample.image.clone())
                .or_insert_with(|| vec![<[Vec<f64>; 3]>::default(); count]);
            let Some([iou, grounded, sem_acc]) = own.get_mut(at) else {
                continue;
            };
            let figure = |name: &str| sample.figures.get(name).copied().flatten();
            if sample.task == "segmentation" {
                iou.extend(figure("iou"));
            }
            grounded.extend(figure("grounded_accuracy"));
            sem_acc.extend(figure("sem_acc"));
        }
    }
    let mean =
        |values: &Vec<f64>| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let mut cases: Vec<Case> = records
        .iter()
        .filter_map(|record| {
            let own = by_image.get(&record.sample_id)?;
            let of = |which: usize| own.iter().map(|run| run.get(which).and_then(mean)).collect();
            Some(Case {
                sample_id: record.sample_id.clone(),
                file_name: record.image.file_name.clone(),
                organ: record.image.organ.clone(),
                iou: of(0),
                grounded: of(1),
                sem_acc: of(2),
            })
        })
        .collect();
    let first = |case: &Case| case.iou.first().copied().flatten().unwrap_or(2.0);
    cases.sort_by(|a, b| first(a).total_cmp(&first(b)));
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> NamedFile {
        NamedFile {
            name: name.to_owned(),
            bytes: text.as_bytes().to_vec(),
        }
    }

    const QUESTIONS: &str =
        r#"[{"question_id": "1", "question_type": "judgement", "answer": "Yes", "image": "a"}]"#;
    const RECORD: &str = r#"{"sample_id":"S_test_1","dataset":"S","split":"test","image":{"file_name":"1.png","width":20,"height":10,"organ":"kidney"},"masks":[],"annotation":{"segmentation_tasks":[{"task_id":"S_test_1_seg_1","instruction":"Segment.","answer":"[SEG] kidney.","target_mask_ids":["S_test_img1_ann1"]}],"grounded_vqa":[]}}"#;
    const COCO: &str = r#"{"images":[{"id":1,"file_name":"1.png","width":20,"height":10}],
        "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[2,2,4,4],"area":16,"segmentation":[[2,2,6,2,6,6,2,6]]}],"categories":[{"id":1,"name":"kidney"}]}"#;
    const ROW: &str = r#"{"sample_id":"S_test_1_seg_1","task":"segmentation","prediction":{"answer":"[SEG]","predicted_mask":[2,2,4,2]}}"#;

    fn request(files: &[(&str, &str)]) -> BenchmarkRequest {
        BenchmarkRequest {
            files: files.iter().map(|(name, text)| file(name, text)).collect(),
            profile: Profile::Strict,
            split: None,
            coordinates: None,
        }
    }

    #[test]
    fn files_are_told_by_what_they_hold() {
        let answer = r#"{"question_id": "1", "response": "Yes"}"#;
        for (text, expected) in [
            (QUESTIONS, Holds::Questions),
            (answer, Holds::Answers),
            (RECORD, Holds::Records),
            (COCO, Holds::Coco),
            (ROW, Holds::Predictions),
            ("eval_id,prediction_raw\na,b", Holds::Predictions),
            ("[1, 2]", Holds::Nothing),
            ("hello", Holds::Nothing),
            ("", Holds::Nothing),
        ] {
            assert_eq!(holds(&file("x", text)), expected, "{text}");
        }
        let (scored, _) = request(&[
            ("q.json", QUESTIONS),
            ("model.jsonl", answer),
            ("note.txt", "hello"),
        ])
        .scored()
        .unwrap();
        let Scored::EyeVqa {
            comparison, notes, ..
        } = scored
        else {
            panic!("EyeVQA")
        };
        assert_eq!(
            (
                comparison.runs[0].name.as_str(),
                comparison.runs[0].total.score,
                notes.len()
            ),
            ("model", 100.0, 1)
        );
    }

    #[test]
    fn images_are_shown_beside_their_predictions() {
        let files = [("r.jsonl", RECORD), ("S/test/c.json", COCO), ("half.jsonl", ROW)];
        let (scored, held) = request(&files).scored().unwrap();
        let Scored::UltraG { cases, runs, .. } = scored else {
            panic!("UltraG-Bench")
        };
        assert_eq!((cases[0].iou[0], runs[0].name.as_str()), (Some(0.5), "half"));
        let view = held.unwrap().view("S_test_1").unwrap();
        assert_eq!(view.tasks[0].runs[0].told[0].outline.len(), 1);
    }

    #[test]
    fn what_is_missing_is_told() {
        for files in [
            vec![("q.json", QUESTIONS)],
            vec![("r.jsonl", RECORD)],
            vec![("r.jsonl", RECORD), ("c.json", COCO)],
            vec![("q.json", QUESTIONS), ("r.jsonl", RECORD)],
            vec![("n.txt", "hello")],
        ] {
            assert_eq!(request(&files).scored().err().unwrap().code(), "benchmark");
        }
    }
}
