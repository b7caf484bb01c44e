//! Most responses that say neither yes nor no: a sign of another file than was meant, told before its figures are believed.

use std::path::Path;

use groundscope_benchmarks::output::{
    BoxReader, Declared, Family, Order, OtherClass, OutputSpace, PresenceStatus, Row, Sizes, read_presence,
};

use crate::table::{counted, printable};

/// Warn on standard error where more than half of the responses are no answers.
pub fn warn(path: &Path, rows: &[Row]) {
    if let Some(warning) = warning(rows) {
        eprintln!(
            "warning: {}",
            printable(&format!("{}: {warning}", path.display()))
        );
    }
}

fn warning(rows: &[Row]) -> Option<String> {
    let read = |row: &Row| read_presence(&row.response, &row.class).status;
    let wordless: Vec<(&Row, PresenceStatus)> = rows
        .iter()
        .map(|row| (row, read(row)))
        .filter(|(_, status)| !matches!(status, PresenceStatus::Yes | PresenceStatus::No))
        .collect();
    if 2 * wordless.len() <= rows.len() {
        return None;
    }
    let boxes = wordless.iter().filter(|(row, _)| gives_boxes(row)).count();
    let refused = wordless
        .iter()
        .filter(|(_, status)| *status == PresenceStatus::Refused)
        .count();
    let others = wordless.len().saturating_sub(boxes + refused);
    let cause = if boxes >= refused.max(others) {
        format!(
            "{} boxes, which groundscope parse reads for score grounding",
            counted(boxes as u64, "of them gives", "of them give")
        )
    } else if refused >= others {
        format!(
            "{} to answer",
            counted(refused as u64, "of them refuses", "of them refuse")
        )
    } else {
        "was something else asked? groundscope parse --kind presence tells what was read of each".to_owned()
    };
    Some(format!(
        "{} of {} neither yes nor no, which counts as wrong: {cause}",
        wordless.len(),
        counted(rows.len() as u64, "response says", "responses say")
    ))
}

/// Whether a response has boxes, of whatever space and order.
fn gives_boxes(row: &Row) -> bool {
    let declared = Declared::new(Family::Plain, Some(OutputSpace::Pixel), Some(Order::Xyxy), None);
    declared.is_ok_and(|declared| {
        let reader = BoxReader {
            declared,
            other_class: OtherClass::Keep,
        };
        let read = reader.read(&row.response, &row.class, Sizes::default());
        // In another order a box may have no area: then it is dropped, and was one all the same.
        !read.boxes.is_empty() || read.tally.no_area > 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_benchmarks::output::read_rows;
    use serde_json::json;

    fn warned(responses: &[&str]) -> Option<String> {
        let row = |(at, response): (usize, &&str)| {
            json!({"image": format!("{at}.png"), "class": "irf", "response": response}).to_string() + "\n"
        };
        let text: String = responses.iter().enumerate().map(row).collect();
        warning(&read_rows(text.as_bytes()).unwrap())
    }

    #[test]
    fn the_likely_cause_is_named() {
        let boxes = "[{\"bbox_2d\": [400, 360, 520, 510]}]";
        let small = "[{\"bbox_2d\": [400, 360, 20, 51]}]";
        let refusal = "I cannot assist with that.";
        // The most frequent cause is named, though it be less than half of them.
        let mixed = warned(&[boxes, boxes, refusal, "[]", "yes"]).unwrap();
        assert!(
            mixed.starts_with("4 of 5") && mixed.contains(": 2 of them give boxes"),
            "{mixed}"
        );
        assert_eq!(
            warned(&[boxes, small, "yes"]).unwrap(),
            "2 of 3 responses say neither yes nor no, which counts as wrong: 2 of them give boxes, which groundscope parse \
             reads for score grounding"
        );
        assert!(
            warned(&[refusal])
                .unwrap()
                .ends_with(": 1 of them refuses to answer")
        );
        assert!(
            warned(&["The retina is shown.", "A scan."])
                .unwrap()
                .contains("was something else asked?")
        );
        // Half is not most.
        assert_eq!(warned(&[boxes, "no"]), None);
        assert_eq!(warned(&["yes", "no", refusal]), None);
    }
}
