//! Figures: well-formed, complete, equal to the data, and the same bytes every time.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use groundscope_report::{Evaluation, Figure, figures};
use roxmltree::{Document, Node};

fn figure<'a>(all: &'a [Figure], id: &str) -> &'a Figure {
    all.iter()
        .find(|figure| figure.id == id)
        .unwrap_or_else(|| panic!("no figure {id}"))
}

fn texts(document: &Document) -> Vec<String> {
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts
        .map(|node| node.text().unwrap_or_default().trim().to_owned())
        .collect()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name)
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("no number {name} in {node:?}"))
}

/// Left, top, right, bottom of a line of text, by half its size a letter: a little less than it takes.
fn room(node: &Node) -> [f64; 4] {
    let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
    let width = node.text().unwrap_or_default().trim().chars().count() as f64 * size * 0.5;
    let left = match node.attribute("text-anchor") {
        Some("end") => x - width,
        Some("middle") => x - width / 2.0,
        _ => x,
    };
    [left, y - size * 0.4, left + width, y + size * 0.4]
}

#[test]
fn every_figure_is_well_formed_and_tells_what_it_shows() {
    let all = figures(&invented::evaluation(None)).unwrap();
    let ids: Vec<_> = all.iter().map(|figure| figure.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "leaderboard_f1",
            "grounding_plane",
            "class_f1",
            "class_mean_agg_iou",
            "leaderboard_balanced_accuracy",
            "presence_plane",
            "class_balanced_accuracy",
            "size_f1",
            "size_balanced_accuracy",
            "sweep_f1",
            "sweep_ranking",
            "inter_observer",
            "breakdown",
            "ablation",
            "ablation_published",
            "agg_iou_explained",
            "gallery_1",
        ]
    );
    for figure in &all {
        let document = Document::parse(&figure.svg).unwrap_or_else(|error| panic!("{}: {error}", figure.id));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let words: Vec<_> = root.children().filter(Node::is_element).take(2).collect();
        assert_eq!(words[0].tag_name().name(), "title");
        assert_eq!(words[0].text(), Some(figure.title.as_str()));
        assert_eq!(words[1].tag_name().name(), "desc");
        assert_eq!(words[1].text(), Some(figure.description.as_str()));
        let labelled = words
            .iter()
            .map(|node| node.attribute("id").unwrap())
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(root.attribute("aria-labelledby"), Some(labelled.as_str()));
        assert!(
            !figure.svg.contains("NaN") && !figure.svg.contains("inf"),
            "{}",
            figure.id
        );
    }
}

#[test]
fn the_same_evaluation_gives_the_same_bytes() {
    let evaluation = invented::evaluation(Some(vec![1, 2, 3]));
    assert_eq!(
        groundscope_report::write(&evaluation),
        groundscope_report::write(&evaluation)
    );
    let json = serde_json::to_string(&evaluation).unwrap();
    let again: Evaluation = serde_json::from_str(&json).unwrap();
    assert_eq!(figures(&again), figures(&evaluation));
}

#[test]
fn the_leaderboard_prints_the_figures_in_order() {
    let evaluation = invented::evaluation(None);
    let all = figures(&evaluation).unwrap();
    let document = Document::parse(&figure(&all, "leaderboard_f1").svg).unwrap();
    let texts = texts(&document);
    let mut before = f64::INFINITY;
    for run in &evaluation.runs {
        assert_eq!(
            texts.iter().filter(|text| **text == run.name).count(),
            1,
            "{}",
            run.name
        );
    }
    let printed = texts
        .iter()
        .filter_map(|text| text.split_once(" ["))
        .map(|(value, _)| value.parse::<f64>().unwrap());
    let printed: Vec<_> = printed.collect();
    assert_eq!(printed.len(), evaluation.runs.len());
    for value in &printed {
        assert!(*value <= before);
        before = *value;
    }
    let best = evaluation.runs[0]
        .grounding
        .as_ref()
        .unwrap()
        .macro_figures
        .f1
        .mean;
    assert!((printed[0] / 100.0 - best).abs() <= 0.0005);
}

