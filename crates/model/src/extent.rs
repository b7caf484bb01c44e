//! How large a region is: in pixels of the scan and, where its scale is known, in micrometres.

use std::str::FromStr;

use groundscope_ontology::Language;
use serde::{Deserialize, Serialize};

use crate::Region;

/// How much tissue one pixel of the scan stands for, in micrometres.
///
/// No picture format that is read carries it: the dots per inch of PNG, JPEG and TIFF tell how large to print a picture, and exports
/// write 72 or 96 whatever the scan. So it is typed by who knows it.
///
/// ```
/// use groundscope_model::Scale;
/// let scale: Scale = "11.5,3.87".parse()?;
/// assert_eq!((scale.lateral_um(), scale.axial_um()), (11.5, 3.87));
/// assert!("11.5".parse::<Scale>().is_err());
/// # Ok::<(), groundscope_model::ScaleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ScaleJson")]
pub struct Scale {
    lateral_um: f64,
    axial_um: f64,
}

/// Why a scale is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a scale is two numbers of micrometres per pixel, each from {} to {}; give the one across first, then the one down, as in 11.5,3.87",
    Scale::LEAST,
    Scale::MOST
)]
pub struct ScaleError;

impl Scale {
    /// The smallest number of micrometres per pixel that is taken: less than light resolves.
    pub const LEAST: f64 = 0.01;

    /// The largest number of micrometres per pixel that is taken: a whole retina would be 30 pixels wide.
    pub const MOST: f64 = 1000.0;

    /// A scale of micrometres per pixel across the scan and down.
    ///
    /// # Errors
    /// [`ScaleError`] unless both are from [`Scale::LEAST`] to [`Scale::MOST`].
    pub fn new(lateral_um: f64, axial_um: f64) -> Result<Self, ScaleError> {
        let usable = |um: f64| (Self::LEAST..=Self::MOST).contains(&um);
        (usable(lateral_um) && usable(axial_um))
            .then_some(Self { lateral_um, axial_um })
            .ok_or(ScaleError)
    }

    /// Micrometres per pixel across.
    pub fn lateral_um(&self) -> f64 {
        self.lateral_um
    }

    /// Micrometres per pixel down.
    pub fn axial_um(&self) -> f64 {
        self.axial_um
    }
}

/// `ACROSS,DOWN`.
impl FromStr for Scale {
    type Err = ScaleError;

    fn from_str(text: &str) -> Result<Self, ScaleError> {
        let (lateral, axial) = text.split_once(',').ok_or(ScaleError)?;
        let number = |part: &str| part.trim().parse().map_err(|_| ScaleError);
        Self::new(number(lateral)?, number(axial)?)
    }
}

#[derive(Deserialize)]
struct ScaleJson {
    lateral_um: f64,
    axial_um: f64,
}

impl TryFrom<ScaleJson> for Scale {
    type Error = ScaleError;

    fn try_from(json: ScaleJson) -> Result<Self, ScaleError> {
        Self::new(json.lateral_um, json.axial_um)
    }
}

/// The size of a region. Width and height are those of its box, along the picture's sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Extent {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// Width in micrometres, to a tenth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_um: Option<f64>,
    /// Height in micrometres, to a tenth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_um: Option<f64>,
    /// Area covered, in square millimetres of the cut, to a tenth of a thousandth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_mm2: Option<f64>,
    /// Width and height in words.
    pub text: String,
}

impl Extent {
    pub(crate) fn of(region: &Region, scale: Option<Scale>, language: Language) -> Self {
        let [x1, y1, x2, y2] = region.bounds;
        let (width_px, height_px) = (x2.saturating_sub(x1), y2.saturating_sub(y1));
        let um = |pixels: u32, size: f64| rounded(f64::from(pixels) * size, 10.0);
        let width_um = scale.map(|scale| um(width_px, scale.lateral_um));
        let height_um = scale.map(|scale| um(height_px, scale.axial_um));
        let (wide, high, by) = match language {
            Language::En => ("wide and", "high", "by"),
            Language::De => ("breit und", "hoch", "mal"),
        };
        let mut text = format!("{width_px} px {wide} {height_px} px {high}");
        if let (Some(width), Some(height)) = (width_um, height_um) {
            text += &format!(" ({} {by} {})", length(width, language), length(height, language));
        }
        Self {
            width_px,
            height_px,
            width_um,
            height_um,
            area_mm2: scale.map(|scale| scale.area_mm2(region.area_px)),
            text,
        }
    }
}

