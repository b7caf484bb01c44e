//! One answer against its gold answer: a score, 0..100, and how the response was read (specification 2).

use groundscope_geometry::{Decimal, DecimalBox};
use groundscope_metrics::statistics::kendall;
use groundscope_readers::{Letters, Read, Shape, read_letters, read_numbers, read_order, read_truth};

use crate::Kind;
use crate::questions::{Gold, OPTIONS};

/// What became of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// 0..100.
    pub score: f64,
    /// `answered`, `refused`, `unreadable`, `empty`, or `missing` where no row answers it.
    pub status: &'static str,
    /// What was read, as text.
    pub parsed: Option<String>,
    /// Of sets: Dice and 1 - Hamming loss, 0..100.
    pub sets: Option<[f64; 2]>,
}

/// How far a point may be off, in millionths of width and height.
const RADIUS: i128 = 50_000;

/// The unit in which a run declares to write points and boxes; nothing is rescaled unless it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Coordinates {
    /// 0..1 of width and height.
    #[default]
    Unit,
    /// 0..100.
    Percent,
    /// 0..1000.
    Norm1000,
}

impl Coordinates {
    /// All.
    pub const ALL: [Self; 3] = [Self::Unit, Self::Percent, Self::Norm1000];

    /// The name in files and options.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Percent => "percent",
            Self::Norm1000 => "norm1000",
        }
    }

    const fn whole(self) -> i64 {
        match self {
            Self::Unit => 1,
            Self::Percent => 100,
            Self::Norm1000 => 1000,
        }
    }

    /// In units of width and height, to the nearest millionth.
    fn to_unit(self, number: Decimal) -> Decimal {
        let whole = self.whole();
        let (micros, half) = (number.micros(), whole / 2);
        let away = if micros < 0 { micros - half } else { micros + half };
        let nearest = away / whole;
        Decimal::from_micros(nearest).unwrap_or(number)
    }
}

/// Judges a response; `None` where there is none. Whatever is not answered scores 0.
pub(crate) fn judge(kind: Kind, gold: &Gold, response: Option<&str>, coordinates: Coordinates) -> Judged {
    let Some(response) = response else {
        return nothing(gold, "missing");
    };
    match gold {
        Gold::Letters(letters) => match read_letters(response, OPTIONS.max(most(*letters))) {
            // Two letters where one is asked for contradict each other.
            Read::Answered(given) if kind == Kind::Sc && given.len() != 1 => nothing(gold, "unreadable"),
            Read::Answered(given) => of_letters(kind, *letters, given),
            other => nothing(gold, other.status()),
        },
        Gold::Truth(gold_truth) => match read_truth(response) {
            Read::Answered(truth) => right(truth == *gold_truth, if truth { "yes" } else { "no" }),
            other => nothing(gold, other.status()),
        },
        Gold::Order(order) => match read_order(response, OPTIONS) {
            Read::Answered(given) => answered(ranking(order, &given), given.iter().collect()),
            other => nothing(gold, other.status()),
        },
        Gold::Point(point) => match numbers(response, Shape::Point, coordinates) {
            Read::Answered(given) => {
                let inside = matches!(given.as_slice(), [x, y] if near(*point, [*x, *y]));
                right(inside, &printed(&given))
            }
            other => nothing(gold, other.status()),
        },
        Gold::Box(wanted) => match numbers(response, Shape::Box, coordinates) {
            Read::Answered(given) => answered(100.0 * iou(wanted, &given), printed(&given)),
            other => nothing(gold, other.status()),
        },
    }
}

fn numbers(response: &str, shape: Shape, coordinates: Coordinates) -> Read<Vec<Decimal>> {
    match read_numbers(response, shape) {
        Read::Answered(numbers) => Read::Answered(
            numbers
                .into_iter()
                .map(|number| coordinates.to_unit(number))
                .collect(),
        ),
        other => other,
    }
}

fn nothing(gold: &Gold, status: &'static str) -> Judged {
    Judged {
        score: 0.0,
        status,
        parsed: None,
        sets: matches!(gold, Gold::Letters(_)).then_some([0.0; 2]),
    }
}

fn answered(score: f64, parsed: String) -> Judged {
    Judged {
        score,
        status: "answered",
        parsed: Some(parsed),
        sets: None,
    }
}

fn right(is_right: bool, parsed: &str) -> Judged {
    answered(if is_right { 100.0 } else { 0.0 }, parsed.to_owned())
}

/// The number of options of which the last is in a set.
fn most(letters: Letters) -> usize {
    let last = letters.to_string().bytes().last();
    last.map_or(0, |letter| usize::from(letter.saturating_sub(b'A')) + 1)
}

/// Jaccard for sets, with Dice and 1 - Hamming loss over the options beside; equality for one letter.
fn of_letters(kind: Kind, gold: Letters, given: Letters) -> Judged {
    let [both, any] = [gold.and(given), gold.or(given)].map(|set| f64::from(set.len()));
    let options = OPTIONS.max(most(gold.or(given))) as f64;
    let dice = 2.0 * both / f64::from(gold.len() + given.len());
    let hamming = 1.0 - (any - both) / options;
    let score = match kind {
        Kind::Sc => f64::from(u8::from(gold == given)),
        _ => both / any,
    };
    Judged {
        sets: (kind != Kind::Sc).then_some([100.0 * dice, 100.0 * hamming]),
        ..answered(100.0 * score, given.to_string())
    }
}

