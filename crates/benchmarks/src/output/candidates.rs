//! Which of the scanned values are meant as boxes, and what label stands with each.

use super::forest::{Forest, Kind, Node, Span, is_number};
use super::scan::{scan, scan_tagged};
use super::tags::{self, Region};

/// A list that is meant as a box, whatever it holds.
#[derive(Debug, PartialEq)]
pub(super) struct Candidate {
    /// Where it stands, brackets included.
    pub(super) span: Span,
    /// Its numbers as written, the first five at most.
    pub(super) numbers: Vec<Span>,
    /// The label, as written.
    pub(super) label: Option<Span>,
}

/// What a response holds.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// Whether a list says that there is nothing: `[]`, or no box under the key for boxes.
    pub(super) nothing: bool,
    /// Whether the output ends inside a list.
    pub(super) cut: bool,
}

/// Keys under which models write boxes, letters and digits only.
const BOX_KEYS: [&str; 13] = [
    "bbox2d",
    "bboxes2d",
    "bbox",
    "bboxes",
    "box2d",
    "boxes2d",
    "box",
    "boxes",
    "boundingbox",
    "boundingboxes",
    "coordinates",
    "coords",
    "xyxy",
];

/// Keys under which models name what is in the box.
const LABEL_KEYS: [&str; 9] = [
    "label",
    "class",
    "classname",
    "category",
    "name",
    "biomarker",
    "finding",
    "object",
    "textcontent",
];

/// A box needs more than four numbers to be seen to have too many.
const MOST_NUMBERS: usize = 5;

/// Finds boxes: between tags where there are any, else under keys, else as lists of numbers by themselves.
///
/// The most explicit form decides alone, so that "coordinates in [0, 0, 1000, 1000]" is no box beside a JSON answer.
pub(super) fn find(text: &str) -> Found {
    let mut tagged = Found::default();
    for region in tags::regions(text, &tags::BOXES) {
        let forest = scan_tagged(text, region.span.clone(), region.closed);
        let found = in_forest(&forest, Some(&region));
        tagged.candidates.extend(found.candidates);
        tagged.nothing |= found.nothing;
        tagged.cut |= found.cut;
    }
    if !tagged.candidates.is_empty() || tagged.nothing {
        return tagged;
    }
    let mut found = in_forest(&scan(text), None);
    found.cut |= tagged.cut;
    found
}

/// What is known of a value from those around it.
#[derive(Clone, Default)]
struct Mark {
    /// It stands under a key for boxes, or between tags.
    boxed: bool,
    /// It stands under no key at all.
    bare: bool,
    label: Option<Span>,
}

fn in_forest(forest: &Forest<'_>, region: Option<&Region>) -> Found {
    let mut marks = vec![Mark::default(); forest.nodes.len()];
    let mut assigned: Vec<Option<Span>> = vec![None; forest.nodes.len()];
    let mut any_boxed = false;
    let (mut boxed, mut bare) = (Found::default(), Found::default());
    for (id, node) in forest.nodes.iter().enumerate() {
        let parent = node.parent.and_then(|parent| marks.get(parent)).cloned();
        let root = node.parent.is_none();
        let in_list = node
            .parent
            .and_then(|parent| forest.node(parent))
            .is_some_and(|parent| parent.kind == Kind::List);
        let parent = parent.unwrap_or_else(|| Mark {
            boxed: false,
            bare: true,
            label: region.and_then(|region| region.label.clone()),
        });
        let under_key = node
            .key
            .as_ref()
            .map(|key| is_one_of(forest.text(key), &BOX_KEYS));
        let mark = Mark {
            boxed: under_key.unwrap_or((in_list && parent.boxed) || (root && region.is_some())),
            bare: under_key.is_none() && parent.bare,
            label: assigned.get_mut(id).and_then(Option::take).or(parent.label),
        };
        match node.kind {
            Kind::Object => pair_labels(forest, node, &mut assigned),
            Kind::List => {
                any_boxed |= mark.boxed && !root;
                if mark.boxed {
                    read_list(forest, node, &mark, !root, &mut boxed);
                } else if mark.bare {
                    read_list(forest, node, &mark, false, &mut bare);
                }
            }
            Kind::Scalar { quoted } if under_key == Some(true) && node.complete => {
                any_boxed |= read_scalar(forest, node, quoted, &mark, &mut boxed);
            }
            Kind::Scalar { .. } => {}
        }
        if let Some(slot) = marks.get_mut(id) {
            *slot = mark;
        }
    }
    let mut found = if any_boxed || region.is_some() {
        boxed
    } else {
        bare
    };
    found.cut = forest.cut;
    found
}

