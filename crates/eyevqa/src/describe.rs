//! What a file of questions holds: counts, lengths, letters, and the four panels of the data set's figure (specification, head).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{Gold, Kind, Questions};

/// How long questions are, in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// Shortest.
    pub least: usize,
    /// Longest.
    pub most: usize,
}

impl Lengths {
    fn of(mut words: Vec<usize>) -> Self {
        words.sort_unstable();
        let n = words.len();
        let at = |place: usize| words.get(place).copied().unwrap_or(0) as f64;
        Self {
            mean: words.iter().sum::<usize>() as f64 / n.max(1) as f64,
            median: (at(n.saturating_sub(1) / 2) + at(n / 2)) / 2.0,
            least: words.first().copied().unwrap_or(0),
            most: words.last().copied().unwrap_or(0),
        }
    }
}

/// What a file of questions holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// Questions.
    pub questions: usize,
    /// Sets that images are from.
    pub datasets: BTreeMap<String, usize>,
    /// Different images that questions name, panels of composites counted each.
    pub images: usize,
    /// Questions with several images.
    pub several_images: usize,
    /// Composites named.
    pub composites: usize,
    /// Of all questions.
    pub words: Lengths,
    /// Panel 1 of the figure: questions of each type.
    pub types: BTreeMap<&'static str, usize>,
    /// Panel 2: words of each type's questions.
    pub words_by_type: BTreeMap<&'static str, Lengths>,
    /// Panel 2 as a histogram: questions by tens of words.
    pub length_histogram: BTreeMap<usize, usize>,
    /// Panel 3: types by group of diseases.
    pub types_by_group: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
    /// Panel 4: the words that most questions hold, with how many.
    pub vocabulary: Vec<(String, usize)>,
    /// The share of each letter among the answers of one letter, in percent.
    pub letters: BTreeMap<char, f64>,
    /// Subjects.
    pub subjects: BTreeMap<String, usize>,
    /// Diseases.
    pub diseases: BTreeMap<String, usize>,
    /// Bins of target sizes.
    pub size_bins: BTreeMap<String, usize>,
    /// Fields that the specification does not know, with how many records have them.
    pub unknown_fields: BTreeMap<String, usize>,
    /// Answers that are true or false as written, by how they are written.
    pub truth_forms: BTreeMap<String, usize>,
}

/// Words without content.
const STOP: [&str; 60] = [
    "a",
    "an",
    "the",
    "of",
    "in",
    "on",
    "is",
    "are",
    "this",
    "that",
    "these",
    "those",
    "and",
    "or",
    "to",
    "with",
    "for",
    "from",
    "by",
    "at",
    "as",
    "be",
    "it",
    "its",
    "which",
    "what",
    "does",
    "do",
    "how",
    "who",
    "whose",
    "following",
    "image",
    "images",
    "answer",
    "option",
    "options",
    "one",
    "two",
    "more",
    "most",
    "b",
    "c",
    "d",
    "e",
    "select",
    "choose",
    "following",
    "shown",
    "below",
    "based",
    "all",
    "any",
    "not",
    "no",
    "yes",
    "true",
    "false",
    "please",
    "only",
];
/// Words of the vocabulary that are listed.
const VOCABULARY: usize = 40;
const KNOWN: [&str; 6] = [
    "original_image",
    "original_images",
    "target_short_side_px",
    "scale_to_448",
    "size_bin",
    "curator",
];

fn words(question: &str) -> Vec<String> {
    let text = question.replace("<image>", " ");
    text.split_whitespace().map(str::to_owned).collect()
}

