//! Whatever a model writes, readers come to an end and say what became of it.

use groundscope_readers::{
    Bare, Read, Shape, json_in, read_letters, read_numbers, read_order, read_truth, tokens,
};
use proptest::prelude::*;

/// Pieces of answers in any order, and any text.
fn response() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "A",
        "B",
        "d",
        "ACD",
        "Answer:",
        "the answer is",
        "<answer>",
        "</answer>",
        "<think>",
        "</think>",
        "\\boxed{",
        "}",
        "{",
        "\"answer\":",
        "[",
        "]",
        "(",
        ")",
        "0.5",
        ",",
        "-1e9",
        "99999999999999999999",
        "NaN",
        "not",
        "is",
        "\n",
        " ",
        "ä",
        "\u{202e}",
        "```json",
        "yes",
        "no",
        "sorry",
        "1.",
        ">",
    ]);
    prop_oneof![
        prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn readers_end_and_keep_to_their_kinds(text in response()) {
        if let Read::Answered(letters) = read_letters(&text, 4) {
            prop_assert!((1..=4).contains(&letters.len()));
            prop_assert!(letters.to_string().chars().all(|letter| ('A'..='D').contains(&letter)));
        }
        if let Read::Answered(order) = read_order(&text, 4) {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, ['A', 'B', 'C', 'D']);
        }
        for (shape, numbers) in [(Shape::Point, 2), (Shape::Box, 4)] {
            if let Read::Answered(found) = read_numbers(&text, shape) {
                prop_assert_eq!(found.len(), numbers);
            }
        }
        let empty = text.trim().is_empty();
        prop_assert_eq!(matches!(read_truth(&text), Read::Empty), empty);
        for bare in [Bare::Refused, Bare::Quoted] {
            let _ = json_in(&text, bare);
        }
        prop_assert!(tokens(&text).iter().all(|token| !token.is_empty()));
    }
}