#[test]
fn bars_are_as_long_as_their_figures() {
    let all = figures(&invented::evaluation(None)).unwrap();
    let document = Document::parse(&figure(&all, "ablation").svg).unwrap();
    let bars: Vec<_> = document
        .descendants()
        .filter(|node| {
            node.has_tag_name(("http://www.w3.org/2000/svg", "rect")) && node.has_attribute("stroke")
        })
        .filter(|node| number(node, "y") > 100.0)
        .map(|node| number(&node, "width"))
        .collect();
    let shares = [0.14, 0.57, 0.31, 0.62, 0.35, 0.70];
    assert_eq!(bars.len(), shares.len());
    let unit = bars[5] / shares[5];
    for (bar, share) in bars.iter().zip(shares) {
        assert!((bar - unit * share).abs() <= 2.0, "{bar} for {share}");
    }
}

#[test]
fn legends_name_each_of_the_best_six_once_and_the_caption_says_so() {
    let evaluation = invented::evaluation(None);
    let all = figures(&evaluation).unwrap();
    let bars = figure(&all, "class_f1");
    assert!(
        bars.caption.contains("The best 6 of 8 models by macro F1"),
        "{}",
        bars.caption
    );
    let document = Document::parse(&bars.svg).unwrap();
    let texts = texts(&document);
    let named = evaluation
        .runs
        .iter()
        .map(|run| texts.iter().filter(|text| **text == run.name).count());
    let named: Vec<_> = named.collect();
    assert!(
        named.iter().all(|count| *count <= 1) && named.iter().sum::<usize>() == 6,
        "{named:?}"
    );
    // The figures of the best model, behind its letter.
    let first = &evaluation.runs[0].grounding.as_ref().unwrap().per_class[7];
    let expected = format!("a {:.1}", first.f1.unwrap().value * 100.0);
    assert!(texts.contains(&expected), "{expected}");
}

#[test]
fn heat_maps_print_every_cell() {
    let evaluation = invented::evaluation(None);
    let all = figures(&evaluation).unwrap();
    let document = Document::parse(&figure(&all, "sweep_f1").svg).unwrap();
    let texts = texts(&document);
    let cells = evaluation.sweep.unwrap().f1[0].f1.concat();
    assert_eq!(cells.len(), 35);
    for cell in cells {
        let tenths = (cell * 1000.0).round() as i64;
        assert!(
            texts.contains(&format!("{}.{}", tenths / 10, tenths % 10)),
            "{cell}"
        );
    }
}

#[test]
fn reversed_rankings_look_unlike_unrelated_ones() {
    let mut evaluation = invented::evaluation(None);
    let spearman = &mut evaluation.sweep.as_mut().unwrap().spearman;
    spearman[0][..5].copy_from_slice(&[Some(-0.5), Some(-0.02), Some(0.02), Some(0.5), None]);
    let all = figures(&evaluation).unwrap();
    let document = Document::parse(&figure(&all, "sweep_ranking").svg).unwrap();
    let nodes: Vec<_> = document
        .root_element()
        .children()
        .filter(Node::is_element)
        .collect();
    let grounds = ["−0.50", "−0.02", "0.02", "0.50", "–"].map(|text| {
        let own =
            |node: &Node| node.tag_name().name() == "text" && node.text().unwrap_or_default().trim() == text;
        let at = nodes.iter().position(own).unwrap_or_else(|| panic!("no {text}"));
        let cells = nodes[..at].iter().rev();
        let mut filled = cells.filter_map(|node| node.attribute("fill").filter(|fill| *fill != "none"));
        filled.next().unwrap().to_owned()
    });
    let different: std::collections::BTreeSet<_> = grounds.iter().collect();
    assert_eq!(different.len(), 5, "{grounds:?}");
    // Orange has more red than blue, blue the other way round.
    let red_and_blue =
        |ground: &str| [&ground[1..3], &ground[5..7]].map(|hex| u8::from_str_radix(hex, 16).unwrap());
    let [red, blue] = red_and_blue(&grounds[0]);
    assert!(red > blue);
    let [red, blue] = red_and_blue(&grounds[3]);
    assert!(red < blue);
}

#[test]
fn models_without_a_size_are_told_not_drawn() {
    let all = figures(&invented::evaluation(None)).unwrap();
    let plot = figure(&all, "size_f1");
    assert!(
        plot.caption
            .contains("Not drawn, size unknown: Invented Lantern (unknown size).")
    );
    assert!(!plot.svg.contains("Lantern"));
}

