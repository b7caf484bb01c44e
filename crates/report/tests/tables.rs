//! Tables: the same figures in every format, nothing that a name could break.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use groundscope_report::data::{ClassGrounding, ClassInfo};
use groundscope_report::{Evaluation, Table, tables};

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
            "beside",
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

/// The invented evaluation with a class that has no reference boxes and 4 false positives of the third model.
fn with_an_unreferenced_class() -> Evaluation {
    let mut evaluation = invented::evaluation(None);
    evaluation.dataset.classes.insert(
        3,
        ClassInfo {
            id: "cyst".to_owned(),
            name: "invented cyst".to_owned(),
            boxes: 0,
            images: 0,
        },
    );
    let grounding = evaluation.runs[2].grounding.as_mut().unwrap();
    let fp_alone = ClassGrounding {
        class: "cyst".to_owned(),
        tp: 0,
        fp: 4,
        missed: 0,
        precision: None,
        recall: None,
        f1: None,
        mean_agg_iou: None,
        one_to_one_f1: None,
    };
    grounding.per_class.insert(3, fp_alone);
    evaluation
}

#[test]
fn a_class_without_references_has_its_false_positives_and_no_figure() {
    let evaluation = with_an_unreferenced_class();
    let all = tables(&evaluation).unwrap();
    let own = |id: &str, column: usize| {
        let rows = table(&all, id).rows.iter();
        let rows = rows.filter(|row| row[column].text == "invented cyst");
        let texts = rows.map(|row| row.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>());
        texts.collect::<Vec<_>>()
    };
    let model = evaluation.runs[2].name.as_str();
    let counts = [model, "invented cyst", "0", "4", "0", "–", "–", "–", "–", "–"];
    assert_eq!(own("class_counts", 1), [counts]);
    for id in ["class_f1", "class_mean_agg_iou"] {
        let row = &own(id, 0)[0];
        assert!(row[1..9].iter().all(|text| text == "–"), "{row:?}");
    }
    for id in ["class_counts", "class_f1", "class_mean_agg_iou"] {
        let note = table(&all, id).notes.last().unwrap();
        assert!(note.ends_with("in no macro figure: invented cyst."), "{note}");
    }
    let without = tables(&invented::evaluation(None)).unwrap();
    assert!(table(&without, "class_counts").notes.is_empty());
}

#[test]
fn other_ways_to_count_stand_in_one_table() {
    let mut evaluation = invented::evaluation(None);
    evaluation.runs[0].grounding.as_mut().unwrap().one_to_one = None;
    let all = tables(&evaluation).unwrap();
    let table = table(&all, "beside");
    let heads: Vec<_> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let expected = [
        "model",
        "pooled TP",
        "pooled FP",
        "pooled FN",
        "pooled precision",
        "pooled recall",
        "pooled F1",
        "pooled mean AggIoU",
        "one-to-one precision",
        "one-to-one recall",
        "one-to-one F1",
        "AP50",
        "AP50:95",
    ];
    assert_eq!(heads, expected);
    assert_eq!(table.rows.len(), evaluation.runs.len());
    for run in &evaluation.runs {
        let row = table.rows.iter().find(|row| row[0].text == run.name).unwrap();
        let grounding = run.grounding.as_ref().unwrap();
        let pooled = grounding.pooled.unwrap();
        let ap = grounding.average_precision;
        let values: Vec<_> = row.iter().skip(1).map(|cell| cell.value).collect();
        let matched = grounding.one_to_one;
        let expected = [
            Some(pooled.tp as f64),
            Some(pooled.fp as f64),
            Some(pooled.missed as f64),
            Some(pooled.precision.value),
            Some(pooled.recall.value),
            Some(pooled.f1.value),
            Some(pooled.mean_agg_iou.value),
            matched.map(|all| all.precision.mean),
            matched.map(|all| all.recall.mean),
            matched.map(|all| all.f1.mean),
            ap.map(|ap| ap.ap50),
            ap.map(|ap| ap.ap50_95),
        ];
        assert_eq!(values, expected, "{}", run.name);
        assert_eq!(row[10].sd, matched.map(|all| all.f1.sd));
        // More false positives are not better.
        assert!(row[1..4].iter().all(|cell| !cell.best && !cell.second));
    }
    assert!(table.rows.iter().any(|row| row[6].best) && table.rows.iter().any(|row| row[11].best));
    let notes = table.notes.join(" ");
    let silent =
        "none of these models' boxes has one: Invented-Foveola-1-7B and Invented Lantern (unknown size).";
    assert!(notes.contains(silent), "{notes}");
    assert!(
        notes.contains(
            "Invented-Foveola-2B: boxes without a score, which rank last in average precision: 12."
        )
    );
}

#[test]
fn presence_is_counted_class_by_class() {
    let mut evaluation = invented::evaluation(None);
    let class = &mut evaluation.runs[0].presence.as_mut().unwrap().per_class[0];
    // Nobody has the class.
    (class.tp, class.missed, class.tn, class.fp) = (0, 0, 7, 2);
    (class.balanced_accuracy, class.f1, class.precision, class.recall) = (None, None, None, None);
    class.specificity = Some(7.0 / 9.0);
    let all = tables(&evaluation).unwrap();
    let table = table(&all, "class_presence");
    let heads: Vec<_> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(heads[2..7], ["n", "TP", "FP", "TN", "FN"]);
    let texts: Vec<_> = table.rows[0]
        .iter()
        .skip(2)
        .map(|cell| cell.text.as_str())
        .collect();
    assert_eq!(texts, ["9", "0", "2", "7", "0", "–", "–", "–", "–", "77.8"]);
    let class = &evaluation.runs[0].presence.as_ref().unwrap().per_class[1];
    let counts = [class.tp, class.fp, class.tn, class.missed];
    let printed: Vec<_> = table.rows[1][2..7].iter().map(|cell| cell.text.clone()).collect();
    assert_eq!(printed[0], counts.iter().sum::<u64>().to_string());
    assert_eq!(printed[1..], counts.map(|count| count.to_string()));
    assert!(table.notes[0].starts_with("A dash: no image with the class"));
}

#[test]
fn both_tables_of_tests_say_what_they_are() {
    let all = tables(&invented::evaluation(None)).unwrap();
    let caption = |id| table(&all, id).caption.as_str();
    assert!(caption("significance").starts_with("Best against second best, Invented-Foveola-8B against "));
    assert!(caption("significance_all_pairs").starts_with("Every pair of models: "));
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
