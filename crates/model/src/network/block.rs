//! The residual block.

use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use super::conv::Conv;
use crate::weights::{Weights, WeightsError};

/// Two 3x3 convolutions around which the input is carried.
#[derive(Clone, Debug)]
pub(super) struct Block {
    conv1: Conv,
    conv2: Conv,
}

impl Block {
    pub fn load(weights: &Weights, name: &str, device: &Device) -> Result<Self, WeightsError> {
        Ok(Self {
            conv1: Conv::load(weights, &format!("{name}.conv1"), device)?,
            conv2: Conv::load(weights, &format!("{name}.conv2"), device)?,
        })
    }

    /// Multiplications for each pixel.
    pub fn cost(&self) -> f32 {
        self.conv1.cost() + self.conv2.cost()
    }

    /// `[batch, channels, h, w]` to the same shape: relu(x + conv2(relu(conv1(x)))).
    pub fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        let inner = relu(self.conv1.forward(x.clone()));
        relu(self.conv2.forward(inner) + x)
    }
}
