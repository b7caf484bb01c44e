//! Class names of a hospital's files to classes of the ontology.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_benchmarks::{Annotations, ClassLabel};
use groundscope_ontology::{Class, suggest};

use super::OwnError;

/// What a label teaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taught {
    /// A class.
    Class(Class),
    /// Fluid of either kind: neither kind, but that both may be here.
    Fluid,
    /// Nothing.
    Nothing,
}

/// Which label is which class, and which classes are trained.
///
/// ```
/// use groundscope_benchmarks::ClassLabel;
/// use groundscope_ontology::Class;
/// use groundscope_train::own::{Classes, Taught};
/// let classes = Classes::new(&[("zyste".to_owned(), Some(Class::Irf))], []);
/// assert_eq!(classes.of(&ClassLabel::from_name("zyste")), Taught::Class(Class::Irf));
/// assert_eq!(classes.of(&ClassLabel::from_name("SRF")), Taught::Class(Class::Srf));
/// assert_eq!(classes.of(&ClassLabel::from_name("optic disc")), Taught::Nothing);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Classes {
    renamed: BTreeMap<ClassLabel, Option<Class>>,
    wanted: BTreeSet<Class>,
}

impl Classes {
    /// Names of one's own with their classes, `None` to leave one out; and the classes to train, none for all.
    pub fn new(renamed: &[(String, Option<Class>)], wanted: impl IntoIterator<Item = Class>) -> Self {
        let label = |(name, class): &(String, Option<Class>)| (ClassLabel::from_name(name), *class);
        Self {
            renamed: renamed.iter().map(label).collect(),
            wanted: wanted.into_iter().collect(),
        }
    }

    /// What a label teaches.
    pub fn of(&self, label: &ClassLabel) -> Taught {
        let class = match (self.renamed.get(label), label) {
            (Some(renamed), _) => *renamed,
            (None, ClassLabel::Known(class)) => Some(*class),
            (None, other) if other.is_fluid() => return Taught::Fluid,
            (None, ClassLabel::Other(_)) => None,
        };
        match class {
            Some(class) if self.wanted.is_empty() || self.wanted.contains(&class) => Taught::Class(class),
            _ => Taught::Nothing,
        }
    }

    /// The classes that were looked for in every image, as the annotations say.
    pub fn looked_for(&self, annotations: &Annotations) -> BTreeSet<Class> {
        let labelled = annotations.labelled_classes();
        let taught = labelled.iter().map(|label| self.of(label));
        taught
            .filter_map(|taught| match taught {
                Taught::Class(class) => Some(class),
                Taught::Fluid | Taught::Nothing => None,
            })
            .collect()
    }

    /// That every name which draws something is a class, or was said not to be one; that every class asked for is spoken of.
    ///
    /// # Errors
    /// [`OwnError::UnknownClasses`], [`OwnError::ClassNotHere`], [`OwnError::NothingDrawn`].
    pub fn check(&self, annotations: &Annotations) -> Result<(), OwnError> {
        let boxes = annotations.images.iter().flat_map(|image| &image.boxes);
        let drawn: BTreeSet<&ClassLabel> = boxes.map(|labelled| &labelled.label).collect();
        let unknown: Vec<String> = drawn
            .iter()
            .filter(|label| {
                matches!(label, ClassLabel::Other(_))
                    && !label.is_fluid()
                    && !self.renamed.contains_key(label)
            })
            .map(|label| ask(label.id()))
            .collect();
        if !unknown.is_empty() {
            return Err(OwnError::UnknownClasses(unknown.join(" ")));
        }
        let looked_for = self.looked_for(annotations);
        if let Some(absent) = self.wanted.iter().find(|class| !looked_for.contains(class)) {
            return Err(OwnError::ClassNotHere { class: absent.name() });
        }
        let teaches = |label: &&&ClassLabel| matches!(self.of(label), Taught::Class(class) if looked_for.contains(&class));
        match drawn.iter().find(teaches) {
            Some(_) => Ok(()),
            None => Err(OwnError::NothingDrawn),
        }
    }
}

fn ask(name: &str) -> String {
    let nearest = suggest(name, 1).first().copied();
    let guess = nearest.map_or(String::new(), |class| format!(" Is it {}?", class.name()));
    let id = nearest.map_or("CLASS", Class::id);
    format!(
        "The class {name:?} is not known.{guess} Say --map \"{name}={id}\", or --map \"{name}=none\" to leave it out."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_benchmarks::read_references;

    fn annotations(boxes: &str, more: &str) -> Annotations {
        let text = format!(
            r#"{{"format": "groundscope-boxes/1", "space": "pixel", {more}
                "images": [{{"id": "a", "width": 9, "height": 9, "boxes": [{boxes}]}}]}}"#
        );
        read_references(text.as_bytes()).unwrap()
    }

    fn drawn(names: &[&str]) -> Annotations {
        let boxes: Vec<String> = names
            .iter()
            .map(|name| format!(r#"{{"class": "{name}", "box": [1, 1, 5, 5]}}"#))
            .collect();
        annotations(&boxes.join(","), "")
    }

    #[test]
    fn only_what_the_file_speaks_of_was_looked_for() {
        let all = Classes::default();
        assert_eq!(all.looked_for(&drawn(&["irf", "fluid"])), [Class::Irf].into());
        let declared = annotations("", r#""exhaustive": ["srf", "vmt"],"#);
        assert_eq!(all.looked_for(&declared), [Class::Srf, Class::Vmt].into());
        let some = Classes::new(&[], [Class::Vmt]);
        assert_eq!(some.looked_for(&declared), [Class::Vmt].into());
    }

    #[test]
    fn an_unknown_name_is_asked_about() {
        let error = Classes::default()
            .check(&drawn(&["drusens x", "irf", "qqq"]))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "The class \"drusens x\" is not known. Is it drusen? Say --map \"drusens x=drusen\", or --map \"drusens x=none\" to leave it out. \
             The class \"qqq\" is not known. Say --map \"qqq=CLASS\", or --map \"qqq=none\" to leave it out."
        );
        let told = [
            ("drusens x".to_owned(), Some(Class::Drusen)),
            ("QQQ".to_lowercase(), None),
        ];
        let told = Classes::new(&told, []);
        assert!(told.check(&drawn(&["drusens x", "irf", "qqq"])).is_ok());
        assert_eq!(
            told.looked_for(&drawn(&["drusens x", "qqq"])),
            [Class::Drusen].into()
        );
    }

    #[test]
    fn a_class_that_is_nowhere_cannot_be_trained() {
        let wanted = Classes::new(&[], [Class::Irf, Class::Erm]);
        let error = wanted.check(&drawn(&["irf"])).unwrap_err().to_string();
        assert!(error.starts_with("epiretinal membrane: "), "{error}");
        let error = Classes::new(&[("irf".to_owned(), None)], [])
            .check(&drawn(&["irf"]))
            .unwrap_err();
        assert!(matches!(error, OwnError::NothingDrawn), "{error}");
        assert!(matches!(
            Classes::default().check(&drawn(&["fluid"])),
            Err(OwnError::NothingDrawn)
        ));
    }
}
