//! Answers from facts of masks: where they replace a model's, and what they say (specification 6, VQA hybrid).

use groundscope_readers::tokens;

use super::Found;

/// What a question is about, as far as geometry answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Count,
    Share,
    Size,
    Presence,
    Place,
}

fn about(question: &str) -> Option<About> {
    let words = tokens(question);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let first = words.first().map_or("", String::as_str);
    let yes_no = ["is", "are", "does", "do", "can"].contains(&first);
    if has(&["count", "number"]) || (has(&["how"]) && has(&["many"])) {
        Some(About::Count)
    } else if has(&["percent", "percentage", "ratio", "proportion", "fraction"]) {
        Some(About::Share)
    } else if has(&["pixel", "pixels", "size", "axis", "axes", "dimensions", "extent"]) && !yes_no {
        Some(About::Size)
    } else if yes_no && has(&["visible", "present", "boundary", "target", "available", "seen"]) {
        Some(About::Presence)
    } else if has(&["where", "located", "location", "position"]) {
        Some(About::Place)
    } else {
        None
    }
}

/// Whether the geometric answer takes the place of a model's: where nothing was found, and where it is asked for count, percent or
/// ratio, numeric size, or yes and no on visibility, presence, boundary or target.
pub fn replaces(question: &str, found: &[Found]) -> bool {
    let nothing = !found.iter().any(|one| one.facts.has_mask);
    nothing
        || matches!(
            about(question),
            Some(About::Count | About::Share | About::Size | About::Presence)
        )
}

/// The extent in a word: small below a tenth of the image, broad from a quarter, else moderate.
fn extent_word(ratio: f64) -> &'static str {
    match ratio {
        small if small < 0.10 => "small",
        broad if broad >= 0.25 => "broad",
        _ => "moderate",
    }
}

/// The answer that geometry gives. Only the first found target feeds it, but for counts.
pub fn geometric_answer(question: &str, found: &[Found]) -> String {
    let seen: Vec<&Found> = found.iter().filter(|one| one.facts.has_mask).collect();
    let Some(first) = seen.first() else {
        return match about(question) {
            Some(About::Presence) => "No, no target is visible in this image.".to_owned(),
            Some(About::Count) => {
                "There are 0 visible targets, as no target is available in this image.".to_owned()
            }
            _ => "No target is visible in this image.".to_owned(),
        };
    };
    let (name, facts) = (&first.target.chosen_category_name, &first.facts);
    let percent = format!("{:.2}%", facts.area_ratio * 100.0);
    match about(question) {
        Some(About::Count) if seen.len() == 1 => "There is one visible target.".to_owned(),
        Some(About::Count) => format!("There are {} visible targets.", seen.len()),
        Some(About::Share) => format!("The {name} occupies approximately {percent} of the image."),
        Some(About::Size) => format!(
            "The {name} has an extent of approximately {} x {} pixels.",
            facts.long_axis_px, facts.short_axis_px
        ),
        Some(About::Presence) => format!("Yes, the {name} is visible."),
        Some(About::Place) => format!(
            "The {name} is centered in the {} image region.",
            facts.location_grid
        ),
        None => format!(
            "The {name} is centered in the {} image region with a {} extent of {percent} of the image.",
            facts.location_grid,
            extent_word(facts.area_ratio)
        ),
    }
}

/// The answer to an instruction to segment: the names of what was found.
pub(super) fn segmented(found: &[Found]) -> String {
    let names: Vec<&str> = found
        .iter()
        .filter(|one| one.facts.has_mask)
        .map(|one| one.target.chosen_category_name.as_str())
        .collect();
    if names.is_empty() {
        "No target is available for segmentation in this image.".to_owned()
    } else {
        format!("The segmented region is [SEG] {}.", names.join(", "))
    }
}

/// With `[SEG]` where a mask is attached, without it where none is.
///
/// ```
/// use groundscope_ultrag::agent::with_token;
/// assert_eq!(with_token("The liver.", true), "The liver. [SEG]");
/// assert_eq!(with_token("The [SEG] liver.", false), "The liver.");
/// ```
pub fn with_token(answer: &str, attached: bool) -> String {
    match (attached, answer.contains("[SEG]")) {
        (true, false) => format!("{} [SEG]", answer.trim_end()),
        (false, true) => answer
            .replace("[SEG]", " ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        _ => answer.to_owned(),
    }
}
