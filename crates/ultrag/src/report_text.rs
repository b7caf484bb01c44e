//! Whether a report says what the reference says: presence, category, location, size, and all together (specification 5.6).

use std::collections::BTreeSet;

use groundscope_metrics::rouge_l;
use groundscope_readers::tokens;

use crate::Profile;
use crate::text::{Nouns, State, cells, contains_term, pair_matches, pixel_pair, presence};

/// Whether each attribute is right; `None` where the reference profile leaves it blank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReportScore {
    /// Presence.
    pub presence: Option<f64>,
    /// Categories.
    pub category: Option<f64>,
    /// Cells.
    pub location: Option<f64>,
    /// Extents in pixels.
    pub size: Option<f64>,
    /// The mean of the attributes.
    pub sem_acc: Option<f64>,
    /// ROUGE-L of the texts.
    pub rouge_l: Option<f64>,
}

impl ReportScore {
    /// Of a report that failed: zeros strictly, blanks in the reference profile.
    pub fn failed(profile: Profile) -> Self {
        let blank = profile.is_strict().then_some(0.0);
        Self {
            presence: blank,
            category: blank,
            location: blank,
            size: blank,
            sem_acc: blank,
            rouge_l: blank,
        }
    }

    /// Compares the sentences of two reports. `categories` are the record's terms (K), `organ` its organ (O).
    pub fn of(
        predicted: &[&str],
        reference: &[&str],
        categories: &[&str],
        organ: &str,
        profile: Profile,
    ) -> Self {
        let nouns = Nouns::of(categories.iter().copied(), organ);
        let [given, wanted] = [predicted, reference].map(|sentences| sentences.join(" "));
        let [given_tokens, wanted_tokens] = [tokens(&given), tokens(&wanted)];
        let states = [predicted, reference].map(|sentences| presence(sentences, &nouns, profile));
        let [given_terms, wanted_terms] =
            [&given_tokens, &wanted_tokens].map(|text| terms(text, categories, profile));
        let [given_cells, wanted_cells] = [&given_tokens, &wanted_tokens].map(|text| cells(text, profile));
        let [given_pair, wanted_pair] = [&given, &wanted].map(|text| pixel_pair(text, profile));
        let [given_state, wanted_state] = states;
        let size = match (given_pair, wanted_pair) {
            (Some(given), Some(wanted)) => pair_matches(given, wanted),
            (given, wanted) => given.is_none() && wanted.is_none(),
        };
        // Each with whether the reference has the attribute at all.
        let attributes = [
            (given_state == wanted_state, wanted_state != State::Unknown),
            (wanted_terms.is_subset(&given_terms), !wanted_terms.is_empty()),
            (given_cells == wanted_cells, !wanted_cells.is_empty()),
            (size, wanted_pair.is_some()),
        ];
        let scored = attributes
            .map(|(right, there)| (there || profile.is_strict()).then_some(f64::from(u8::from(right))));
        let counted: Vec<f64> = scored.iter().flatten().copied().collect();
        let [presence, category, location, size] = scored;
        Self {
            presence,
            category,
            location,
            size,
            sem_acc: mean(&counted),
            rouge_l: Some(rouge_l(&given_tokens, &wanted_tokens)),
        }
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The record's terms that a text names, by their place.
fn terms(text: &[String], categories: &[&str], profile: Profile) -> BTreeSet<usize> {
    let named = |category: &&str| contains_term(text, &tokens(category), profile.is_strict());
    let places = categories
        .iter()
        .enumerate()
        .filter(|(_, category)| named(category));
    places.map(|(at, _)| at).collect()
}
