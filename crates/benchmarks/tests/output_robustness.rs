//! No response makes the readers panic or slow; printed lists come back; a cut keeps exactly the complete boxes.

use groundscope_benchmarks::ClassLabel;
use groundscope_benchmarks::output::{
    BoxReader, BoxesRead, BoxesStatus, Declared, Family, Order, OtherClass, OutputSpace, Sizes, read_boxes,
    read_presence, read_presences, read_rows,
};
use groundscope_geometry::Decimal;
use proptest::prelude::*;

const RESPONSES: [&str; 6] = [
    "Here:\n```json\n[\n\t{\"bbox_2d\": [312, 420, 455, 498], \"label\": \"irf\"},\n\t{\"bbox_2d\": [510.5, 433, 602, 487], \"label\": \"irf\"}\n]\n```",
    "<ref>cyst</ref><box>[[312, 420, 455, 498], [510, 433, 602, 487]]</box>",
    "<think>at [1,2,3,4]?</think><|begin_of_box|>[[312, 420, 455, 498], [510, 433, 602, 487]]<|end_of_box|>",
    "[{'box_2d': [420, 312, 498, 455], 'label': 'patient's cyst',}, {'box_2d': [433, 510, 487, 602]},]",
    "{\"bbox_2d\": [312, 420, 455, 498], \"label\": \"a\", \"bbox_2d\": [\"510\", \"433\", \"602\", \"487\"], \"label\": \"b\"}",
    "Yes, **two** of them: (312, 420, 455, 498) and [510, 433, 602, 487]. No other [1]. Answer: yes",
];

fn reader(family: Family) -> BoxReader {
    let plain = matches!(family, Family::Plain);
    let declared = Declared::new(
        family,
        plain.then_some(OutputSpace::Norm1000),
        plain.then_some(Order::Xyxy),
        None,
    );
    BoxReader {
        declared: declared.unwrap(),
        other_class: OtherClass::Drop,
    }
}

fn sizes() -> Sizes {
    Sizes {
        original: "768x496".parse().ok(),
        resized: "1036x672".parse().ok(),
    }
}

fn irf() -> ClassLabel {
    ClassLabel::from_name("irf")
}

fn read(response: &str) -> BoxesRead {
    reader(Family::Qwen3).read(response, &irf(), sizes())
}

fn try_everything(response: &str) {
    for family in Family::ALL {
        let read = reader(family).read(response, &irf(), sizes());
        let far = match family {
            Family::Qwen25 => [1036.0, 672.0],
            _ => [1000.0; 2],
        };
        for found in &read.boxes {
            for (corners, [right, bottom]) in [(Some(found.corners), far), (found.pixels, [768.0, 496.0])] {
                if let Some([x1, y1, x2, y2]) = corners.map(|corners| corners.to_f64()) {
                    assert!(0.0 <= x1 && x1 < x2 && x2 <= right, "{response}");
                    assert!(0.0 <= y1 && y1 < y2 && y2 <= bottom, "{response}");
                }
            }
            assert!(
                response
                    .get(found.bytes.clone())
                    .is_some_and(|text| !text.is_empty()),
                "{response}"
            );
        }
        assert!(serde_json::to_string(&read).is_ok() && !read.words().is_empty());
    }
    let presence = read_presence(response, &irf());
    assert!(presence.bytes.is_none_or(|span| response.get(span).is_some()));
    assert_eq!(read(response), read(response));
}

#[test]
fn the_seeds_are_read() {
    for response in RESPONSES {
        assert_eq!(read(response).boxes.len(), 2, "{response}");
        try_everything(response);
    }
}

#[test]
fn a_cut_anywhere_keeps_exactly_the_complete_boxes() {
    for response in RESPONSES {
        let whole = read(response);
        for (at, _) in response.char_indices() {
            let cut = read(&response[..at]);
            let complete: Vec<_> = whole.boxes.iter().filter(|found| found.bytes.end <= at).collect();
            // A cut thought is none any more, and a form that is not there yet cannot outrank another.
            let places: Vec<_> = cut.boxes.iter().map(|found| found.bytes.clone()).collect();
            let wanted: Vec<_> = complete.iter().map(|found| found.bytes.clone()).collect();
            assert_eq!(places, wanted, "{}", &response[..at]);
            for (found, wanted) in cut.boxes.iter().zip(complete) {
                assert_eq!((found.corners, found.pixels), (wanted.corners, wanted.pixels));
            }
        }
    }
}

#[test]
fn a_cut_inside_the_list_is_told() {
    let response = RESPONSES[0];
    let (first, last) = (response.find('[').unwrap(), response.rfind(']').unwrap());
    for (at, _) in response.char_indices() {
        let cut = read(&response[..at]);
        assert_eq!(cut.truncated, first < at && at <= last, "{}", &response[..at]);
        if cut.truncated {
            let status = if cut.boxes.is_empty() {
                BoxesStatus::Unreadable
            } else {
                BoxesStatus::Salvaged
            };
            assert_eq!(cut.status, status, "{}", &response[..at]);
        }
    }
}

