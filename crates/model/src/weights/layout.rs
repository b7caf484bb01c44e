//! Which tensors a network of a given configuration has, and their shapes.

use safetensors::Dtype;

use super::NetworkConfig;

/// Resolution levels of the encoder; each halves the sides of the one before.
pub const LEVELS: usize = 5;

/// The decoder ends at this level; the head makes four pixels of each of its pixels.
pub const FINEST: usize = 1;
/// Pixels of the map for each pixel of the head's input.
pub const HEAD_PIXELS: usize = 4;

/// One layer with weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerShape {
    /// Name in the weights file, without `.weight`, `.scale`, `.bias`.
    pub name: String,
    /// Output channels.
    pub out: usize,
    /// Input channels.
    pub input: usize,
    /// Side of the square kernel; 0 for the fully connected presence layer.
    pub kernel: usize,
}

impl LayerShape {
    fn new(name: impl Into<String>, out: usize, input: usize, kernel: usize) -> Self {
        Self {
            name: name.into(),
            out,
            input,
            kernel,
        }
    }

    /// Shape of the weight tensor: `[out, in, kernel, kernel]`, or `[out, in]`.
    pub fn weight_shape(&self) -> Vec<usize> {
        match self.kernel {
            0 => vec![self.out, self.input],
            side => vec![self.out, self.input, side, side],
        }
    }

    /// Number of weights.
    pub fn weights(&self) -> usize {
        self.out * self.input * self.kernel.max(1).pow(2)
    }
}

/// One tensor of a weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorShape {
    /// Name in the file.
    pub name: String,
    /// Element type.
    pub dtype: Dtype,
    /// Shape.
    pub shape: Vec<usize>,
}

/// Every layer of `groundnet-1`, in the order of the forward pass.
pub fn layers(config: &NetworkConfig) -> Vec<LayerShape> {
    let c = config.channels;
    let [c0, c1, _, _, c4] = c;
    let outputs = config.outputs.len();
    let mut layers = vec![LayerShape::new("stem", c0, 4, 3)];
    let mut before = c0;
    for (level, (channels, blocks)) in c.into_iter().zip(config.blocks).enumerate() {
        if level > 0 {
            layers.push(LayerShape::new(format!("enc.{level}.down"), channels, before, 3));
        }
        layers.extend((0..blocks).flat_map(|i| block(&format!("enc.{level}.block.{i}"), channels)));
        before = channels;
    }
    let pairs = c.into_iter().zip(c.into_iter().skip(1)).enumerate();
    for (level, (channels, below)) in pairs.skip(FINEST).collect::<Vec<_>>().into_iter().rev() {
        layers.push(LayerShape::new(
            format!("dec.{level}.lateral"),
            channels,
            below,
            1,
        ));
        layers.push(LayerShape::new(
            format!("dec.{level}.merge"),
            channels,
            2 * channels,
            3,
        ));
        if level < LEVELS - 2 {
            layers.extend(block(&format!("dec.{level}.block.0"), channels));
        }
    }
    layers.push(LayerShape::new("head", HEAD_PIXELS * outputs, c1, 1));
    layers.push(LayerShape::new("presence", outputs, 2 * c4, 0));
    layers
}

fn block(name: &str, channels: usize) -> [LayerShape; 2] {
    ["conv1", "conv2"].map(|conv| LayerShape::new(format!("{name}.{conv}"), channels, channels, 3))
}

/// Every tensor of a weights file for this network.
pub fn tensors(config: &NetworkConfig) -> Vec<TensorShape> {
    let mut tensors = Vec::new();
    for layer in layers(config) {
        let mut push = |part: &str, dtype, shape| {
            tensors.push(TensorShape {
                name: format!("{}.{part}", layer.name),
                dtype,
                shape,
            })
        };
        push("weight", Dtype::I8, layer.weight_shape());
        push("scale", Dtype::F32, vec![layer.out]);
        push("bias", Dtype::F32, vec![layer.out]);
    }
    tensors.push(TensorShape {
        name: "presence.peak".to_owned(),
        dtype: Dtype::F32,
        shape: vec![config.outputs.len()],
    });
    tensors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_of_the_documented_network() {
        let config = NetworkConfig {
            kind: "groundnet-1".to_owned(),
            frame: [768, 512],
            channels: [24, 48, 80, 112, 144],
            blocks: [0, 2, 2, 2, 1],
            outputs: vec!["irf".to_owned(), "retina".to_owned()],
        };
        let all = layers(&config);
        let names: Vec<_> = all.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names.first(), Some(&"stem"));
        assert_eq!(
            names.iter().filter(|n| n.contains(".block.")).count(),
            2 * (7 + 2)
        );
        assert!(
            !names.contains(&"enc.0.down")
                && !names.contains(&"dec.3.block.0.conv1")
                && !names.contains(&"dec.0.merge")
        );
        let find = |name: &str| all.iter().find(|l| l.name == name).unwrap().weight_shape();
        assert_eq!(find("enc.1.down"), [48, 24, 3, 3]);
        assert_eq!(find("dec.3.lateral"), [112, 144, 1, 1]);
        assert_eq!(find("dec.3.merge"), [112, 224, 3, 3]);
        assert_eq!(find("dec.1.block.0.conv2"), [48, 48, 3, 3]);
        assert_eq!(find("head"), [8, 48, 1, 1]);
        assert_eq!(find("presence"), [2, 288]);
        assert_eq!(tensors(&config).len(), all.len() * 3 + 1);
    }
}
