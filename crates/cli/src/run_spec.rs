//! `--run NAME=FILE[,key=value]..`: one model on the command line of `evaluate`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

use groundscope_benchmarks::output::{Family, ImageSize, Order, OutputSpace};
use groundscope_report::data::Kind;

use groundscope_model::moves_text;

/// A model's files and what is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSpec {
    /// Its name.
    pub name: String,
    /// Boxes, or raw responses where there is a reader.
    pub boxes: Option<PathBuf>,
    /// Answers to presence questions.
    pub answers: Option<PathBuf>,
    /// Whose responses the boxes are to be read from: their reader.
    pub reader: Option<Family>,
    /// The space of the responses' boxes, if not the family's.
    pub space: Option<OutputSpace>,
    /// The order of their numbers, if not the family's.
    pub order: Option<Order>,
    /// The size of images as resized for the model.
    pub resized: Option<ImageSize>,
    /// Parameters in billions.
    pub params: Option<f64>,
    /// Active parameters in billions.
    pub active: Option<f64>,
    /// The generation within the family.
    pub generation: Option<String>,
    /// Dense or a mixture of experts.
    pub kind: Option<Kind>,
    /// The family, in words.
    pub family: Option<String>,
    /// Where the weights come from.
    pub repository: Option<String>,
}

impl FromStr for RunSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rest) = text
            .split_once('=')
            .filter(|(name, rest)| !name.trim().is_empty() && !rest.is_empty())
            .ok_or("a run is NAME=FILE, with ,key=value after it where wanted")?;
        let mut run = Self {
            name: words("the name of a run", name)?,
            ..Self::default()
        };
        let mut given = BTreeSet::new();
        for (at, part) in rest.split(',').enumerate() {
            let known = part.split_once('=').filter(|(key, _)| KEYS.contains(key));
            match known {
                Some((key, _)) if !given.insert(key) => return Err(format!("{key}= is given twice")),
                Some((key, value)) => run.set(key, value)?,
                None if at == 0 && !part.is_empty() => run.boxes = Some(PathBuf::from(part)),
                None if at == 0 => {}
                None => {
                    let keys = KEYS.join(", ");
                    return Err(format!("{part} is not key=value with one of the keys {keys}"));
                }
            }
        }
        if run.boxes.is_none() && run.answers.is_none() {
            return Err("a run needs a file of boxes, or answers=FILE".to_owned());
        }
        if run.reader.is_none() && (run.space.is_some() || run.order.is_some() || run.resized.is_some()) {
            return Err(format!(
                "space, order and resized tell how to read responses; name their family with family=, one of {}",
                readers()
            ));
        }
        if let (Some(active), Some(params)) = (run.active, run.params)
            && active > params
        {
            return Err("active= is more than params=, which counts all parameters".to_owned());
        }
        Ok(run)
    }
}

const KEYS: [&str; 10] = [
    "answers",
    "family",
    "space",
    "order",
    "resized",
    "params",
    "active",
    "generation",
    "kind",
    "repository",
];

impl RunSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        fn read<T: FromStr<Err: std::fmt::Display>>(value: &str) -> Result<T, String> {
            value.parse().map_err(|error: T::Err| error.to_string())
        }
        if value.is_empty() {
            return Err(format!("{key}= has no value"));
        }
        match key {
            "answers" => self.answers = Some(PathBuf::from(value)),
            "family" => {
                // A family with a reader, or the name of another for the figures.
                self.reader = value.parse().ok();
                self.family = Some(words("family=", value)?);
            }
            "space" => self.space = Some(read(value)?),
            "order" => self.order = Some(read(value)?),
            "resized" => self.resized = Some(read(value)?),
            "params" => self.params = Some(billions(value)?),
            "active" => self.active = Some(billions(value)?),
            "generation" => self.generation = Some(words("generation=", value)?),
            "kind" => {
                self.kind = Some(match value {
                    "dense" => Kind::Dense,
                    "moe" => Kind::Moe,
                    _ => return Err(format!("kind is dense or moe, not {value}")),
                });
            }
            _ => self.repository = Some(words("repository=", value)?),
        }
        Ok(())
    }
}

