//! The evaluation sets on disk: scans with the boxes or labels that belong to them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundscope_geometry::{BoxRule, Mask, PixelBox, masks_to_boxes};
use groundscope_imaging::{Scan, decode};
use groundscope_model::{DeviceChoice, Reader, Weights, WeightsFile};
use groundscope_ontology::Class;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::TrainError;

/// A scan with expert boxes for every class in `known`; a known class without boxes was looked for and is absent.
pub struct BoxedScan {
    /// Where the scan is.
    pub path: PathBuf,
    /// Whose eye it is, as the data set names the patient.
    pub patient: String,
    /// Columns and rows.
    pub size: (u32, u32),
    /// Expert boxes in pixels of the scan, by the masks-to-boxes rule.
    pub boxes: BTreeMap<Class, Vec<PixelBox>>,
}

/// A phantom with its boxes; its own name stands for the patient.
pub struct Phantom {
    /// The scan and its exact boxes for every class of the ontology.
    pub scan: BoxedScan,
    /// The maker whose scans it looks like.
    pub style: String,
}

/// A scan with one yes/no label.
pub struct LabelledScan {
    /// Where the scan is.
    pub path: PathBuf,
    /// Whose eye it is: the file's name up to the first `_` where that is a number, otherwise the whole name.
    pub patient: String,
    /// Whether the finding is there.
    pub positive: bool,
}

/// A scan read by two graders: boxes of fluid (intraretinal or subretinal) from each one's mask.
pub struct TwoReadings {
    /// Where the scan is.
    pub path: PathBuf,
    /// Whose eye it is: the file's name up to the first `_`.
    pub patient: String,
    /// Boxes of grader 0 and of grader 1.
    pub readings: [Vec<PixelBox>; 2],
}

/// Read and decode a scan.
///
/// # Errors
///
/// A file that can't be read, or is no scan.
pub fn scan(path: &Path) -> Result<Scan, TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    decode(&bytes).map_err(|error| TrainError::content(path, error))
}

/// The scans of `oct-lesions` of the patients named, with boxes from their polygons.
///
/// # Errors
///
/// A missing or malformed file, named.
pub fn lesions(root: &Path, patients: &[String]) -> Result<Vec<BoxedScan>, TrainError> {
    let classes = lesion_classes(root)?;
    let mut out = Vec::new();
    for row in table(&root.join("index.csv"), &["file", "patient"])? {
        let [file, patient] = [&row[0], &row[1]];
        if !patients.contains(patient) {
            continue;
        }
        let path = root.join("images").join(file);
        let scan = scan(&path)?;
        let labels = root.join("labels").join(Path::new(file).with_extension("txt"));
        let mut masks: BTreeMap<Class, Mask> = classes
            .iter()
            .map(|class| (*class, Mask::new(scan.width, scan.height)))
            .collect();
        for (class, points) in polygons(&labels, &classes, scan.width, scan.height)? {
            let drawn = Mask::from_polygon(scan.width, scan.height, &points);
            masks.entry(class).and_modify(|mask| *mask = mask.union(&drawn));
        }
        let boxes = masks
            .iter()
            .map(|(class, mask)| (*class, boxes_of(mask)))
            .collect();
        out.push(BoxedScan {
            path,
            patient: patient.clone(),
            size: (scan.width, scan.height),
            boxes,
        });
    }
    Ok(out)
}

/// The scans of `oct-two-graders`.
///
/// # Errors
///
/// A missing or malformed file, named.
pub fn two_graders(root: &Path) -> Result<Vec<TwoReadings>, TrainError> {
    let reading = |grader: &str, path: &Path| -> Result<Vec<PixelBox>, TrainError> {
        let mask = root.join(grader).join(path.file_name().unwrap_or_default());
        let scan = scan(&mask)?;
        let width = scan.width as usize;
        Ok(boxes_of(&Mask::from_fn(scan.width, scan.height, |x, y| {
            scan.grey
                .get(y as usize * width + x as usize)
                .is_some_and(|grey| *grey > 0.0)
        })))
    };
    let images = pictures(&root.join("images"))?;
    let read = |path: PathBuf| {
        let readings = [reading("grader0", &path)?, reading("grader1", &path)?];
        let patient = before(&path, str::find);
        Ok(TwoReadings {
            path,
            patient,
            readings,
        })
    };
    images.into_iter().map(read).collect()
}

