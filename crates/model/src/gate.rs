//! Whether a picture is an OCT B-scan at all, told from the shape of the network's own map of the retina.
//!
//! In a B-scan the retina is one band from side to side, without holes, steps or contact with the frame's edges, and the network
//! is sure of it. Photographs of the fundus, ultrasound and pictures of other things leave scraps, or fill the frame. Six measures
//! of that map and a logistic regression fitted by `crates/train/python/gate.py`, whose weights stand in the weights file.

use groundscope_imaging::Letterbox;
use groundscope_ontology::Language;
use serde::{Deserialize, Serialize};

use crate::Output;
use crate::map::sigmoid;
use crate::preprocess::scan_cells;
use crate::probability::reported;

/// The gate of a weights file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateConfig {
    /// Map probability from which a cell belongs to the retina.
    pub level: f64,
    /// Weights of the measures.
    pub weights: GateWeights,
    /// Added to their weighted sum.
    pub bias: f64,
    /// Probability from which the picture counts as a B-scan.
    pub threshold: f64,
}

/// A weight for each measure of [`RetinaShape`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateWeights {
    /// Of [`RetinaShape::confidence`].
    pub confidence: f64,
    /// Of [`RetinaShape::solid`].
    pub solid: f64,
    /// Of [`RetinaShape::cover`].
    pub cover: f64,
    /// Of [`RetinaShape::cut`].
    pub cut: f64,
    /// Of [`RetinaShape::jump`].
    pub jump: f64,
    /// Of [`RetinaShape::thickness`].
    pub thickness: f64,
}

impl GateConfig {
    /// Whether every number is one that can be computed with.
    pub(crate) fn is_usable(&self) -> bool {
        let w = &self.weights;
        let numbers = [
            w.confidence,
            w.solid,
            w.cover,
            w.cut,
            w.jump,
            w.thickness,
            self.bias,
        ];
        numbers.iter().all(|value| value.is_finite())
            && [self.level, self.threshold]
                .iter()
                .all(|p| (0.0..=1.0).contains(p))
    }

    /// The probability that a retina of this shape is one of a B-scan.
    pub fn probability(&self, shape: &RetinaShape) -> f64 {
        let w = &self.weights;
        let sum = w.confidence * shape.confidence
            + w.solid * shape.solid
            + w.cover * shape.cover
            + w.cut * shape.cut
            + w.jump * shape.jump
            + w.thickness * shape.thickness;
        1.0 / (1.0 + libm::exp(-(sum + self.bias)))
    }
}

/// What the gate says of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// How probable it is that this is a B-scan, 0..1.
    pub probability: f64,
    /// The same as a word.
    pub verdict: GateVerdict,
    /// Brightness of the retina above that of the vitreous, in units of the noise in the retina; `None` where one of them is not seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<f64>,
}

/// What kind of picture this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GateVerdict {
    /// A B-scan with the retina inside.
    BScan,
    /// A B-scan whose retina runs out of the picture at the top or the bottom.
    CutOff,
    /// A B-scan with so much noise that small lesions drown in it.
    Noisy,
    /// Perhaps a B-scan, of poor quality or unusual.
    Doubtful,
    /// No B-scan.
    NotBScan,
}

/// A retina that leaves the picture in more of its columns than this is cut off.
const CUT_OFF: f64 = 0.1;
/// Below this signal a scan is noisy: there F1 of intraretinal fluid was a quarter lower than on the same scans without added noise,
/// while every one of 152 real scans of eight sets, single frames included, lay above it.
const NOISY: f64 = 3.0;
/// Below this probability a B-scan is doubtful.
const DOUBTFUL: f64 = 0.7;

impl GateVerdict {
    /// A sentence for the reader; `None` where there is nothing to say.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::BScan => None,
            Self::CutOff => Some("The retina runs out of the picture: what lies outside cannot be read."),
            Self::Noisy => Some(
                "This scan is so noisy that small or faint lesions may be missed, and others imagined: repeat it if you can.",
            ),
            Self::Doubtful => Some(
                "This picture is unlike the scans that the network knows, or of poor quality: take its findings with doubt.",
            ),
            Self::NotBScan => Some("This does not look like an OCT B-scan, so nothing was read in it."),
        }
    }
}

impl GateVerdict {
    /// [`Self::sentence`] in a language.
    pub fn sentence_in(self, language: Language) -> Option<&'static str> {
        match (language, self) {
            (Language::En, _) => self.sentence(),
            (Language::De, Self::BScan) => None,
            (Language::De, Self::CutOff) => {
                Some("Die Netzhaut läuft aus dem Bild hinaus: Was außerhalb liegt, lässt sich nicht lesen.")
            }
            (Language::De, Self::Noisy) => Some(
                "Dieser Scan rauscht so stark, dass kleine oder schwache Läsionen übersehen und andere vorgetäuscht werden können: Wiederholen Sie ihn, wenn möglich.",
            ),
            (Language::De, Self::Doubtful) => Some(
                "Dieses Bild gleicht den Scans nicht, die das Netzwerk kennt, oder ist von schlechter Qualität: Seine Befunde sind mit Vorsicht zu lesen.",
            ),
            (Language::De, Self::NotBScan) => {
                Some("Das sieht nicht wie ein OCT-B-Scan aus, deshalb wurde nichts darin gelesen.")
            }
        }
    }
}

