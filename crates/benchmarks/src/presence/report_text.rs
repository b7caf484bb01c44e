//! The report as plain text, for a terminal.

use std::fmt::Write as _;

use groundscope_ontology::Class;

use super::report::{AnswerReport, ClassReport, Report};
use crate::report::AskedReport;
use crate::report_text::{count, describe, meant, range};

impl Report {
    /// The report as a table with its settings below, lines ended by `\n`.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        self.write_table(out)?;
        let m = &self.macro_figures;
        writeln!(
            out,
            "\nMacro over {} with positives, specificity and balanced accuracy over {} with negatives too (mean, population SD):",
            count(m.classes as u64, "class", "classes"),
            m.classes_with_negatives
        )?;
        let i = self.intervals.as_ref().map(|all| all.macro_figures);
        let lines = [
            ("sensitivity, recall", &m.sensitivity, i.map(|i| i.sensitivity)),
            ("specificity", &m.specificity, i.map(|i| i.specificity)),
            (
                "balanced accuracy",
                &m.balanced_accuracy,
                i.map(|i| i.balanced_accuracy),
            ),
            ("precision", &m.precision, i.map(|i| i.precision)),
            ("F1", &m.f1, i.map(|i| i.f1)),
        ];
        for (name, spread, interval) in lines {
            let (mean, sd) = (spread.mean, spread.sd);
            writeln!(out, "  {name:<20} {mean:.4}  {sd:.4}{}", range(interval))?;
        }
        if let Some(i) = &self.intervals {
            let (method, replicates, seed) = (i.method, i.replicates, i.seed);
            writeln!(
                out,
                "Intervals of 95 %: {method} ({replicates} replicates, seed {seed})."
            )?;
        }
        self.write_dropped(out)?;
        self.write_settings(out)?;
        write_answers("Without an answer, counted as wrong:", &self.without_answer, out)?;
        write_answers("Every answer:", self.answers.as_deref().unwrap_or_default(), out)
    }

    fn write_table(&self, out: &mut String) -> std::fmt::Result {
        let ids = self.per_class.iter().map(|(id, _)| id.chars().count());
        let width = ids.max().unwrap_or(0).max("pooled".len());
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>6}  {:>7} {:>10}  {:>11} {:>11} {:>8} {:>9} {:>7}",
            "class",
            "asked",
            "TP",
            "FP",
            "TN",
            "FN",
            "refused",
            "unreadable",
            "sensitivity",
            "specificity",
            "balanced",
            "precision",
            "F1"
        )?;
        let rows = self.per_class.iter().map(|(id, figures)| (id.as_str(), figures));
        for (id, c) in rows.chain([("pooled", &self.pooled)]) {
            let ClassReport {
                n,
                tp,
                fp,
                tn,
                missed,
                refused,
                ..
            } = c;
            writeln!(
                out,
                "{id:width$}  {n:>6} {tp:>6} {fp:>6} {tn:>6} {missed:>6}  {refused:>7} {:>10}  {:>11.4} {:>11.4} {:>8.4} {:>9.4} {:>7.4}",
                c.unreadable, c.sensitivity, c.specificity, c.balanced_accuracy, c.precision, c.f1
            )?;
        }
        Ok(())
    }

    fn write_dropped(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\nReferences: {}", describe(&self.dropped.references))?;
        for warning in self.warnings() {
            writeln!(out, "{warning}")?;
        }
        match self.pooled.unanswered {
            0 => Ok(()),
            n => writeln!(out, "Asked, without a response, counted as wrong: {n}"),
        }
    }

    /// Answers that are not scored, in plain sentences.
    pub fn warnings(&self) -> Vec<String> {
        let rows = |n: u64| count(n, "answer", "answers");
        let unknown = self.dropped.not_exhaustive.iter().map(|(class, n)| {
            let why = match Class::from_id(class) {
                Some(_) => "was not looked for in every image".to_owned(),
                None => format!("is no class that the references look for.{}", meant(class)),
            };
            format!("Not scored: {}, {class} {why}", rows(*n))
        });
        let outside = (self.dropped.not_asked > 0).then(|| {
            let rows = rows(self.dropped.not_asked);
            format!("Not scored: {rows} outside what the references list as asked")
        });
        unknown.chain(outside).collect()
    }

    fn write_settings(&self, out: &mut String) -> std::fmt::Result {
        let s = &self.settings;
        let asked = match s.asked {
            AskedReport::All(_) => "the rows of the file".to_owned(),
            AskedReport::Listed(pairs) => format!("{pairs} pairs as listed"),
        };
        writeln!(out, "\nAsked: {asked}. Exhaustive: {}.", s.exhaustive.join(", "))?;
        writeln!(
            out,
            "A class is there where there is {}. Refused or unreadable: {}.",
            s.present, s.refused_or_unreadable
        )?;
        writeln!(
            out,
            "Counts pooled {}; 0/0 = 0; macro over {}.",
            s.pooling, s.macro_over
        )?;
        writeln!(out, "Figures {}.", s.source)
    }
}

fn write_answers(heading: &str, answers: &[AnswerReport], out: &mut String) -> std::fmt::Result {
    if answers.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}")?;
    for a in answers {
        let verdict = if a.right { "right" } else { "wrong" };
        writeln!(
            out,
            "  {}, {}: truth {}, answer {}, {verdict}",
            a.image, a.class, a.truth, a.answer
        )?;
    }
    Ok(())
}
