//! The network `groundnet-1`: a residual encoder-decoder with one map and one presence logit an output.

mod block;
mod conv;
mod decoder;
mod encoder;
mod presence;

use burn::tensor::{Device, ExecutionError, Tensor, TensorData};

use crate::ReadError;
use crate::weights::layout::HEAD_PIXELS;
use crate::weights::{Weights, WeightsError};

use conv::Conv;
use decoder::Decoder;
use encoder::Encoder;
use presence::Presence;

/// The network on a device, its weights as `f32`.
#[derive(Clone, Debug)]
pub struct Network {
    encoder: Encoder,
    decoder: Decoder,
    head: Conv,
    presence: Presence,
    device: Device,
}

/// What the network says about one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Width of the maps: half the frame's.
    pub width: usize,
    /// Height of the maps: half the frame's.
    pub height: usize,
    /// `[outputs, height, width]`, row-major; sigmoid gives the probability.
    pub map_logits: Vec<f32>,
    /// `[c4, height / 16, width / 16]`, row-major, 0 or more.
    pub features: Vec<f32>,
    /// `[outputs]`, before calibration.
    pub presence_logits: Vec<f32>,
}

impl Output {
    /// The map of output `index`, `[height, width]`.
    pub fn map(&self, index: usize) -> Option<&[f32]> {
        self.map_logits
            .chunks((self.width * self.height).max(1))
            .nth(index)
    }
}

impl Network {
    /// Put checked weights on a device.
    ///
    /// # Errors
    ///
    /// A missing tensor, which [`WeightsFile::parse`](crate::WeightsFile::parse) rules out.
    pub fn load(weights: &Weights, device: &Device) -> Result<Self, WeightsError> {
        let config = &weights.manifest().network;
        Ok(Self {
            encoder: Encoder::load(weights, config, device)?,
            decoder: Decoder::load(weights, device)?,
            head: Conv::load(weights, "head", device)?,
            presence: Presence::load(weights)?,
            device: device.clone(),
        })
    }

    /// `[1, 4, h, w]` to folded map logits `[1, 4 * outputs, h / 2, w / 2]` and features `[1, c4, h / 16, w / 16]`.
    ///
    /// `part` is told the part of the work that has been handed to the device, 0..=1.
    pub fn forward(&self, x: Tensor<4>, part: &mut dyn FnMut(f32)) -> (Tensor<4>, Tensor<4>) {
        let total = (self.encoder.cost() + self.decoder.cost()).max(1.0);
        let mut done = 0.0;
        let mut spent = |cost: f32| {
            done += cost;
            part(done / total);
        };
        let (skips, features) = self.encoder.forward(x, &mut spent);
        let x = self.decoder.forward(features.clone(), skips, &mut spent);
        (self.head.forward(x), features)
    }

    /// Run one half frame: `input` is `[1, 4, height, width]` row-major, values 0..1, sides multiples of 16.
    ///
    /// # Errors
    ///
    /// [`ReadError::InputSize`] when the input is not of that size, and what the device reports.
    pub async fn run(
        &self,
        input: Vec<f32>,
        width: usize,
        height: usize,
        part: &mut dyn FnMut(f32),
    ) -> Result<Output, ReadError> {
        let step = crate::weights::FRAME_STEP / 2;
        let fits = |side: usize| side > 0 && side.is_multiple_of(step);
        if !fits(width) || !fits(height) || input.len() != 4 * width * height {
            return Err(ReadError::InputSize {
                values: input.len(),
                width,
                height,
            });
        }
        let x = Tensor::from_data(TensorData::new(input, [1, 4, height, width]), &self.device);
        let (maps, features) = self.forward(x, part);
        let map_logits = unfold(&read_back(maps).await?, width, height);
        let features = read_back(features).await?;
        let presence_logits = self.presence.forward(&features, &map_logits, width);
        Ok(Output {
            width,
            height,
            map_logits,
            features,
            presence_logits,
        })
    }
}

/// Folded maps `[4 * outputs, height / 2, width / 2]` to `[outputs, height, width]`.
///
/// Channel 4k + 2dy + dx holds pixel (2y + dy, 2x + dx) of map k. Done on the host, where the maps are read anyway.
fn unfold(folded: &[f32], width: usize, height: usize) -> Vec<f32> {
    let half = (width / 2).max(1);
    let plane = (half * (height / 2)).max(1);
    let mut maps = Vec::with_capacity(folded.len());
    for quarters in folded.chunks_exact(HEAD_PIXELS * plane) {
        let row = |channel: usize, y: usize| {
            let rows = quarters.chunks_exact(plane).nth(channel);
            rows.and_then(|rows| rows.chunks_exact(half).nth(y))
                .unwrap_or_default()
        };
        for y in 0..height {
            let left = 2 * (y % 2);
            let pairs = row(left, y / 2).iter().zip(row(left + 1, y / 2));
            maps.extend(pairs.flat_map(|(even, odd)| [*even, *odd]));
        }
    }
    maps
}

/// Every read is asynchronous: a synchronous one panics in the browser.
async fn read_back(tensor: Tensor<4>) -> Result<Vec<f32>, ReadError> {
    let data = tensor.into_data_async().await.map_err(|error| match error {
        ExecutionError::DevicePoisoned { reason } => ReadError::DeviceLost { detail: reason },
        other => ReadError::Device {
            detail: other.to_string(),
        },
    })?;
    data.try_into_vec::<f32>().map_err(|error| ReadError::Device {
        detail: error.to_string(),
    })
}

#[cfg(test)]
mod tests;
