//! The tags of InternVL and GLM: what stands between them, and the label written before them.

use super::forest::Span;

/// What stands between two tags.
#[derive(Debug, PartialEq)]
pub(super) struct Region {
    pub(super) span: Span,
    /// The text of the last `<ref>` before it.
    pub(super) label: Option<Span>,
    /// Whether the closing tag is there.
    pub(super) closed: bool,
}

/// Opening and closing tags.
pub(super) type Pairs = [(&'static str, &'static str); 2];

/// Tags around boxes.
pub(super) const BOXES: Pairs = [("<box>", "</box>"), ("<|begin_of_box|>", "<|end_of_box|>")];
/// Tags around an answer in words.
pub(super) const ANSWERS: Pairs = [("<answer>", "</answer>"), ("<|begin_of_box|>", "<|end_of_box|>")];

/// The regions between these tags, in order. A second opening tag ends the region before it.
pub(super) fn regions(text: &str, pairs: &Pairs) -> Vec<Region> {
    let mut found = Vec::new();
    let mut label: Option<Span> = None;
    let mut label_from: Option<usize> = None;
    let mut open: Option<usize> = None;
    for (at, _) in text.match_indices('<') {
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with("<ref>") {
            label_from = Some(at + "<ref>".len());
        } else if rest.starts_with("</ref>") {
            label = label_from.take().map(|from| from..at);
        }
        let opening = pairs.iter().find(|(opening, _)| rest.starts_with(opening));
        if opening.is_none() && !pairs.iter().any(|(_, closing)| rest.starts_with(closing)) {
            continue;
        }
        if let Some(from) = open.take() {
            found.push(Region {
                span: from..at,
                label: label.clone(),
                closed: true,
            });
        }
        open = opening.map(|(opening, _)| at + opening.len());
    }
    if let Some(from) = open {
        found.push(Region {
            span: from..text.len(),
            label,
            closed: false,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_their_labels_and_ends() {
        let text = "<ref>a b</ref><box>[1]</box> and <box>[2]<box>[3]</box><ref>c</ref><box>[4";
        let shown: Vec<_> = regions(text, &BOXES)
            .into_iter()
            .map(|region| {
                (
                    &text[region.span],
                    region.label.map(|span| &text[span]),
                    region.closed,
                )
            })
            .collect();
        let (a, c) = (Some("a b"), Some("c"));
        assert_eq!(
            shown,
            [
                ("[1]", a, true),
                ("[2]", a, true),
                ("[3]", a, true),
                ("[4", c, false)
            ]
        );
        assert!(regions("</box> < <bo", &BOXES).is_empty());
    }
}
