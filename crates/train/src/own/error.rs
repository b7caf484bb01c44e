//! Why scans of one's own cannot be trained on, and what to do about it.

/// An error of one's own scans or of what was said about them.
#[derive(Debug, thiserror::Error)]
pub enum OwnError {
    /// Classes that are not in the ontology; the text names each with what to do.
    #[error("{0}")]
    UnknownClasses(String),
    /// A class asked for that the annotations do not speak of.
    #[error("{class}: the annotations neither draw nor list this class; leave it out of --classes")]
    ClassNotHere {
        /// Its name.
        class: &'static str,
    },
    /// Another process trains in the folder.
    #[error("another training is going on in {run}; wait for it, or name another folder with --run")]
    Busy {
        /// The folder.
        run: String,
    },
    /// Nothing of what is drawn can be taught.
    #[error("no lesion of a class to train is drawn in any scan; check --classes and --map")]
    NothingDrawn,
    /// No picture belongs to any annotated image.
    #[error(
        "none of the {pictures} pictures has the name of an annotated image, such as {first}; name their folder with --images"
    )]
    NoPictures {
        /// Pictures looked at.
        pictures: usize,
        /// The first image without a picture.
        first: String,
    },
    /// Two pictures for one image.
    #[error("{one} and {other} both belong to the image {image}; take one out of the folder")]
    TwoPictures {
        /// The image.
        image: String,
        /// A picture.
        one: String,
        /// Another one.
        other: String,
    },
    /// A picture whose name means several images.
    #[error(
        "{picture}: several annotated images have this name; give them the names that the pictures have, with folders"
    )]
    AmbiguousPicture {
        /// The picture.
        picture: String,
    },
    /// A picture of another size than its annotations.
    #[error(
        "{picture} has {found} pixels, its annotations have {expected}; give the picture that was annotated"
    )]
    Size {
        /// The picture.
        picture: String,
        /// Its size.
        found: String,
        /// That of the annotations.
        expected: String,
    },
    /// A picture that shows nothing.
    #[error(
        "{picture}: it is blank or has a side of less than {least} pixels; take it and its annotations out"
    )]
    Blank {
        /// The picture.
        picture: String,
        /// The shortest side that is read.
        least: u32,
    },
    /// A shape that has too many edges to be drawn.
    #[error(
        "{image}: a shape has too many corners to be drawn; simplify it, or leave its class out with --map CLASS=none"
    )]
    Shape {
        /// The image.
        image: String,
    },
    /// A table of patients that cannot be read.
    #[error(
        "the table of patients: {problem}; give a CSV file, separated by commas, with the columns file and patient"
    )]
    Patients {
        /// What is wrong.
        problem: String,
    },
    /// A scan that the table of patients lacks.
    #[error("{picture}: no patient in the table; add a row with its file name")]
    NoPatient {
        /// The scan.
        picture: String,
    },
    /// Too few to keep some apart.
    #[error(
        "{found} of the {needed} {what} that are needed, so that one in five can be kept apart; add scans"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many it takes.
        needed: usize,
        /// Patients, or scans where patients are not told.
        what: &'static str,
    },
    /// Settings that a run folder was not started with.
    #[error(
        "{run}: this run was started with other settings ({differs}); name another folder with --run, or give the same settings"
    )]
    OtherRun {
        /// The folder.
        run: String,
        /// What differs.
        differs: String,
    },
}
