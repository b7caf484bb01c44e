//! Every kind of damage has its own error; a file either loads whole or not at all.

use std::sync::LazyLock;

use proptest::prelude::*;
use safetensors::Dtype;
use serde_json::{Value, json};

use super::sample::{SampleFile, SampleTensor, full_config, small_config};
use super::*;

static VALID: LazyLock<SampleFile> = LazyLock::new(|| SampleFile::random(&small_config(), 1));

fn parse(bytes: &[u8]) -> Result<Weights, WeightsError> {
    WeightsFile::parse(bytes)
}

/// The error after changing one field of the manifest and sealing the file again.
fn with_field(pointer: &str, value: Value) -> WeightsError {
    let mut file = VALID.clone();
    *file.manifest.pointer_mut(pointer).unwrap() = value;
    parse(&file.bytes()).unwrap_err()
}

/// The error after changing the tensors and sealing the file again.
fn with_tensors(change: impl FnOnce(&mut std::collections::BTreeMap<String, SampleTensor>)) -> WeightsError {
    let mut file = VALID.clone();
    change(&mut file.tensors);
    parse(&file.bytes()).unwrap_err()
}

/// The error after changing the header, everything else kept.
fn with_header(change: impl FnOnce(&mut Value)) -> WeightsError {
    let bytes = VALID.bytes();
    let data = bytes.len() - header::read(&bytes).unwrap().data.len();
    let mut json = serde_json::from_slice(&bytes[8..data]).unwrap();
    change(&mut json);
    let text = json.to_string();
    let length = (text.len() as u64).to_le_bytes();
    parse(&[&length, text.as_bytes(), &bytes[data..]].concat()).unwrap_err()
}

#[test]
fn a_valid_file_loads_and_dequantises() {
    let weights = parse(&VALID.bytes()).unwrap();
    assert_eq!(weights.manifest().name, "random");
    let stem = weights.layer("stem").unwrap();
    assert_eq!(stem.shape, [4, 4, 3, 3]);
    let values = stem.dequantise();
    assert_eq!(values.len(), 144);
    assert_eq!(values[37], f32::from(stem.values[37]) * stem.scale[1]);
    assert_eq!(weights.peak().len(), 3);
}

#[test]
fn the_shipped_size_stays_below_its_limit() {
    let bytes = SampleFile::random(&full_config(), 1).bytes();
    assert!(bytes.len() < 2_200_000, "{} bytes", bytes.len());
    assert!(parse(&bytes).is_ok());
}

#[test]
fn empty_and_foreign_files() {
    assert!(matches!(
        parse(b""),
        Err(WeightsError::HeaderCut { bytes: 0, needed: 8 })
    ));
    let png = b"\x89PNG\r\n\x1a\n and so on";
    assert!(matches!(parse(png), Err(WeightsError::HeaderLength { .. })));
    let large = vec![0; (64 << 20) + 1];
    assert!(matches!(parse(&large), Err(WeightsError::TooLarge { .. })));
    let mut not_json = 4u64.to_le_bytes().to_vec();
    not_json.extend(b"abcd");
    assert!(matches!(parse(&not_json), Err(WeightsError::Header { .. })));
    let foreign = VALID.with_metadata(&[("format", "pt")]);
    assert_eq!(
        parse(&foreign),
        Err(WeightsError::MissingMetadata { key: "groundscope" })
    );
    let unsealed = VALID.with_metadata(&[("groundscope", "{}")]);
    assert_eq!(
        parse(&unsealed),
        Err(WeightsError::MissingMetadata {
            key: "groundscope-sha256"
        })
    );
}

#[test]
fn a_file_cut_off() {
    let bytes = VALID.bytes();
    assert!(matches!(
        parse(&bytes[..100]),
        Err(WeightsError::HeaderCut { .. })
    ));
    let error = parse(&bytes[..bytes.len() - 1]).unwrap_err();
    assert!(matches!(error, WeightsError::TensorOutside { .. }), "{error}");
    assert_eq!(error.hint(), "Download or copy the weights file again.");
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(parse(&longer), Err(WeightsError::TrailingBytes { extra: 1 }));
}

#[test]
fn a_manifest_that_cannot_be_read_names_the_field() {
    let error = parse(&VALID.with_manifest("{")).unwrap_err();
    assert!(matches!(error, WeightsError::Manifest { .. }), "{error}");
    let mut file = VALID.clone();
    file.manifest.as_object_mut().unwrap().remove("licence");
    let error = parse(&file.bytes()).unwrap_err();
    assert!(error.to_string().contains("missing field `licence`"), "{error}");
    let error = with_field("/classes/0/evidence", json!("certain"));
    assert!(error.to_string().contains("unknown variant `certain`"), "{error}");
    let changed = with_header(|h| {
        let manifest = h["__metadata__"]["groundscope"]
            .as_str()
            .unwrap()
            .replace("random numbers", "other numbers");
        h["__metadata__"]["groundscope"] = json!(manifest);
    });
    assert_eq!(changed, WeightsError::ManifestHash);
}

