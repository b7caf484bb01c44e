//! The network against a plain implementation of the document, written with loops and without burn.

use std::collections::BTreeMap;

use super::*;
use crate::weights::WeightsFile;
use crate::weights::sample::{SampleFile, full_config, small_config};

/// `[channels, height, width]`.
#[derive(Clone)]
struct Plane {
    channels: usize,
    height: usize,
    width: usize,
    values: Vec<f64>,
}

impl Plane {
    fn at(&self, c: usize, y: isize, x: isize) -> f64 {
        if y < 0 || x < 0 || y >= self.height as isize || x >= self.width as isize {
            return 0.0;
        }
        self.values[(c * self.height + y as usize) * self.width + x as usize]
    }

    fn from_fn(
        channels: usize,
        height: usize,
        width: usize,
        value: impl Fn(usize, isize, isize) -> f64,
    ) -> Self {
        let mut values = Vec::new();
        for c in 0..channels {
            for y in 0..height as isize {
                values.extend((0..width as isize).map(|x| value(c, y, x)));
            }
        }
        Self {
            channels,
            height,
            width,
            values,
        }
    }

    fn relu(mut self) -> Self {
        self.values.iter_mut().for_each(|v| *v = v.max(0.0));
        self
    }
}

fn conv(weights: &Weights, name: &str, x: &Plane, stride: usize) -> Plane {
    let layer = weights.layer(name).unwrap();
    let kernel = layer.shape[3];
    let pad = (kernel / 2) as isize;
    Plane::from_fn(layer.shape[0], x.height / stride, x.width / stride, |o, y, c| {
        let mut sum = f64::from(layer.bias[o]);
        for i in 0..x.channels {
            for ky in 0..kernel {
                for kx in 0..kernel {
                    let w = layer.values[((o * x.channels + i) * kernel + ky) * kernel + kx];
                    let (py, px) = (
                        y * stride as isize + ky as isize - pad,
                        c * stride as isize + kx as isize - pad,
                    );
                    sum += f64::from(w) * f64::from(layer.scale[o]) * x.at(i, py, px);
                }
            }
        }
        sum
    })
}

fn block(weights: &Weights, name: &str, x: &Plane) -> Plane {
    let inner = conv(weights, &format!("{name}.conv1"), x, 1).relu();
    let mut out = conv(weights, &format!("{name}.conv2"), &inner, 1);
    out.values.iter_mut().zip(&x.values).for_each(|(o, v)| *o += v);
    out.relu()
}

fn plain(weights: &Weights, x: Plane) -> (Plane, Plane, Vec<f64>) {
    let config = &weights.manifest().network;
    let mut x = conv(weights, "stem", &x, 1).relu();
    let mut levels = BTreeMap::new();
    for i in 0..5 {
        if i > 0 {
            x = conv(weights, &format!("enc.{i}.down"), &x, 2).relu();
        }
        for k in 0..config.blocks[i] {
            x = block(weights, &format!("enc.{i}.block.{k}"), &x);
        }
        levels.insert(i, x.clone());
    }
    let deep = x.clone();
    for i in [3, 2, 1] {
        let low = conv(weights, &format!("dec.{i}.lateral"), &x, 1);
        let skip = &levels[&i];
        let both = Plane::from_fn(2 * skip.channels, skip.height, skip.width, |c, y, x| {
            if c < skip.channels {
                skip.at(c, y, x)
            } else {
                low.at(c - skip.channels, y / 2, x / 2)
            }
        });
        x = conv(weights, &format!("dec.{i}.merge"), &both, 1).relu();
        if i < 3 {
            x = block(weights, &format!("dec.{i}.block.0"), &x);
        }
    }
    let head = conv(weights, "head", &x, 1);
    let maps = Plane::from_fn(head.channels / 4, 2 * head.height, 2 * head.width, |k, y, x| {
        head.at(4 * k + (2 * (y % 2) + x % 2) as usize, y / 2, x / 2)
    });
    let presence = presence(weights, &deep, &maps);
    (maps, deep, presence)
}