impl Scale {
    /// Pixels across the scan as a length in words: "387 \u{b5}m", and from a thousand on "1.23 mm".
    ///
    /// ```
    /// use groundscope_model::Scale;
    /// use groundscope_ontology::Language;
    /// let scale = Scale::new(11.5, 3.87)?;
    /// assert_eq!(scale.across(250, Language::De), "2,88 mm");
    /// # Ok::<(), groundscope_model::ScaleError>(())
    /// ```
    pub fn across(&self, pixels: u32, language: Language) -> String {
        length(rounded(f64::from(pixels) * self.lateral_um, 10.0), language)
    }

    /// Pixels as square millimetres of the cut, to a tenth of a thousandth.
    pub fn area_mm2(&self, area_px: u64) -> f64 {
        rounded(area_px as f64 * self.lateral_um * self.axial_um / 1e6, 1e4)
    }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

/// "387 \u{b5}m", and from a thousand on "1.23 mm".
fn length(um: f64, language: Language) -> String {
    if um < 999.5 {
        format!("{um:.0} \u{b5}m")
    } else {
        format!("{} mm", language.number(format!("{:.2}", um / 1000.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region() -> Region {
        Region {
            id: "srf-1".to_owned(),
            bounds: [100, 200, 350, 300],
            score: 0.9,
            area_px: 9000,
            outline: Vec::new(),
        }
    }

    #[test]
    fn without_a_scale_there_are_pixels_alone() {
        let extent = Extent::of(&region(), None, Language::En);
        assert_eq!(extent.text, "250 px wide and 100 px high");
        let json = serde_json::to_value(extent).unwrap();
        let expected =
            serde_json::json!({"width_px": 250, "height_px": 100, "text": "250 px wide and 100 px high"});
        assert_eq!(json, expected);
    }

    #[test]
    fn with_a_scale_there_are_micrometres() {
        let extent = Extent::of(&region(), Some(Scale::new(11.5, 3.87).unwrap()), Language::En);
        assert_eq!(
            extent.text,
            "250 px wide and 100 px high (2.88 mm by 387 \u{b5}m)"
        );
        // 9000 pixels of 11.5 x 3.87 square micrometres.
        assert_eq!(
            (extent.width_um, extent.height_um, extent.area_mm2),
            (Some(2875.0), Some(387.0), Some(0.4005))
        );
    }

    #[test]
    fn the_words_are_there_in_german() {
        let text = |scale: Option<Scale>| Extent::of(&region(), scale, Language::De).text;
        assert_eq!(text(None), "250 px breit und 100 px hoch");
        assert_eq!(
            text(Scale::new(11.5, 3.87).ok()),
            "250 px breit und 100 px hoch (2,88 mm mal 387 \u{b5}m)"
        );
    }

    #[test]
    fn a_scale_is_two_numbers_in_range() {
        for text in [
            "", "5", "5,", "a,b", "0,3", "0.009,3", "-1,3", "5,NaN", "5,inf", "5,1000.1", "5,3,2",
        ] {
            let error = text.parse::<Scale>().unwrap_err();
            assert!(
                error.to_string().contains("each from 0.01 to 1000; give"),
                "{error}"
            );
        }
        assert_eq!(" 5 , 1000".parse(), Scale::new(5.0, 1000.0));
        let json = r#"{"lateral_um":5.0,"axial_um":0.0}"#;
        let error = serde_json::from_str::<Scale>(json).unwrap_err().to_string();
        assert!(error.contains("micrometres per pixel"), "{error}");
    }

    #[test]
    fn lengths_in_words() {
        assert_eq!(
            [0.4, 38.7, 999.4, 999.5, 2875.0].map(|um| length(um, Language::En)),
            ["0 \u{b5}m", "39 \u{b5}m", "999 \u{b5}m", "1.00 mm", "2.88 mm"]
        );
    }
}
