//! A user's local images beside the questions that name them, and the composites that are not there (specification 1, 3).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{Question, Questions};

/// The images of one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paired {
    /// The question.
    pub question_id: String,
    /// The picture to show: a local file, or a composite to build.
    pub image: String,
    /// Whether the picture is a composite that has to be built.
    pub build: bool,
    /// The local files of its panels, where it has several.
    pub panels: Vec<String>,
}

/// A composite to build from local files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToBuild {
    /// The file to write.
    pub name: String,
    /// Local files, A first.
    pub panels: Vec<String>,
}

/// Questions and local files, aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// Questions whose images are all there.
    pub paired: Vec<Paired>,
    /// Composites to build, each once.
    pub composites: Vec<ToBuild>,
    /// Images that no local file is, with how many questions need each.
    pub missing: BTreeMap<String, usize>,
    /// Questions that lack an image, by set: how many, of how many.
    pub incomplete: BTreeMap<String, [usize; 2]>,
    /// Names that several local files could be, with those files.
    pub ambiguous: BTreeMap<String, Vec<String>>,
}

/// Local files by what a question may call them.
struct Local<'a> {
    by_path: BTreeMap<String, &'a str>,
    by_name: BTreeMap<String, Vec<&'a str>>,
    by_stem: BTreeMap<String, Vec<&'a str>>,
}

enum Found<'a> {
    File(&'a str),
    Several(Vec<String>),
    None,
}

