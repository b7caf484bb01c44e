//! The languages in which findings, answers and verdicts are worded.

use serde::{Deserialize, Serialize};

/// A language of the engine's words. Identifiers, labels of regions and errors are the same in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::De];

    /// A decimal number, as Rust writes it, with the language's decimal sign.
    ///
    /// ```
    /// use groundscope_ontology::Language;
    /// assert_eq!(Language::ALL.map(|language| language.number(0.25)), ["0.25", "0,25"]);
    /// ```
    pub fn number(self, number: impl ToString) -> String {
        let number = number.to_string();
        match self {
            Self::En => number,
            Self::De => number.replace('.', ","),
        }
    }

    /// A number as a percentage: "93%", in German with a space that does not break.
    ///
    /// ```
    /// use groundscope_ontology::Language;
    /// assert_eq!(Language::ALL.map(|language| language.percent(2.5)), ["2.5%", "2,5\u{a0}%"]);
    /// ```
    pub fn percent(self, number: impl ToString) -> String {
        let number = self.number(number);
        match self {
            Self::En => format!("{number}%"),
            Self::De => format!("{number}\u{a0}%"),
        }
    }
}