impl Gate {
    pub(crate) fn of(config: &GateConfig, shape: &RetinaShape, signal: Option<f64>) -> Self {
        let probability = reported(config.probability(shape));
        let signal = signal.map(|signal| (signal * 1e2).round() / 1e2);
        let verdict = match probability {
            p if p < config.threshold => GateVerdict::NotBScan,
            p if p < DOUBTFUL => GateVerdict::Doubtful,
            _ if shape.cut > CUT_OFF => GateVerdict::CutOff,
            _ if signal.is_some_and(|signal| signal < NOISY) => GateVerdict::Noisy,
            _ => GateVerdict::BScan,
        };
        Self {
            probability,
            verdict,
            signal,
        }
    }

    /// Whether findings of this picture are worth anything.
    pub fn lets_in(&self) -> bool {
        self.verdict != GateVerdict::NotBScan
    }
}

/// The shape of the retina in its map: measured on the cells of the scan alone, each two frame pixels wide and high. All zero
/// where no cell is retina.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RetinaShape {
    /// Mean probability of the retina's cells, 0..1.
    pub confidence: f64,
    /// Its cells as a share of those between the first and the last one of their column.
    pub solid: f64,
    /// Share of columns that have some.
    pub cover: f64,
    /// Share of columns in which it runs out at the top or the bottom.
    pub cut: f64,
    /// Mean step of its centre from column to column in cells, at most 9, as a share of 9; 1 where no two columns meet.
    pub jump: f64,
    /// Median of its height over its columns, as a share of the scan's height.
    pub thickness: f64,
}

/// What one column holds of the retina.
struct Column {
    count: usize,
    first: usize,
    last: usize,
    centre: f64,
}

impl RetinaShape {
    /// The shape in map `index` of an output, of which cells from `level` on are retina.
    pub(crate) fn of(output: &Output, index: usize, letterbox: &Letterbox, level: f64) -> Option<Self> {
        let logits = output.map(index)?;
        let (across, down) = scan_cells(letterbox);
        let rows: Vec<&[f32]> = logits
            .chunks_exact(output.width.max(1))
            .take(down.end)
            .skip(down.start)
            .filter_map(|row| row.get(across.start..across.end.min(row.len())))
            .collect();
        let columns = rows.first().map_or(0, |row| row.len());
        let mut sure = 0.0;
        let seen: Vec<Option<Column>> = (0..columns)
            .map(|x| {
                let probabilities = rows
                    .iter()
                    .map(|row| row.get(x).map_or(0.0, |logit| sigmoid(*logit)));
                let on: Vec<(usize, f64)> = probabilities
                    .map(f64::from)
                    .enumerate()
                    .filter(|(_, p)| *p >= level)
                    .collect();
                sure += on.iter().map(|(_, p)| p).sum::<f64>();
                let (first, last) = (on.first()?.0, on.last()?.0);
                let centre = on.iter().map(|(y, _)| *y as f64).sum::<f64>() / on.len() as f64;
                Some(Column {
                    count: on.len(),
                    first,
                    last,
                    centre,
                })
            })
            .collect();
        Some(Self::measured(&seen, rows.len(), sure))
    }

