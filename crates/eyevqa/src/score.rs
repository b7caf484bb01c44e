//! The report of a run: total, mean over types, every type, group and cell.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::judge::{Coordinates, Judged, judge};
use crate::{Answers, Group, Kind, Questions};

/// What one type comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TypeScore {
    /// The mean score, 0..100.
    pub score: f64,
    /// Questions.
    pub n: usize,
    /// Responses that refuse.
    pub refused: usize,
    /// Responses that cannot be read, are empty or missing.
    pub unreadable: usize,
    /// Of sets: the mean Dice, 0..100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<f64>,
    /// Of sets: the mean of 1 - Hamming loss, 0..100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_minus_hamming_loss: Option<f64>,
}

/// A mean with what it rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// 0..100.
    pub score: f64,
    /// Questions.
    pub n: usize,
}

/// One question, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The question.
    pub question_id: String,
    /// 0..100.
    pub score: f64,
    /// What was read.
    pub parsed: Option<String>,
    /// How it was read: `answered`, `refused`, `unreadable`, `empty` or `missing`.
    pub status: &'static str,
}

/// How answers were scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SettingsReport {
    /// The score of sets.
    pub sets: &'static str,
    /// How far a point may be off, of width and height.
    pub point_radius: &'static str,
    /// The unit of coordinates.
    pub coordinates: &'static str,
    /// What the total is a mean of.
    pub total: &'static str,
}

const fn settings(coordinates: Coordinates) -> SettingsReport {
    SettingsReport {
        sets: "jaccard",
        point_radius: "0.05",
        coordinates: coordinates.id(),
        total: "questions",
    }
}

/// A run's report; a type, a group or a cell without questions is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The mean over all questions, 0..100.
    pub total: f64,
    /// The mean over types, each counted once.
    #[serde(rename = "macro")]
    pub macro_mean: f64,
    /// By type.
    #[serde(serialize_with = "ordered")]
    pub types: Vec<(&'static str, TypeScore)>,
    /// By group of diseases.
    #[serde(serialize_with = "ordered")]
    pub groups: Vec<(&'static str, Mean)>,
    /// By type, then by group.
    pub cells: Cells,
    /// How it was scored.
    pub settings: SettingsReport,
    /// Answers to questions that the file lacks.
    pub unknown_questions: usize,
    /// Every question, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<Item>>,
}

/// Means by type and group.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells(pub Vec<(&'static str, Vec<(&'static str, Mean)>)>);

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Row<'a>(&'a [(&'static str, Mean)]);
        impl Serialize for Row<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, mean)| (name, mean)))
            }
        }
        serializer.collect_map(self.0.iter().map(|(name, row)| (name, Row(row))))
    }
}

