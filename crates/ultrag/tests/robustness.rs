//! Whatever stands in a case, it is scored or told; scores stay between 0 and 1.

use groundscope_ultrag::score_case;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Values as models write masks, and others.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-20.0..40.0f64).prop_map(|number| Value::from((number * 4.0).round() / 4.0)),
        prop::sample::select(vec![1e300, -1e300, 4e9]).prop_map(Value::from),
        prop::sample::select(vec!["polygon", "rle", "none", "multi", "", "0", "left"]).prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "type",
        "masks",
        "points",
        "polygon",
        "coords",
        "bbox",
        "bbox_xywh",
        "box",
        "x",
        "y",
        "w",
        "h",
        "width",
        "x1",
        "y1",
        "x2",
        "y2",
        "size",
        "counts",
        "segmentation",
    ]);
    leaf.prop_recursive(4, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(key.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_mask_value_is_scored(prediction in value()) {
        let case = json!({"kind": "mask", "input": {"width": 16, "height": 12, "reference": [[2, 2, 9, 2, 9, 9, 2, 9]], "prediction": prediction}});
        let scored = score_case(&case.to_string()).unwrap();
        for profile in ["strict", "reference"] {
            for figure in ["iou", "dice"] {
                if let Some(figure) = scored[profile][figure].as_f64() {
                    prop_assert!((0.0..=1.0).contains(&figure), "{case}");
                }
            }
        }
        prop_assert!(scored["strict"]["mask_valid"].is_boolean());
    }

    #[test]
    fn any_text_is_a_response(response in any::<String>()) {
        for kind in ["seg", "report"] {
            let case = json!({"kind": kind, "input": {"width": 4, "height": 4, "reference": [], "response": response, "reference_sentences": ["No nodule."]}});
            prop_assert!(score_case(&case.to_string()).is_ok());
        }
    }
}
