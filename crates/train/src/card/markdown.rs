//! Tables in Markdown, and figures with their intervals.

/// A table; cells hold no line breaks.
pub(super) fn table<const N: usize>(header: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = line(&header.map(str::to_owned)) + &"|---".repeat(N) + "|\n";
    out.extend(rows.map(|row| line(&row)));
    out
}

/// A figure with its interval: `0.612 (0.52 to 0.69)`.
pub(super) fn ranged(value: f64, interval: Option<[f64; 2]>) -> String {
    let range = interval.map_or_else(String::new, |[low, high]| format!(" ({low:.2} to {high:.2})"));
    format!("{value:.3}{range}")
}
