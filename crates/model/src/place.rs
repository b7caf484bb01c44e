//! Where a region lies, in words: its layer, and nasal, foveal or temporal where that is known, else left, centre or right.

use std::str::FromStr;

use groundscope_ontology::Language;
use serde::{Deserialize, Serialize};

use crate::{Depth, Findings, Region};

/// Which eye was scanned. Only the user can tell.
///
/// With the eye given, the scan is taken as a horizontal one through the macula, shown as scanners show it: of a right eye (OD) the
/// left of the picture is temporal and the right nasal, of a left eye (OS) the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eye {
    /// OD.
    Right,
    /// OS.
    Left,
}

/// An eye of another name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown eye \"{0}\"; give right (OD) or left (OS)")]
pub struct UnknownEye(pub String);

impl FromStr for Eye {
    type Err = UnknownEye;

    fn from_str(text: &str) -> Result<Self, UnknownEye> {
        match text.to_ascii_lowercase().as_str() {
            "right" | "od" => Ok(Self::Right),
            "left" | "os" => Ok(Self::Left),
            _ => Err(UnknownEye(text.to_owned())),
        }
    }
}

/// A part of the scan across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The left third of the picture.
    Left,
    /// The middle third.
    Centre,
    /// The right third.
    Right,
    /// Away from the optic disc, beyond the fovea.
    Temporal,
    /// Within the fovea.
    Foveal,
    /// Towards the optic disc, beyond the fovea.
    Nasal,
}

/// Where a region lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its layers from the vitreous outwards; empty where the retina is not seen there.
    pub depth: Vec<Depth>,
    /// The parts it reaches into, from left to right.
    pub side: Vec<Side>,
    /// The same for the end of a sentence: "in the outer retina, in the centre third".
    pub text: String,
}

/// Half the width of the fovea, as the central field of the ETDRS grid has it.
const FOVEA_UM: f64 = 500.0;
/// The same as a share of a scan whose scale is not known: of one of 6 mm, the usual width.
const FOVEA_SHARE: f64 = 1.0 / 12.0;
/// A part is reached by this share of the scan's width, or by half of the part where it is narrow.
const REACHED: f64 = 0.1;

impl Place {
    pub(crate) fn of(region: &Region, findings: &Findings, language: Language) -> Self {
        let depth = depth(region, findings);
        let side = beside_fovea(region, findings).unwrap_or_else(|| thirds(region, findings));
        let across = match language {
            Language::En => across(&side),
            Language::De => german_across(&side),
        };
        let text = match Depth::words(&depth, language) {
            Some(layer) => format!("{layer}, {across}"),
            None => format!("{across}, {}", down(region, findings, language)),
        };
        Self { depth, side, text }
    }
}

fn depth(region: &Region, findings: &Findings) -> Vec<Depth> {
    let pixels = region.pixels(findings.width, findings.height);
    let seen = findings.retina.as_ref().zip(pixels);
    seen.map(|(band, pixels)| Depth::of(&pixels, band))
        .unwrap_or_default()
}

/// The sides by the fovea, where it was found and the eye is known.
fn beside_fovea(region: &Region, findings: &Findings) -> Option<Vec<Side>> {
    let eye = findings.eye?;
    let fovea = f64::from(findings.fovea()?);
    let width = f64::from(findings.width);
    let half = findings
        .scale
        .map_or(width * FOVEA_SHARE, |scale| FOVEA_UM / scale.lateral_um());
    let parts = match eye {
        Eye::Right => [Side::Temporal, Side::Foveal, Side::Nasal],
        Eye::Left => [Side::Nasal, Side::Foveal, Side::Temporal],
    };
    Some(reached(region, width, parts, [fovea - half, fovea + half]))
}

fn thirds(region: &Region, findings: &Findings) -> Vec<Side> {
    let width = f64::from(findings.width.max(1));
    let parts = [Side::Left, Side::Centre, Side::Right];
    reached(region, width, parts, [width / 3.0, width * 2.0 / 3.0])
}

/// The parts that the box reaches into by a tenth of the scan's width, or by half of a narrower part; its middle decides where it
/// reaches into none so far.
fn reached(region: &Region, width: f64, parts: [Side; 3], [first, second]: [f64; 2]) -> Vec<Side> {
    let [x1, _, x2, _] = region.bounds.map(f64::from);
    let spans = [[0.0, first], [first, second], [second, width]];
    let within = parts.into_iter().zip(spans);
    let far: Vec<Side> = within
        .clone()
        .filter(|(_, [from, to])| x2.min(*to) - x1.max(*from) >= (width * REACHED).min((to - from) / 2.0))
        .map(|(part, _)| part)
        .collect();
    if !far.is_empty() {
        return far;
    }
    let middle = (x1 + x2) / 2.0;
    let mut here = within.rev().skip_while(|(_, [from, _])| middle < *from);
    here.next().map(|(part, _)| part).into_iter().collect()
}