fn presence(weights: &Weights, deep: &Plane, maps: &Plane) -> Vec<f64> {
    let layer = weights.layer("presence").unwrap();
    let size = deep.height * deep.width;
    let channel = |c: usize| &deep.values[c * size..(c + 1) * size];
    let means = (0..deep.channels).map(|c| channel(c).iter().sum::<f64>() / size as f64);
    let maxima = (0..deep.channels).map(|c| channel(c).iter().copied().fold(f64::MIN, f64::max));
    let pooled: Vec<f64> = means.chain(maxima).collect();
    (0..maps.channels)
        .map(|k| {
            let mut peak = f64::MIN;
            for y in (0..maps.height).step_by(8) {
                for x in (0..maps.width).step_by(8) {
                    let square = (0..64).map(|i| maps.at(k, (y + i / 8) as isize, (x + i % 8) as isize));
                    peak = peak.max(square.sum::<f64>() / 64.0);
                }
            }
            let row = &layer.values[k * pooled.len()..(k + 1) * pooled.len()];
            let linear: f64 = row.iter().zip(&pooled).map(|(w, p)| f64::from(*w) * p).sum();
            linear * f64::from(layer.scale[k])
                + f64::from(layer.bias[k])
                + f64::from(weights.peak()[k]) * peak
        })
        .collect()
}

fn worst(a: &[f32], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (f64::from(*a) - b).abs())
        .fold(0.0, f64::max)
}

fn load(file: &SampleFile) -> (Weights, Network) {
    let weights = WeightsFile::parse(&file.bytes()).unwrap();
    let network = Network::load(&weights, &Device::flex()).unwrap();
    (weights, network)
}

#[test]
fn the_network_computes_what_the_document_says() {
    let (weights, network) = load(&SampleFile::random(&small_config(), 7));
    let check = weights.manifest().self_check.clone();
    let [width, height] = check.half_frame();
    let output = pollster::block_on(network.run(check.input(), width, height, &mut |_| ())).unwrap();
    let values = check.input().into_iter().map(f64::from).collect();
    let input = Plane {
        channels: 4,
        height,
        width,
        values,
    };
    let (maps, deep, presence) = plain(&weights, input);
    // The maps must vary, or equality would say nothing.
    let spread = maps.values.iter().copied().fold(f64::MIN, f64::max)
        - maps.values.iter().copied().fold(f64::MAX, f64::min);
    assert!(spread > 0.1, "{spread}");
    assert!(worst(&output.map_logits, &maps.values) < 1e-4);
    assert!(worst(&output.features, &deep.values) < 1e-4);
    assert!(worst(&output.presence_logits, &presence) < 1e-4);
}

#[test]
fn unfolding_puts_four_channels_into_squares() {
    // Two maps of 4 x 2 pixels, folded to 2 x 1: channel-major input 0, 1 | 2, 3 | ...
    let folded: Vec<f32> = (0..16).map(|v| v as f32).collect();
    let expected = [0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15].map(|v| v as f32);
    assert_eq!(unfold(&folded, 4, 2), expected);
}

#[test]
fn progress_rises_to_one() {
    let (_, network) = load(&SampleFile::random(&small_config(), 7));
    let mut parts = Vec::new();
    pollster::block_on(network.run(vec![0.5; 4 * 32 * 16], 32, 16, &mut |part| parts.push(part))).unwrap();
    assert!(parts.windows(2).all(|w| w[0] < w[1]), "{parts:?}");
    assert!((parts.last().unwrap() - 1.0).abs() < 1e-6, "{parts:?}");
}

#[test]
fn an_input_of_a_wrong_size_is_an_error() {
    let (_, network) = load(&SampleFile::random(&small_config(), 7));
    for (values, width, height) in [(4 * 32 * 16 - 1, 32, 16), (4 * 24 * 16, 24, 16), (0, 0, 0)] {
        let run = pollster::block_on(network.run(vec![0.0; values], width, height, &mut |_| ()));
        assert_eq!(run.unwrap_err().code(), "input_size");
    }
}

#[test]
fn the_full_network_loads() {
    let (weights, _) = load(&SampleFile::random(&full_config(), 7));
    let parameters: usize = crate::weights::layout::layers(&weights.manifest().network)
        .iter()
        .map(|layer| layer.weights() + layer.out)
        .sum();
    assert!(parameters < 2_000_000, "{parameters}");
}
