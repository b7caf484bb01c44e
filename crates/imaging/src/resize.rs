//! Resizing by a triangle filter whose support grows with the reduction (antialiased bilinear).

/// Source samples that make one output sample: weights add up to 1.
struct Tap {
    first: usize,
    weights: Vec<f64>,
}

/// Output sample `i` lies at `(i + 0.5) * from / to` of the source (pixel centres are at halves); the triangle reaches one source
/// sample to either side, or `from / to` of them when reducing.
fn taps(from: usize, to: usize) -> Vec<Tap> {
    let ratio = from as f64 / to as f64;
    let reach = ratio.max(1.0);
    (0..to)
        .map(|i| {
            let centre = (i as f64 + 0.5) * ratio;
            let first = (centre - reach + 0.5).max(0.0) as usize;
            let end = ((centre + reach + 0.5) as usize).min(from);
            let mut weights: Vec<f64> = (first..end)
                .map(|k| (1.0 - ((k as f64 + 0.5 - centre) / reach).abs()).max(0.0))
                .collect();
            let sum: f64 = weights.iter().sum();
            for weight in &mut weights {
                *weight /= sum;
            }
            Tap { first, weights }
        })
        .collect()
}

/// Resizes a row-major image `from` = `[width, height]` to `to`, rows first, then columns.
/// Values stay within the range of the source; missing source values count as absent rows.
pub(crate) fn resize_triangle(image: &[f32], from: [usize; 2], to: [usize; 2]) -> Vec<f32> {
    let [from_width, from_height] = from;
    let [to_width, to_height] = to;
    let columns = taps(from_width, to_width);
    let mut narrow: Vec<f32> = Vec::with_capacity(to_width * from_height);
    for row in image.chunks_exact(from_width) {
        narrow.extend(columns.iter().map(|tap| {
            let sum: f64 = row
                .iter()
                .skip(tap.first)
                .zip(&tap.weights)
                .map(|(value, weight)| f64::from(*value) * weight)
                .sum();
            sum as f32
        }));
    }
    let mut out = Vec::with_capacity(to_width * to_height);
    let mut line = vec![0.0_f64; to_width];
    for tap in taps(from_height, to_height) {
        line.fill(0.0);
        let rows = narrow.chunks_exact(to_width).skip(tap.first);
        for (row, weight) in rows.zip(&tap.weights) {
            for (sum, value) in line.iter_mut().zip(row) {
                *sum += f64::from(*value) * weight;
            }
        }
        out.extend(line.iter().map(|sum| *sum as f32));
    }
    out
}
