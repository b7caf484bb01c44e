//! A question before its letters are dealt.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::case::Case;
use super::deal::Letters;
use super::{MakeOptions, key};
use crate::Kind;
use crate::composite::Composite;
use crate::questions::Record;
use crate::terms::{Disease, Target, target};

/// The cases, with what is the same for all questions.
pub(super) struct Context<'a> {
    pub cases: &'a [Case],
    pub seed: u64,
    pub modality: String,
}

impl<'a> Context<'a> {
    pub fn of(cases: &'a [Case], options: &MakeOptions) -> Self {
        let is_oct = cases
            .iter()
            .flat_map(|case| &case.regions)
            .any(|region| target(&region.target).is_some_and(|target| target.oct));
        let usual = if is_oct {
            "retinal OCT B-scan"
        } else {
            "colour fundus photograph"
        };
        Self {
            cases,
            seed: options.seed,
            modality: options.modality.clone().unwrap_or_else(|| usual.to_owned()),
        }
    }

    /// Things in an order of the seed's.
    pub fn shuffled<T>(&self, salt: &str, items: Vec<T>, name: impl Fn(&T) -> String) -> Vec<T> {
        let mut items = items;
        items.sort_by_cached_key(|item| (key(self.seed, &[salt, &name(item)]), name(item)));
        items
    }

    /// A whole number below `n` that only the seed and the names decide.
    pub fn below(&self, parts: &[&str], n: usize) -> usize {
        let key = key(self.seed, parts);
        usize::try_from(key % u64::try_from(n.max(1)).unwrap_or(1)).unwrap_or(0)
    }
}

/// Candidates that were left out, by reason.
#[derive(Default)]
pub(super) struct LeftOut {
    pub counts: BTreeMap<&'static str, usize>,
}

impl LeftOut {
    pub fn add(&mut self, why: &'static str) {
        *self.counts.entry(why).or_default() += 1;
    }
}

/// What is right.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// Options, of which these are right: their letters are dealt.
    Options {
        texts: Vec<String>,
        right: BTreeSet<usize>,
    },
    /// Panels, of which these are right: images are dealt to the letters.
    Panels { right: BTreeSet<usize> },
    /// Panels from the first to the last.
    Order,
    /// Yes or no.
    Truth(bool),
    /// A point in pixels of the one image.
    Point([f64; 2]),
    /// A box in pixels of the one image.
    Box([f64; 4]),
}

/// A question before its letters are dealt.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub kind: Kind,
    /// What it is about.
    pub about: &'static str,
    pub disease: String,
    pub group: String,
    pub text: String,
    /// Name and size of each image; for an order from the first to the last.
    pub images: Vec<(String, u32, u32)>,
    pub answer: Answer,
    /// The shorter side of the target in pixels.
    pub target_side: Option<f64>,
}

/// The disease of a structure that every eye has.
const ANATOMY: &str = "anatomy";

/// What a question belongs to: `disease` and `disease_category` of its record.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub disease: String,
    pub group: String,
}

impl From<&Target> for Subject {
    fn from(target: &Target) -> Self {
        let disease = if target.disease.is_empty() {
            ANATOMY
        } else {
            &target.disease
        };
        Self {
            disease: disease.to_owned(),
            group: target.group.clone(),
        }
    }
}

impl From<&Disease> for Subject {
    fn from(disease: &Disease) -> Self {
        Self {
            disease: disease.id.clone(),
            group: disease.group.clone(),
        }
    }
}

/// A question about these cases.
pub(super) fn draft(
    kind: Kind,
    about: &'static str,
    subject: impl Into<Subject>,
    text: String,
    cases: &[&Case],
    answer: Answer,
) -> Draft {
    let Subject { disease, group } = subject.into();
    Draft {
        kind,
        about,
        disease,
        group,
        text,
        images: cases.iter().map(|case| image(case)).collect(),
        answer,
        target_side: None,
    }
}

/// Name and size.
fn image(case: &Case) -> (String, u32, u32) {
    (case.image.clone(), case.width, case.height)
}

/// Six decimals of a share of width or height.
fn unit(value: f64, whole: u32) -> String {
    format!("{:.6}", (value / f64::from(whole.max(1))).clamp(0.0, 1.0))
}

impl Draft {
    /// Its name among drafts.
    pub fn name(&self) -> String {
        let images: Vec<&str> = self.images.iter().map(|(name, ..)| name.as_str()).collect();
        format!(
            "{} {} {} {}",
            self.kind.short(),
            self.about,
            images.join(" "),
            self.text
        )
    }

