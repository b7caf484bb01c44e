//! How deep a region lies, measured against the retina's own surfaces in its columns; what class it is of plays no part.

use groundscope_geometry::RowRuns;
use groundscope_ontology::Language;
use serde::{Deserialize, Serialize};

use crate::RetinaBand;

/// A layer of the scan, from the vitreous outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// Above the retina.
    Vitreous,
    /// At its upper surface.
    Interface,
    /// Inner limiting membrane to outer plexiform layer.
    InnerRetina,
    /// Outer nuclear layer to photoreceptors, and what lies between these and the pigment epithelium.
    OuterRetina,
    /// At the pigment epithelium.
    Rpe,
    /// Beneath it.
    BelowRpe,
}

/// The layers in order, each with the depth at which it ends: 0 is the upper surface of the retina, 1 the lower one.
///
/// From the surfaces of phantoms (`tests/place.rs`): the outer plexiform layer ends at 0.56 (0.44 to 0.61 in four of five columns),
/// the pigment epithelium begins at 0.93. Membranes on the retina reach from -0.05 to 0.02; the middle half of drusen deposits above the
/// pigment epithelium ends at 0.93, that of drusen begins at 0.97. A tenth of the retina is 30 micrometres.
const LAYERS: [(Depth, f64); 6] = [
    (Depth::Vitreous, -0.1),
    (Depth::Interface, 0.06),
    (Depth::InnerRetina, 0.55),
    (Depth::OuterRetina, 0.945),
    (Depth::Rpe, 1.1),
    (Depth::BelowRpe, f64::INFINITY),
];

/// A region is where the middle half of its pixels is: the quarters at either end may be its blurred edge.
const TAIL: f64 = 0.25;
/// Entries of the band that a column may be away from one that is there.
const NEAR: u32 = 3;

impl Depth {
    /// The layers that a region of these pixels lies in, from the vitreous outwards; empty where the retina is not seen at most of it.
    pub(crate) fn of(pixels: &RowRuns, band: &RetinaBand) -> Vec<Self> {
        let mut counts = [0_u64; LAYERS.len()];
        let step = band.step.max(1);
        for run in pixels.runs() {
            let mut x = run.x1;
            while x < run.x2 {
                let end = ((x / step + 1) * step).min(run.x2);
                if let Some([top, bottom]) = near(band, x) {
                    let (top, bottom) = (f64::from(top), f64::from(bottom));
                    let depth = (f64::from(run.y) + 0.5 - top) / (bottom - top);
                    let layer = LAYERS.iter().position(|(_, ends)| depth < *ends);
                    if let Some(count) = layer.and_then(|layer| counts.get_mut(layer)) {
                        *count += u64::from(end - x);
                    }
                }
                x = end;
            }
        }
        let known: u64 = counts.iter().sum();
        if known == 0 || 2 * known < pixels.area() {
            return Vec::new();
        }
        let tail = TAIL * known as f64;
        let mut above = 0.0;
        let mut layers = Vec::new();
        for ((layer, _), count) in LAYERS.iter().zip(counts) {
            let here = count as f64;
            let below = known as f64 - above - here;
            if above + here > tail && below + here > tail {
                layers.push(*layer);
            }
            above += here;
        }
        layers
    }

    /// Layers in words, for the end of a sentence: "in the outer retina", "from the inner retina to the outer retina".
    pub(crate) fn words(layers: &[Self], language: Language) -> Option<String> {
        match language {
            Language::En => Self::english(layers),
            Language::De => Self::german(layers),
        }
    }

    /// The layer as a noun.
    fn noun(self) -> &'static str {
        match self {
            Self::Vitreous => "the vitreous",
            Self::Interface => "the vitreoretinal interface",
            Self::InnerRetina => "the inner retina",
            Self::OuterRetina => "the outer retina",
            Self::Rpe => "the RPE",
            Self::BelowRpe => "below the RPE",
        }
    }

    fn english(layers: &[Self]) -> Option<String> {
        let (first, last) = (*layers.first()?, *layers.last()?);
        Some(match (first, last) {
            (Self::BelowRpe, _) => first.noun().to_owned(),
            (Self::Interface | Self::Rpe, _) if first == last => format!("at {}", first.noun()),
            _ if first == last => format!("in {}", first.noun()),
            (Self::Rpe, Self::BelowRpe) => "at and below the RPE".to_owned(),
            _ => format!("from {} to {}", first.noun(), last.noun()),
        })
    }

    fn german(layers: &[Self]) -> Option<String> {
        let (first, last) = (*layers.first()?, *layers.last()?);
        let [at, _, _] = first.german_cases();
        if first == last {
            return Some(at.to_owned());
        }
        let ([_, from, _], [_, _, to]) = (first.german_cases(), last.german_cases());
        Some(match (first, last) {
            (Self::Rpe, Self::BelowRpe) => "am und unter dem RPE".to_owned(),
            _ => format!("{from} {to}"),
        })
    }

    /// In or at the layer, from it, and as far as it.
    fn german_cases(self) -> [&'static str; 3] {
        match self {
            Self::Vitreous => ["im Glaskörper", "vom Glaskörper", "bis zum Glaskörper"],
            Self::Interface => [
                "an der vitreoretinalen Grenzfläche",
                "von der vitreoretinalen Grenzfläche",
                "bis zur vitreoretinalen Grenzfläche",
            ],
            Self::InnerRetina => [
                "in der inneren Netzhaut",
                "von der inneren Netzhaut",
                "bis zur inneren Netzhaut",
            ],
            Self::OuterRetina => [
                "in der äußeren Netzhaut",
                "von der äußeren Netzhaut",
                "bis zur äußeren Netzhaut",
            ],
            Self::Rpe => ["am RPE", "vom RPE", "bis zum RPE"],
            Self::BelowRpe => ["unter dem RPE", "von unter dem RPE", "bis unter das RPE"],
        }
    }
}

