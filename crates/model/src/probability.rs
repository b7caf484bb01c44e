//! A probability as a reader is told it.

use groundscope_ontology::Language;

/// "93%"; never 0% or 100%, which no probability from a scan deserves.
///
/// ```
/// use groundscope_model::percent;
/// assert_eq!([0.004, 0.934, 0.997].map(percent), ["<1%", "93%", ">99%"]);
/// ```
pub fn percent(probability: f64) -> String {
    percent_in(probability, Language::En)
}

/// [`percent`] in a language.
pub fn percent_in(probability: f64, language: Language) -> String {
    match (probability * 100.0).round() {
        whole if whole < 1.0 => format!("<{}", language.percent(1)),
        whole if whole > 99.0 => format!(">{}", language.percent(99)),
        whole => language.percent(whole),
    }
}

/// Four decimals, before any decision, so that what is reported and what was decided never disagree.
pub(crate) fn reported(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn no_probability_is_certain() {
        assert_eq!(
            [0.0, 0.004, 0.5, 0.991, 1.0].map(percent),
            ["<1%", "<1%", "50%", "99%", ">99%"]
        );
    }
}
