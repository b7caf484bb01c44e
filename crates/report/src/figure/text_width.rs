//! How wide text is, without a font: the same on every machine.

/// Advance widths of DejaVu Sans for ASCII 32 to 126, in thousandths of the size; wider than what most systems take for
/// sans-serif, so that room measured by it is enough.
const WIDTHS: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The width of a line of text of this size. Letters beyond ASCII count as wide, those of East Asia as square.
pub fn text_width(text: &str, size: f64) -> f64 {
    let of = |c: char| {
        let ascii = (c as usize).checked_sub(32).and_then(|at| WIDTHS.get(at));
        match (ascii, c) {
            (Some(width), _) => *width,
            (None, '\u{300}'..='\u{36f}') => 0,
            (None, '\u{1100}'..) if !('\u{1e00}'..='\u{2bff}').contains(&c) => 1000,
            (None, _) => 840,
        }
    };
    text.chars().map(|c| f64::from(of(c))).sum::<f64>() * size / 1000.0
}

/// Text in lines that are no wider than `width`, broken at spaces and, where a word is too wide, inside it.
pub fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if text_width(&longer, size) <= width {
            line = longer;
            continue;
        }
        lines.extend((!line.is_empty()).then(|| std::mem::take(&mut line)));
        for c in word.chars() {
            line.push(c);
            if text_width(&line, size) > width && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    lines.push(line);
    lines
}

/// Text cut to a width, the end marked by an ellipsis.
pub fn cut(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if text_width(&kept, size) + size > width {
            kept.pop();
            break;
        }
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // 0.684 + 0.278 + 0.636, as DejaVu Sans has them.
        assert!((text_width("Ai0", 1000.0) - 1598.0).abs() < 1e-9);
        assert_eq!(text_width("中", 10.0), 10.0);
    }

    #[test]
    fn lines_are_no_wider_than_asked() {
        let lines = wrap("retinal pigment epithelium loss", 20.0, 200.0);
        assert_eq!(lines, ["retinal pigment", "epithelium loss"]);
        let lines = wrap("Averyveryverylongmodelname", 20.0, 100.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| text_width(line, 20.0) <= 100.0));
        assert_eq!(lines.concat(), "Averyveryverylongmodelname");
    }

    #[test]
    fn long_names_are_cut() {
        let short = cut("Averyveryverylongmodelname", 20.0, 120.0);
        assert!(short.ends_with('…') && text_width(&short, 20.0) <= 120.0);
        assert_eq!(cut("short", 20.0, 120.0), "short");
    }
}
