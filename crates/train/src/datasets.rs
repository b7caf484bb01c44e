//! The evaluation sets on disk: scans with the boxes or labels that belong to them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundscope_geometry::{BoxRule, Mask, PixelBox, masks_to_boxes};
use groundscope_imaging::{Scan, decode};
use groundscope_ontology::Class;

use crate::TrainError;

/// A scan with expert boxes for every class in `known`; a known class without boxes was looked for and is absent.
pub struct BoxedScan {
    /// Where the scan is.
    pub path: PathBuf,
    /// Whose eye it is, as the data set names the patient.
    pub patient: String,
    /// Expert boxes in pixels of the scan, by the masks-to-boxes rule.
    pub boxes: BTreeMap<Class, Vec<PixelBox>>,
}

/// A scan with one yes/no label.
pub struct LabelledScan {
    /// Where the scan is.
    pub path: PathBuf,
    /// Whether the finding is there.
    pub positive: bool,
}

/// A scan read by two graders: boxes of fluid (intraretinal or subretinal) from each one's mask.
pub struct TwoReadings {
    /// Where the scan is.
    pub path: PathBuf,
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
        Ok(TwoReadings { path, readings })
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
    let of = |row: Vec<String>| LabelledScan {
        path: root.join("images").join(&row[0]),
        positive: row[1] == "1",
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

fn boxes_of(mask: &Mask) -> Vec<PixelBox> {
    masks_to_boxes(mask, &BoxRule::default())
        .into_iter()
        .map(|cluster| cluster.bounds)
        .collect()
}

fn lesion_classes(root: &Path) -> Result<Vec<Class>, TrainError> {
    let path = root.join("classes.txt");
    let text = std::fs::read_to_string(&path).map_err(TrainError::file(&path))?;
    let class = |name: &str| match groundscope_ontology::resolve(name) {
        groundscope_ontology::Match::Class(class) => Ok(class),
        _ => Err(TrainError::content(
            &path,
            format!("the class {name:?} is not in the ontology"),
        )),
    };
    text.split_whitespace().map(class).collect()
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
