//! The report as one page: no script, nothing loaded from anywhere.

mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::wording::PUBLISHED;
use crate::{Evaluation, Figure, Table, Topic};

const STYLE: &str = include_str!("style.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// Tables with more rows than this are folded.
const LONG: usize = 60;

/// The page: settings and data set first, then a section for each topic, the notes last.
pub fn page(evaluation: &Evaluation, tables: &[Table], figures: &[Figure]) -> String {
    let of = |topic| {
        let tables: Vec<_> = tables.iter().filter(|table| table.topic == topic).collect();
        let figures: Vec<_> = figures.iter().filter(|figure| figure.topic == topic).collect();
        (topic, tables, figures)
    };
    let sections: Vec<(Topic, Vec<&Table>, Vec<&Figure>)> = Topic::ALL.into_iter().map(of).collect();
    let sections: Vec<_> = sections
        .into_iter()
        .filter(|(_, t, f)| !t.is_empty() || !f.is_empty())
        .collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (evaluation.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (evaluation.title) }
                    (remarks(evaluation))
                }
                nav aria-label="Contents" {
                    h2 id="contents" { "Contents" }
                    ol {
                        li { a href="#settings" { "Settings and data" } }
                        @for (topic, _, _) in &sections {
                            li { a href={ "#" (topic.id()) } { (topic.heading()) } }
                        }
                        @if !evaluation.notes.is_empty() {
                            li { a href="#notes" { "Notes" } }
                        }
                    }
                }
                main {
                    (settings(evaluation))
                    @for (topic, tables, figures) in &sections {
                        section aria-labelledby=(topic.id()) {
                            h2 id=(topic.id()) { (topic.heading()) }
                            @for table in tables { (folded(table)) }
                            @for figure in figures { (drawn(figure)) }
                        }
                    }
                    @if !evaluation.notes.is_empty() {
                        section aria-labelledby="notes" {
                            h2 id="notes" { "Notes" }
                            @for note in &evaluation.notes { p { (note) } }
                        }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

fn remarks(evaluation: &Evaluation) -> Markup {
    html! {
        div.remark {
            p {
                "The scores are derived from the text of the RetinaGroundBench paper, not from its authors' scripts, which are not "
                "public. They are not known to agree with those scripts, and no figure here should be presented as if they did."
            }
            p { "For research, not a medical device." }
            @if evaluation.published {
                p { "Rows and rings marked “" (PUBLISHED) "” are the paper's own figures, for context." }
            }
        }
    }
}

fn settings(evaluation: &Evaluation) -> Markup {
    html! {
        section aria-labelledby="settings" {
            h2 id="settings" { "Settings and data" }
            p { "Figures are in per cent unless a table says otherwise. A dash: there is no figure." }
            @if !evaluation.settings.is_empty() {
                div.wide { table {
                    caption { "Settings that decide the figures" }
                    thead { tr { th scope="col" { "setting" } th scope="col" { "value" } } }
                    tbody {
                        @for (name, value) in &evaluation.settings {
                            tr { th scope="row" { (name) } td { (value) } }
                        }
                    }
                } }
            }
            div.wide { table {
                caption { "Classes of the " (evaluation.dataset.images) " images" }
                thead { tr {
                    th scope="col" { "class" }
                    th.figure scope="col" { "reference boxes" }
                    th.figure scope="col" { "images with it" }
                } }
                tbody {
                    @for class in &evaluation.dataset.classes {
                        tr { th scope="row" { (class.name) } td.figure { (class.boxes) } td.figure { (class.images) } }
                    }
                }
            } }
            @if evaluation.runs.iter().any(|run| run.repository.is_some()) {
                div.wide { table {
                    caption { "Where the models come from" }
                    thead { tr { th scope="col" { "model" } th scope="col" { "repository" } } }
                    tbody {
                        @for run in &evaluation.runs {
                            @if let Some(repository) = &run.repository {
                                tr { th scope="row" { (run.name) } td { (repository) } }
                            }
                        }
                    }
                } }
            }
        }
    }
}

fn folded(table: &Table) -> Markup {
    let whole = table.to_html();
    html! {
        @if table.rows.len() > LONG {
            details { summary { (table.caption) " (" (table.rows.len()) " rows)" } (PreEscaped(whole)) }
        } @else {
            (PreEscaped(whole))
        }
    }
}

fn drawn(figure: &Figure) -> Markup {
    html! {
        figure id={ "figure-" (figure.id) } {
            (PreEscaped(&figure.svg))
            figcaption { strong { (figure.title) ". " } (figure.caption) }
        }
    }
}