    fn measured(columns: &[Option<Column>], rows: usize, sure: f64) -> Self {
        let there: Vec<&Column> = columns.iter().flatten().collect();
        if there.is_empty() {
            return Self::default();
        }
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let cells: usize = there.iter().map(|column| column.count).sum();
        let spans: usize = there.iter().map(|column| column.last - column.first + 1).sum();
        let at_edge = |column: &&&Column| column.first == 0 || column.last + 1 == rows;
        let neighbours = columns.iter().zip(columns.iter().skip(1));
        let steps: Vec<f64> = neighbours
            .filter_map(|(a, b)| Some((a.as_ref()?.centre - b.as_ref()?.centre).abs()))
            .collect();
        let mean = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
        let mut heights: Vec<usize> = there.iter().map(|column| column.count).collect();
        heights.sort_unstable();
        Self {
            confidence: sure / cells as f64,
            solid: share(cells, spans),
            cover: share(there.len(), columns.len()),
            cut: share(there.iter().filter(at_edge).count(), columns.len()),
            jump: if steps.is_empty() {
                1.0
            } else {
                mean.min(9.0) / 9.0
            },
            thickness: share(heights.get(heights.len() / 2).copied().unwrap_or_default(), rows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_imaging::FrameSize;

    /// A map of 32 x 16 cells, of which those that `is` names are sure.
    fn shape(is: impl Fn(usize, usize) -> bool) -> RetinaShape {
        let logits = (0..16 * 32).map(|at| if is(at % 32, at / 32) { 9.0 } else { -9.0 });
        let output = Output {
            width: 32,
            height: 16,
            map_logits: logits.collect(),
            features: Vec::new(),
            presence_logits: vec![0.0],
        };
        let frame = FrameSize {
            width: 64,
            height: 32,
        };
        RetinaShape::of(&output, 0, &Letterbox::fit(64, 32, frame), 0.5).unwrap()
    }

    const CONFIG: GateConfig = GateConfig {
        level: 0.5,
        weights: GateWeights {
            confidence: 4.0,
            solid: 2.0,
            cover: 3.0,
            cut: -3.0,
            jump: -4.0,
            thickness: -3.0,
        },
        bias: -6.0,
        threshold: 0.5,
    };

    #[test]
    fn a_band_is_measured_as_one() {
        let band = shape(|_, y| (6..10).contains(&y));
        assert!((band.confidence - 0.9999).abs() < 1e-4, "{band:?}");
        assert_eq!(
            (band.solid, band.cover, band.cut, band.jump, band.thickness),
            (1.0, 1.0, 0.0, 0.0, 0.25)
        );
        // One row lower in every second column, a hole in it, and half of the columns without.
        let rough = shape(|x, y| x < 16 && y >= 4 + x % 2 && y < 10 + x % 2 && y != 6);
        assert_eq!((rough.cover, rough.cut), (0.5, 0.0));
        assert!(
            (rough.solid - 5.0 / 6.0).abs() < 1e-9 && rough.jump > 0.08,
            "{rough:?}"
        );
        assert!(CONFIG.probability(&band) > 0.9);
    }

    #[test]
    fn what_fills_the_frame_or_lies_about_in_scraps_is_no_retina() {
        let full = shape(|_, _| true);
        assert_eq!((full.cut, full.thickness), (1.0, 1.0));
        let scraps = shape(|x, y| x % 9 == 0 && (y == 2 || y == 12));
        assert_eq!(scraps.jump, 1.0);
        for other in [full, scraps, shape(|_, _| false)] {
            assert!(CONFIG.probability(&other) < 0.3, "{other:?}");
        }
        assert_eq!(shape(|_, _| false), RetinaShape::default());
    }

    #[test]
    fn the_margins_of_the_frame_do_not_count() {
        let logits = (0..16 * 32).map(|at| if at / 32 < 4 { 9.0 } else { -9.0 });
        let output = Output {
            width: 32,
            height: 16,
            map_logits: logits.collect(),
            features: Vec::new(),
            presence_logits: vec![0.0],
        };
        let frame = FrameSize {
            width: 64,
            height: 32,
        };
        // A flat scan in the middle: its cells are rows 4 to 12.
        let flat = RetinaShape::of(&output, 0, &Letterbox::fit(64, 16, frame), 0.5).unwrap();
        assert_eq!(flat, RetinaShape::default());
        assert!(RetinaShape::of(&output, 1, &Letterbox::fit(64, 16, frame), 0.5).is_none());
    }

    #[test]
    fn the_verdict_follows_probability_and_edges() {
        let band = shape(|_, y| (6..10).contains(&y));
        let verdict = |change: fn(&mut RetinaShape)| {
            let mut shape = band;
            change(&mut shape);
            Gate::of(&CONFIG, &shape, Some(3.0)).verdict
        };
        assert_eq!(Gate::of(&CONFIG, &band, None).verdict, GateVerdict::BScan);
        assert_eq!(Gate::of(&CONFIG, &band, Some(2.9)).verdict, GateVerdict::Noisy);
        assert_eq!(verdict(|_| ()), GateVerdict::BScan);
        assert_eq!(verdict(|s| s.cut = 0.2), GateVerdict::CutOff);
        assert_eq!(verdict(|s| s.confidence = 0.6), GateVerdict::Doubtful);
        assert_eq!(verdict(|s| s.jump = 0.9), GateVerdict::NotBScan);
        assert!(GateVerdict::BScan.sentence().is_none());
        for verdict in [
            GateVerdict::BScan,
            GateVerdict::CutOff,
            GateVerdict::Noisy,
            GateVerdict::Doubtful,
            GateVerdict::NotBScan,
        ] {
            let [english, german] = Language::ALL.map(|language| verdict.sentence_in(language));
            assert_eq!(english, verdict.sentence());
            assert_eq!(german.is_some(), english.is_some());
            assert!(german.is_none() || german != english);
        }
        assert!(!Gate::of(&CONFIG, &RetinaShape::default(), None).lets_in());
    }

    #[test]
    fn numbers_that_are_none_are_not_used() {
        assert!(CONFIG.is_usable());
        let mut broken = CONFIG;
        broken.weights.cut = f64::NAN;
        assert!(!broken.is_usable());
        broken = CONFIG;
        broken.threshold = 1.5;
        assert!(!broken.is_usable());
    }
}