#[test]
fn a_model_without_a_family_is_joined_to_no_other() {
    // In the legend and in the plot.
    let lines = |svg: &str| {
        let document = Document::parse(svg).unwrap();
        let dashed = document.descendants().filter(|node| {
            node.attribute("stroke-width") == Some("3") && node.attribute("stroke-dasharray").is_some()
        });
        dashed.count()
    };
    let mut evaluation = invented::evaluation(None);
    let before = figures(&evaluation).unwrap();
    let before = figure(&before, "size_f1");
    assert!(!before.caption.contains("family is not given"));
    evaluation.runs.iter_mut().for_each(|run| run.family = None);
    // Named as a family was: it is still none.
    evaluation.runs[1].family = Some(evaluation.runs[0].name.clone());
    let alone = figures(&evaluation).unwrap();
    let alone = figure(&alone, "size_f1");
    assert!(alone.caption.contains("family is not given"), "{}", alone.caption);
    assert!(lines(&before.svg) > 4);
    assert_eq!(lines(&alone.svg), 1);
}

#[test]
fn the_schematic_says_that_it_is_invented() {
    let all = figures(&invented::evaluation(None)).unwrap();
    let schematic = figure(&all, "agg_iou_explained");
    assert!(schematic.caption.starts_with("An invented example"));
    assert!(schematic.topic != figure(&all, "gallery_1").topic);
    let page = groundscope_report::write(&invented::evaluation(None)).unwrap();
    let page = String::from_utf8(page[0].1.clone()).unwrap();
    assert!(page.contains(">How AggIoU counts: an invented example</h2>"));
}

#[test]
fn forty_models_have_a_place_for_every_name() {
    let evaluation = invented::many(40);
    let all = figures(&evaluation).unwrap();
    for id in [
        "grounding_plane",
        "presence_plane",
        "size_f1",
        "size_balanced_accuracy",
        "leaderboard_f1",
    ] {
        let svg = &figure(&all, id).svg;
        let document = Document::parse(svg).unwrap();
        let texts = texts(&document);
        for run in &evaluation.runs {
            let own = |text: &&String| text.split("  ").last() == Some(run.name.as_str());
            assert_eq!(texts.iter().filter(own).count(), 1, "{} in {id}", run.name);
        }
    }
}

#[test]
fn no_text_covers_another_or_leaves_the_figure() {
    for evaluation in [invented::evaluation(None), invented::many(40), invented::many(1)] {
        for figure in figures(&evaluation).unwrap() {
            let document = Document::parse(&figure.svg).unwrap();
            let root = document.root_element();
            let height = number(&root, "height") * 2.0;
            let level = document.descendants().filter(|node| {
                node.has_tag_name(("http://www.w3.org/2000/svg", "text")) && !node.has_attribute("transform")
            });
            let rooms: Vec<_> = level
                .map(|node| (node.text().unwrap_or_default().trim().to_owned(), room(&node)))
                .collect();
            for (at, (text, a)) in rooms.iter().enumerate() {
                let inside = a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= 1200.0 && a[3] <= height;
                assert!(inside, "{text:?} leaves {}", figure.id);
                for (other, b) in rooms.iter().skip(at + 1) {
                    let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                    assert!(apart, "{text:?} covers {other:?} in {}", figure.id);
                }
            }
        }
    }
}

#[test]
fn names_that_are_markup_stay_text() {
    let mut evaluation = invented::evaluation(None);
    let from = evaluation.runs[0].name.clone();
    let json = serde_json::to_string(&evaluation)
        .unwrap()
        .replace(&from, "<b>&\\\"' 中文 –");
    evaluation = serde_json::from_str(&json).unwrap();
    for figure in figures(&evaluation).unwrap() {
        let document = Document::parse(&figure.svg).unwrap();
        let known = [
            "svg", "title", "desc", "rect", "line", "polyline", "polygon", "circle", "text", "pattern",
            "path",
        ];
        for node in document.descendants().filter(Node::is_element) {
            assert!(
                known.contains(&node.tag_name().name()),
                "{:?} in {}",
                node,
                figure.id
            );
        }
    }
}
