//! Points and boxes in a response: two or four numbers in brackets, or alone.

use groundscope_geometry::Decimal;

use crate::Read;
use crate::marked::marked;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `x, y`.
    Point,
    /// `x1, y1, x2, y2`.
    Box,
}

impl Shape {
    const fn numbers(self) -> usize {
        match self {
            Self::Point => 2,
            Self::Box => 4,
        }
    }
}

/// The numbers of a point or a box: in brackets or parentheses of any depth, under keys, or alone in the response. Of several the last
/// counts, in what the response marks as its answer first. Percent signs are passed over: nothing is rescaled here.
///
/// ```
/// use groundscope_readers::{Read, Shape, read_numbers};
/// let read = |text, shape| match read_numbers(text, shape) {
///     Read::Answered(numbers) => numbers.iter().map(|n| n.to_f64()).collect(),
///     _ => vec![],
/// };
/// assert_eq!(read("The disc is at [0.474623, 0.515547].", Shape::Point), [0.474623, 0.515547]);
/// assert_eq!(read("((0.1, 0.2), (0.3, 0.4))", Shape::Box), [0.1, 0.2, 0.3, 0.4]);
/// ```
pub fn read_numbers(response: &str, shape: Shape) -> Read<Vec<Decimal>> {
    let marked = marked(response);
    let spoken = crate::without_thoughts(response).text;
    let found = groups(&marked, shape)
        .or_else(|| groups(&spoken, shape))
        .or_else(|| alone(&marked, shape));
    Read::of(response, found)
}

/// The last bracket that holds so many numbers and nothing else but separators and words for coordinates.
fn groups(text: &str, shape: Shape) -> Option<Vec<Decimal>> {
    let opens = |c: char| matches!(c, '[' | '(' | '{');
    let starts = text.char_indices().filter(|(_, c)| opens(*c)).map(|(at, _)| at);
    let mut last = None;
    let mut end = 0;
    for start in starts {
        // Inside one that was taken already.
        if start < end {
            continue;
        }
        let Some(length) = closing(text.get(start..)?) else {
            continue;
        };
        let inside = text.get(start..start + length)?;
        if let Some(numbers) = numbers_of(inside, shape) {
            last = Some(numbers);
            end = start + length;
        }
    }
    last
}

/// Bytes up to the bracket that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices().take(400) {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Keys that may stand with coordinates.
const KEYS: [&str; 16] = [
    "x", "y", "x1", "y1", "x2", "y2", "xmin", "ymin", "xmax", "ymax", "x_min", "y_min", "x_max", "y_max",
    "point", "bbox",
];

fn numbers_of(text: &str, shape: Shape) -> Option<Vec<Decimal>> {
    let is_separator = |c: char| c.is_whitespace() || "[](){},;:=\"'%<>".contains(c);
    let mut numbers = Vec::new();
    for word in text.split(is_separator).filter(|word| !word.is_empty()) {
        match word
            .parse::<Decimal>()
            .or_else(|_| Decimal::parse(word).map(|parsed| parsed.value))
        {
            Ok(number) => numbers.push(number),
            Err(_) if KEYS.contains(&word.to_lowercase().as_str()) => {}
            Err(_) => return None,
        }
    }
    (numbers.len() == shape.numbers()).then_some(numbers)
}

/// A response that is nothing but the numbers.
fn alone(text: &str, shape: Shape) -> Option<Vec<Decimal>> {
    numbers_of(text.trim().trim_end_matches('.'), shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, shape: Shape) -> Result<Vec<f64>, &'static str> {
        match read_numbers(text, shape) {
            Read::Answered(numbers) => Ok(numbers.into_iter().map(Decimal::to_f64).collect()),
            other => Err(other.status()),
        }
    }

    #[test]
    fn points_and_boxes_in_every_form() {
        for (text, expected) in [
            ("[0.5, 0.25]", Ok(vec![0.5, 0.25])),
            ("(0.5;0.25)", Ok(vec![0.5, 0.25])),
            ("0.5, 0.25", Ok(vec![0.5, 0.25])),
            ("{\"x\": 0.5, \"y\": 0.25}", Ok(vec![0.5, 0.25])),
            ("{\"answer\": [0.5, 0.25]}", Ok(vec![0.5, 0.25])),
            (
                "First (0.1, 0.1), but the answer is (0.5, 0.25).",
                Ok(vec![0.5, 0.25]),
            ),
            ("[50%, 25%]", Ok(vec![50.0, 25.0])),
            ("[0.1, 0.2, 0.3]", Err("unreadable")),
            ("It is in the middle.", Err("unreadable")),
            ("", Err("empty")),
        ] {
            assert_eq!(read(text, Shape::Point), expected, "{text}");
        }
        for (text, expected) in [
            ("[0.1,0.2,0.3,0.4]", Ok(vec![0.1, 0.2, 0.3, 0.4])),
            ("[[0.1, 0.2, 0.3, 0.4]]", Ok(vec![0.1, 0.2, 0.3, 0.4])),
            (
                "{\"x1\": 0.1, \"y1\": 0.2, \"x2\": 0.3, \"y2\": 0.4}",
                Ok(vec![0.1, 0.2, 0.3, 0.4]),
            ),
            ("<box>(0.1,0.2),(0.3,0.4)</box>", Err("unreadable")),
            ("I'm sorry, I can't locate it.", Err("refused")),
        ] {
            assert_eq!(read(text, Shape::Box), expected, "{text}");
        }
    }
}
