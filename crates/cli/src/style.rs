//! How evidence is drawn: colour means depth, dash means which. The same table as the page's.

use groundscope_ontology::{Class, DepthGroup};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The hue of a depth group (Okabe and Ito), for a dark ground.
pub const fn colour(group: DepthGroup) -> Rgb {
    match group {
        DepthGroup::Vitreous => [0x56, 0xb4, 0xe9],
        DepthGroup::InnerRetina => [0xe6, 0x9f, 0x00],
        DepthGroup::Photoreceptors => [0x00, 0x9e, 0x73],
        DepthGroup::RpeAndBelow => [0xcc, 0x79, 0xa7],
    }
}

/// Lengths in pixels of drawn and left-out stretches, in turn; empty for a solid line.
pub const fn dash(class: Class) -> &'static [u32] {
    const SOLID: &[u32] = &[];
    const DASHED: &[u32] = &[8, 5];
    const DOTTED: &[u32] = &[2, 4];
    const DASH_DOT: &[u32] = &[8, 4, 2, 4];
    const DASH_DOT_DOT: &[u32] = &[8, 4, 2, 4, 2, 4];
    match class {
        Class::Erm | Class::Irf | Class::Srf | Class::Drusen => SOLID,
        Class::Vmt | Class::HardExudates | Class::EzDisruption | Class::Ped => DASHED,
        Class::MacularHole | Class::Hrf | Class::Sdd | Class::RpeLoss => DOTTED,
        Class::Fibrosis | Class::LamellarHole | Class::Shrm => DASH_DOT,
        Class::VitreousDetachment | Class::Cnvm => DASH_DOT_DOT,
        Class::Excavation => &[16, 6],
    }
}

/// Whether the line is drawn `along` pixels from its start.
pub fn drawn(pattern: &[u32], along: u32) -> bool {
    let period: u32 = pattern.iter().sum();
    let Some(mut rest) = along.checked_rem(period) else {
        return true;
    };
    for (index, length) in pattern.iter().enumerate() {
        if rest < *length {
            return index % 2 == 0;
        }
        rest -= length;
    }
    true
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
        let line: String = (0..14)
            .map(|x| if drawn(&[2, 3], x) { '#' } else { '.' })
            .collect();
        assert_eq!(line, "##...##...##..");
        assert!((0..50).all(|x| drawn(&[], x)));
    }
}
