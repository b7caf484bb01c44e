//! How evidence is drawn: colour means depth, dash means which. The one table; a test holds the page's to it.

use groundscope_ontology::{Class, DepthGroup};

use crate::Ground;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The hue of a depth group (Okabe and Ito): lighter or darker steps where the ground asks for them.
pub const fn hue(group: DepthGroup, ground: Ground) -> Rgb {
    match (ground, group) {
        (Ground::Dark, DepthGroup::Vitreous) => [0x56, 0xb4, 0xe9],
        (Ground::Dark, DepthGroup::InnerRetina) => [0xe6, 0x9f, 0x00],
        (Ground::Dark, DepthGroup::Photoreceptors) => [0x2d, 0xc8, 0x9a],
        (Ground::Dark, DepthGroup::RpeAndBelow) => [0xcc, 0x79, 0xa7],
        (Ground::Light, DepthGroup::Vitreous) => [0x1f, 0x6f, 0xa8],
        (Ground::Light, DepthGroup::InnerRetina) => [0x94, 0x63, 0x00],
        (Ground::Light, DepthGroup::Photoreceptors) => [0x00, 0x75, 0x56],
        (Ground::Light, DepthGroup::RpeAndBelow) => [0xa0, 0x44, 0x7b],
    }
}

/// A colour as `#rrggbb`.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A line pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// Lengths of drawn and left-out stretches in turn, for a line 2 wide; empty for a solid line.
    pub lengths: &'static [f64],
    /// Whether ends are round: a stretch of next to no length is then a dot.
    pub round: bool,
}

const SOLID: Dash = Dash {
    lengths: &[],
    round: false,
};
const DASHED: Dash = Dash {
    lengths: &[7.0, 4.0],
    round: false,
};
const DOTTED: Dash = Dash {
    lengths: &[0.1, 4.5],
    round: true,
};
const DASH_DOT: Dash = Dash {
    lengths: &[9.0, 4.5, 0.1, 4.5],
    round: true,
};
const DASH_DOT_DOT: Dash = Dash {
    lengths: &[9.0, 4.5, 0.1, 4.5, 0.1, 4.5],
    round: true,
};
const LONG_DASHED: Dash = Dash {
    lengths: &[16.0, 6.0],
    round: false,
};

/// The dash of a class: its own inside its group.
pub const fn dash(class: Class) -> Dash {
    match class {
        Class::Erm | Class::Irf | Class::Srf | Class::Drusen => SOLID,
        Class::Vmt | Class::HardExudates | Class::EzDisruption | Class::Ped => DASHED,
        Class::MacularHole | Class::Hrf | Class::Sdd | Class::RpeLoss => DOTTED,
        Class::Fibrosis | Class::LamellarHole | Class::Shrm => DASH_DOT,
        Class::VitreousDetachment | Class::Cnvm => DASH_DOT_DOT,
        Class::Excavation => LONG_DASHED,
    }
}

impl Dash {
    /// `stroke-dasharray` of a line drawn `scale` times as large.
    pub fn array(&self, scale: f64) -> String {
        if self.lengths.is_empty() {
            return "none".to_owned();
        }
        let lengths = self
            .lengths
            .iter()
            .map(|length| crate::text::number(length * scale));
        lengths.collect::<Vec<_>>().join(" ")
    }

    /// `stroke-linecap`.
    pub fn cap(&self) -> &'static str {
        if self.round { "round" } else { "butt" }
    }

    /// Whether a line 2 pixels wide covers the pixel that begins `along` pixels from its start.
    pub fn covers(&self, along: u32) -> bool {
        let period: f64 = self.lengths.iter().sum();
        if period <= 0.0 {
            return true;
        }
        // Round ends reach half the width beyond the stretch; the last one's reach begins the next period.
        let reach = if self.round { 1.0 } else { 0.0 };
        let at = (f64::from(along) + 0.5) % period;
        let mut from = 0.0;
        let mut stretches = self.lengths.chunks(2).map(|pair| {
            let (drawn, left_out) = (pair.first().unwrap_or(&0.0), pair.get(1).unwrap_or(&0.0));
            let here = [from - reach, from + drawn + reach];
            from += drawn + left_out;
            here
        });
        stretches.any(|[start, end]| (start <= at && at < end) || at - period >= start && at - period < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_classes_of_a_group_share_a_dash() {
        for (i, a) in Class::ALL.iter().enumerate() {
            for b in &Class::ALL[..i] {
                assert!(a.group() != b.group() || dash(*a) != dash(*b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_dash_repeats() {
        let line =
            |dash: Dash| -> String { (0..23).map(|x| if dash.covers(x) { '#' } else { '.' }).collect() };
        assert_eq!(line(DASHED), "#######....#######....#");
        assert_eq!(line(SOLID), "#".repeat(23));
        let dotted = line(DOTTED);
        assert!(dotted.starts_with("#..."), "{dotted}");
        assert!(dotted.contains("##"), "{dotted}");
    }

    /// The text of `name: { array: "..", round: .. }` in the page's table.
    fn page_dash(palette: &str, class: &str) -> Option<(String, bool)> {
        let table = palette.split("DASH_OF").nth(1)?;
        let line = table
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{class}:")))?;
        let said = line.split_once(':')?.1.trim().trim_end_matches(',');
        let object = if said.starts_with('{') {
            said
        } else {
            let constant = format!("const {said}: Dash = ");
            palette.split(constant.as_str()).nth(1)?.lines().next()?
        };
        let array = object.split('"').nth(1)?;
        Some((array.to_owned(), object.contains("round: true")))
    }

    #[test]
    fn the_page_draws_by_the_same_table() {
        let palette = include_str!("../../../web/element/palette.ts");
        for class in Class::ALL {
            let dash = dash(*class);
            assert_eq!(
                page_dash(palette, class.id()),
                Some((dash.array(1.0), dash.round)),
                "{class:?}"
            );
        }
        let tokens = include_str!("../../../web/element/tokens.ts");
        let (dark, light) = tokens.split_once("data-theme=\"light\"").unwrap();
        for class in Class::ALL {
            for (sheet, ground) in [(dark, Ground::Dark), (light, Ground::Light)] {
                let token = format!(
                    "--gs-hue-{}: {};",
                    class.group().id(),
                    hex(hue(class.group(), ground))
                );
                assert!(sheet.contains(&token), "{token}");
            }
        }
    }
}
