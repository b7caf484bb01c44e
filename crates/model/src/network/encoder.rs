//! The encoder: from the frame image to features at five resolutions.

use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use super::block::Block;
use super::conv::Conv;
use crate::weights::{NetworkConfig, Weights, WeightsError};

/// Stem and levels; level i halves the sides of level i - 1.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    stem: Conv,
    levels: Vec<Level>,
}

#[derive(Clone, Debug)]
struct Level {
    down: Option<Conv>,
    blocks: Vec<Block>,
}

impl Encoder {
    pub fn load(weights: &Weights, config: &NetworkConfig, device: &Device) -> Result<Self, WeightsError> {
        let levels = config.blocks.into_iter().enumerate().map(|(level, blocks)| {
            let down = (level > 0)
                .then(|| Conv::with_stride(weights, &format!("enc.{level}.down"), 2, device))
                .transpose()?;
            let blocks = (0..blocks)
                .map(|i| Block::load(weights, &format!("enc.{level}.block.{i}"), device))
                .collect::<Result<_, _>>()?;
            Ok(Level { down, blocks })
        });
        Ok(Self {
            stem: Conv::load(weights, "stem", device)?,
            levels: levels.collect::<Result<_, WeightsError>>()?,
        })
    }

    /// `[batch, 4, h, w]` to the skips, finest first, and the coarsest features.
    ///
    /// Skip i is the output of level i: `[batch, c[i], h / 2^i, w / 2^i]`; the features are `[batch, c4, h / 16, w / 16]`.
    pub fn forward(&self, x: Tensor<4>, spent: &mut dyn FnMut(f32)) -> (Vec<Tensor<4>>, Tensor<4>) {
        let mut x = relu(self.stem.forward(x));
        let mut skips = Vec::with_capacity(self.levels.len());
        for (level, cost) in self.levels.iter().zip(self.costs()) {
            if let Some(down) = &level.down {
                skips.push(x.clone());
                x = relu(down.forward(x));
            }
            for block in &level.blocks {
                x = block.forward(x);
            }
            spent(cost);
        }
        (skips, x)
    }

    /// Multiplications of all levels for each pixel of the map.
    pub fn cost(&self) -> f32 {
        self.costs().sum()
    }

    fn costs(&self) -> impl Iterator<Item = f32> {
        self.levels.iter().enumerate().map(|(i, level)| {
            let down = level.down.as_ref().unwrap_or(&self.stem);
            let blocks: f32 = level.blocks.iter().map(Block::cost).sum();
            (down.cost() + blocks) / pixels_a_pixel(i)
        })
    }
}

/// Pixels of the map for each pixel of level `level`.
pub(super) fn pixels_a_pixel(level: usize) -> f32 {
    4f32.powi(level as i32)
}