/// A set with `labels.csv` (`file`, `column`: 1 = present) beside its `images`.
///
/// # Errors
///
/// A missing or malformed file, named.
pub fn labelled(root: &Path, column: &str) -> Result<Vec<LabelledScan>, TrainError> {
    let rows = table(&root.join("labels.csv"), &["file", column])?;
    let of = |row: Vec<String>| {
        let path = root.join("images").join(&row[0]);
        let patient = before(&path, str::find);
        LabelledScan {
            patient: if patient.parse::<u64>().is_ok() {
                patient
            } else {
                row[0].clone()
            },
            path,
            positive: row[1] == "1",
        }
    };
    Ok(rows.into_iter().map(of).collect())
}

/// Every picture of a folder, by name.
///
/// # Errors
///
/// A folder that can't be listed.
pub fn pictures(folder: &Path) -> Result<Vec<PathBuf>, TrainError> {
    let entries = std::fs::read_dir(folder).map_err(TrainError::file(folder))?;
    let mut out = Vec::new();
    for entry in entries {
        let path = entry.map_err(TrainError::file(folder))?.path();
        let known = ["png", "jpg", "jpeg", "tif", "tiff", "bmp"];
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        if extension.is_some_and(|e| known.contains(&e.as_str())) {
            out.push(path);
        }
    }
    out.sort();
    Ok(out)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The scans of `oct-masks` whose names without ending are in `stems`, with boxes from their masks of class identifiers.
///
/// # Errors
///
/// A missing or malformed file, named.
pub fn masks(root: &Path, stems: &[String]) -> Result<Vec<BoxedScan>, TrainError> {
    let path = root.join("classes.json");
    let list: ClassNumbers = json(&path)?;
    let mut numbers = BTreeMap::new();
    for (number, name) in &list.lesions {
        let number: u8 = number
            .parse()
            .map_err(|_| TrainError::content(&path, format!("{number:?} is no number of a class")))?;
        numbers.insert(number, class_of(&path, name)?);
    }
    let mut out: Vec<BoxedScan> = Vec::new();
    for path in pictures(&root.join("images"))? {
        let stem = stem(&path);
        if !stems.contains(&stem) {
            continue;
        }
        let scan = scan(&path)?;
        let mask = root.join("masks").join(format!("{stem}.png"));
        let ids = picture(&mask)?.into_luma8();
        // Nearest neighbour, as training brings them to the scan's size.
        let id = |x: u32, y: u32| {
            let [x, y] = [(x, ids.width(), scan.width), (y, ids.height(), scan.height)]
                .map(|(at, from, to)| (u64::from(at) * u64::from(from) / u64::from(to)) as u32);
            ids.get_pixel(x, y).0[0]
        };
        let boxes = numbers.values().map(|class| {
            let here = |x, y| numbers.get(&id(x, y)) == Some(class);
            (*class, boxes_of(&Mask::from_fn(scan.width, scan.height, here)))
        });
        out.push(BoxedScan {
            patient: stem,
            size: (scan.width, scan.height),
            boxes: boxes.collect(),
            path,
        });
    }
    let there = |stem: &&String| out.iter().any(|scan| scan.patient == **stem);
    match stems.iter().find(|stem| !there(stem)) {
        Some(stem) => Err(TrainError::content(
            root.join("images"),
            format!("no picture is called {stem}"),
        )),
        None => Ok(out),
    }
}

/// The phantoms of a folder with `index.json`; bit k of a pixel of `NAME.mask.png` is the class of index k.
///
/// # Errors
///
/// A missing or malformed file, named.
pub fn phantoms(folder: &Path) -> Result<Vec<Phantom>, TrainError> {
    let index: Vec<PhantomEntry> = json(&folder.join("index.json"))?;
    let read = |entry: PhantomEntry| {
        let path = folder.join(&entry.file);
        let labels = picture(&path.with_extension("mask.png"))?.into_rgb8();
        let boxes = Class::ALL.iter().enumerate().map(|(k, class)| {
            let here = |x, y| labels.get_pixel(x, y).0[k / 8] >> (k % 8) & 1 == 1;
            (
                *class,
                boxes_of(&Mask::from_fn(labels.width(), labels.height(), here)),
            )
        });
        Ok(Phantom {
            scan: BoxedScan {
                patient: entry.file,
                size: labels.dimensions(),
                boxes: boxes.collect(),
                path,
            },
            style: entry.style,
        })
    };
    index.into_iter().map(read).collect()
}

/// A JSON file.
///
/// # Errors
///
/// A file that can't be read, or does not hold what is wanted.
pub fn json<T: DeserializeOwned>(path: &Path) -> Result<T, TrainError> {
    let text = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
    serde_json::from_str(&text).map_err(|error| TrainError::content(path, error))
}

/// Weights and the bytes of their file.
///
/// # Errors
///
/// A file that can't be read, or is no weights file.
pub fn weights(path: &Path) -> Result<(Weights, Vec<u8>), TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    let weights = WeightsFile::parse(&bytes).map_err(|error| TrainError::content(path, error))?;
    Ok((weights, bytes))
}