#[test]
fn another_format_network_or_modality() {
    assert!(matches!(
        with_field("/format", json!("groundscope-weights/2")),
        WeightsError::Format { .. }
    ));
    assert!(matches!(
        with_field("/network/kind", json!("groundnet-2")),
        WeightsError::NetworkKind { .. }
    ));
    assert!(matches!(
        with_field("/modality", json!("fundus")),
        WeightsError::Modality { .. }
    ));
}

#[test]
fn values_outside_their_range_name_their_field() {
    let cases = [
        ("/name", json!(" "), "name"),
        ("/name", json!("a".repeat(101)), "name"),
        ("/name", json!("oct\u{202e}1"), "name"),
        ("/name", json!("oct\n1"), "name"),
        ("/network/frame", json!([4096, 4096]), "network.frame"),
        ("/classes/1/map_threshold", json!(0.0), "classes[1].map_threshold"),
        (
            "/classes/1/min_area_px",
            json!(u64::MAX),
            "classes[1].min_area_px",
        ),
        (
            "/classes/0/calibration",
            json!([-1.0, 0.0]),
            "classes[0].calibration",
        ),
        (
            "/classes/0/calibration",
            json!([0.0, 0.0]),
            "classes[0].calibration",
        ),
        ("/self_check/stride", json!(4096), "self_check.stride"),
        ("/network/frame", json!([60, 32]), "network.frame"),
        ("/network/frame", json!([0, 32]), "network.frame"),
        ("/network/frame", json!([8192, 32]), "network.frame"),
        ("/network/channels/2", json!(0), "network.channels"),
        ("/network/channels/2", json!(5000), "network.channels"),
        ("/network/blocks/1", json!(17), "network.blocks"),
        ("/network/outputs", json!([]), "network.outputs"),
        ("/network/outputs", json!(["irf", "srf"]), "network.outputs"),
        ("/classes/1/map_threshold", json!(1.5), "classes[1].map_threshold"),
        (
            "/classes/1/peak_threshold",
            json!(-0.1),
            "classes[1].peak_threshold",
        ),
        (
            "/classes/0/presence_threshold",
            json!(2),
            "classes[0].presence_threshold",
        ),
        ("/classes/0/evidence", json!("none"), "classes[0].evidence"),
        ("/box_rule/join_distance", json!(-1.0), "box_rule.join_distance"),
        (
            "/classes/1",
            json!({"id": "srf", "evidence": "real", "map_threshold": 0.5, "peak_threshold": 0.5, "presence_threshold": 0.5,
                   "min_area_px": 20, "join_distance_px": -1.0, "calibration": [1.0, 0.0]}),
            "classes[1].join_distance_px",
        ),
        ("/self_check/frame", json!([64, 33]), "self_check.frame"),
        ("/self_check/stride", json!(0), "self_check.stride"),
        ("/self_check/map_logits", json!([0.0]), "self_check.map_logits"),
        ("/self_check/map_logits/3", json!(1e39), "self_check.map_logits"),
        (
            "/self_check/presence_logits",
            json!([]),
            "self_check.presence_logits",
        ),
        (
            "/self_check/presence_logits/0",
            json!(-1e39),
            "self_check.presence_logits",
        ),
        ("/self_check/tolerance", json!(0.0), "self_check.tolerance"),
    ];
    for (pointer, value, named) in cases {
        let error = with_field(pointer, value);
        assert!(
            matches!(&error, WeightsError::Field { field, .. } if field == named),
            "{pointer}: {error}"
        );
    }
    let mut file = VALID.clone();
    file.manifest["classes"][0]["figure"] = json!(61);
    let error = parse(&file.bytes()).unwrap_err();
    assert!(error.to_string().contains("`classes[0].figure`"), "{error}");
}

#[test]
fn numbers_too_large_for_json_are_refused() {
    let mut file = VALID.clone();
    file.manifest["classes"][0]["calibration"] = json!([123456.5, 0.0]);
    let text = file.manifest.to_string().replace("123456.5", "1e400");
    let error = parse(&file.with_manifest(&text)).unwrap_err();
    assert!(error.to_string().contains("number out of range"), "{error}");
}

#[test]
fn classes_are_known_unique_and_have_a_map() {
    let unknown = with_field("/classes/0/id", json!("cataract"));
    assert!(matches!(&unknown, WeightsError::UnknownClass { field, .. } if field == "classes[0].id"));
    let twice = with_field("/classes/1/id", json!("irf"));
    assert!(matches!(&twice, WeightsError::DuplicateClass { field, .. } if field == "classes[1].id"));
    let no_map = with_field("/classes/1/id", json!("ped"));
    assert!(matches!(&no_map, WeightsError::ClassWithoutOutput { id, .. } if id == "ped"));
    let output = with_field("/network/outputs", json!(["irf", "lens", "retina"]));
    assert!(matches!(&output, WeightsError::UnknownClass { field, .. } if field == "network.outputs[1]"));
    let doubled = with_field("/network/outputs", json!(["irf", "irf", "retina"]));
    assert!(matches!(&doubled, WeightsError::DuplicateClass { field, .. } if field == "network.outputs[1]"));
}

