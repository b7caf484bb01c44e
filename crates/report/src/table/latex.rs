//! A table as LaTeX: a `table` environment with booktabs rules.

use super::{Cell, Table};

/// A page holds this many columns of figures upright.
const WIDE: usize = 9;

impl Table {
    /// The table as a LaTeX `table` environment; its first line names the packages for the preamble. Wide tables are set in
    /// landscape on a page of their own.
    pub fn to_latex(&self) -> String {
        let aligned: String = self
            .columns
            .iter()
            .map(|column| if column.figures { 'r' } else { 'l' })
            .collect();
        let heads: Vec<_> = self.columns.iter().map(|column| escaped(&column.name)).collect();
        let wide = heads.len() > WIDE;
        let (packages, environment, place) = if wide {
            ("booktabs,rotating,adjustbox", "sidewaystable", "")
        } else {
            ("booktabs", "table", "[t]")
        };
        let (fit, fitted) = if wide {
            (
                "\\begin{adjustbox}{max width=\\linewidth}\n",
                "\\end{adjustbox}\n",
            )
        } else {
            ("", "")
        };
        let mut out = format!(
            "% \\usepackage{{{packages}}}\n\\begin{{{environment}}}{place}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
             {fit}\\begin{{tabular}}{{{aligned}}}\n\\toprule\n{} \\\\\n\\midrule\n",
            escaped(&self.caption),
            self.id.replace('_', "-"),
            heads.join(" & "),
        );
        for row in &self.rows {
            let cells: Vec<_> = row.iter().map(marked).collect();
            out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
        }
        out.push_str(&format!("\\bottomrule\n\\end{{tabular}}\n{fitted}"));
        for note in &self.notes {
            out.push_str(&format!("\\par\\smallskip{{\\footnotesize {}}}\n", escaped(note)));
        }
        out.push_str(&format!("\\end{{{environment}}}\n"));
        out
    }
}

fn marked(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    match cell {
        Cell { best: true, .. } => format!("\\textbf{{{text}}}"),
        Cell { second: true, .. } => format!("\\underline{{{text}}}"),
        _ => text,
    }
}

/// Specials, signs that the classic fonts lack, and two that would be read as an argument of the line break before.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\char`\\\"{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            '*' => out.push_str("{*}"),
            // Two hyphens would become a dash.
            '-' if previous == '-' => out.push_str("{}-"),
            '–' => out.push_str("--"),
            '±' => out.push_str("$\\pm$"),
            '→' => out.push_str("$\\to$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '×' => out.push_str("$\\times$"),
            '∩' => out.push_str("$\\cap$"),
            '∪' => out.push_str("$\\cup$"),
            'ρ' => out.push_str("$\\rho$"),
            'κ' => out.push_str("$\\kappa$"),
            'Δ' => out.push_str("$\\Delta$"),
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
        previous = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn specials_are_escaped() {
        assert_eq!(escaped("a_b & 5% #1 {x}$"), "a\\_b \\& 5\\% \\#1 \\{x\\}\\$");
        assert_eq!(
            escaped("\\~^"),
            "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}"
        );
        assert_eq!(escaped("[5, 6] 1 ± 2 –"), "{[}5, 6{]} 1 $\\pm$ 2 --");
        assert_eq!(escaped("a--b é"), "a-{}-b é");
    }
}
