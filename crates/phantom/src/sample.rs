//! The scan behind "Try the sample".

use groundscope_ontology::Class;

use crate::generate::{Phantom, generate};
use crate::settings::{Lesion, Lesions, PhantomError, PhantomSettings, Style};

/// The recipe of [`sample`].
pub fn sample_settings() -> PhantomSettings {
    let lesion = |class, severity| Lesion { class, severity };
    PhantomSettings {
        seed: SEED,
        width: 768,
        height: 496,
        style: Style::Spectralis,
        lesions: Lesions::Exactly(vec![
            lesion(Class::Drusen, 0.3),
            lesion(Class::Hrf, 0.2),
            lesion(Class::Irf, 0.6),
            lesion(Class::Ped, 0.15),
            lesion(Class::Srf, 0.35),
        ]),
    }
}

/// Chosen by eye: every lesion is clear, none hides another, and nothing of the retina is cut off.
const SEED: u64 = 17;

/// A 768x496 scan of an eye with intraretinal and subretinal fluid, drusen and a detachment of the pigment epithelium.
///
/// # Errors
/// None of [`generate`]'s errors can occur with these settings; the type is kept so that no panic hides in here.
pub fn sample() -> Result<Phantom, PhantomError> {
    generate(&sample_settings())
}
