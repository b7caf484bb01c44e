//! How much of the image a text says something covers: a share in figures, or a word for it.

use std::sync::LazyLock;

use regex_lite::Regex;

/// A word for an extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtentClass {
    /// Small, limited, narrow, minor.
    Small,
    /// Large, broad, wide, extensive, substantial.
    Broad,
    /// Moderate, intermediate.
    Moderate,
}

/// The class of extent that tokens name; small is looked for first, then broad, then moderate (specification 5.4).
pub fn extent_class(tokens: &[String]) -> Option<ExtentClass> {
    let classes: [(ExtentClass, &[&str]); 3] = [
        (ExtentClass::Small, &["small", "limited", "narrow", "minor"]),
        (
            ExtentClass::Broad,
            &[
                "large",
                "broad",
                "broadly",
                "wide",
                "widely",
                "extensive",
                "substantial",
            ],
        ),
        (ExtentClass::Moderate, &["moderate", "intermediate"]),
    ];
    let named = |words: &[&str]| tokens.iter().any(|token| words.contains(&token.as_str()));
    classes
        .into_iter()
        .find(|(_, words)| named(words))
        .map(|(class, _)| class)
}

/// The share of the image that a text names, 0..1: `N%`, `N percent`, `0.d of the image`, or `0.d` after ratio, proportion or
/// fraction (specification 5.4).
///
/// ```
/// use groundscope_ultrag::text::area_share;
/// assert_eq!(area_share("It occupies about 12.50% of the image."), Some(0.125));
/// assert_eq!(area_share("an area ratio of 0.25"), Some(0.25));
/// ```
pub fn area_share(text: &str) -> Option<f64> {
    static SHARES: LazyLock<Vec<(Regex, f64)>> = LazyLock::new(|| {
        [
            (r"([0-9]+(?:\.[0-9]+)?)\s*(?:%|percent\b)", 100.0),
            (r"\b(0?\.[0-9]+|1\.0+)\s+of\s+the\s+image", 1.0),
            (
                r"(?:ratio|proportion|fraction)\s*(?:is|of|=|:)?\s*(?:about|approximately|around)?\s*(0?\.[0-9]+|1\.0+)\b",
                1.0,
            ),
        ]
        .into_iter()
        .filter_map(|(pattern, whole)| Some((Regex::new(pattern).ok()?, whole)))
        .collect()
    });
    let lower = text.to_lowercase();
    SHARES.iter().find_map(|(pattern, whole)| {
        let found: f64 = pattern.captures(&lower)?.get(1)?.as_str().parse().ok()?;
        Some(found / whole)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_readers::tokens;

    #[test]
    fn shares_come_in_four_forms() {
        for (text, share) in [
            ("About 14 percent.", Some(0.14)),
            ("0.08 of the image", Some(0.08)),
            ("Fraction: 0.5", Some(0.5)),
            ("the ratio is 1.0", Some(1.0)),
            ("It is 12 wide.", None),
        ] {
            assert_eq!(area_share(text), share, "{text}");
        }
    }

    #[test]
    fn small_is_looked_for_first() {
        assert_eq!(
            extent_class(&tokens("a large but limited area")),
            Some(ExtentClass::Small)
        );
        assert_eq!(extent_class(&tokens("Widely spread")), Some(ExtentClass::Broad));
        assert_eq!(
            extent_class(&tokens("of moderate size")),
            Some(ExtentClass::Moderate)
        );
        assert_eq!(extent_class(&tokens("smallish")), None);
    }
}
