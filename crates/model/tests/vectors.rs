//! The network against PyTorch: weights, input and outputs written by `crates/train/python`.

use std::path::PathBuf;

use burn::tensor::Device;
use groundscope_model::{DeviceChoice, Network, Reader, WeightsFile};
use safetensors::SafeTensors;

/// Largest difference allowed between the two implementations.
const TOLERANCE: f32 = 1e-4;

fn read(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/groundnet");
    std::fs::read(folder.join(name)).unwrap()
}

fn values(vectors: &SafeTensors, name: &str) -> (Vec<f32>, Vec<usize>) {
    let tensor = vectors.tensor(name).unwrap();
    let (words, rest) = tensor.data().as_chunks::<4>();
    assert!(rest.is_empty());
    let values = words.iter().map(|word| f32::from_le_bytes(*word)).collect();
    (values, tensor.shape().to_vec())
}

fn assert_close(name: &str, found: &[f32], vectors: &SafeTensors) {
    let (expected, _) = values(vectors, name);
    assert_eq!(found.len(), expected.len(), "{name}");
    let spread =
        expected.iter().fold(f32::MIN, |a, b| a.max(*b)) - expected.iter().fold(f32::MAX, |a, b| a.min(*b));
    assert!(
        spread > 10.0 * TOLERANCE,
        "{name} hardly varies, so that agreement would say little"
    );
    let worst = found
        .iter()
        .zip(&expected)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(worst < TOLERANCE, "{name} differs by {worst}");
}

#[test]
fn the_cpu_computes_what_pytorch_computes() {
    let weights = WeightsFile::parse(&read("weights.safetensors")).unwrap();
    let bytes = read("vectors.safetensors");
    let vectors = SafeTensors::deserialize(&bytes).unwrap();
    let (input, shape) = values(&vectors, "input");
    let network = Network::load(&weights, &Device::flex()).unwrap();
    let output = pollster::block_on(network.run(input, shape[3], shape[2], &mut |_| ())).unwrap();
    assert_close("map_logits", &output.map_logits, &vectors);
    assert_close("features", &output.features, &vectors);
    assert_close("presence_logits", &output.presence_logits, &vectors);
}

#[test]
fn the_self_check_written_by_pytorch_agrees() {
    let weights = WeightsFile::parse(&read("weights.safetensors")).unwrap();
    let reader = pollster::block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |_| ())).unwrap();
    let report = pollster::block_on(reader.self_check()).unwrap();
    assert!(report.max_abs_difference < TOLERANCE, "{report:?}");
}