/// The reader that ships, with the weights of a file.
///
/// # Errors
///
/// As [`weights`], or a processor that can't run them.
pub fn reader(path: &Path) -> Result<Reader, TrainError> {
    let (weights, _) = weights(path)?;
    pollster::block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |_| ()))
        .map_err(|error| TrainError::content(path, error))
}

/// Writes a value as JSON that people can read, too.
///
/// # Errors
///
/// A file that can't be written.
pub fn write_json<T: Serialize + ?Sized>(path: &Path, value: &T) -> Result<(), TrainError> {
    let text = serde_json::to_string_pretty(value).map_err(|error| TrainError::content(path, error))?;
    // Moved into place when it is whole: a full disk leaves what was there before.
    let part = path.with_extension("part");
    std::fs::write(&part, text).map_err(TrainError::file(&part))?;
    std::fs::rename(&part, path).map_err(TrainError::file(path))
}

/// A file's name up to the `_` that `which` finds (`str::find`, `str::rfind`): the patient, eye or maker in names of the sets.
pub fn before(path: &Path, which: fn(&str, char) -> Option<usize>) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.get(..which(&name, '_').unwrap_or(name.len()))
        .unwrap_or_default()
        .to_owned()
}

#[derive(Deserialize)]
struct ClassNumbers {
    lesions: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct PhantomEntry {
    file: String,
    style: String,
}

fn picture(path: &Path) -> Result<image::DynamicImage, TrainError> {
    let bytes = std::fs::read(path).map_err(TrainError::file(path))?;
    image::load_from_memory(&bytes).map_err(|error| TrainError::content(path, error))
}

fn boxes_of(mask: &Mask) -> Vec<PixelBox> {
    masks_to_boxes(mask, &BoxRule::default())
        .into_iter()
        .map(|cluster| cluster.bounds)
        .collect()
}

fn lesion_classes(root: &Path) -> Result<Vec<Class>, TrainError> {
    let path = root.join("classes.txt");
    let text = std::fs::read_to_string(&path).map_err(TrainError::file(&path))?;
    text.split_whitespace()
        .map(|name| class_of(&path, name))
        .collect()
}

fn class_of(path: &Path, name: &str) -> Result<Class, TrainError> {
    match groundscope_ontology::resolve(name) {
        groundscope_ontology::Match::Class(class) => Ok(class),
        _ => Err(TrainError::content(
            path,
            format!("the class {name:?} is not in the ontology"),
        )),
    }
}

type Polygon = (Class, Vec<[f64; 2]>);

fn polygons(path: &Path, classes: &[Class], width: u32, height: u32) -> Result<Vec<Polygon>, TrainError> {
    let text = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
    let wrong = |number: usize, what: &str| TrainError::content(path, format!("line {}: {what}", number + 1));
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut parts = line.split_whitespace();
        let Some(index) = parts.next() else { continue };
        let class = index.parse().ok().and_then(|k: usize| classes.get(k).copied());
        let class = class.ok_or_else(|| wrong(number, "no class of classes.txt"))?;
        let numbers: Result<Vec<f64>, _> = parts.map(str::parse).collect();
        let numbers = numbers.map_err(|_| wrong(number, "a coordinate is not a number"))?;
        if numbers.len() < 6 {
            continue;
        }
        let scaled = |pair: &[f64]| [pair[0] * f64::from(width), pair[1] * f64::from(height)];
        out.push((class, numbers.chunks_exact(2).map(scaled).collect()));
    }
    Ok(out)
}

/// The wanted columns of a plain CSV file (no quotes), in the order asked for.
fn table(path: &Path, columns: &[&str]) -> Result<Vec<Vec<String>>, TrainError> {
    let text = std::fs::read_to_string(path).map_err(TrainError::file(path))?;
    let mut lines = text
        .lines()
        .map(|line| line.trim_end_matches('\r').split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let place = |name: &&str| header.iter().position(|cell| cell == name);
    let places: Option<Vec<usize>> = columns.iter().map(place).collect();
    let places = places
        .ok_or_else(|| TrainError::content(path, format!("the columns {columns:?} are not all there")))?;
    let row = |cells: Vec<&str>| -> Option<Vec<String>> {
        places
            .iter()
            .map(|k| cells.get(*k).map(|cell| (*cell).to_owned()))
            .collect()
    };
    lines
        .filter(|cells| cells.iter().any(|cell| !cell.is_empty()))
        .map(|cells| row(cells).ok_or_else(|| TrainError::content(path, "a row is shorter than the header")))
        .collect()
}
