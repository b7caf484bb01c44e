//! Class labels of annotation files: a class of the ontology, or a class of the file's own.

use groundscope_ontology::{Class, Language, Match, resolve};

use crate::image_match::composed;

/// A class as scored. Classes of the ontology come first, in its order; others follow by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClassLabel {
    /// A class of the ontology.
    Known(Class),
    /// A class of the file's own, as written there (accents composed, line breaks and tabs as spaces).
    Other(String),
}

/// "Fluid" as one class: intraretinal or subretinal fluid.
const FLUID: &str = "fluid";

impl ClassLabel {
    /// The class that a name stands for: an identifier, a name or a synonym of the ontology, or the name itself.
    ///
    /// ```
    /// use groundscope_benchmarks::ClassLabel;
    /// assert_eq!(ClassLabel::from_name("Intraretinal Fluid").id(), "irf");
    /// assert_eq!(ClassLabel::from_name("Optic disc").id(), "Optic disc");
    /// assert_eq!(ClassLabel::from_name("any fluid").id(), "fluid");
    /// ```
    pub fn from_name(name: &str) -> Self {
        // Most files name classes by identifier, which needs no search through synonyms.
        if let Some(class) = Class::from_id(name) {
            return Self::Known(class);
        }
        match resolve(name) {
            Match::Class(class) => Self::Known(class),
            Match::Fluid => Self::fluid(),
            Match::Unknown if name.contains(char::is_control) => {
                let words: Vec<_> = name.split_whitespace().collect();
                Self::Other(composed(&words.join(" ")).into_owned())
            }
            Match::Unknown => Self::Other(composed(name.trim()).into_owned()),
        }
    }

    /// "Fluid" as one class.
    pub fn fluid() -> Self {
        Self::Other(FLUID.to_owned())
    }

    /// Whether this is "fluid" as one class.
    pub fn is_fluid(&self) -> bool {
        matches!(self, Self::Other(name) if name == FLUID)
    }

    /// Whether a prediction of this class answers for `wanted`: the same class, or a kind of fluid where fluid is one class.
    pub fn answers(&self, wanted: &Self) -> bool {
        self == wanted || (wanted.is_fluid() && matches!(self, Self::Known(Class::Irf | Class::Srf)))
    }

    /// The identifier used in reports.
    pub fn id(&self) -> &str {
        match self {
            Self::Known(class) => class.id(),
            Self::Other(name) => name,
        }
    }

    /// The label drawn beside a box: `IRF`, or the name itself.
    pub fn short(&self) -> &str {
        match self {
            Self::Known(class) => class.short(),
            Self::Other(name) => name,
        }
    }

    /// The name in a language's words.
    pub fn name_in(&self, language: Language) -> &str {
        match self {
            Self::Known(class) => class.name_in(language),
            Self::Other(name) => name,
        }
    }

    /// The name in words.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(class) => class.name(),
            Self::Other(name) => name,
        }
    }
}

impl From<Class> for ClassLabel {
    fn from(class: Class) -> Self {
        Self::Known(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ontology_comes_first_and_others_by_name() {
        let mut labels: Vec<ClassLabel> = ["zone", "VMT", "Apple", "drusen", "focal choroidal excavation"]
            .map(ClassLabel::from_name)
            .to_vec();
        labels.sort();
        let ids: Vec<&str> = labels.iter().map(ClassLabel::id).collect();
        assert_eq!(ids, ["drusen", "vmt", "excavation", "Apple", "zone"]);
    }

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(ClassLabel::from_name(" optic\r\n\tdisc \n").id(), "optic disc");
        assert_eq!(ClassLabel::from_name("optic  disc").id(), "optic  disc");
    }

    #[test]
    fn fluid_is_answered_by_either_kind() {
        let fluid = ClassLabel::from_name("Fluid");
        assert!(ClassLabel::from(Class::Irf).answers(&fluid) && ClassLabel::from(Class::Srf).answers(&fluid));
        assert!(!ClassLabel::from(Class::Ped).answers(&fluid));
        assert!(!fluid.answers(&ClassLabel::from(Class::Irf)));
    }
}
