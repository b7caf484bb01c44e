//! The decoder: from the coarsest features back to half the resolution of the map.

use burn::tensor::activation::relu;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Device, Tensor};

use super::block::Block;
use super::conv::Conv;
use super::encoder::pixels_a_pixel;
use crate::weights::layout::{FINEST, LEVELS};
use crate::weights::{Weights, WeightsError};

/// One stage a level, coarsest first.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    stages: Vec<Stage>,
}

#[derive(Clone, Debug)]
struct Stage {
    lateral: Conv,
    merge: Conv,
    block: Option<Block>,
}

impl Decoder {
    pub fn load(weights: &Weights, device: &Device) -> Result<Self, WeightsError> {
        let stages = (FINEST..LEVELS - 1).rev().map(|level| {
            Ok(Stage {
                lateral: Conv::load(weights, &format!("dec.{level}.lateral"), device)?,
                merge: Conv::load(weights, &format!("dec.{level}.merge"), device)?,
                block: (level < LEVELS - 2)
                    .then(|| Block::load(weights, &format!("dec.{level}.block.0"), device))
                    .transpose()?,
            })
        });
        Ok(Self {
            stages: stages.collect::<Result<_, WeightsError>>()?,
        })
    }

    /// The coarsest features `[batch, c4, h / 16, w / 16]` and the skips, finest first, to `[batch, c1, h / 2, w / 2]`.
    pub fn forward(
        &self,
        features: Tensor<4>,
        skips: Vec<Tensor<4>>,
        spent: &mut dyn FnMut(f32),
    ) -> Tensor<4> {
        let mut x = features;
        let stages = self.stages.iter().zip(self.costs());
        for ((stage, cost), skip) in stages.zip(skips.into_iter().rev()) {
            x = stage.forward(x, skip);
            spent(cost);
        }
        x
    }

    /// Multiplications of all stages for each pixel of the map.
    pub fn cost(&self) -> f32 {
        self.costs().sum()
    }

    fn costs(&self) -> impl Iterator<Item = f32> {
        let levels = (FINEST..LEVELS - 1).rev();
        self.stages.iter().zip(levels).map(|(stage, level)| {
            let block = stage.block.as_ref().map_or(0.0, Block::cost);
            (stage.merge.cost() + block) / pixels_a_pixel(level)
        })
    }
}

impl Stage {
    /// `[batch, c[i+1], h, w]` and its skip `[batch, c[i], 2h, 2w]` to `[batch, c[i], 2h, 2w]`.
    fn forward(&self, x: Tensor<4>, skip: Tensor<4>) -> Tensor<4> {
        let upsampled = double(self.lateral.forward(x));
        let merged = relu(self.merge.forward(Tensor::cat(vec![skip, upsampled], 1)));
        match &self.block {
            Some(block) => block.forward(merged),
            None => merged,
        }
    }
}

/// `[batch, channels, h, w]` to `[batch, channels, 2h, 2w]`: every value four times.
fn double(x: Tensor<4>) -> Tensor<4> {
    let [_, _, height, width] = x.dims();
    let options = InterpolateOptions::new(InterpolateMode::Nearest)
        .with_align_corners(false)
        .with_output_size([2 * height, 2 * width]);
    interpolate(x, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_repeats_every_value_four_times() {
        let x = Tensor::<4>::from_floats([[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]], &Device::flex());
        let expected = [
            1.0f32, 1.0, 2.0, 2.0, 3.0, 3.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, //
            4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0,
        ];
        assert_eq!(double(x).into_data().as_slice::<f32>().unwrap(), expected);
    }
}
