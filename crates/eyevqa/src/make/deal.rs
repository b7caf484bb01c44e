//! Which drafts are taken, and which letters are right: types spread evenly, letters balanced.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Answer, Draft};
use super::{MakeOptions, key};
use crate::Kind;

/// Orders that are tried for the letters of a question.
const TRIES: u64 = 24;

/// Drafts with their keys and names.
type Pile = Vec<(u64, String, Draft)>;

/// Takes so many drafts: round by round one of each type, of each type one of each subject and disease in turn, in an order of the
/// seed's.
pub(super) fn deal(drafts: Vec<Draft>, options: &MakeOptions) -> Vec<Draft> {
    // By type, then by what they are about.
    let mut piles: BTreeMap<(Kind, String), Pile> = BTreeMap::new();
    for draft in drafts {
        let name = draft.name();
        // Yes and no take turns.
        let truth = match draft.answer {
            Answer::Truth(true) => "yes",
            Answer::Truth(false) => "no",
            _ => "",
        };
        let pile = (draft.kind, format!("{} {} {truth}", draft.about, draft.disease));
        piles
            .entry(pile)
            .or_default()
            .push((key(options.seed, &["deal", &name]), name, draft));
    }
    let mut by_kind: BTreeMap<Kind, Vec<Vec<Draft>>> = BTreeMap::new();
    for ((kind, _), mut pile) in piles {
        pile.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
        by_kind
            .entry(kind)
            .or_default()
            .push(pile.into_iter().map(|(.., draft)| draft).collect());
    }
    let mut chosen = Vec::new();
    let mut turn: BTreeMap<Kind, usize> = BTreeMap::new();
    while chosen.len() < options.count && by_kind.values().flatten().any(|pile| !pile.is_empty()) {
        for (kind, piles) in &mut by_kind {
            if chosen.len() == options.count {
                break;
            }
            let at = turn.entry(*kind).or_default();
            let n = piles.len();
            let next = (0..n)
                .map(|step| (*at + step) % n.max(1))
                .find(|at| piles.get(*at).is_some_and(|pile| !pile.is_empty()));
            if let Some(next) = next
                && let Some(draft) = piles.get_mut(next).and_then(Vec::pop)
            {
                *at = next + 1;
                chosen.push(draft);
            }
        }
    }
    chosen
}

/// How often each letter was right so far, by type.
#[derive(Default)]
pub(super) struct Letters {
    used: BTreeMap<Kind, BTreeMap<usize, usize>>,
}

impl Letters {
    /// An order of `n` options, by their places, in which the right ones fall on the letters that were right least often. Of equal
    /// orders the seed's is taken.
    pub fn deal(
        &mut self,
        kind: Kind,
        right: &BTreeSet<usize>,
        n: usize,
        seed: u64,
        name: &str,
    ) -> Vec<usize> {
        let used = self.used.entry(kind).or_default();
        let order = |attempt: u64| {
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by_key(|at| key(seed, &["letters", &attempt.to_string(), name, &at.to_string()]));
            order
        };
        let places = |order: &[usize]| -> Vec<usize> {
            order
                .iter()
                .enumerate()
                .filter(|(_, at)| right.contains(at))
                .map(|(place, _)| place)
                .collect()
        };
        let cost = |order: &Vec<usize>| -> usize {
            places(order)
                .iter()
                .map(|place| used.get(place).copied().unwrap_or(0))
                .sum()
        };
        let best = (0..TRIES).map(order).min_by_key(cost).unwrap_or_default();
        for place in places(&best) {
            *used.entry(place).or_default() += 1;
        }
        best
    }
}