fn across(sides: &[Side]) -> String {
    let one = |side: &Side| match side {
        Side::Left => "left",
        Side::Centre => "centre",
        Side::Right => "right",
        Side::Temporal => "temporal",
        Side::Foveal => "foveal",
        Side::Nasal => "nasal",
    };
    match sides {
        [Side::Foveal] => "at the fovea".to_owned(),
        [side @ (Side::Temporal | Side::Nasal)] => format!("{} to the fovea", one(side)),
        [side, Side::Foveal] | [Side::Foveal, side] => format!("at the fovea and {} to it", one(side)),
        [_, Side::Foveal, _] => "at the fovea and to both sides of it".to_owned(),
        [third] => format!("in the {} third", one(third)),
        [first, second] => format!("across the {} and {} thirds", one(first), one(second)),
        _ => "across the whole width".to_owned(),
    }
}

fn german_across(sides: &[Side]) -> String {
    let one = |side: &Side| match side {
        Side::Left => "linken",
        Side::Centre => "mittleren",
        Side::Right => "rechten",
        Side::Temporal => "temporalen",
        Side::Foveal => "fovealen",
        Side::Nasal => "nasalen",
    };
    let beside = |side: &Side| if *side == Side::Nasal { "nasal" } else { "temporal" };
    match sides {
        [Side::Foveal] => "an der Fovea".to_owned(),
        [side @ (Side::Temporal | Side::Nasal)] => format!("{} der Fovea", beside(side)),
        [side, Side::Foveal] | [Side::Foveal, side] => format!("an der Fovea und {} davon", beside(side)),
        [_, Side::Foveal, _] => "an der Fovea und beiderseits davon".to_owned(),
        [third] => format!("im {} Drittel", one(third)),
        [first, second] => format!("im {} und im {} Drittel", one(first), one(second)),
        _ => "über die ganze Breite".to_owned(),
    }
}