    /// The record, and the composite that it needs.
    pub fn record(
        &self,
        n: usize,
        options: &MakeOptions,
        letters: &mut Letters,
    ) -> (Record, Option<Composite>) {
        let id = format!("{}_{n:05}", crate::make::slug(&options.dataset));
        let name = self.name();
        let mut images = self.images.clone();
        let (mut listed, mut answer) = (Vec::new(), String::new());
        match &self.answer {
            Answer::Options { texts, right } => {
                let order = letters.deal(self.kind, right, texts.len(), options.seed, &name);
                listed = order
                    .iter()
                    .filter_map(|at| texts.get(*at))
                    .zip('A'..)
                    .map(|(text, letter)| format!("{letter}. {text}"))
                    .collect();
                answer = order
                    .iter()
                    .zip('A'..)
                    .filter(|(at, _)| right.contains(at))
                    .map(|(_, letter)| letter)
                    .collect();
            }
            Answer::Panels { right } => {
                let order = letters.deal(self.kind, right, images.len(), options.seed, &name);
                answer = order
                    .iter()
                    .zip('A'..)
                    .filter(|(at, _)| right.contains(at))
                    .map(|(_, letter)| letter)
                    .collect();
                images = order
                    .iter()
                    .filter_map(|at| self.images.get(*at))
                    .cloned()
                    .collect();
            }
            Answer::Order => {
                // The first of the order is the one whose letter is dealt.
                let order = letters.deal(self.kind, &BTreeSet::from([0]), images.len(), options.seed, &name);
                let place = |at: usize| order.iter().position(|other| *other == at);
                let named: Vec<String> = (0..images.len())
                    .filter_map(place)
                    .zip(0..)
                    .map(|(place, _)| letter(place).to_string())
                    .collect();
                answer = named.join(",");
                images = order
                    .iter()
                    .filter_map(|at| self.images.get(*at))
                    .cloned()
                    .collect();
            }
            Answer::Truth(truth) => answer.push_str(if *truth { "Yes" } else { "No" }),
            Answer::Point([x, y]) => {
                if let [(_, width, height)] = images.as_slice() {
                    answer = format!("[{},{}]", unit(*x, *width), unit(*y, *height));
                }
            }
            Answer::Box([x1, y1, x2, y2]) => {
                if let [(_, width, height)] = images.as_slice() {
                    answer = format!(
                        "[{},{},{},{}]",
                        unit(*x1, *width),
                        unit(*y1, *height),
                        unit(*x2, *width),
                        unit(*y2, *height)
                    );
                }
            }
        }
        let mut question = format!("<image> {}", self.text);
        for option in listed {
            question.push(' ');
            question.push_str(&option);
        }
        question.push(' ');
        question.push_str(self.asks());
        let composite = if images.len() > 1 {
            Composite::of(&format!("merge_{id}.png"), &images)
        } else {
            None
        };
        let mut more: BTreeMap<String, Value> = BTreeMap::new();
        let names: Vec<String> = images.iter().map(|(name, ..)| name.clone()).collect();
        let originals: BTreeMap<String, &String> = match names.as_slice() {
            [only] => BTreeMap::from([("S".to_owned(), only)]),
            several => several
                .iter()
                .zip('A'..)
                .map(|(name, letter)| (letter.to_string(), name))
                .collect(),
        };
        more.insert("original_images".to_owned(), json!(originals));
        if let [(name, width, height)] = images.as_slice() {
            more.insert("original_image".to_owned(), json!(name));
            if let Some(side) = self.target_side {
                let scale = 448.0 / f64::from((*width).max(*height).max(1));
                let bin = match side * scale {
                    small if small < 16.0 => "small",
                    medium if medium < 64.0 => "medium",
                    _ => "large",
                };
                more.insert(
                    "target_short_side_px".to_owned(),
                    json!((side * 100.0).round() / 100.0),
                );
                more.insert("scale_to_448".to_owned(), json!((scale * 1e6).round() / 1e6));
                more.insert("size_bin".to_owned(), json!(bin));
            }
        }
        more.insert("curator".to_owned(), json!("groundscope make eyevqa"));
        let record = Record {
            question_id: id,
            dataset_source: options.dataset.clone(),
            question_type: self.kind.id().to_owned(),
            sub_question_type: self.about.to_owned(),
            disease: self.disease.clone(),
            question,
            image: composite.as_ref().map_or_else(
                || names.first().cloned().unwrap_or_default(),
                |whole| whole.name.clone(),
            ),
            images: (names.len() > 1).then_some(names),
            answer,
            disease_category: self.group.clone(),
            more,
        };
        (record, composite)
    }

    /// How an answer is wanted.
    const fn asks(&self) -> &'static str {
        match self.kind {
            Kind::Sc => "Answer with the letter of the one right option.",
            Kind::Ms => "Two or more options are right. Answer with their letters.",
            Kind::Vs => "One or more options are right. Answer with their letters.",
            Kind::Tf => "Answer Yes or No.",
            Kind::Rk => "Answer with the four letters in order, separated by commas.",
            Kind::Pl => "Answer with [x,y], both from 0 to 1 of the image's width and height.",
            Kind::Bb => "Answer with [x1,y1,x2,y2], all from 0 to 1 of the image's width and height.",
        }
    }
}

/// The letter of a place.
fn letter(place: usize) -> char {
    ('A'..='Z').nth(place).unwrap_or('?')
}