/// Describes a file.
pub fn describe(questions: &Questions) -> Description {
    let mut counts: BTreeMap<&'static str, BTreeMap<String, usize>> = BTreeMap::new();
    let mut count = |what: &'static str, name: &str| {
        *counts
            .entry(what)
            .or_default()
            .entry(name.to_owned())
            .or_default() += 1
    };
    let (mut images, mut composites) = (BTreeSet::new(), BTreeSet::new());
    let mut lengths: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    let mut types_by_group: BTreeMap<&'static str, BTreeMap<&'static str, usize>> = BTreeMap::new();
    let mut histogram: BTreeMap<usize, usize> = BTreeMap::new();
    let mut vocabulary: BTreeMap<String, usize> = BTreeMap::new();
    let mut letters: BTreeMap<char, usize> = BTreeMap::new();
    let mut several = 0;
    for question in &questions.all {
        let record = &question.record;
        let kind = question.kind.short();
        let words = words(&record.question);
        lengths.entry(kind).or_default().push(words.len());
        *histogram.entry(words.len() / 10 * 10).or_default() += 1;
        *types_by_group
            .entry(question.group.short())
            .or_default()
            .entry(kind)
            .or_default() += 1;
        count("types", kind);
        count("datasets", &record.dataset_source);
        count("subjects", &record.sub_question_type);
        count("diseases", &record.disease);
        if let Some(bin) = record.more.get("size_bin").and_then(serde_json::Value::as_str) {
            count("size_bins", bin);
        }
        for field in record
            .more
            .keys()
            .filter(|field| !KNOWN.contains(&field.as_str()))
        {
            count("unknown_fields", field);
        }
        if question.kind == Kind::Tf {
            count("truth_forms", record.answer.trim());
        }
        let panels = record.images.as_ref().filter(|panels| panels.len() > 1);
        several += usize::from(panels.is_some());
        match panels {
            Some(panels) => {
                images.extend(panels.iter().map(String::as_str));
                composites.insert(record.image.as_str());
            }
            None => {
                images.insert(record.image.as_str());
            }
        }
        if let (Kind::Sc, Gold::Letters(own)) = (question.kind, &question.gold) {
            for letter in own.to_string().chars().filter(char::is_ascii_uppercase) {
                *letters.entry(letter).or_default() += 1;
            }
        }
        let plain: BTreeSet<String> = words
            .iter()
            .map(|word| {
                word.to_lowercase()
                    .trim_matches(|c: char| !c.is_alphanumeric())
                    .to_owned()
            })
            .filter(|word| word.chars().any(char::is_alphabetic) && !STOP.contains(&word.as_str()))
            .collect();
        for word in plain {
            *vocabulary.entry(word).or_default() += 1;
        }
    }
    let mut vocabulary: Vec<(String, usize)> = vocabulary.into_iter().collect();
    vocabulary.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    vocabulary.truncate(VOCABULARY);
    let answered: usize = letters.values().sum();
    let mut taken = |what: &'static str| counts.remove(what).unwrap_or_default();
    let by_kind = taken("types");
    Description {
        questions: questions.all.len(),
        datasets: taken("datasets"),
        images: images.len(),
        several_images: several,
        composites: composites.len(),
        words: Lengths::of(lengths.values().flatten().copied().collect()),
        types: Kind::ALL
            .into_iter()
            .map(Kind::short)
            .filter_map(|kind| Some((kind, *by_kind.get(kind)?)))
            .collect(),
        words_by_type: lengths
            .into_iter()
            .map(|(kind, words)| (kind, Lengths::of(words)))
            .collect(),
        length_histogram: histogram,
        types_by_group,
        vocabulary,
        letters: letters
            .into_iter()
            .map(|(letter, n)| (letter, 100.0 * n as f64 / answered.max(1) as f64))
            .collect(),
        subjects: taken("subjects"),
        diseases: taken("diseases"),
        size_bins: taken("size_bins"),
        unknown_fields: taken("unknown_fields"),
        truth_forms: taken("truth_forms"),
    }
}

impl Description {
    /// As tables to read.
    pub fn to_text(&self) -> String {
        let listed = |map: &BTreeMap<String, usize>| {
            let mut parts: Vec<(&String, &usize)> = map.iter().collect();
            parts.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
            let parts: Vec<String> = parts
                .into_iter()
                .map(|(name, n)| format!("{} {n}", if name.is_empty() { "(none)" } else { name }))
                .collect();
            parts.join(", ")
        };
        let share = 100.0 * self.several_images as f64 / self.questions.max(1) as f64;
        let mut lines = vec![
            format!("{} questions of {} sets", self.questions, self.datasets.len()),
            format!(
                "{} images; {} questions ({share:.1} %) have several, in {} composites",
                self.images, self.several_images, self.composites
            ),
            format!(
                "Words: mean {:.1}, median {:.0}, {} to {}",
                self.words.mean, self.words.median, self.words.least, self.words.most
            ),
            String::new(),
            format!("{:6}{:>8}{:>8}{:>8}", "type", "n", "%", "words"),
        ];
        for (kind, n) in &self.types {
            let words = self.words_by_type.get(kind).map_or(0.0, |lengths| lengths.mean);
            lines.push(format!(
                "{kind:6}{n:>8}{:>8.1}{words:>8.1}",
                100.0 * *n as f64 / self.questions.max(1) as f64
            ));
        }
        lines.push(String::new());
        let kinds: Vec<&'static str> = Kind::ALL.into_iter().map(Kind::short).collect();
        lines.push(format!(
            "group {}",
            kinds.iter().map(|kind| format!("{kind:>7}")).collect::<String>()
        ));
        for (group, row) in &self.types_by_group {
            let row: String = kinds
                .iter()
                .map(|kind| format!("{:>7}", row.get(kind).copied().unwrap_or(0)))
                .collect();
            lines.push(format!("{group:6}{row}"));
        }
        lines.push(String::new());
        let longest = self.length_histogram.values().copied().max().unwrap_or(1).max(1);
        for (from, n) in &self.length_histogram {
            let bar = "#".repeat((n * 40).div_ceil(longest));
            lines.push(format!("{from:>4} to {:>3} words {n:>7} {bar}", from + 9));
        }
        lines.push(String::new());
        let letters: Vec<String> = self
            .letters
            .iter()
            .map(|(letter, share)| format!("{letter} {share:.1} %"))
            .collect();
        for (name, text) in [
            ("Letters of single choices", letters.join(", ")),
            ("Truths are written", listed(&self.truth_forms)),
            ("Sets", listed(&self.datasets)),
            ("Subjects", listed(&self.subjects)),
            ("Diseases", listed(&self.diseases)),
            ("Sizes of targets", listed(&self.size_bins)),
            ("Other fields, kept", listed(&self.unknown_fields)),
            (
                "Vocabulary",
                self.vocabulary
                    .iter()
                    .map(|(word, n)| format!("{word} {n}"))
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
        ] {
            if !text.is_empty() {
                lines.push(format!("{name}: {text}"));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