/// `50 (tau + 1)` over the places of the letters.
fn ranking(gold: &[char], given: &[char]) -> f64 {
    let letters: Vec<char> = ('A'..='Z').take(gold.len()).collect();
    let places = |order: &[char]| -> Vec<f64> {
        let place = |letter: &char| order.iter().position(|other| other == letter);
        letters
            .iter()
            .map(|letter| place(letter).map_or(f64::NAN, |at| at as f64))
            .collect()
    };
    let tau = kendall(&places(gold), &places(given)).statistic;
    if tau.is_finite() { 50.0 * (tau + 1.0) } else { 0.0 }
}

fn near(gold: [Decimal; 2], given: [Decimal; 2]) -> bool {
    let [dx, dy] = [0, 1].map(|at: usize| {
        let of = |point: [Decimal; 2]| point.get(at).map_or(0, |number| i128::from(number.micros()));
        of(gold) - of(given)
    });
    dx * dx + dy * dy <= RADIUS * RADIUS
}

/// Exact areas; a box with swapped corners holds nothing.
fn iou(gold: &DecimalBox, given: &[Decimal]) -> f64 {
    let Some(given) = given
        .try_into()
        .ok()
        .and_then(|corners| DecimalBox::new(corners).ok())
    else {
        return 0.0;
    };
    let shared = gold.intersection_area(&given);
    let all = gold.area() + given.area() - shared;
    if all > 0 { shared as f64 / all as f64 } else { 0.0 }
}

fn printed(numbers: &[Decimal]) -> String {
    let numbers: Vec<String> = numbers.iter().map(Decimal::to_string).collect();
    format!("[{}]", numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(kind: Kind, gold: &Gold, response: &str) -> f64 {
        judge(kind, gold, Some(response), Coordinates::Unit).score
    }

    fn point(x: &str, y: &str) -> Gold {
        Gold::Point([x.parse().unwrap(), y.parse().unwrap()])
    }

    #[test]
    fn rankings_have_seven_scores() {
        let gold = Gold::Order("CADB".chars().collect());
        let near = |given: &str, expected: f64| {
            assert!((score(Kind::Rk, &gold, given) - expected).abs() < 1e-9, "{given}")
        };
        near("ACDB", 250.0 / 3.0);
        near("CADB", 100.0);
        near("BDAC", 0.0);
        assert_eq!(score(Kind::Rk, &gold, "I'm sorry, I cannot help."), 0.0);
        let mut seen: Vec<i64> = Vec::new();
        for a in "ABCD".chars() {
            for b in "ABCD".chars() {
                for c in "ABCD".chars() {
                    for d in "ABCD".chars() {
                        let given: String = [a, b, c, d].iter().collect();
                        if Letters::of(&given).len() == 4 {
                            seen.push((score(Kind::Rk, &gold, &given) * 6.0 / 100.0).round() as i64);
                        }
                    }
                }
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_point_on_the_circle_is_inside() {
        let gold = point("0.5", "0.5");
        assert_eq!(score(Kind::Pl, &gold, "(0.53, 0.54)"), 100.0);
        assert_eq!(score(Kind::Pl, &gold, "[0.530001, 0.54]"), 0.0);
        assert_eq!(score(Kind::Pl, &gold, "[53, 54]"), 0.0);
    }

    #[test]
    fn declared_units_are_rescaled() {
        let declared =
            |response: &str, unit| judge(Kind::Pl, &point("0.5", "0.5"), Some(response), unit).score;
        assert_eq!(declared("(53, 54)", Coordinates::Percent), 100.0);
        assert_eq!(declared("(530, 540)", Coordinates::Norm1000), 100.0);
        assert_eq!(declared("(531, 540)", Coordinates::Norm1000), 0.0);
        assert_eq!(declared("(0.53, 0.54)", Coordinates::Norm1000), 0.0);
        let gold = Gold::Box(DecimalBox::parse(["0", "0", "0.5", "0.5"]).unwrap());
        let judged = judge(Kind::Bb, &gold, Some("[0, 0, 500, 250]"), Coordinates::Norm1000);
        assert_eq!(
            (judged.score, judged.parsed.as_deref()),
            (50.0, Some("[0,0,0.5,0.25]"))
        );
    }

    #[test]
    fn sets_overlap() {
        let gold = Gold::Letters(Letters::of("CD"));
        let judged = judge(Kind::Ms, &gold, Some("B, C and D"), Coordinates::Unit);
        assert!((judged.score - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!(judged.sets, Some([80.0, 75.0]));
        assert_eq!(
            judge(Kind::Ms, &gold, Some(""), Coordinates::Unit).status,
            "empty"
        );
        assert_eq!(
            judge(
                Kind::Sc,
                &Gold::Letters(Letters::of("C")),
                Some("C, D"),
                Coordinates::Unit
            )
            .status,
            "unreadable"
        );
    }

    #[test]
    fn boxes_are_compared_exactly() {
        let gold = Gold::Box(DecimalBox::parse(["0", "0", "0.5", "0.5"]).unwrap());
        assert_eq!(score(Kind::Bb, &gold, "[0, 0, 0.5, 0.25]"), 50.0);
        assert_eq!(score(Kind::Bb, &gold, "[0.5, 0.5, 0, 0]"), 0.0);
    }
}