/// Upper or lower part by the middle of the box; within a tenth of the scan's height around the half it is neither.
fn down(region: &Region, findings: &Findings, language: Language) -> &'static str {
    let [_, y1, _, y2] = region.bounds.map(f64::from);
    let middle = (y1 + y2) / 2.0 / f64::from(findings.height.max(1));
    let [upper, middling, lower] = match language {
        Language::En => [
            "in the upper part of the scan",
            "at mid-height of the scan",
            "in the lower part of the scan",
        ],
        Language::De => [
            "im oberen Teil des Scans",
            "auf halber Höhe des Scans",
            "im unteren Teil des Scans",
        ],
    };
    if middle < 0.45 {
        upper
    } else if middle <= 0.55 {
        middling
    } else {
        lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, RetinaBand, Scale};

    fn region([x1, y1, x2, y2]: [u32; 4]) -> Region {
        Region {
            id: "irf-1".to_owned(),
            bounds: [x1, y1, x2, y2],
            score: 0.9,
            area_px: u64::from((x2 - x1) * (y2 - y1)),
            outline: vec![vec![[x1, y1], [x2, y1], [x2, y2], [x1, y2]]],
        }
    }

    /// A scan of 768 x 300 pixels whose retina has its pit at column 387.
    fn findings() -> Findings {
        let pit = |at: f64| 100.0 + 30.0 * (-((at - 64.0) / 8.0).powi(2)).exp();
        Findings {
            width: 768,
            height: 300,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: Some(RetinaBand {
                step: 6,
                top: (0..128).map(|at| Some(pit(f64::from(at)) as u32)).collect(),
                bottom: vec![Some(200); 128],
            }),
            scale: None,
            eye: None,
            findings: Vec::new(),
        }
    }

    #[test]
    fn without_an_eye_there_are_thirds() {
        let scan = findings();
        let place = scan.place(&region([10, 120, 60, 140]));
        assert_eq!(
            (place.depth, place.side),
            (vec![Depth::InnerRetina], vec![Side::Left])
        );
        assert_eq!(place.text, "in the inner retina, in the left third");
    }

    #[test]
    fn the_eye_tells_nasal_from_temporal() {
        let place = |eye, x1, x2| {
            let scan = Findings {
                eye: Some(eye),
                ..findings()
            };
            scan.place(&region([x1, 175, x2, 190])).text
        };
        for (eye, left, right) in [
            (Eye::Right, "temporal", "nasal"),
            (Eye::Left, "nasal", "temporal"),
        ] {
            assert_eq!(
                place(eye, 10, 60),
                format!("in the outer retina, {left} to the fovea")
            );
            assert_eq!(
                place(eye, 600, 700),
                format!("in the outer retina, {right} to the fovea")
            );
            assert_eq!(place(eye, 370, 400), "in the outer retina, at the fovea");
            assert_eq!(
                place(eye, 370, 700),
                format!("in the outer retina, at the fovea and {right} to it")
            );
            assert_eq!(
                place(eye, 100, 700),
                "in the outer retina, at the fovea and to both sides of it"
            );
        }
    }

    #[test]
    fn places_are_told_in_german() {
        let text = |eye, bounds| {
            let scan = Findings { eye, ..findings() };
            scan.place_in(&region(bounds), Language::De).text
        };
        for (bounds, place) in [
            ([10, 120, 60, 140], "in der inneren Netzhaut, im linken Drittel"),
            (
                [100, 215, 400, 240],
                "unter dem RPE, im linken und im mittleren Drittel",
            ),
            (
                [10, 110, 760, 190],
                "von der inneren Netzhaut bis zur äußeren Netzhaut, über die ganze Breite",
            ),
        ] {
            assert_eq!(text(None, bounds), place);
        }
        for (bounds, place) in [
            ([10, 175, 60, 190], "in der äußeren Netzhaut, nasal der Fovea"),
            ([370, 175, 400, 190], "in der äußeren Netzhaut, an der Fovea"),
            (
                [370, 175, 700, 190],
                "in der äußeren Netzhaut, an der Fovea und temporal davon",
            ),
            (
                [100, 175, 700, 190],
                "in der äußeren Netzhaut, an der Fovea und beiderseits davon",
            ),
        ] {
            assert_eq!(text(Some(Eye::Left), bounds), place);
        }
        let blind = Findings {
            retina: None,
            ..findings()
        };
        for (rows, place) in [
            ([10, 20], "im oberen Teil des Scans"),
            ([140, 160], "auf halber Höhe des Scans"),
        ] {
            let place_of = blind.place_in(&region([600, rows[0], 640, rows[1]]), Language::De);
            assert_eq!(place_of.text, format!("im rechten Drittel, {place}"));
        }
    }

    #[test]
    fn the_scale_sets_how_wide_the_fovea_is() {
        let side = |scale: Option<f64>| {
            let scan = Findings {
                eye: Some(Eye::Right),
                scale: scale.map(|um| Scale::new(um, 3.9).unwrap()),
                ..findings()
            };
            scan.place(&region([440, 160, 448, 180])).side
        };
        // 57 pixels from the pit: inside a twelfth of the scan, and 656 or 228 micrometres away.
        assert_eq!(side(None), [Side::Foveal]);
        assert_eq!(side(Some(11.5)), [Side::Nasal]);
        assert_eq!(side(Some(4.0)), [Side::Foveal]);
    }

    #[test]
    fn a_fovea_narrower_than_a_tenth_of_the_scan_is_not_passed_over() {
        // 12 mm across: the fovea takes 64 of 768 pixels, from 355 to 419.
        let text = |x1, x2| {
            let scan = Findings {
                eye: Some(Eye::Right),
                scale: Some(Scale::new(15.6, 3.9).unwrap()),
                ..findings()
            };
            scan.place(&region([x1, 175, x2, 190])).text
        };
        assert_eq!(
            text(200, 600),
            "in the outer retina, at the fovea and to both sides of it"
        );
        assert_eq!(
            text(200, 430),
            "in the outer retina, at the fovea and temporal to it"
        );
        assert_eq!(text(200, 380), "in the outer retina, temporal to the fovea");
    }

    #[test]
    fn without_a_retina_the_picture_is_the_measure() {
        let scan = Findings {
            retina: None,
            eye: Some(Eye::Right),
            ..findings()
        };
        let place = scan.place(&region([10, 250, 60, 260]));
        assert!(place.depth.is_empty());
        assert_eq!(place.text, "in the left third, in the lower part of the scan");
    }

    #[test]
    fn an_eye_has_two_names() {
        assert_eq!(
            ["right", "OD"].map(|name| name.parse()),
            [Ok(Eye::Right), Ok(Eye::Right)]
        );
        assert_eq!(
            ["Left", "os"].map(|name| name.parse()),
            [Ok(Eye::Left), Ok(Eye::Left)]
        );
        let error = "both".parse::<Eye>().unwrap_err().to_string();
        assert_eq!(error, "unknown eye \"both\"; give right (OD) or left (OS)");
    }
}
