//! One convolution: int8 weights made into numbers once, then run on the device.

use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Tensor, TensorData};

use crate::weights::{QuantisedLayer, Weights, WeightsError};

/// A `same`-padded convolution with a bias.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    weight: Tensor<4>,
    bias: Tensor<1>,
    options: ConvOptions<2>,
}

impl Conv {
    /// The layer `name` of the weights, at stride 1.
    pub fn load(weights: &Weights, name: &str, device: &Device) -> Result<Self, WeightsError> {
        Self::with_stride(weights, name, 1, device)
    }

    /// The layer `name` of the weights, at the given stride.
    pub fn with_stride(
        weights: &Weights,
        name: &str,
        stride: usize,
        device: &Device,
    ) -> Result<Self, WeightsError> {
        let layer = layer(weights, name)?;
        let kernel = layer.shape.last().copied().unwrap_or(1);
        let padding = kernel / 2;
        Ok(Self {
            weight: Tensor::from_data(TensorData::new(layer.dequantise(), layer.shape.clone()), device),
            bias: Tensor::from_data(TensorData::new(layer.bias.clone(), [layer.bias.len()]), device),
            options: ConvOptions::new([stride; 2], [padding; 2], [1, 1], 1),
        })
    }

    /// Multiplications for each output pixel.
    pub fn cost(&self) -> f32 {
        self.weight.dims().iter().product::<usize>() as f32
    }

    /// `[batch, in, h, w]` to `[batch, out, h / stride, w / stride]`.
    pub fn forward(&self, x: Tensor<4>) -> Tensor<4> {
        conv2d(
            x,
            self.weight.clone(),
            Some(self.bias.clone()),
            self.options.clone(),
        )
    }
}

/// A layer that the checks of the weights file have promised.
pub(super) fn layer<'a>(weights: &'a Weights, name: &str) -> Result<&'a QuantisedLayer, WeightsError> {
    weights.layer(name).ok_or_else(|| WeightsError::MissingTensor {
        name: format!("{name}.weight"),
    })
}
