//! The words of the field: biomarkers, their names, synonyms and place in the retina.
//!
//! The 13 biomarkers and their order are those of RetinaGroundBench; the extra classes are drawn in public OCT
//! sets but lie outside the benchmark.
//!
//! ```
//! use groundscope_ontology::{Class, Match, resolve};
//! assert_eq!(Class::from_id("srf"), Some(Class::Srf));
//! assert_eq!(resolve("Epi-Retinal Membranes"), Match::Class(Class::Erm));
//! assert_eq!(resolve("epiretinale Membran"), Match::Class(Class::Erm));
//! ```

mod class;
mod german;
mod language;
mod resolve;

pub use class::{Class, DepthGroup};
pub use german::Form;
pub use language::Language;
pub use resolve::{Match, find_terms, normalise, other_words, resolve, suggest};