/// Labels go to the boxes of their object: one to all, as many as there are boxes in turn, any other number to none.
fn pair_labels(forest: &Forest<'_>, object: &Node, assigned: &mut [Option<Span>]) {
    let under = |keys: &'static [&'static str]| {
        forest.children(object).filter(move |(_, child)| {
            child
                .key
                .as_ref()
                .is_some_and(|key| is_one_of(forest.text(key), keys))
        })
    };
    let labels: Vec<&Span> = under(&LABEL_KEYS)
        .filter(|(_, child)| matches!(child.kind, Kind::Scalar { .. }) && child.complete)
        .map(|(_, child)| &child.span)
        .collect();
    let mut give = |id: usize, label: &Span| {
        if let Some(slot) = assigned.get_mut(id) {
            *slot = Some(label.clone());
        }
    };
    if let [only] = labels.as_slice() {
        forest.children(object).for_each(|(id, _)| give(id, only));
    } else if labels.len() == under(&BOX_KEYS).count() {
        under(&BOX_KEYS)
            .zip(&labels)
            .for_each(|((id, _), label)| give(id, label));
    }
}

/// Under a key any list of numbers is a box, by itself only one of three numbers and more.
fn read_list(forest: &Forest<'_>, node: &Node, mark: &Mark, under_key: bool, found: &mut Found) {
    if !node.complete {
        return;
    }
    if node.children.is_empty() {
        // Brackets around nothing; tags around nothing say nothing.
        found.nothing |= under_key || !mark.boxed;
        return;
    }
    let plain = |child: &Node| matches!(child.kind, Kind::Scalar { .. }) && child.key.is_none();
    if !forest.children(node).all(|(_, child)| plain(child)) {
        return;
    }
    let numbers = forest
        .children(node)
        .filter(|(_, child)| stands_for_number(forest.text(&child.span)))
        .count();
    if numbers >= if under_key { 1 } else { 3 } {
        found.candidates.push(Candidate {
            span: node.span.clone(),
            numbers: forest
                .children(node)
                .take(MOST_NUMBERS)
                .map(|(_, child)| child.span.clone())
                .collect(),
            label: mark.label.clone(),
        });
    }
}

/// A box written as a string, `"10, 20, 30, 40"`, or a word that says there is none. Returns whether it was either.
fn read_scalar(forest: &Forest<'_>, node: &Node, quoted: bool, mark: &Mark, found: &mut Found) -> bool {
    let text = forest.text(&node.span);
    let mut numbers = Vec::new();
    if quoted {
        let apart = |letter: char| letter.is_whitespace() || ",;[]()".contains(letter);
        let mut at = node.span.start;
        for part in text.split(apart) {
            if !part.is_empty() && numbers.len() < MOST_NUMBERS {
                numbers.push(at..at + part.len());
            }
            // Every separator but a rare space is one byte; the exact place follows from the text.
            at += part.len() + separator(forest.text(&(at + part.len()..node.span.end)));
        }
    }
    if numbers.iter().any(|span| stands_for_number(forest.text(span))) {
        found.candidates.push(Candidate {
            span: node.span.clone(),
            numbers,
            label: mark.label.clone(),
        });
        return true;
    }
    let nothing = text.trim().is_empty()
        || is_one_of(text, &["none", "null", "nil", "na", "no", "absent", "notpresent"]);
    found.nothing |= nothing;
    nothing
}

fn separator(rest: &str) -> usize {
    rest.chars().next().map_or(0, char::len_utf8)
}

fn stands_for_number(text: &str) -> bool {
    is_number(text.trim()) || is_one_of(text, &["nan", "null", "none"])
}

/// No word that is looked for is longer, however many separators it is written with.
const LONGEST_WORD: usize = 40;