#[test]
fn tensors_missing_added_or_of_another_kind() {
    let missing = with_tensors(|t| drop(t.remove("enc.1.block.1.conv2.bias")));
    assert_eq!(
        missing,
        WeightsError::MissingTensor {
            name: "enc.1.block.1.conv2.bias".to_owned()
        }
    );
    let added = with_tensors(|t| drop(t.insert("enc.9.down.bias".to_owned(), t["stem.bias"].clone())));
    assert!(matches!(added, WeightsError::UnknownTensor { name } if name == "enc.9.down.bias"));
    let shape = with_tensors(|t| t.get_mut("stem.weight").unwrap().shape = vec![4, 3, 4, 3]);
    assert_eq!(
        shape.to_string(),
        "tensor `stem.weight` has shape [4, 3, 4, 3], not [4, 4, 3, 3]"
    );
    let dtype = with_tensors(|t| t.get_mut("stem.weight").unwrap().dtype = Dtype::U8);
    assert_eq!(dtype.to_string(), "tensor `stem.weight` holds U8, not I8");
}

#[test]
fn offsets_that_contradict_the_file() {
    let bytes = VALID.bytes();
    let header = header::read(&bytes).unwrap();
    let (start, end) = header.tensors["head.bias"].data_offsets;
    let length = header.data.len();
    let with_offsets = |offsets: [usize; 2]| with_header(|h| h["head.bias"]["data_offsets"] = json!(offsets));
    let shifted = with_offsets([start - 4, end - 4]);
    assert!(matches!(shifted, WeightsError::TensorOffset { .. }), "{shifted}");
    let longer = with_offsets([start - 4, end]);
    assert!(matches!(longer, WeightsError::TensorBytes { .. }), "{longer}");
    let outside = with_offsets([start + length, end + length]);
    assert!(matches!(outside, WeightsError::TensorOutside { .. }), "{outside}");
    let backwards = with_offsets([end, start]);
    assert!(
        matches!(backwards, WeightsError::TensorBytes { .. }),
        "{backwards}"
    );
}

#[test]
fn changed_tensors_do_not_match_their_hash() {
    for group in ["stem", "enc", "dec", "head", "presence"] {
        let bytes = VALID.bytes();
        let header = header::read(&bytes).unwrap();
        let name = header
            .tensors
            .keys()
            .find(|name| name.starts_with(group))
            .unwrap();
        let at = bytes.len() - header.data.len() + header.tensors[name].data_offsets.0;
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(
            parse(&damaged),
            Err(WeightsError::Hash {
                group: group.to_owned()
            })
        );
    }
}

#[test]
fn numbers_that_would_poison_the_network() {
    let set = |name: &str, value: f32| {
        with_tensors(|t| t.get_mut(name).unwrap().bytes[4..8].copy_from_slice(&value.to_le_bytes()))
    };
    for value in [0.0, -1.0, 3e38] {
        let error = set("head.scale", value);
        assert!(
            matches!(&error, WeightsError::Scale { name, index: 1, .. } if name == "head.scale"),
            "{error}"
        );
    }
    for name in ["head.scale", "head.bias", "presence.peak"] {
        for value in [f32::NAN, f32::INFINITY] {
            let error = set(name, value);
            assert!(
                matches!(&error, WeightsError::NotFinite { name: n, index: 1, .. } if n == name),
                "{error}"
            );
        }
    }
}

#[test]
fn every_error_says_what_to_do() {
    let hint = parse(b"").unwrap_err().hint();
    assert!(hint.len() > 10 && hint.ends_with('.'));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_changed_byte_is_refused_or_changes_nothing(at in any::<prop::sample::Index>(), flip in 1u8..) {
        let bytes = VALID.bytes();
        let mut damaged = bytes.clone();
        damaged[at.index(bytes.len())] ^= flip;
        if let Ok(weights) = parse(&damaged) {
            prop_assert_eq!(weights, parse(&bytes).unwrap());
        }
    }

    #[test]
    fn a_changed_byte_of_the_header_is_refused_or_changes_nothing(at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let bytes = VALID.bytes();
        let data = bytes.len() - header::read(&bytes).unwrap().data.len();
        let mut damaged = bytes.clone();
        damaged[at.index(data)] = to;
        if let Ok(weights) = parse(&damaged) {
            prop_assert_eq!(weights, parse(&bytes).unwrap());
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_refused(at in any::<prop::sample::Index>()) {
        let bytes = VALID.bytes();
        prop_assert!(parse(&bytes[..at.index(bytes.len())]).is_err());
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(parse(&bytes).is_err());
    }
}
