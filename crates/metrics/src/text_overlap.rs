//! BLEU-1..4 and METEOR of exact matches: figures of a text beside ROUGE-L.
//!
//! BLEU as the public UltraG-Bench evaluator has it: cumulative, each order `(matches + 1) / (total + 1)` with clipped counts, times a
//! brevity penalty. METEOR: a greedy alignment from left to right of equal tokens, `F = 10 P R / (R + 9 P)`, times
//! `1 - 0.5 (chunks / matches)^3`.

use std::collections::BTreeMap;

/// BLEU of the orders 1 to 4, each cumulative, 0..1; zeros where either text is empty.
///
/// ```
/// use groundscope_metrics::bleu;
/// assert_eq!(bleu(&["a", "b"], &["a", "b"]), [1.0; 4]);
/// ```
pub fn bleu<T: Ord>(predicted: &[T], reference: &[T]) -> [f64; 4] {
    let mut scores = [0.0; 4];
    if predicted.is_empty() || reference.is_empty() {
        return scores;
    }
    let (own, other) = (predicted.len() as f64, reference.len() as f64);
    let brevity = if own > other {
        1.0
    } else {
        libm::exp(1.0 - other / own)
    };
    let mut logarithms = 0.0;
    for (order, score) in (1u8..).zip(&mut scores) {
        let wanted = grams(reference, usize::from(order));
        let found = grams(predicted, usize::from(order));
        let matches: usize = found
            .iter()
            .map(|(gram, count)| *count.min(wanted.get(gram).unwrap_or(&0)))
            .sum();
        let total: usize = found.values().sum();
        logarithms += libm::log((matches as f64 + 1.0) / (total as f64 + 1.0));
        *score = brevity * libm::exp(logarithms / f64::from(order));
    }
    scores
}

fn grams<T: Ord>(tokens: &[T], order: usize) -> BTreeMap<&[T], usize> {
    let mut counts = BTreeMap::new();
    for gram in tokens.windows(order) {
        *counts.entry(gram).or_insert(0) += 1;
    }
    counts
}

/// METEOR of exact matches, 0..1; 0 where either text is empty.
///
/// ```
/// use groundscope_metrics::meteor;
/// // Two matches in one chunk: F = 1, and half of (1/2)^3 off.
/// assert_eq!(meteor(&["a", "b"], &["a", "b"]), 0.9375);
/// ```
pub fn meteor<T: PartialEq>(predicted: &[T], reference: &[T]) -> f64 {
    let mut taken = vec![false; reference.len()];
    let (mut matches, mut chunks) = (0u32, 0u32);
    let mut last = None;
    for token in predicted {
        let free = reference
            .iter()
            .zip(&mut taken)
            .enumerate()
            .find(|(_, (other, taken))| *other == token && !**taken);
        let Some((at, (_, taken))) = free else {
            last = None;
            continue;
        };
        *taken = true;
        matches += 1;
        if last.is_none_or(|last| last + 1 != at) {
            chunks += 1;
        }
        last = Some(at);
    }
    if matches == 0 {
        return 0.0;
    }
    let matched = f64::from(matches);
    let (precision, recall) = (matched / predicted.len() as f64, matched / reference.len() as f64);
    let f = 10.0 * precision * recall / (recall + 9.0 * precision);
    let share = f64::from(chunks) / matched;
    f * (1.0 - 0.5 * share * share * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_tokens_score_nothing() {
        assert_eq!(bleu::<u8>(&[], &[1]), [0.0; 4]);
        assert_eq!(meteor::<u8>(&[1], &[]), 0.0);
    }

    #[test]
    fn bleu_clips_counts_and_punishes_brevity() {
        // One of two unigrams counts: (1 + 1) / (2 + 1); the prediction is as long as the reference.
        let [one, two, ..] = bleu(&["a", "a"], &["a", "b"]);
        assert!((one - 2.0 / 3.0).abs() < 1e-15);
        assert!((two - (2.0f64 / 3.0 * 0.5).sqrt()).abs() < 1e-15);
        let [short, ..] = bleu(&["a"], &["a", "b"]);
        assert!((short - (-1.0f64).exp()).abs() < 1e-15);
    }

    #[test]
    fn meteor_counts_chunks() {
        // "b a" against "a b": two chunks of two matches.
        assert_eq!(meteor(&["b", "a"], &["a", "b"]), 0.5);
    }
}