fn ordered<T: Serialize, S: Serializer>(
    rows: &[(&'static str, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rows.iter().map(|(name, row)| (name, row)))
}

/// Scores a run. A question without an answer counts as unreadable; nothing leaves the denominator.
///
/// ```
/// use groundscope_eyevqa::{Answers, Questions, score};
/// let questions = Questions::parse(br#"[
///     {"question_id": "1", "question_type": "single_choice", "answer": "D", "disease_category": "glaucoma"},
///     {"question_id": "2", "question_type": "judgement", "answer": "Yes", "disease_category": "glaucoma"}]"#)?;
/// let answers = Answers::parse(br#"{"question_id": "1", "response": "The answer is (D)."}"#)?;
/// let report = score(&questions, &answers, false);
/// assert_eq!((report.total, report.macro_mean), (50.0, 50.0));
/// assert_eq!(report.types[1].1.unreadable, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(questions: &Questions, answers: &Answers, details: bool) -> Report {
    report_of(questions, answers, Coordinates::Unit, details)
}

/// The same where a run declares in which unit it writes points and boxes.
pub fn report_of(
    questions: &Questions,
    answers: &Answers,
    coordinates: Coordinates,
    details: bool,
) -> Report {
    let judged: Vec<Judged> = questions
        .all
        .iter()
        .map(|question| {
            let response = answers.responses.get(&question.record.question_id);
            judge(
                question.kind,
                &question.gold,
                response.map(String::as_str),
                coordinates,
            )
        })
        .collect();
    let rows = || questions.all.iter().zip(&judged);
    let mean = |wanted: &dyn Fn(Kind, Group) -> bool| {
        let scores = rows().filter(|(question, _)| wanted(question.kind, question.group));
        let (sum, n) = scores.fold((0.0, 0), |(sum, n), (_, judged)| (sum + judged.score, n + 1));
        (n > 0).then(|| Mean {
            score: sum / f64::from(n),
            n: n as usize,
        })
    };
    let types: Vec<_> = Kind::ALL
        .into_iter()
        .filter_map(|kind| {
            let Mean { score, n } = mean(&|own, _| own == kind)?;
            let own = || {
                rows()
                    .filter(|(question, _)| question.kind == kind)
                    .map(|(_, judged)| judged)
            };
            let of_sets = |at: usize| {
                let values: Vec<f64> = own().filter_map(|judged| judged.sets?.get(at).copied()).collect();
                let is_set = matches!(kind, Kind::Ms | Kind::Vs);
                is_set.then(|| values.iter().sum::<f64>() / n as f64)
            };
            let refused = own().filter(|judged| judged.status == "refused").count();
            let answered = own().filter(|judged| judged.status == "answered").count();
            let score = TypeScore {
                score,
                n,
                refused,
                unreadable: n - refused - answered,
                dice: of_sets(0),
                one_minus_hamming_loss: of_sets(1),
            };
            Some((kind.short(), score))
        })
        .collect();
    let by_group = |kind: Option<Kind>| -> Vec<(&'static str, Mean)> {
        let of = |group| mean(&|own, other| other == group && kind.is_none_or(|kind| kind == own));
        Group::ALL
            .into_iter()
            .filter_map(|group| Some((group.short(), of(group)?)))
            .collect()
    };
    let cells = Kind::ALL
        .into_iter()
        .map(|kind| (kind.short(), by_group(Some(kind))))
        .filter(|(_, row)| !row.is_empty())
        .collect();
    let known = answers
        .responses
        .keys()
        .filter(|id| questions.find(id).is_some())
        .count();
    Report {
        total: mean(&|_, _| true).unwrap_or_default().score,
        macro_mean: types.iter().map(|(_, one)| one.score).sum::<f64>() / types.len().max(1) as f64,
        groups: by_group(None),
        cells: Cells(cells),
        types,
        settings: settings(coordinates),
        unknown_questions: answers.responses.len() - known,
        items: details.then(|| {
            rows()
                .map(|(question, judged)| Item {
                    question_id: question.record.question_id.clone(),
                    score: judged.score,
                    parsed: judged.parsed.clone(),
                    status: judged.status,
                })
                .collect()
        }),
    }
}

impl Report {
    /// The report as a table to read: a row a type, a column a group.
    pub fn to_text(&self) -> String {
        let cells: BTreeMap<&str, BTreeMap<&str, f64>> = (self.cells.0.iter())
            .map(|(kind, row)| {
                (
                    *kind,
                    row.iter().map(|(group, mean)| (*group, mean.score)).collect(),
                )
            })
            .collect();
        let header: Vec<String> = Group::ALL
            .iter()
            .map(|group| format!("{:>6}", group.short()))
            .collect();
        let mut text = format!(
            "Total {:.1}, mean over types {:.1}\n\n",
            self.total, self.macro_mean
        );
        text += &format!("type    score      n  refused  unreadable  {}\n", header.join(""));
        for (kind, one) in &self.types {
            let own: Vec<String> = Group::ALL
                .iter()
                .map(|group| cells.get(kind).and_then(|row| row.get(group.short())))
                .map(|score| score.map_or_else(|| format!("{:>6}", "-"), |score| format!("{score:>6.1}")))
                .collect();
            text += &format!(
                "{kind:<6} {:>6.1} {:>6}  {:>7}  {:>10}  {}\n",
                one.score,
                one.n,
                one.refused,
                one.unreadable,
                own.join("")
            );
        }
        if self.unknown_questions > 0 {
            text += &format!(
                "\n{} answers are to questions that the file lacks.\n",
                self.unknown_questions
            );
        }
        text
    }
}
