//! A comparison as tables to read.

use crate::Kind;
use crate::compare::Comparison;

impl Comparison {
    /// As tables to read.
    pub fn to_text(&self) -> String {
        let types: Vec<&'static str> = Kind::ALL
            .into_iter()
            .map(Kind::short)
            .filter(|name| self.runs.iter().any(|run| run.types.contains_key(name)))
            .collect();
        let width = self
            .runs
            .iter()
            .map(|run| run.name.chars().count())
            .max()
            .unwrap_or(5)
            .max(5);
        let header: String = types.iter().map(|name| format!("{name:>7}")).collect();
        let mut lines = vec![format!(
            "{:width$}  {:>6}  {:>15}  {:>6}{header}",
            "run", "total", "95 %", "types"
        )];
        for run in &self.runs {
            let interval = run
                .total
                .interval
                .map_or_else(String::new, |[low, high]| format!("{low:.1} to {high:.1}"));
            let own: String = types
                .iter()
                .map(|name| {
                    run.types
                        .get(name)
                        .map_or_else(|| format!("{:>7}", "-"), |one| format!("{:>7.1}", one.score))
                })
                .collect();
            lines.push(format!(
                "{:width$}  {:>6.1}  {interval:>15}  {:>6.1}{own}",
                run.name, run.total.score, run.macro_mean.score
            ));
        }
        for pair in &self.pairs {
            lines.push(String::new());
            lines.push(format!("{} minus {}", pair.first, pair.second));
            for name in types.iter().copied().chain(["total"]) {
                let Some(test) = pair.tests.get(name) else {
                    continue;
                };
                let interval = test
                    .interval
                    .map_or_else(String::new, |[low, high]| format!("  {low:+.1} to {high:+.1}"));
                let p = test.p_holm.map_or_else(|| "-".to_owned(), |p| format!("{p:.4}"));
                let counts = test
                    .discordant
                    .map_or_else(String::new, |[a, b]| format!("  only one right: {a}, {b}"));
                lines.push(format!(
                    "  {name:5} {:+6.1}{interval}  p {p} ({}){counts}",
                    test.difference, test.test
                ));
            }
        }
        if let Some(matrix) = &self.spearman {
            lines.push(String::new());
            lines.push(format!(
                "How the types rank the {} runs (Spearman)",
                matrix.models
            ));
            lines.push(format!(
                "      {}",
                matrix
                    .types
                    .iter()
                    .map(|name| format!("{name:>7}"))
                    .collect::<String>()
            ));
            for (name, row) in matrix.types.iter().zip(&matrix.rho) {
                let row: String = row
                    .iter()
                    .map(|rho| rho.map_or_else(|| format!("{:>7}", "-"), |rho| format!("{rho:>7.2}")))
                    .collect();
                lines.push(format!("{name:6}{row}"));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