fn tidy(path: &str) -> String {
    path.replace('\\', "/").trim_start_matches("./").to_lowercase()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem_of(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

impl<'a> Local<'a> {
    fn of(files: &'a [String]) -> Self {
        let mut local = Self {
            by_path: BTreeMap::new(),
            by_name: BTreeMap::new(),
            by_stem: BTreeMap::new(),
        };
        for file in files {
            let path = tidy(file);
            let name = name_of(&path).to_owned();
            local
                .by_stem
                .entry(stem_of(&name).to_owned())
                .or_default()
                .push(file);
            local.by_name.entry(name).or_default().push(file);
            local.by_path.insert(path, file);
        }
        local
    }

    /// By path, then by name, then by name without its end (copies are often saved in another format); of several the one whose
    /// folders are those of the set.
    fn find(&self, wanted: &str, set: &str) -> Found<'a> {
        let path = tidy(wanted);
        if let Some(file) = self.by_path.get(&path) {
            return Found::File(file);
        }
        let name = name_of(&path);
        let named = self.by_name.get(name).or_else(|| self.by_stem.get(stem_of(name)));
        match named.map(Vec::as_slice) {
            None | Some([]) => Found::None,
            Some([only]) => Found::File(only),
            Some(several) => {
                let ends: Vec<&&str> = several
                    .iter()
                    .filter(|file| tidy(file).ends_with(&path))
                    .collect();
                let set = set.to_lowercase();
                let in_set: Vec<&&str> = several
                    .iter()
                    .filter(|file| !set.is_empty() && tidy(file).split('/').any(|folder| folder == set))
                    .collect();
                match (ends.as_slice(), in_set.as_slice()) {
                    ([only], _) | (_, [only]) => Found::File(only),
                    _ => Found::Several(several.iter().map(|file| (*file).to_owned()).collect()),
                }
            }
        }
    }
}

/// Aligns questions with local files, given by their paths below a folder.
pub fn pair(questions: &Questions, files: &[String]) -> Pairing {
    let local = Local::of(files);
    let mut pairing = Pairing::default();
    let mut built: BTreeSet<String> = BTreeSet::new();
    for question in &questions.all {
        let set = question.record.dataset_source.clone();
        let counts = pairing.incomplete.entry(set).or_default();
        let [lacking, all] = counts;
        *all += 1;
        match of_question(question, &local, &mut pairing.missing, &mut pairing.ambiguous) {
            None => *lacking += 1,
            Some(paired) => {
                if paired.build && built.insert(paired.image.clone()) {
                    pairing.composites.push(ToBuild {
                        name: paired.image.clone(),
                        panels: paired.panels.clone(),
                    });
                }
                pairing.paired.push(paired);
            }
        }
    }
    pairing.incomplete.retain(|_, [lacking, _]| *lacking > 0);
    pairing
}

/// The panels of a question, A first.
fn panels(question: &Question) -> Vec<String> {
    question
        .record
        .images
        .clone()
        .filter(|images| images.len() > 1)
        .unwrap_or_default()
}

fn of_question(
    question: &Question,
    local: &Local<'_>,
    missing: &mut BTreeMap<String, usize>,
    ambiguous: &mut BTreeMap<String, Vec<String>>,
) -> Option<Paired> {
    let record = &question.record;
    let mut found = |wanted: &str| match local.find(wanted, &record.dataset_source) {
        Found::File(file) => Some(file.to_owned()),
        Found::Several(files) => {
            ambiguous.insert(wanted.to_owned(), files);
            None
        }
        Found::None => {
            *missing.entry(wanted.to_owned()).or_default() += 1;
            None
        }
    };
    let panels = panels(question);
    let is_panel = panels.contains(&record.image);
    let paired = |image: String, build: bool, panels: Vec<String>| Paired {
        question_id: record.question_id.clone(),
        image,
        build,
        panels,
    };
    if panels.is_empty() {
        return Some(paired(found(&record.image)?, false, Vec::new()));
    }
    // In some sets `image` is only the first panel: those have no composite of their own.
    if !is_panel && let Found::File(whole) = local.find(&record.image, &record.dataset_source) {
        return Some(paired(whole.to_owned(), false, Vec::new()));
    }
    let files: Vec<Option<String>> = panels.iter().map(|panel| found(panel)).collect();
    let files: Vec<String> = files.into_iter().collect::<Option<_>>()?;
    let name = if is_panel {
        let stems: Vec<&str> = panels.iter().map(|panel| stem_of(name_of(panel))).collect();
        format!("merge_{}.png", stems.join("_"))
    } else {
        format!("{}.png", stem_of(name_of(&record.image)))
    };
    Some(paired(name, true, files))
}

impl Pairing {
    /// As lines to read.
    pub fn to_text(&self, questions: usize) -> String {
        let mut lines = vec![format!(
            "{} of {questions} questions have all their images; {} composites to build",
            self.paired.len(),
            self.composites.len()
        )];
        for (set, [lacking, all]) in &self.incomplete {
            lines.push(format!("{set}: {lacking} of {all} questions lack an image"));
        }
        let mut missing: Vec<(&String, &usize)> = self.missing.iter().collect();
        missing.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
        if !missing.is_empty() {
            lines.push(format!(
                "{} images are missing, the most wanted first:",
                missing.len()
            ));
            lines.extend(missing.iter().take(20).map(|(name, n)| format!("  {name} ({n})")));
            if missing.len() > 20 {
                lines.push(format!("  and {} more, all in pairs.json", missing.len() - 20));
            }
        }
        for (name, files) in self.ambiguous.iter().take(10) {
            lines.push(format!(
                "{name} could be {}; give it the folder of its set",
                files.join(" or ")
            ));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(id: &str, set: &str, image: &str, panels: &[&str]) -> serde_json::Value {
        let mut record = serde_json::json!({"question_id": id, "question_type": "judgement", "answer": "No", "dataset_source": set, "image": image});
        if !panels.is_empty() {
            record["images"] = panels.into();
        }
        record
    }

    #[test]
    fn images_are_found_by_path_name_and_stem() {
        let file = serde_json::json!([
            question("path", "A", "train/x.jpg", &[]),
            question("name", "A", "deep/down/Y.JPG", &[]),
            question("stem", "A", "z.tif", &[]),
            question("gone", "A", "w.jpg", &[]),
            question("set", "B", "same.jpg", &[]),
            question("which", "C", "same.jpg", &[]),
            question("whole", "A", "merge_1.jpg", &["p1.jpg", "p2.jpg"]),
            question("built", "A", "merge_2.jpg", &["x.jpg", "z.tif", "y.jpg", "x.jpg"]),
            question("first", "EYEPACS", "x.jpg", &["x.jpg", "y.jpg"]),
        ]);
        let questions = Questions::parse(file.to_string().as_bytes()).unwrap();
        let files = [
            "train/x.jpg",
            "other/y.jpg",
            "z.png",
            "B/same.jpg",
            "D/same.jpg",
            "merge_1.jpg",
        ]
        .map(str::to_owned);
        let pairing = pair(&questions, &files);
        let image = |id: &str| {
            pairing
                .paired
                .iter()
                .find(|one| one.question_id == id)
                .map(|one| one.image.as_str())
        };
        assert_eq!(image("path"), Some("train/x.jpg"));
        assert_eq!(image("name"), Some("other/y.jpg"));
        assert_eq!(image("stem"), Some("z.png"));
        assert_eq!(image("set"), Some("B/same.jpg"));
        assert_eq!((image("gone"), image("which")), (None, None));
        assert_eq!(image("whole"), Some("merge_1.jpg"));
        assert_eq!(
            (image("built"), image("first")),
            (Some("merge_2.png"), Some("merge_x_y.png"))
        );
        assert_eq!(pairing.composites.len(), 2);
        assert_eq!(
            pairing.composites[0].panels,
            ["train/x.jpg", "z.png", "other/y.jpg", "train/x.jpg"]
        );
        assert_eq!(pairing.missing, BTreeMap::from([("w.jpg".to_owned(), 1)]));
        assert_eq!(pairing.ambiguous["same.jpg"].len(), 2);
        assert_eq!(
            pairing.incomplete,
            BTreeMap::from([("A".to_owned(), [1, 6]), ("C".to_owned(), [1, 1])])
        );
    }
}