/// Whether a word is one of these, case and everything but letters and digits aside.
fn is_one_of(word: &str, wanted: &[&str]) -> bool {
    let letters = || {
        word.chars()
            .filter(|c| c.is_alphanumeric())
            .map(|c| c.to_ascii_lowercase())
    };
    word.len() <= LONGEST_WORD && wanted.iter().any(|wanted| letters().eq(wanted.chars()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let found = find(text);
        let candidates = found.candidates.iter().map(|candidate| {
            let numbers: Vec<&str> = candidate.numbers.iter().map(|span| &text[span.clone()]).collect();
            let label = candidate.label.as_ref().map_or("-", |span| &text[span.clone()]);
            format!("{label} {}", numbers.join(" "))
        });
        let mut parts: Vec<String> = candidates.collect();
        parts.extend(found.nothing.then(|| "nothing".to_owned()));
        parts.extend(found.cut.then(|| "cut".to_owned()));
        parts.join("; ")
    }

    #[test]
    fn labels_go_with_their_boxes() {
        let cases = [
            (r#"{"bbox_2d": [1,2,3,4], "label": "a"}"#, "a 1 2 3 4"),
            (
                r#"{"label": "a", "boxes": [[1,2,3,4], {"box": [5,6,7,8]}]}"#,
                "a 1 2 3 4; a 5 6 7 8",
            ),
            (
                r#"{"bbox": [1,2,3,4], "label": "a", "bbox": [5,6,7,8], "label": "b"}"#,
                "a 1 2 3 4; b 5 6 7 8",
            ),
            (
                r#"{"bbox": [1,2,3,4], "bbox": [5,6,7,8], "label": "a"}"#,
                "a 1 2 3 4; a 5 6 7 8",
            ),
            (
                r#"{"bbox": [1,2,3,4], "label": "a", "label": "b", "class": "c", "bbox": [5,6,7,8]}"#,
                "- 1 2 3 4; - 5 6 7 8",
            ),
            (r#"{"bbox": [1,2,3,4], "label": "dru"#, "- 1 2 3 4; cut"),
            ("{bbox: [1,2,3,4], label: dru", "- 1 2 3 4; cut"),
            (
                "<ref>a</ref><box>[[1,2,3,4],[5,6,7,8]]</box>",
                "a 1 2 3 4; a 5 6 7 8",
            ),
            ("<box>1, 2, 3, 4</box>", "- 1 2 3 4"),
            ("<|begin_of_box|>(1, 2, 3, 4)<|end_of_box|>", "- 1 2 3 4"),
            ("<|begin_of_box|><1, 2, 3, 4><|end_of_box|>", "- 1 2 3 4"),
        ];
        for (text, wanted) in cases {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_most_explicit_form_decides_alone() {
        let json = r#"In [0, 0, 1000, 1000]: [{"bbox_2d": [1,2,3,4]}]"#;
        assert_eq!(shown(json), "- 1 2 3 4");
        assert_eq!(
            shown("[9,9,9,9] <box>[[1,2,3,4]]</box> {\"box\": [8,8,8,8]}"),
            "- 1 2 3 4"
        );
        assert_eq!(
            shown("At [1, 2, 3, 4] and (5, 6, 7, 8), see [1], [0, 1000]."),
            "- 1 2 3 4; - 5 6 7 8"
        );
        assert_eq!(shown("<|begin_of_box|>No<|end_of_box|>"), "");
        assert_eq!(
            shown("<|begin_of_box|>see below<|end_of_box|> [1,2,3,4]"),
            "- 1 2 3 4"
        );
    }

    #[test]
    fn nothing_is_told_from_no_answer() {
        for text in [
            "[]",
            "```json\n[]\n```",
            r#"{"boxes": []}"#,
            r#"{"bbox_2d": null, "label": "x"}"#,
            "<box>[]</box>",
        ] {
            assert_eq!(shown(text), "nothing", "{text}");
        }
        for text in [
            "",
            "{}",
            "[[x1, y1, x2, y2]]",
            r#"{"size": [768, 496, 3]}"#,
            "<box></box>",
        ] {
            assert_eq!(shown(text), "", "{text}");
        }
    }

    #[test]
    fn a_box_in_a_string_is_a_box() {
        assert_eq!(shown(r#"{"bbox": "[1, 2,3 4]"}"#), "- 1 2 3 4");
        assert_eq!(shown("{\"bbox\": \"1,\u{2003}2, 3, 4\"}"), "- 1 2 3 4");
    }
}
