//! The worked cases of docs/scoring.md: one image, one class.

use groundscope_geometry::DecimalBox;
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, ImageScore, Ratio, agg_iou};

fn boxes(text: &str) -> Vec<DecimalBox> {
    let parse = |one: &str| {
        let corners: Vec<&str> = one.trim().split(',').collect();
        DecimalBox::parse(corners.try_into().unwrap()).unwrap()
    };
    text.split(';').map(parse).collect()
}

fn score(references: &str, predictions: &str, false_positives: FalsePositiveRule) -> ImageScore {
    let settings = AggIouSettings {
        false_positives,
        ..AggIouSettings::default()
    };
    agg_iou::score(&boxes(references), &boxes(predictions), &settings)
}

struct Case {
    why: &'static str,
    references: &'static str,
    predictions: &'static str,
    agg_iou: &'static [(i128, i128)],
    tp_fn: [u64; 2],
    fp: [u64; 2],
}

const CASES: &[Case] = &[
    Case {
        why: "several partial boxes add up",
        references: "0,0,100,100",
        predictions: "0,0,50,50; 50,0,100,50; 0,50,50,100",
        agg_iou: &[(3, 4)],
        tp_fn: [1, 0],
        fp: [0, 0],
    },
    Case {
        why: "overshoot is penalised",
        references: "40,40,60,60",
        predictions: "0,0,100,100",
        agg_iou: &[(4, 100)],
        tp_fn: [0, 1],
        fp: [1, 0],
    },
    Case {
        why: "undershoot",
        references: "0,0,100,100",
        predictions: "0,0,10,10",
        agg_iou: &[(1, 100)],
        tp_fn: [0, 1],
        fp: [1, 0],
    },
    Case {
        why: "overlap exactly t1 is not gathered",
        references: "0,0,100,100",
        predictions: "90,0,190,100",
        agg_iou: &[(0, 1)],
        tp_fn: [0, 1],
        fp: [1, 1],
    },
    Case {
        why: "the same in 0..1, which binary numbers get wrong",
        references: "0,0,1,1",
        predictions: "0.9,0,1.9,1",
        agg_iou: &[(0, 1)],
        tp_fn: [0, 1],
        fp: [1, 1],
    },
    Case {
        why: "exactly t2 is not detected",
        references: "0,0,10,10",
        predictions: "0,0,10,3",
        agg_iou: &[(3, 10)],
        tp_fn: [0, 1],
        fp: [1, 0],
    },
    Case {
        why: "one box may serve two lesions",
        references: "0,0,10,10; 10,0,20,10",
        predictions: "0,0,20,10",
        agg_iou: &[(1, 2), (1, 2)],
        tp_fn: [2, 0],
        fp: [0, 0],
    },
    Case {
        why: "duplicates",
        references: "0,0,10,10",
        predictions: "0,0,10,10; 0,0,10,10; 0,0,10,10",
        agg_iou: &[(1, 1)],
        tp_fn: [1, 0],
        fp: [0, 0],
    },
    Case {
        why: "a stray box can destroy a hit",
        references: "0,0,10,10",
        predictions: "0,0,10,10; 8,0,108,10",
        agg_iou: &[(100, 1080)],
        tp_fn: [0, 1],
        fp: [2, 0],
    },
];

#[test]
fn every_worked_case_comes_out_exactly() {
    for case in CASES {
        for (rule, fp) in [FalsePositiveRule::Undetected, FalsePositiveRule::Ungathered]
            .into_iter()
            .zip(case.fp)
        {
            let scored = score(case.references, case.predictions, rule);
            let ratios: Vec<Ratio> = scored.references.iter().map(|r| r.agg_iou).collect();
            let wanted: Vec<Ratio> = case
                .agg_iou
                .iter()
                .map(|(n, d)| Ratio::new(*n, *d).unwrap())
                .collect();
            assert_eq!(ratios, wanted, "{}", case.why);
            let counts = scored.counts();
            assert_eq!(
                [counts.true_positives, counts.false_negatives],
                case.tp_fn,
                "{}",
                case.why
            );
            assert_eq!(counts.false_positives, fp, "{} ({})", case.why, rule.id());
        }
    }
}

#[test]
fn which_boxes_were_gathered_is_told_by_index() {
    let scored = score(
        "0,0,10,10; 50,50,60,60",
        "200,0,210,10; 0,0,10,9; 5,0,10,10",
        FalsePositiveRule::Undetected,
    );
    assert_eq!(scored.references[0].gathered, [1, 2]);
    assert!(scored.references[1].gathered.is_empty());
    assert_eq!(scored.false_positives, [0]);
}

#[test]
fn an_image_without_references_makes_every_box_a_false_positive() {
    let scored = agg_iou::score(&[], &boxes("0,0,1,1; 2,2,3,3"), &AggIouSettings::default());
    assert_eq!(scored.false_positives, [0, 1]);
    assert_eq!(
        agg_iou::score(&boxes("0,0,1,1"), &[], &AggIouSettings::default())
            .counts()
            .false_negatives,
        1
    );
}
