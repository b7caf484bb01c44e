//! Which lesions occur together: the patterns of common macular diseases.

use groundscope_ontology::Class;

use crate::rng::Rng;
use crate::settings::{Lesion, Lesions};

/// The classes a phantom can show.
pub const SUPPORTED: &[Class] = &[
    Class::Drusen,
    Class::EzDisruption,
    Class::Erm,
    Class::Fibrosis,
    Class::HardExudates,
    Class::Hrf,
    Class::Irf,
    Class::MacularHole,
    Class::Ped,
    Class::RpeLoss,
    Class::Sdd,
    Class::Srf,
    Class::Vmt,
    Class::LamellarHole,
    Class::Shrm,
    Class::VitreousDetachment,
];

/// Probability of each lesion in a disease.
type Pattern = &'static [(Class, f32)];

const EARLY_AMD: Pattern = &[
    (Class::Drusen, 1.0),
    (Class::Sdd, 0.2),
    (Class::Hrf, 0.25),
    (Class::EzDisruption, 0.15),
    (Class::VitreousDetachment, 0.1),
];
const ATROPHIC_AMD: Pattern = &[
    (Class::RpeLoss, 1.0),
    (Class::Drusen, 0.6),
    (Class::EzDisruption, 0.3),
    (Class::Sdd, 0.2),
];
const RETICULAR: Pattern = &[
    (Class::Sdd, 1.0),
    (Class::Drusen, 0.4),
    (Class::EzDisruption, 0.15),
];
const EXUDATIVE_AMD: Pattern = &[
    (Class::Ped, 0.65),
    (Class::Srf, 0.5),
    (Class::Shrm, 0.45),
    (Class::Irf, 0.35),
    (Class::Drusen, 0.45),
    (Class::Hrf, 0.4),
    (Class::EzDisruption, 0.25),
];
const SCAR: Pattern = &[
    (Class::Fibrosis, 1.0),
    (Class::Irf, 0.5),
    (Class::Srf, 0.2),
    (Class::RpeLoss, 0.2),
    (Class::Drusen, 0.25),
];
const DIABETIC_EDEMA: Pattern = &[
    (Class::Irf, 1.0),
    (Class::Srf, 0.35),
    (Class::HardExudates, 0.5),
    (Class::Hrf, 0.7),
    (Class::Erm, 0.15),
    (Class::VitreousDetachment, 0.15),
    (Class::EzDisruption, 0.15),
];
const EXUDATES_ONLY: Pattern = &[(Class::HardExudates, 1.0), (Class::Hrf, 0.6), (Class::Irf, 0.2)];
const CENTRAL_SEROUS: Pattern = &[(Class::Srf, 1.0), (Class::Ped, 0.3), (Class::Hrf, 0.2)];
const TRACTION: Pattern = &[
    (Class::Vmt, 1.0),
    (Class::Erm, 0.35),
    (Class::Irf, 0.45),
    (Class::Srf, 0.12),
    (Class::LamellarHole, 0.15),
];
const HOLE: Pattern = &[
    (Class::MacularHole, 1.0),
    (Class::Erm, 0.25),
    (Class::Irf, 0.4),
    (Class::VitreousDetachment, 0.35),
];
const MEMBRANE: Pattern = &[
    (Class::Erm, 1.0),
    (Class::LamellarHole, 0.3),
    (Class::Irf, 0.2),
    (Class::VitreousDetachment, 0.15),
];
const DETACHED_VITREOUS: Pattern = &[(Class::VitreousDetachment, 1.0)];
const PHOTORECEPTOR: Pattern = &[(Class::EzDisruption, 1.0), (Class::Hrf, 0.3)];

/// Share of each pattern among eyes that are not healthy, in percent.
const DISEASES: &[(u32, Pattern)] = &[
    (16, EARLY_AMD),
    (6, ATROPHIC_AMD),
    (4, RETICULAR),
    (16, EXUDATIVE_AMD),
    (6, SCAR),
    (19, DIABETIC_EDEMA),
    (4, EXUDATES_ONLY),
    (6, CENTRAL_SEROUS),
    (8, TRACTION),
    (4, HOLE),
    (6, MEMBRANE),
    (2, DETACHED_VITREOUS),
    (3, PHOTORECEPTOR),
];

/// The lesions to draw, each class once, in the ontology's order.
pub(crate) fn lesions(wanted: &Lesions, rng: &mut Rng) -> Vec<Lesion> {
    let mut list = match wanted {
        Lesions::None => Vec::new(),
        Lesions::Exactly(list) => list.clone(),
        Lesions::Random if rng.chance(0.35) => Vec::new(),
        Lesions::Random => {
            let total = DISEASES.iter().map(|(share, _)| share).sum::<u32>();
            let mut ticket = rng.whole(1, total);
            let mut pattern = EARLY_AMD;
            for (share, candidate) in DISEASES {
                pattern = candidate;
                if ticket <= *share {
                    break;
                }
                ticket -= share;
            }
            let severity = rng.unit();
            let mut drawn: Vec<Lesion> = pattern
                .iter()
                .filter(|(_, p)| rng.chance(*p))
                .map(|(class, _)| Lesion {
                    class: *class,
                    severity,
                })
                .collect();
            if let (true, Some((class, _))) = (drawn.is_empty(), pattern.first()) {
                drawn.push(Lesion {
                    class: *class,
                    severity,
                });
            }
            for lesion in &mut drawn {
                lesion.severity = 0.5 * severity + 0.5 * rng.unit();
            }
            drawn
        }
    };
    for lesion in &mut list {
        lesion.severity = if lesion.severity.is_nan() {
            0.5
        } else {
            lesion.severity.clamp(0.0, 1.0)
        };
    }
    list.sort_by_key(|lesion| lesion.class);
    list.dedup_by_key(|lesion| lesion.class);
    list
}
