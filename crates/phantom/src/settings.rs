//! What to generate: size, scanner style and lesions, checked before anything is drawn.

use groundscope_ontology::Class;

use crate::plan;
use crate::rng::Rng;

/// The look of a family of scanners: field of view, noise, contrast and export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// Dark vitreous, high contrast, averaged; white wedges from rotation.
    Spectralis,
    /// Grey, finely grained background; orientation glyph in a corner.
    Cirrus,
    /// Grey noisy background, low contrast, 512x650.
    Topcon,
    /// Single frames with strong speckle, 1000x512.
    Bioptigen,
    /// Wide, smoothed swept-source scans, 1408x573.
    SweptSource,
    /// Streaky, moderately averaged scans of 640x480. Never drawn by [`PhantomSettings::random`]: the style of a maker
    /// that training does not see.
    Optovue,
}

impl Style {
    /// Every style.
    pub const ALL: &'static [Style] = &[
        Style::Spectralis,
        Style::Cirrus,
        Style::Topcon,
        Style::Bioptigen,
        Style::SweptSource,
        Style::Optovue,
    ];

    /// The identifier used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Spectralis => "spectralis",
            Self::Cirrus => "cirrus",
            Self::Topcon => "topcon",
            Self::Bioptigen => "bioptigen",
            Self::SweptSource => "swept_source",
            Self::Optovue => "optovue",
        }
    }

    /// The style with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|style| style.id() == id)
    }

    /// Sizes of its exports, the common ones more than once.
    const fn sizes(self) -> &'static [(u32, u32)] {
        match self {
            Self::Spectralis => &[
                (768, 496),
                (512, 496),
                (768, 496),
                (512, 496),
                (1024, 496),
                (1536, 496),
                (569, 560),
            ],
            Self::Cirrus => &[(879, 586), (750, 500), (1024, 640)],
            Self::Topcon => &[(512, 650), (512, 480), (1024, 640)],
            Self::Bioptigen => &[(1000, 512)],
            Self::SweptSource => &[(1408, 573), (1024, 512)],
            Self::Optovue => &[(640, 480), (1020, 640)],
        }
    }
}

/// One lesion kind asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesion {
    /// One of [`crate::SUPPORTED`].
    pub class: Class,
    /// 0 (just visible) to 1 (severe); values outside are clamped.
    pub severity: f32,
}

/// Which lesions a phantom has.
#[derive(Clone, Debug, PartialEq)]
pub enum Lesions {
    /// A healthy eye.
    None,
    /// Drawn from the seed: about 35 % healthy, the others follow the patterns of common diseases.
    Random,
    /// Exactly these kinds; each leaves at least one pixel of mask.
    Exactly(Vec<Lesion>),
}

/// The full recipe of a phantom: the same settings give the same bytes on every platform.
///
/// ```
/// use groundscope_phantom::{Lesions, PhantomSettings, Style, generate};
/// let settings = PhantomSettings { seed: 7, width: 256, height: 256, style: Style::Spectralis, lesions: Lesions::None };
/// let phantom = generate(&settings)?;
/// assert_eq!(phantom.scan.len(), 256 * 256);
/// assert!(phantom.masks.is_empty());
/// # Ok::<(), groundscope_phantom::PhantomError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PhantomSettings {
    /// Decides everything the other fields leave open.
    pub seed: u64,
    /// Width of the scan in pixels, 96..=4096.
    pub width: u32,
    /// Height of the scan in pixels, 96..=4096.
    pub height: u32,
    /// The scanner it should look like.
    pub style: Style,
    /// The lesions to draw.
    pub lesions: Lesions,
}

/// Why no phantom could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhantomError {
    /// A side is outside 96..=4096.
    #[error("a phantom of {width}x{height} cannot be drawn; choose sides from {min} to {max} pixels")]
    Size {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
        /// The smallest side.
        min: u32,
        /// The largest side.
        max: u32,
    },
    /// The class has no drawing.
    #[error("phantoms cannot draw {}; leave it out", .0.name())]
    Unsupported(Class),
}

/// The smallest and the largest side of a phantom in pixels.
pub(crate) const SIDES: std::ops::RangeInclusive<u32> = 96..=4096;

impl PhantomSettings {
    /// Style and size drawn from the seed in the proportions used for training, with lesions drawn too.
    /// [`Style::Optovue`] is never drawn.
    pub fn random(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 1);
        let style = match rng.whole(0, 99) {
            0..=49 => Style::Spectralis,
            50..=64 => Style::Cirrus,
            65..=76 => Style::Topcon,
            77..=86 => Style::Bioptigen,
            _ => Style::SweptSource,
        };
        Self::sized(seed, style, &mut rng)
    }

    /// Size and lesions drawn from the seed, in a style of choice; without one as [`random`](Self::random).
    pub fn of_style(seed: u64, style: Option<Style>) -> Self {
        style.map_or_else(
            || Self::random(seed),
            |style| Self::sized(seed, style, &mut Rng::new(seed, 1)),
        )
    }

    fn sized(seed: u64, style: Style, rng: &mut Rng) -> Self {
        let sizes = style.sizes();
        let (width, height) = sizes[rng.whole(0, sizes.len() as u32 - 1) as usize];
        Self {
            seed,
            width,
            height,
            style,
            lesions: Lesions::Random,
        }
    }

    pub(crate) fn check(&self) -> Result<(), PhantomError> {
        let (width, height) = (self.width, self.height);
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            return Err(PhantomError::Size {
                width,
                height,
                min: *SIDES.start(),
                max: *SIDES.end(),
            });
        }
        if let Lesions::Exactly(lesions) = &self.lesions
            && let Some(lesion) = lesions.iter().find(|l| !plan::SUPPORTED.contains(&l.class))
        {
            return Err(PhantomError::Unsupported(lesion.class));
        }
        Ok(())
    }
}
