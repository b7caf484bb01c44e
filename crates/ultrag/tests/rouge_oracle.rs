//! ROUGE-L over the benchmark's tokens, held to the package rouge-score on 3,000 random pairs.

use groundscope_metrics::rouge_l;
use groundscope_readers::tokens;

const PAIRS: &str = include_str!("../../../tests/vectors/rouge/rouge_l.jsonl");

#[test]
fn rouge_l_is_that_of_rouge_score() {
    let mut pairs = 0;
    for line in PAIRS.lines() {
        let (predicted, reference, expected): (String, String, f64) = serde_json::from_str(line).unwrap();
        let found = rouge_l(&tokens(&predicted), &tokens(&reference));
        assert!(
            (found - expected).abs() < 1e-12,
            "{predicted:?} {reference:?}: {found} {expected}"
        );
        pairs += 1;
    }
    assert_eq!(pairs, 3000);
}
