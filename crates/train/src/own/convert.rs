//! A hospital's annotations and pictures to a training folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use groundscope_benchmarks::{Annotations, ScoreError};
use groundscope_imaging::Contrast;
use groundscope_ontology::Class;

use super::{Classes, Labels, OwnError, Patients, labels};
use crate::training_folder::{Entry, Writer};
use crate::{TrainError, datasets};

/// What is turned into a training folder.
#[derive(Debug)]
pub struct Source<'a> {
    /// Boxes, polygons and masks.
    pub annotations: &'a Annotations,
    /// Pictures: the path below their folder, parts separated by `/`, and the file.
    pub pictures: &'a [(String, PathBuf)],
    /// Which label is which class.
    pub classes: &'a Classes,
    /// Whose eyes they are, where that is told.
    pub patients: Option<&'a Patients>,
}

/// What was unusual about the annotations, in sentences.
pub type Notes = Vec<String>;

/// Shorter sides show no retina, and cannot be restyled.
const LEAST_SIDE: u32 = 16;
/// Groups of scans that it takes to keep one in five apart.
const LEAST_GROUPS: usize = 5;

/// Write the training folder, telling `progress` each scan that is done out of all.
///
/// # Errors
/// Annotations, pictures and patients that do not belong together ([`OwnError`]), and files that cannot be read or written.
pub fn convert(
    source: &Source<'_>,
    folder: &Path,
    mut progress: impl FnMut(u64, u64),
) -> Result<(Vec<Entry>, Notes), TrainError> {
    source.classes.check(source.annotations)?;
    let (pairs, mut notes) = pair(source.annotations, source.pictures)?;
    let looked_for = source.classes.looked_for(source.annotations);
    let patients: Vec<Option<String>> = pairs
        .iter()
        .map(|(_, name, _)| patient(source.patients, name))
        .collect::<Result<_, _>>()?;
    enough(&patients)?;
    let mut writer = Writer::new(folder)?;
    let (mut weak, mut fluid) = (0, 0);
    for (done, ((at, name, path), patient)) in pairs.iter().zip(patients).enumerate() {
        let Some(image) = source.annotations.images.get(*at) else {
            continue;
        };
        let scan = datasets::scan(path)?;
        if (scan.width, scan.height) != (image.width, image.height) {
            return Err(OwnError::Size {
                picture: path.display().to_string(),
                found: format!("{} x {}", scan.width, scan.height),
                expected: format!("{} x {}", image.width, image.height),
            }
            .into());
        }
        if scan.width.min(scan.height) < LEAST_SIDE || Contrast::of(&scan).is_none() {
            return Err(OwnError::Blank {
                picture: path.display().to_string(),
                least: LEAST_SIDE,
            }
            .into());
        }
        let asked = asked(source, &image.id, &looked_for);
        let labels = labels::draw(image, source.annotations.space, source.classes, &asked)?;
        // Levels as the reader counts them, so that training and reading normalise alike.
        let grey: Vec<u8> = scan.grey.iter().map(|v| (255.0 * v + 0.5) as u8).collect();
        writer.add(
            entry(name, &labels, patient, [scan.width, scan.height]),
            &grey,
            &labels.bits,
        )?;
        (weak, fluid) = (weak + labels.weak, fluid + labels.fluid);
        progress(done as u64 + 1, pairs.len() as u64);
    }
    if weak > 0 {
        notes.push(format!(
            "boxes without a shape, of which the inner ellipse teaches: {weak}"
        ));
    }
    if fluid > 0 {
        notes.push(format!(
            "marks of fluid of no kind, which teach neither: {fluid}; if they are of one kind, say --map fluid=irf or fluid=srf"
        ));
    }
    Ok((writer.finish()?, notes))
}

/// An annotated image by its place, the name of its picture, and the picture.
type Pair<'a> = (usize, &'a str, &'a Path);

/// Which picture shows which annotated image, in the order of the annotations; what has no partner is noted.
fn pair<'a>(
    annotations: &Annotations,
    pictures: &'a [(String, PathBuf)],
) -> Result<(Vec<Pair<'a>>, Notes), OwnError> {
    let found = annotations.find_images(pictures.iter().map(|(name, _)| name.as_str()));
    let mut of: Vec<Option<Pair<'a>>> = vec![None; annotations.images.len()];
    let mut strangers = Vec::new();
    for ((name, path), found) in pictures.iter().zip(found) {
        let at = match found {
            Ok(at) => at,
            Err(ScoreError::AmbiguousImage { .. }) => {
                return Err(OwnError::AmbiguousPicture {
                    picture: name.clone(),
                });
            }
            Err(_) => {
                strangers.push(name);
                continue;
            }
        };
        let Some(place) = of.get_mut(at) else { continue };
        if let Some((_, one, _)) = place {
            return Err(OwnError::TwoPictures {
                image: annotations
                    .images
                    .get(at)
                    .map_or_else(String::new, |image| image.id.clone()),
                one: (*one).to_owned(),
                other: name.clone(),
            });
        }
        *place = Some((at, name, path));
    }
    let alone: Vec<&str> = of
        .iter()
        .zip(&annotations.images)
        .filter(|(pair, _)| pair.is_none())
        .map(|(_, image)| image.id.as_str())
        .collect();
    let pairs: Vec<Pair<'a>> = of.iter().copied().flatten().collect();
    if pairs.is_empty() {
        return Err(OwnError::NoPictures {
            pictures: pictures.len(),
            first: alone.first().copied().unwrap_or("none").to_owned(),
        });
    }
    let mut notes = Vec::new();
    if let Some(first) = alone.first() {
        notes.push(format!(
            "annotated images without a picture, left out: {} (first: {first})",
            alone.len()
        ));
    }
    if let Some(first) = strangers.first() {
        notes.push(format!(
            "pictures that nobody annotated, left out: {} (first: {first})",
            strangers.len()
        ));
    }
    Ok((pairs, notes))
}

