//! ROUGE-L: the longest common subsequence of two texts, as an F-measure.
//!
//! Lin, C.-Y.: ROUGE: a package for automatic evaluation of summaries (2004), sentence level, beta 1: the figures of the package
//! `rouge-score` with `use_stemmer=False`. With `L` the length of the subsequence, `P = L / predicted tokens`,
//! `R = L / reference tokens`, `F = 2 P R / (P + R)`; 0 where either text is empty.

/// ROUGE-L of tokens, 0..1.
///
/// ```
/// use groundscope_metrics::rouge_l;
/// let tokens = |text: &'static str| text.split(' ').collect::<Vec<_>>();
/// let f = rouge_l(&tokens("the gland is large"), &tokens("the large gland is seen"));
/// assert!((f - 2.0 / 3.0).abs() < 1e-12);
/// ```
pub fn rouge_l<T: PartialEq>(predicted: &[T], reference: &[T]) -> f64 {
    let length = common(predicted, reference) as f64;
    if length == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (length / predicted.len() as f64, length / reference.len() as f64);
    2.0 * precision * recall / (precision + recall)
}

/// Length of the longest common subsequence.
fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len()];
    for one in a {
        let (mut diagonal, mut left) = (0, 0);
        for (other, cell) in b.iter().zip(&mut row) {
            let above = *cell;
            *cell = if one == other {
                diagonal + 1
            } else {
                left.max(above)
            };
            (diagonal, left) = (above, *cell);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_texts_share_nothing() {
        assert_eq!(rouge_l::<u8>(&[], &[]), 0.0);
        assert_eq!(rouge_l(&[1], &[]), 0.0);
        assert_eq!(rouge_l(&[1], &[2]), 0.0);
        assert_eq!(rouge_l(&[1, 2], &[1, 2]), 1.0);
    }

    #[test]
    fn the_order_counts() {
        assert_eq!(common(b"abcde", b"ace"), 3);
        assert_eq!(common(b"abc", b"cba"), 1);
    }
}
