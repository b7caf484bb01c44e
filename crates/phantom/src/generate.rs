//! The line from settings to a phantom: pose, reshape, paint, expose, export.

use groundscope_geometry::Mask;
use groundscope_ontology::Class;

use crate::anatomy::Eye;
use crate::canvas::{Canvas, RETINA, bit};
use crate::export_look::{Margins, glyphs, mount, wedges};
use crate::settings::{Lesions, PhantomError, PhantomSettings, Style};
use crate::surfaces::Surfaces;
use crate::{inner, optics, outer, plan, render, rng::Rng, vitreous};

/// A synthetic B-scan with everything that is known about it.
#[derive(Clone, Debug)]
pub struct Phantom {
    /// Grey values, row-major, `width * height` bytes.
    pub scan: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The scanner it looks like.
    pub style: Style,
    /// Its seed.
    pub seed: u64,
    /// The lesions shown, in the ontology's order, each mask as large as the scan and not empty.
    pub masks: Vec<(Class, Mask)>,
    /// Inner limiting membrane to pigment epithelium, holes included.
    pub retina: Mask,
    /// Where the layers lie, in pixels of the scan.
    pub surfaces: Surfaces,
    /// Micrometres a pixel, across and along the beam.
    pub um_per_px: (f32, f32),
    labels: Vec<u32>,
}

impl Phantom {
    /// One number a pixel: bit k is the class of index k in [`Class::ALL`], the bit after the last class is the retina.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The mask of one class, if it is shown.
    pub fn mask(&self, class: Class) -> Option<&Mask> {
        self.masks.iter().find(|(c, _)| *c == class).map(|(_, mask)| mask)
    }
}

/// Draws the phantom that the settings describe; the same settings give the same bytes everywhere.
///
/// # Errors
/// [`PhantomError::Size`] for sides outside 96..=4096, [`PhantomError::Unsupported`] for a class that has no drawing.
pub fn generate(settings: &PhantomSettings) -> Result<Phantom, PhantomError> {
    settings.check()?;
    let mut phantom = draw(settings, settings.seed);
    if let Lesions::Exactly(wanted) = &settings.lesions {
        // One lesion may hide another or fall under a wedge; then the eye is drawn anew until all of them show.
        let mut attempt = 0;
        while attempt < ATTEMPTS && !wanted.iter().all(|l| phantom.mask(l.class).is_some()) {
            attempt += 1;
            phantom = draw(settings, settings.seed.wrapping_add(attempt << 40));
        }
    }
    Ok(phantom)
}

/// How often an eye is drawn anew when a lesion asked for does not show.
const ATTEMPTS: u64 = 24;

fn draw(settings: &PhantomSettings, seed: u64) -> Phantom {
    let mut rng = Rng::new(seed, 2);
    let (full_width, full_height) = (settings.width as usize, settings.height as usize);
    let margins = Margins::draw(full_width, full_height, &mut rng);
    let width = full_width - margins.left - margins.right;
    let height = full_height - margins.top - margins.bottom;
    let lesions = plan::lesions(&settings.lesions, &mut rng);
    let has = |class: Class| lesions.iter().find(|l| l.class == class).map(|l| l.severity);

    let mut eye = Eye::healthy((width, height), settings.style, &lesions, Rng::new(seed, 3));
    for lesion in &lesions {
        outer::shape(&mut eye, *lesion);
    }
    outer::relax(&mut eye);
    let tugged = has(Class::Vmt).is_some() || has(Class::MacularHole).is_some();
    let cysts = has(Class::Irf).map(|severity| inner::swell(&mut eye, severity, tugged));
    let holes: Vec<inner::Hole> = [Class::MacularHole, Class::LamellarHole]
        .into_iter()
        .filter_map(|class| has(class).map(|severity| inner::open(&mut eye, class, severity)))
        .collect();
    let membrane = has(Class::Erm).map(|severity| vitreous::wrinkle(&mut eye, severity));
    let hyaloids: Vec<vitreous::Hyaloid> = [Class::Vmt, Class::VitreousDetachment]
        .into_iter()
        .filter_map(|class| has(class).map(|severity| vitreous::pull(&mut eye, class, severity)))
        .collect();
    eye.settle();

    let surfaces = Surfaces::of(&eye);
    let tissue = render::Tissue::draw(&mut eye);
    let mut canvas = Canvas::new(width, height, tissue.vitreous);
    render::layers(&mut eye, &surfaces, &tissue, &mut canvas);
    render::choroid(&mut eye, &surfaces, &tissue, &mut canvas);
    render::label_ez(&eye, &surfaces, &mut canvas);
    render::texture(&mut eye, &surfaces, &mut canvas);
    render::vessels(&mut eye, &surfaces, &mut canvas);
    if let Some(cysts) = cysts {
        cysts.paint(&mut eye, &surfaces, &mut canvas);
    }
    if let Some(severity) = has(Class::HardExudates) {
        inner::exudates(&mut eye, severity, &surfaces, &mut canvas);
    }
    if let Some(severity) = has(Class::Hrf) {
        inner::foci(&mut eye, severity, &surfaces, &mut canvas);
    }
    for hole in &holes {
        hole.paint(&mut eye, &surfaces, &mut canvas, tissue.vitreous);
    }
    if let Some(membrane) = membrane {
        membrane.paint(&mut eye, &surfaces, &mut canvas);
    }
    for hyaloid in &hyaloids {
        hyaloid.paint(&mut eye, &surfaces, &mut canvas);
    }
    render::shadows(&mut canvas);

    let mut export = Rng::new(seed, 4);
    let mut grey = optics::expose(&mut canvas, settings.style, &mut export);
    wedges(&mut grey, &mut canvas.labels, width, settings.style, &mut export);
    glyphs(
        &mut grey,
        width,
        settings.style,
        (eye.um_x, eye.um_y),
        &mut export,
    );
    let labels = mount(&canvas.labels, width, margins, 0);
    let scan = mount(&grey, width, margins, 255);

    let found = labels.iter().fold(0, |all, l| all | l);
    let mask_of = |bits: u32| {
        let (w, h) = (settings.width, settings.height);
        Mask::from_fn(w, h, |x, y| labels[(y * w + x) as usize] & bits != 0)
    };
    let masks = Class::ALL
        .iter()
        .filter(|class| found & bit(**class) != 0)
        .map(|class| (*class, mask_of(bit(*class))))
        .collect();
    Phantom {
        width: settings.width,
        height: settings.height,
        style: settings.style,
        seed: settings.seed,
        masks,
        retina: mask_of(RETINA),
        surfaces: surfaces.shifted(margins.left, margins.top as f32, full_width),
        um_per_px: (eye.um_x, eye.um_y),
        scan,
        labels,
    }
}