/// A text that a report can print: one line with something on it, as the report's own check wants it.
pub fn words(what: &str, text: &str) -> Result<String, String> {
    let text = text.trim_matches(' ');
    if text.trim().is_empty() {
        return Err(format!("{what} is empty"));
    }
    if unprintable(text) {
        return Err(format!(
            "{what} has a control character, a line break or a sign of no width"
        ));
    }
    Ok(text.to_owned())
}

/// Whether a report cannot print a text in one line.
pub fn unprintable(text: &str) -> bool {
    // Signs of no width would let two names look alike.
    let wrong = |c: char| {
        moves_text(c) || matches!(c, '\u{200b}'..='\u{200d}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    text.contains(wrong)
}

/// The title of a report.
pub fn title(text: &str) -> Result<String, String> {
    words("the title", text)
}

/// The families whose responses can be read, in words.
pub fn readers() -> String {
    let names: Vec<&str> = Family::ALL
        .iter()
        .flat_map(|family| family.names())
        .copied()
        .collect();
    names.join(", ")
}

/// `8B`, `0.8b`, `350M` or a number of billions.
fn billions(text: &str) -> Result<f64, String> {
    let (digits, scale) = match text.char_indices().last() {
        Some((at, 'b' | 'B')) => (text.get(..at), 1.0),
        Some((at, 'm' | 'M')) => (text.get(..at), 1e-3),
        _ => (Some(text), 1.0),
    };
    let number = digits.and_then(|digits| digits.trim().parse::<f64>().ok());
    number
        .map(|number| number * scale)
        .filter(|billions| billions.is_finite() && *billions > 0.0)
        .ok_or_else(|| format!("{text} is no number of parameters; write 8B or 350M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Result<RunSpec, String> {
        text.parse()
    }

    #[test]
    fn a_run_is_a_name_a_file_and_what_is_known() {
        let all = run("Qwen 8B=out/q.jsonl,family=qwen3-vl,answers=a.jsonl,params=8B,active=800M,generation=3,kind=moe,repository=a/b").unwrap();
        assert_eq!(
            (all.name.as_str(), all.boxes),
            ("Qwen 8B", Some("out/q.jsonl".into()))
        );
        assert_eq!(
            (all.reader, all.params, all.active),
            (Some(Family::Qwen3), Some(8.0), Some(0.8))
        );
        assert_eq!(
            (all.kind, all.repository.as_deref()),
            (Some(Kind::Moe), Some("a/b"))
        );
        let ours = run("ours=boxes.json,family=GroundNet").unwrap();
        assert_eq!((ours.reader, ours.family.as_deref()), (None, Some("GroundNet")));
        // A path may hold an equals sign.
        assert_eq!(run("x=t=0.3/p.json").unwrap().boxes, Some("t=0.3/p.json".into()));
        let equal = run("x=p.json,params=8B,active=8B").unwrap();
        assert_eq!((equal.params, equal.active), (Some(8.0), Some(8.0)));
        assert!(title("Ours").is_ok() && title(" ").is_err() && title("a\nb").is_err());
        let answers = run("x=answers=a.jsonl").unwrap();
        assert_eq!((answers.boxes, answers.answers), (None, Some("a.jsonl".into())));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, says) in [
            ("boxes.json", "NAME=FILE"),
            ("=boxes.json", "NAME=FILE"),
            ("a=", "NAME=FILE"),
            ("a=b.json,c.json", "c.json is not key=value"),
            ("a=b,kind=sparse", "dense or moe"),
            ("a=b,params=big", "no number of parameters"),
            ("a=b,params=", "has no value"),
            ("a=b,space=unit", "family="),
            ("a=b,family=plain,space=mm", "the space must be"),
            ("a=params=8B", "needs a file"),
            ("a\nb=p.json", "line break"),
            ("\u{1b}[31ma=p.json", "control character"),
            ("a=p.json,family= ", "family= is empty"),
            ("a=p.json,generation=3\t5", "generation= has a control character"),
            (
                "a=p.json,repository=x\u{2028}y",
                "repository= has a control character",
            ),
            ("a=p.json,params=3B,active=8B", "active= is more than params="),
            ("a=p.json,params=3B,params=8B", "params= is given twice"),
            ("a=p.json,space=unit", "glm-4.6v"),
        ] {
            let error = run(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
