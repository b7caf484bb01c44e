//! Colours, markers and letters: a model and a family look the same in every figure.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use std::collections::BTreeMap;

use groundscope_report::{Figure, figures};
use roxmltree::{Document, Node};

fn figure<'a>(all: &'a [Figure], id: &str) -> &'a Figure {
    all.iter()
        .find(|figure| figure.id == id)
        .unwrap_or_else(|| panic!("no figure {id}"))
}

/// The fill of a legend's square, and its letter, by the name beside it.
fn squares(svg: &str) -> BTreeMap<String, (String, String)> {
    let document = Document::parse(svg).unwrap();
    let nodes: Vec<_> = document
        .root_element()
        .children()
        .filter(Node::is_element)
        .collect();
    let mut found = BTreeMap::new();
    for four in nodes.windows(4) {
        let [square, _, letter, name] = four else { continue };
        let legend =
            square.has_tag_name(("http://www.w3.org/2000/svg", "rect")) && square.has_attribute("fill");
        let texts = [letter, name].map(|node| node.text().unwrap_or_default().trim().to_owned());
        if legend && texts[0].chars().count() == 1 && name.tag_name().name() == "text" {
            let [letter, name] = texts;
            found.insert(name, (square.attribute("fill").unwrap().to_owned(), letter));
        }
    }
    found
}

#[test]
fn a_model_looks_the_same_in_every_figure() {
    let mut evaluation = invented::evaluation(None);
    // Mean AggIoU and balanced accuracy order the models the other way round.
    let n = evaluation.runs.len();
    for at in 0..n {
        let other = evaluation.runs[n - 1 - at]
            .grounding
            .as_ref()
            .unwrap()
            .macro_figures
            .f1
            .mean;
        let run = &mut evaluation.runs[at];
        run.grounding.as_mut().unwrap().macro_figures.mean_agg_iou.mean = other * 0.6;
        run.presence
            .as_mut()
            .unwrap()
            .macro_figures
            .balanced_accuracy
            .mean = other;
    }
    let all = figures(&evaluation).unwrap();
    let legend = |id| squares(&figure(&all, id).svg);
    let by_f1 = legend("class_f1");
    assert_eq!(by_f1.len(), 6);
    assert_eq!(by_f1, legend("class_mean_agg_iou"));
    let by_accuracy = legend("class_balanced_accuracy");
    assert_eq!(by_accuracy.len(), 6);
    let mut shared = 0;
    for (name, look) in &by_accuracy {
        if let Some(before) = by_f1.get(name) {
            assert_eq!(look, before, "{name}");
            shared += 1;
        }
    }
    assert!((1..6).contains(&shared), "{shared}");
    // The readers' model has its own bars there.
    let best = &evaluation.runs[0].name;
    assert_eq!(legend("inter_observer").get(best), by_f1.get(best));
    // On the leaderboard and in the plane by its colour.
    let colour = &by_f1[best].0;
    for id in ["leaderboard_f1", "grounding_plane", "presence_plane"] {
        assert!(
            figure(&all, id).svg.contains(&format!("fill=\"{colour}\"")),
            "{id}"
        );
    }
}

#[test]
fn families_keep_colour_and_dashes_where_models_have_no_answers() {
    let legend = |svg: &str, name: &str| {
        let document = Document::parse(svg).unwrap();
        let nodes: Vec<_> = document
            .root_element()
            .children()
            .filter(Node::is_element)
            .collect();
        let at = nodes
            .iter()
            .position(|node| node.text().is_some_and(|text| text.trim() == name))
            .unwrap();
        // The marker is filled, then outlined.
        nodes[at - 2].attribute("fill").unwrap().to_owned()
    };
    let mut evaluation = invented::evaluation(None);
    // The first family answers no question.
    for run in &mut evaluation.runs[..3] {
        run.presence = None;
    }
    let all = figures(&evaluation).unwrap();
    let [f1, accuracy] = ["size_f1", "size_balanced_accuracy"].map(|id| &figure(&all, id).svg);
    assert!(f1.contains("Foveola 2") && !accuracy.contains("Foveola 2"));
    for family in ["Macularis 3.5", "Oculus 1"] {
        assert_eq!(legend(f1, family), legend(accuracy, family), "{family}");
    }
    assert_ne!(legend(f1, "Macularis 3.5"), legend(f1, "Oculus 1"));
}
