//! The page: self-contained, without script, everything escaped, headings and tables that a screen reader can use.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use std::collections::BTreeSet;

use groundscope_report::{Evaluation, write};

fn page(evaluation: &Evaluation) -> String {
    let files = write(evaluation).unwrap();
    String::from_utf8(
        files
            .into_iter()
            .find(|(path, _)| path == "report.html")
            .unwrap()
            .1,
    )
    .unwrap()
}

/// What stands in every attribute of this name.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str())
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn it_says_what_it_is_and_loads_nothing() {
    let page = page(&invented::evaluation(Some(vec![137, 80, 78, 71])));
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""));
    assert!(page.contains("derived from the text of the RetinaGroundBench paper"));
    assert!(page.contains("For research, not a medical device."));
    assert!(!page.contains("<script") && !page.contains("javascript:") && !page.contains("@import"));
    assert_eq!(attributes(&page, "src"), [] as [&str; 0]);
    for reference in attributes(&page, "href") {
        assert!(
            reference.starts_with('#') || reference.starts_with("data:image/png;base64,"),
            "{reference}"
        );
    }
    assert_eq!(
        page.replace("http://www.w3.org/2000/svg", "")
            .matches("http")
            .count(),
        1,
        "only http-equiv"
    );
}

#[test]
fn every_link_of_it_has_a_target_and_every_id_is_unique() {
    let page = page(&invented::evaluation(None));
    let ids = attributes(&page, "id");
    let unique: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len());
    for reference in attributes(&page, "href")
        .iter()
        .filter_map(|link| link.strip_prefix('#'))
    {
        assert!(unique.contains(reference), "{reference}");
    }
    for names in attributes(&page, "aria-labelledby") {
        assert!(names.split(' ').all(|name| unique.contains(name)), "{names}");
    }
}

#[test]
fn tables_have_captions_and_scopes() {
    let page = page(&invented::evaluation(None));
    let tables = page.matches("<table").count();
    assert!(tables > 15);
    assert_eq!(page.matches("<caption>").count(), tables);
    assert_eq!(page.matches("<th ").count(), attributes(&page, "scope").len());
    assert!(!page.contains("<th>"));
    assert_eq!(
        page.matches("<figcaption>").count(),
        page.matches("<svg ").count()
    );
}

#[test]
fn names_settings_and_notes_are_escaped_everywhere() {
    let evil = "<script>alert(1)</script>";
    let evaluation = invented::evaluation(None);
    let from = evaluation.runs[0].name.clone();
    let json = serde_json::to_string(&evaluation).unwrap().replace(&from, evil);
    let mut evaluation: Evaluation = serde_json::from_str(&json).unwrap();
    evaluation.title = evil.to_owned();
    evaluation.notes.push(evil.to_owned());
    evaluation
        .settings
        .push((evil.to_owned(), "\"><img src=x>".to_owned()));
    evaluation.dataset.classes[0].name = evil.to_owned();
    let page = page(&evaluation);
    assert!(!page.contains("<script") && !page.contains("<img"));
    assert!(page.matches("&lt;script&gt;").count() > 20);
}

#[test]
fn an_evaluation_without_anything_is_still_a_page() {
    let evaluation = Evaluation {
        title: "Nothing yet".to_owned(),
        ..Evaluation::default()
    };
    let files = write(&evaluation).unwrap();
    let paths: Vec<_> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["report.html", "evaluation.json"]);
}
