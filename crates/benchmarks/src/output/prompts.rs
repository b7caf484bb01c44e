//! The questions put to a model, in one place: each names one class and asks in the family's own form of boxes.

use super::declared::{Declared, Order, OutputSpace};
use super::family::Family;
use crate::ClassLabel;

/// The version of these wordings; a report about answers to them names it.
pub const VERSION: &str = "groundscope-prompts/1";

/// Asks for every instance of a class, in the form, space and order that the run declares.
///
/// ```
/// use groundscope_benchmarks::ClassLabel;
/// use groundscope_benchmarks::output::{Declared, Family, prompts};
/// let gemini = Declared::new(Family::Gemini, None, None, None)?;
/// let prompt = prompts::grounding(&gemini, &ClassLabel::from_name("irf"));
/// assert!(prompt.contains("intraretinal fluid") && prompt.contains("[ymin, xmin, ymax, xmax]"));
/// # Ok::<(), groundscope_benchmarks::output::DeclareError>(())
/// ```
pub fn grounding(declared: &Declared, class: &ClassLabel) -> String {
    let name = class.name();
    let corners = corners(declared);
    let space = match declared.space {
        OutputSpace::Pixel => "in pixels of the image",
        OutputSpace::Norm1000 => "from 0 to 1000 relative to the width and height of the image",
        OutputSpace::Unit => "from 0 to 1 relative to the width and height of the image",
        OutputSpace::Resized => "in pixels of the image as you see it",
    };
    let form = match declared.family {
        Family::Qwen3 | Family::Qwen25 => format!(
            "Report bbox coordinates as a JSON list: [{{\"bbox_2d\": {corners}, \"label\": \"{name}\"}}, ..]. If there is \
             none, answer []."
        ),
        Family::InternVl => format!(
            "Answer in the form <ref>{name}</ref><box>[{corners}, ..]</box>. If there is none, answer <box>[]</box>."
        ),
        Family::Glm => format!(
            "Answer in the form <|begin_of_box|>[{corners}, ..]<|end_of_box|>. If there is none, answer \
             <|begin_of_box|>[]<|end_of_box|>."
        ),
        Family::Gemma | Family::Gemini => format!(
            "Output a JSON list with one entry an instance: [{{\"box_2d\": {corners}, \"label\": \"{name}\"}}, ..]. If there \
             is none, output []."
        ),
        Family::Plain => {
            format!("Answer with a list of boxes: [{corners}, ..]. If there is none, answer [].")
        }
    };
    format!(
        "This is a retinal OCT B-scan. Locate every instance of {name} and give one tight box for each. {form} Coordinates \
         are {space}, the origin is the top left corner."
    )
}

/// Asks whether a class is there. Every family reads the same words, so that only the models differ.
pub fn presence(class: &ClassLabel) -> String {
    format!(
        "This is a retinal OCT B-scan. Is {} present in this scan? Begin your answer with Yes or No.",
        class.name()
    )
}

/// The numbers of one box as the family names them.
fn corners(declared: &Declared) -> &'static str {
    match (declared.order, declared.family) {
        (Order::Yxyx, _) => "[ymin, xmin, ymax, xmax]",
        (Order::Xyxy, Family::Gemma | Family::Gemini) => "[xmin, ymin, xmax, ymax]",
        (Order::Xyxy, _) => "[x1, y1, x2, y2]",
        (Order::Xywh, _) => "[x, y, width, height]",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of a wording is a change of the benchmark: it needs a new [`VERSION`].
    #[test]
    fn the_wording_of_version_1() {
        let qwen = Declared::new(Family::Qwen3, None, None, None).unwrap();
        assert_eq!(
            grounding(&qwen, &ClassLabel::from_name("srf")),
            "This is a retinal OCT B-scan. Locate every instance of subretinal fluid and give one tight box for each. \
             Report bbox coordinates as a JSON list: [{\"bbox_2d\": [x1, y1, x2, y2], \"label\": \"subretinal fluid\"}, ..]. \
             If there is none, answer []. Coordinates are from 0 to 1000 relative to the width and height of the image, \
             the origin is the top left corner."
        );
        assert_eq!(
            presence(&ClassLabel::from_name("erm")),
            "This is a retinal OCT B-scan. Is epiretinal membrane present in this scan? Begin your answer with Yes or No."
        );
        assert_eq!(VERSION, "groundscope-prompts/1");
    }

    #[test]
    fn every_family_is_asked_in_its_own_form() {
        let forms = [
            (Family::Qwen25, "bbox_2d"),
            (Family::InternVl, "</ref><box>[[x1"),
            (Family::Glm, "<|begin_of_box|>[[x1"),
            (Family::Gemma, "\"box_2d\": [ymin"),
            (Family::Gemini, "\"box_2d\": [ymin"),
        ];
        for (family, form) in forms {
            let declared = Declared::new(family, None, None, None).unwrap();
            assert!(
                grounding(&declared, &ClassLabel::from_name("irf")).contains(form),
                "{family:?}"
            );
        }
    }
}