/// Each of these took minutes if any step were quadratic.
#[test]
fn huge_responses_take_linear_time() {
    let parts = [
        "[",
        "{",
        "(",
        "{\"a\":",
        "[1,",
        "[1,2,3,4],",
        "{\"bbox_2d\":[1,2,3,4],\"label\":\"irf\"},",
        "\"",
        "'",
        "\\",
        "`",
        "<",
        "<box>",
        "<box></box>",
        "<think>",
        "</think>",
        "<think></think>",
        "<ref>",
        "<answer>yes</answer>",
        "yes ",
        "yes\n",
        "no. ",
        "no drusen ",
        "no drusen. ",
        "answer: ",
        "1",
        "a",
        " ",
        "\n",
        ":",
        "]",
        "}",
        ")",
        "[}",
        "{]",
        "(]",
        "yes/no ",
        "\u{e9}",
        "intraretinal fluid is present ",
        "\"bbox_2d\":[1,2,3,4],",
        "\"label\":1,",
    ];
    let boxes = ",\"bbox\":[1,2,3,4]".repeat(20_000);
    let long = "-".repeat(300_000);
    let wholes = [
        format!("{{\"label\":\"{long}\"{boxes}}}"),
        format!("{{\"{long}\":[1,2,3,4]{}}}", ",[1,2,3,4]".repeat(20_000)),
        format!("<ref>{long}</ref>{}", "<box>[1,2,3,4]</box>".repeat(20_000)),
    ];
    let repeated = parts.iter().map(|part| part.repeat(600_000 / part.len()));
    for response in repeated.chain(wholes) {
        let _ = read(&response);
        let _ = read(&format!("{{{response}"));
        let _ = read_presence(&response, &irf());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text(response in "\\PC{0,200}") {
        try_everything(&response);
    }

    #[test]
    fn any_soup_of_what_models_print(
        parts in prop::collection::vec(prop::sample::select(vec![
            "[", "]", "{", "}", "(", ")", "\"", "'", "\\", ",", ":", " ", "\n", "```json", "<think>", "</think>", "<box>", "</box>",
            "<ref>", "</ref>", "<|begin_of_box|>", "<|end_of_box|>", "<", ">", "bbox_2d", "\"bbox_2d\":", "\"label\":", "irf", "drusen",
            "10", "-3.5", "1e3", "NaN", "null", "[1,2,3,4]", "[5,6,700,800]", "yes", "no", "Answer", "no evidence of", "I cannot", "see",
            "\u{201c}", "\u{2019}", "\u{e9}", "1003",
        ]), 0..40),
    ) {
        try_everything(&parts.concat());
    }

    #[test]
    fn a_good_response_changed_cut_or_repeated(
        seed in prop::sample::select(RESPONSES.to_vec()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0u8..4), 1..6),
    ) {
        let mut letters: Vec<char> = seed.chars().collect();
        for (at, letter, kind) in edits {
            if letters.is_empty() {
                break;
            }
            let at = at.index(letters.len());
            match kind {
                0 => letters[at] = letter,
                1 => { letters.remove(at); }
                2 => letters.insert(at, ['[', ']', '{', '}', '"', '\'', ',', '<'][letter as usize % 8]),
                _ => { let tail = letters[at..].to_vec(); letters.extend(tail); }
            }
        }
        try_everything(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn a_printed_list_comes_back(
        boxes in prop::collection::vec((0i64..999_000_000, 0i64..999_000_000, 1i64..1_000_000, 1i64..1_000_000), 1..8),
        family in prop::sample::select(Family::ALL.to_vec()),
        quote in prop::sample::select(vec!["\"", "'", ""]),
        style in 0u8..4,
    ) {
        let corners: Vec<[i64; 4]> = boxes.into_iter().map(|(x, y, w, h)| [x, y, x + w, y + h]).collect();
        let reader = reader(family);
        let items: Vec<String> = corners.iter().map(|&[x1, y1, x2, y2]| {
            let order = match reader.declared.order {
                Order::Yxyx => [y1, x1, y2, x2],
                _ => [x1, y1, x2, y2],
            };
            let numbers = order.map(|v| Decimal::from_micros(v).unwrap().to_string()).join(", ");
            match style {
                0 => format!("{{{quote}bbox_2d{quote}: [{numbers}], {quote}label{quote}: {quote}IRF{quote}}}"),
                _ => format!("[{numbers}]"),
            }
        }).collect();
        let list = format!("[{}]", items.join(", "));
        let response = match style {
            2 => format!("<ref>IRF</ref><box>{list}</box>"),
            3 => format!("<|begin_of_box|>{list}<|end_of_box|>"),
            _ => format!("Here they are:\n```json\n{list}\n```\nThat's all."),
        };
        let huge = Sizes { original: None, resized: "1000x1000".parse().ok() };
        let read = reader.read(&response, &irf(), huge);
        prop_assert_eq!(read.status, BoxesStatus::Read);
        prop_assert!(!read.truncated);
        let back: Vec<[i64; 4]> = read.boxes.iter().map(|found| found.corners.micros()).collect();
        prop_assert_eq!(back, corners);
    }

    #[test]
    fn any_bytes_as_rows(bytes in prop::collection::vec(any::<u8>(), 0..100), tail in "\\PC{0,60}") {
        let _ = read_rows(&bytes);
        let row = serde_json::json!({"image": "a.png", "class": "irf", "response": tail});
        let rows = read_rows(format!("{row}\n").as_bytes()).unwrap();
        prop_assert_eq!(&rows[0].response, &tail);
        prop_assert!(!read_boxes(&rows, &reader(Family::Gemini), None).unwrap().to_text().is_empty());
        prop_assert!(!read_presences(&rows).to_text().is_empty());
    }
}
