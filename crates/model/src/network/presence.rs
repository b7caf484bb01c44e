//! The presence head: is the class anywhere in the scan? Computed on the host, away from GPU reductions.

use super::conv::layer;
use crate::weights::{Weights, WeightsError};

/// Side of the squares over which map logits are averaged before the largest is taken.
const POOL: usize = 8;

/// One linear layer over pooled features and the peak of each map.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    /// `[outputs, 2 * c4]`, row-major.
    weight: Vec<f32>,
    bias: Vec<f32>,
    peak: Vec<f32>,
}

impl Presence {
    pub fn load(weights: &Weights) -> Result<Self, WeightsError> {
        let layer = layer(weights, "presence")?;
        Ok(Self {
            weight: layer.dequantise(),
            bias: layer.bias.clone(),
            peak: weights.peak().to_vec(),
        })
    }

    /// Features `[c4, h / 16, w / 16]` and map logits `[outputs, h, w]` of width w to presence logits `[outputs]`.
    ///
    /// Per output k: weight\[k\] . \[mean(f), max(f)\] + bias\[k\] + peak\[k\] * m_k.
    pub fn forward(&self, features: &[f32], map_logits: &[f32], width: usize) -> Vec<f32> {
        let outputs = self.bias.len().max(1);
        let inputs = self.weight.len() / outputs;
        let channels: Vec<&[f32]> = features
            .chunks((features.len() / (inputs / 2).max(1)).max(1))
            .collect();
        let means = channels.iter().map(|channel| mean(channel));
        let maxima = channels.iter().map(|channel| largest(channel.iter().copied()));
        let pooled: Vec<f32> = means.chain(maxima).collect();
        let maps = map_logits.chunks((map_logits.len() / outputs).max(1));
        let rows = self.weight.chunks(inputs.max(1));
        rows.zip(&self.bias)
            .zip(self.peak.iter().zip(maps))
            .map(|((row, bias), (peak, map))| {
                let linear: f32 = row.iter().zip(&pooled).map(|(w, f)| w * f).sum();
                linear + bias + peak * pooled_peak(map, width)
            })
            .collect()
    }
}

/// Summed in double precision: the order of summation must not show in the result.
fn mean(values: &[f32]) -> f32 {
    let sum: f64 = values.iter().map(|v| f64::from(*v)).sum();
    (sum / values.len().max(1) as f64) as f32
}

fn largest(values: impl Iterator<Item = f32>) -> f32 {
    values.fold(f32::NEG_INFINITY, f32::max)
}

/// The largest mean of the 8x8 squares of a map `[h, w]`.
fn pooled_peak(map: &[f32], width: usize) -> f32 {
    let band = (POOL * width).max(1);
    largest(map.chunks_exact(band).flat_map(|rows| {
        let mut sums = vec![0.0; width / POOL];
        for row in rows.chunks_exact(width) {
            for (sum, values) in sums.iter_mut().zip(row.chunks_exact(POOL)) {
                *sum += values.iter().sum::<f32>();
            }
        }
        sums.into_iter().map(|sum| sum / (POOL * POOL) as f32)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pooling_takes_the_largest_mean_of_aligned_squares() {
        let mut map = vec![0.0; 16 * 24];
        for y in 8..16 {
            for x in 16..24 {
                map[y * 24 + x] = 2.0;
            }
        }
        map[0] = 64.0;
        assert_eq!(pooled_peak(&map, 24), 2.0);
        map[1] = 65.0;
        assert_eq!(pooled_peak(&map, 24), 129.0 / 64.0);
    }

    #[test]
    fn the_formula_by_hand() {
        let presence = Presence {
            weight: vec![1.0, 10.0, 100.0, 1000.0, 0.0, 0.0, 0.0, 0.0],
            bias: vec![0.5, -1.0],
            peak: vec![2.0, 3.0],
        };
        // Two channels of two values: means 2 and 5, maxima 3 and 6.
        let features = [1.0, 3.0, 4.0, 6.0];
        let mut maps = vec![1.0; 64];
        maps.extend([-2.0; 64]);
        let logits = presence.forward(&features, &maps, 8);
        assert_eq!(logits, [2.0 + 50.0 + 300.0 + 6000.0 + 0.5 + 2.0, -1.0 - 6.0]);
    }
}
