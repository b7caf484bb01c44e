//! A table as Markdown: pipes, the best bold, the second best underlined.

use super::{Cell, Table};

impl Table {
    /// The table as Markdown, the caption above and the notes below it.
    pub fn to_markdown(&self) -> String {
        let mut out = format!("**{}**\n\n", escaped(&self.caption));
        let heads = self.columns.iter().map(|column| escaped(&column.name));
        line(&mut out, heads);
        line(
            &mut out,
            self.columns
                .iter()
                .map(|column| if column.figures { "---:" } else { "---" }.to_owned()),
        );
        for row in &self.rows {
            line(&mut out, row.iter().map(marked));
        }
        for note in &self.notes {
            out.push_str(&format!("\n{}\n", escaped(note)));
        }
        out
    }
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    out.push('|');
    for cell in cells {
        out.push_str(&format!(" {cell} |"));
    }
    out.push('\n');
}

fn marked(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    match cell {
        Cell { best: true, .. } => format!("**{text}**"),
        Cell { second: true, .. } => format!("<u>{text}</u>"),
        _ => text,
    }
}

/// Everything that Markdown or the HTML inside it would read as markup; a line break would end the row.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\r' => out.push(' '),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '$' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("a|b_c*`<x>&"), "a\\|b\\_c\\*\\`&lt;x&gt;&amp;");
        assert_eq!(escaped("Übung 中\nx"), "Übung 中 x");
    }
}