fn patient(patients: Option<&Patients>, name: &str) -> Result<Option<String>, OwnError> {
    patients
        .map(|patients| patients.of(name).map(str::to_owned))
        .transpose()
}

fn enough(patients: &[Option<String>]) -> Result<(), OwnError> {
    let named: BTreeSet<&String> = patients.iter().flatten().collect();
    let (found, what) = match named.len() {
        0 => (patients.len(), "scans"),
        some => (some, "patients"),
    };
    if found < LEAST_GROUPS {
        return Err(OwnError::TooFew {
            found,
            needed: LEAST_GROUPS,
            what,
        });
    }
    Ok(())
}

/// The classes that were looked for in one image, where the annotations list what was asked.
fn asked(source: &Source<'_>, image: &str, looked_for: &BTreeSet<Class>) -> BTreeSet<Class> {
    let Some(pairs) = &source.annotations.asked else {
        return looked_for.clone();
    };
    let of_image = pairs.iter().filter(|(id, _)| id == image);
    let classes: BTreeSet<Class> = of_image
        .filter_map(|(_, label)| match source.classes.of(label) {
            super::Taught::Class(class) => Some(class),
            _ => None,
        })
        .collect();
    looked_for & &classes
}

fn entry(name: &str, labels: &Labels, patient: Option<String>, [width, height]: [u32; 2]) -> Entry {
    let ids =
        |classes: &mut dyn Iterator<Item = &Class>| classes.map(|class| class.id().to_owned()).collect();
    let boxes = labels.boxes.iter().map(|(class, boxes)| {
        let corners = boxes.iter().map(|b| b.to_array()).collect();
        (class.id().to_owned(), corners)
    });
    Entry {
        width,
        height,
        classes: ids(&mut labels.boxes.keys()),
        name: Some(name.to_owned()),
        patient,
        looked_for: Some(ids(&mut labels.looked_for.iter())),
        boxes: boxes.collect(),
        ..Entry::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_benchmarks::PixelImage;

    fn annotated(names: &[&str]) -> Annotations {
        let image = |id: &&str| PixelImage {
            id: (*id).to_owned(),
            width: 8,
            height: 6,
            boxes: Vec::new(),
        };
        Annotations::in_pixels(names.iter().map(image)).unwrap()
    }

    fn pictures(names: &[&str]) -> Vec<(String, PathBuf)> {
        let picture = |name: &&str| ((*name).to_owned(), Path::new("scans").join(name));
        names.iter().map(picture).collect()
    }

    #[test]
    fn pictures_meet_their_annotations_by_name_file_name_and_stem() {
        let annotations = annotated(&["x/1.png", "2.tif", "3.png"]);
        let pictures = pictures(&["1.png", "sub/2.png", "4.png"]);
        let (pairs, notes) = pair(&annotations, &pictures).unwrap();
        let names: Vec<_> = pairs.iter().map(|(at, name, _)| (*at, *name)).collect();
        assert_eq!(names, [(0, "1.png"), (1, "sub/2.png")]);
        assert_eq!(
            notes,
            [
                "annotated images without a picture, left out: 1 (first: 3.png)",
                "pictures that nobody annotated, left out: 1 (first: 4.png)"
            ]
        );
    }

    #[test]
    fn pictures_that_cannot_be_told_apart_are_refused() {
        let said = |images: &[&str], files: &[&str]| {
            let (images, files) = (annotated(images), pictures(files));
            pair(&images, &files).unwrap_err().to_string()
        };
        assert!(
            said(&["1.png"], &["1.png", "1.tif"])
                .starts_with("1.png and 1.tif both belong to the image 1.png;")
        );
        assert!(said(&["a/1.png", "b/1.png"], &["1.png"]).starts_with("1.png: several annotated images"));
        assert!(
            said(&["7.png"], &["1.png"])
                .starts_with("none of the 1 pictures has the name of an annotated image, such as 7.png;")
        );
    }

    #[test]
    fn five_people_are_needed_or_five_scans() {
        let of = |names: &[&str]| {
            names
                .iter()
                .map(|name| Some((*name).to_owned()))
                .collect::<Vec<_>>()
        };
        assert!(enough(&of(&["a", "b", "c", "d", "e"])).is_ok());
        let error = enough(&of(&["a", "b", "c", "d", "d"])).unwrap_err().to_string();
        assert!(
            error.starts_with("4 of the 5 patients that are needed"),
            "{error}"
        );
        assert!(enough(&[None, None, None, None, None]).is_ok());
    }
}
