//! Tables: the same figures in every format, nothing that a name could break.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use groundscope_report::{Table, tables};

fn table<'a>(all: &'a [Table], id: &str) -> &'a Table {
    all.iter()
        .find(|table| table.id == id)
        .unwrap_or_else(|| panic!("no table {id}"))
}

#[test]
fn every_table_is_there_and_its_rows_are_whole() {
    let all = tables(&invented::evaluation(None)).unwrap();
    let ids: Vec<_> = all.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "table2_grounding",
            "intervals",
            "class_f1",
            "class_mean_agg_iou",
            "class_counts",
            "table3_presence",
            "class_balanced_accuracy",
            "class_presence",
            "significance",
            "significance_all_pairs",
            "inter_observer",
            "inter_observer_ranking",
            "recognised",
            "recognised_by_class",
            "breakdown",
            "breakdown_delta_f1",
            "ablation",
            "ablation_published",
        ]
    );
    for table in &all {
        assert!(
            table.rows.iter().all(|row| row.len() == table.columns.len()),
            "{}",
            table.id
        );
    }
}

#[test]
fn published_rows_are_marked_and_never_best() {
    let all = tables(&invented::evaluation(None)).unwrap();
    let table = table(&all, "table2_grounding");
    let (published, own): (Vec<_>, Vec<_>) = table
        .rows
        .iter()
        .partition(|row| row[0].text.ends_with("(published, not measured here)"));
    assert_eq!((own.len(), published.len()), (8, 12));
    assert!(
        published
            .iter()
            .flat_map(|row| row.iter())
            .all(|cell| !cell.best && !cell.second)
    );
    let gemma = published
        .iter()
        .find(|row| row[0].text.starts_with("Gemma-4-26B-A4B"))
        .unwrap();
    let texts: Vec<_> = gemma.iter().skip(2).map(|cell| cell.text.as_str()).collect();
    assert_eq!(texts, ["–", "–", "55.0", "12.4"]);
}

#[test]
fn csv_markdown_latex_and_json_hold_the_same_figures() {
    for table in tables(&invented::evaluation(None)).unwrap() {
        let csv = table.to_csv().unwrap();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), table.rows.len());
        let json: serde_json::Value = serde_json::from_str(&table.to_json().unwrap()).unwrap();
        let markdown = table.to_markdown();
        let lines: Vec<_> = markdown.lines().skip(4).take(table.rows.len()).collect();
        let latex = table.to_latex();
        let body = latex
            .split("\\midrule\n")
            .nth(1)
            .unwrap()
            .split("\\bottomrule")
            .next()
            .unwrap();
        assert_eq!(body.lines().count(), table.rows.len());
        for (at, row) in table.rows.iter().enumerate() {
            let last = row.last().unwrap();
            let figure = last.text.split(' ').next().unwrap();
            assert!(
                records[at]
                    .iter()
                    .any(|field| field == figure || field == last.text),
                "{}",
                table.id
            );
            assert!(
                lines[at].contains(figure) || figure == "<",
                "{} {}",
                lines[at],
                table.id
            );
            assert_eq!(json["rows"][at][row.len() - 1]["text"], last.text.as_str());
            let printed = figure.replace('–', "--").replace('<', "\\textless{}");
            assert!(body.lines().nth(at).unwrap().contains(&printed), "{}", table.id);
        }
    }
}

#[test]
fn a_table_wider_than_a_page_lies_on_its_side() {
    let mut wide = 0;
    for table in tables(&invented::evaluation(None)).unwrap() {
        let latex = table.to_latex();
        let turned = latex.contains("\\begin{sidewaystable}\n");
        assert_eq!(turned, table.columns.len() > 9, "{}", table.id);
        for environment in ["table", "sidewaystable", "adjustbox", "tabular"] {
            let count = |what: &str| latex.matches(&format!("\\{what}{{{environment}}}")).count();
            assert_eq!(count("begin"), count("end"), "{} {environment}", table.id);
        }
        assert_eq!(latex.lines().next().unwrap().contains("adjustbox"), turned);
        wide += usize::from(turned);
    }
    assert!(wide > 0, "no table here is wide");
}

#[test]
fn a_hostile_name_breaks_no_format() {
    let name = "=a|b,\"c\"_%\\&<i>{$}[x]^~#*é";
    let mut evaluation = invented::evaluation(None);
    evaluation.published = false;
    evaluation.significance = None;
    evaluation.inter_observer = None;
    evaluation.sweep = None;
    evaluation.galleries.clear();
    evaluation.runs[0].name = name.to_owned();
    evaluation.check().unwrap();
    for table in tables(&evaluation)
        .unwrap()
        .iter()
        .filter(|table| table.id.starts_with("table"))
    {
        let csv = table.to_csv().unwrap();
        let first = csv::Reader::from_reader(csv.as_bytes())
            .records()
            .next()
            .unwrap()
            .unwrap();
        assert_eq!(first[0], format!("'{name}"));
        let markdown = table.to_markdown();
        let row = markdown.lines().nth(4).unwrap();
        let pipes = row
            .match_indices('|')
            .filter(|(at, _)| *at == 0 || !row[..*at].ends_with('\\'))
            .count();
        assert_eq!(pipes, table.columns.len() + 1, "{row}");
        assert!(!row.contains("<i>"));
        let latex = table.to_latex();
        assert!(latex.contains("=a\\textbar{}b,\\char`\\\"{}c\\char`\\\"{}\\_\\%\\textbackslash{}\\&\\textless{}i\\textgreater{}\\{\\$\\}{[}x{]}\\textasciicircum{}\\textasciitilde{}\\#{*}é &"));
        let html = table.to_html();
        assert!(html.contains("=a|b,&quot;c&quot;_%\\&amp;&lt;i&gt;{$}[x]^~#*é"));
    }
}

#[test]
fn classes_without_a_figure_have_a_dash() {
    let mut evaluation = invented::evaluation(None);
    let grounding = evaluation.runs[2].grounding.as_mut().unwrap();
    grounding.per_class.retain(|class| class.class != "vmt");
    let all = tables(&evaluation).unwrap();
    let row = table(&all, "class_f1").rows.last().unwrap().clone();
    assert_eq!(row[0].text, "vitreomacular traction");
    assert_eq!((row[3].text.as_str(), row[3].value), ("–", None));
}

#[test]
fn recognised_counts_add_up() {
    let evaluation = invented::evaluation(None);
    let all = tables(&evaluation).unwrap();
    let totals = &table(&all, "recognised").rows[0];
    let both: u64 = evaluation.runs[0]
        .recognised
        .as_ref()
        .unwrap()
        .iter()
        .map(|class| class.both)
        .sum();
    assert_eq!(totals[1].text, both.to_string());
}
