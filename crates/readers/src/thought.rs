//! What a model thinks aloud is not its answer: thoughts are blanked out, every other byte stays in its place.

use crate::Span;

/// A response without its thoughts.
#[derive(Debug)]
pub struct Spoken {
    /// As long as the response, so that offsets mean the same.
    pub text: String,
    /// Whether the response ends inside a thought.
    pub cut: bool,
}

/// Tags and whether they begin a thought. Gemma 4 thinks in a channel.
const TAGS: [(&str, bool); 8] = [
    ("<think>", true),
    ("</think>", false),
    ("<thinking>", true),
    ("</thinking>", false),
    ("<thought>", true),
    ("</thought>", false),
    ("<|channel>thought", true),
    ("<channel|>", false),
];

/// Blanks out the thoughts. A closing tag alone ends a thought that began with the response, as chat templates that open
/// it in the prompt leave it.
pub fn without_thoughts(response: &str) -> Spoken {
    let mut spoken: Vec<Span> = Vec::new();
    let mut from = 0;
    let mut thinking = false;
    for (at, _) in response.match_indices('<') {
        let rest = response.get(at..).unwrap_or_default();
        let Some((tag, opens)) = TAGS.iter().find(|(tag, _)| rest.starts_with(tag)) else {
            continue;
        };
        match (opens, thinking) {
            (true, false) => {
                spoken.push(from..at);
                thinking = true;
            }
            (true, true) => {}
            (false, true) => {
                thinking = false;
                from = at + tag.len();
            }
            (false, false) => {
                spoken.clear();
                from = at + tag.len();
            }
        }
    }
    if !thinking {
        spoken.push(from..response.len());
    }
    let mut text = String::with_capacity(response.len());
    for span in spoken {
        blank(&mut text, span.start);
        text.push_str(response.get(span).unwrap_or_default());
    }
    blank(&mut text, response.len());
    Spoken { text, cut: thinking }
}

fn blank(text: &mut String, until: usize) {
    text.extend(std::iter::repeat_n(' ', until.saturating_sub(text.len())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_blanked_and_nothing_moves() {
        let cases = [
            ("a", "a", false),
            ("<think>é</think>b", "b", false),
            ("draft</think>b", "b", false),
            ("a<think>draft", "a", true),
            ("a<think>x</think>b<think>y</think>c", "abc", false),
            ("<think>x</think>b</think>c", "c", false),
            ("<think>x<think>y</think>c", "c", false),
            ("<|channel>thought\nx<channel|>c", "c", false),
            ("a<think>x</think>b</think>c", "c", false),
            ("a<|channel>thought\nx", "a", true),
            ("a < b", "a<b", false),
        ];
        for (response, spoken, cut) in cases {
            let answer = without_thoughts(response);
            assert_eq!(answer.text.replace(' ', ""), spoken, "{response}");
            assert_eq!(
                (answer.text.len(), answer.cut),
                (response.len(), cut),
                "{response}"
            );
        }
    }
}
