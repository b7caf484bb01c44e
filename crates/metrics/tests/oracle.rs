//! AggIoU against vectors from an exact-rational Python implementation (tests/vectors/agg_iou.py).

use groundscope_geometry::DecimalBox;
use groundscope_geometry::exact::union_area;
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, Ratio, agg_iou};
use serde_json::Value;

fn boxes(value: &Value) -> Vec<DecimalBox> {
    let parse = |one: &Value| {
        let corners: Vec<&str> = one
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_str().unwrap())
            .collect();
        DecimalBox::parse(corners.try_into().unwrap()).unwrap()
    };
    value.as_array().unwrap().iter().map(parse).collect()
}

fn indices(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_u64().unwrap() as usize)
        .collect()
}

fn fraction(value: &Value) -> (i128, i128) {
    let (part, whole) = value.as_str().unwrap().split_once('/').unwrap();
    (part.parse().unwrap(), whole.parse().unwrap())
}

#[test]
fn every_vector_agrees_to_the_last_bit() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/agg_iou.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut references = 0;
    for (n, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (g, p) = (boxes(&case["references"]), boxes(&case["predictions"]));
        for (rule, key) in [
            (FalsePositiveRule::Undetected, "undetected"),
            (FalsePositiveRule::Ungathered, "ungathered"),
        ] {
            let settings = AggIouSettings {
                t1: case["t1"].as_str().unwrap().parse().unwrap(),
                t2: case["t2"].as_str().unwrap().parse().unwrap(),
                false_positives: rule,
            };
            let score = agg_iou::score(&g, &p, &settings);
            assert_eq!(score.false_positives, indices(&case[key]), "line {}", n + 1);
            let mean = case["mean"].as_f64().unwrap();
            assert!(
                (score.counts().mean_agg_iou() - mean).abs() <= 1e-15,
                "line {}",
                n + 1
            );
            for (i, reference) in score.references.iter().enumerate() {
                let (part, whole) = fraction(&case["agg_iou"][i]);
                assert_eq!(
                    reference.agg_iou,
                    Ratio::new(part, whole).unwrap(),
                    "line {}",
                    n + 1
                );
                // As text: serde_json reads numbers to within one unit in the last place only.
                let float: f64 = case["as_float"][i].as_str().unwrap().parse().unwrap();
                assert_eq!(
                    reference.agg_iou.to_f64().to_bits(),
                    float.to_bits(),
                    "line {}",
                    n + 1
                );
                assert_eq!(
                    Value::Bool(reference.detected),
                    case["detected"][i],
                    "line {}",
                    n + 1
                );
                assert_eq!(
                    reference.gathered,
                    indices(&case["gathered"][i]),
                    "line {}",
                    n + 1
                );
                let gathered: Vec<DecimalBox> = reference.gathered.iter().map(|i| p[*i]).collect();
                let (part, whole) = fraction(&case["union_area"][i]);
                // Fractions of a square unit, in square millionths.
                assert_eq!(
                    union_area(&gathered) * whole,
                    part * 10i128.pow(12),
                    "line {}",
                    n + 1
                );
                references += 1;
            }
        }
    }
    assert!(
        references > 2000,
        "only {references} references: are the vectors complete?"
    );
}