/// The rows of the retina in a column, or in the nearest one that is seen.
fn near(band: &RetinaBand, x: u32) -> Option<[u32; 2]> {
    let at = x / band.step.max(1);
    (0..=NEAR)
        .flat_map(|away| [at.checked_sub(away), at.checked_add(away)])
        .flatten()
        .find_map(|at| band.entry(at as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_geometry::Run;

    /// A retina from row 100 to row 200 in entries of four columns, but for the entries 20 to 39.
    fn band() -> RetinaBand {
        let rows = |row| {
            (0..100)
                .map(|at| (!(20..40).contains(&at)).then_some(row))
                .collect()
        };
        RetinaBand {
            step: 4,
            top: rows(100),
            bottom: rows(200),
        }
    }

    fn layers([x1, y1, x2, y2]: [u32; 4]) -> Vec<Depth> {
        let runs = (y1..y2).map(|y| Run { y, x1, x2 }).collect();
        Depth::of(&RowRuns::new(400, 300, runs), &band())
    }

    #[test]
    fn layers_change_at_their_limits() {
        for (rows, layer) in [
            ([80, 90], Depth::Vitreous),
            ([90, 106], Depth::Interface),
            ([106, 155], Depth::InnerRetina),
            ([155, 194], Depth::OuterRetina),
            ([195, 210], Depth::Rpe),
            ([210, 230], Depth::BelowRpe),
        ] {
            assert_eq!(layers([10, rows[0], 21, rows[1]]), [layer], "{rows:?}");
        }
    }

    #[test]
    fn a_quarter_at_either_end_does_not_count() {
        // Rows 135 to 155 are inner retina, 155 to 175 outer.
        assert_eq!(
            layers([10, 135, 20, 175]),
            [Depth::InnerRetina, Depth::OuterRetina]
        );
        assert_eq!(layers([10, 115, 20, 168]), [Depth::InnerRetina]);
        // What lies between two layers is named by them.
        let through = layers([10, 60, 20, 240]);
        assert_eq!(through.len(), 4);
        assert_eq!((through[0], through[3]), (Depth::Interface, Depth::Rpe));
    }

    #[test]
    fn a_region_where_no_retina_is_seen_has_no_depth() {
        assert!(layers([100, 120, 130, 130]).is_empty());
        // Near enough to where it is seen, and half of it in sight.
        assert_eq!(layers([82, 120, 88, 130]), [Depth::InnerRetina]);
        assert_eq!(layers([60, 120, 110, 130]), [Depth::InnerRetina]);
        assert!(layers([72, 120, 140, 130]).is_empty());
    }

    #[test]
    fn layers_in_words() {
        use Depth::{BelowRpe, InnerRetina, Interface, OuterRetina, Rpe, Vitreous};
        for (layers, english, german) in [
            (vec![Vitreous], "in the vitreous", "im Glaskörper"),
            (
                vec![Interface],
                "at the vitreoretinal interface",
                "an der vitreoretinalen Grenzfläche",
            ),
            (
                vec![OuterRetina],
                "in the outer retina",
                "in der äußeren Netzhaut",
            ),
            (vec![Rpe], "at the RPE", "am RPE"),
            (vec![BelowRpe], "below the RPE", "unter dem RPE"),
            (
                vec![Rpe, BelowRpe],
                "at and below the RPE",
                "am und unter dem RPE",
            ),
            (
                vec![InnerRetina, OuterRetina],
                "from the inner retina to the outer retina",
                "von der inneren Netzhaut bis zur äußeren Netzhaut",
            ),
            (
                vec![Vitreous, Interface, InnerRetina],
                "from the vitreous to the inner retina",
                "vom Glaskörper bis zur inneren Netzhaut",
            ),
            (
                vec![OuterRetina, Rpe, BelowRpe],
                "from the outer retina to below the RPE",
                "von der äußeren Netzhaut bis unter das RPE",
            ),
        ] {
            let words = |language| Depth::words(&layers, language).unwrap();
            assert_eq!(Language::ALL.map(words), [english, german].map(str::to_owned));
        }
        assert_eq!(Depth::words(&[], Language::En), None);
    }
}
