//! Training folders: scans with the labels of their pixels as the Python side reads them, drawn or a hospital's own.
//!
//! `NAME.png` is a scan in grey, `NAME.mask.png` its labels in 24-bit colour, one bit a class, and `index.json` lists them.
//! The list comes last: a folder without it is not whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundscope_imaging::{EncodeError, encode_png_grey, encode_png_rgb};
use groundscope_ontology::Class;
use groundscope_phantom::{PhantomSettings, Style, generate};
use serde::{Deserialize, Serialize};

use crate::datasets::{json, write_json};
use crate::{TrainError, recipe};

/// The bit of pixels that teach nothing, whatever else is set there.
pub const UNSURE: u32 = 1 << 23;

/// The bit of a class in the labels: its place in [`Class::ALL`].
pub fn bit(class: Class) -> u32 {
    let place = Class::ALL.iter().position(|other| *other == class);
    place.map_or(0, |place| 1 << place)
}

/// One scan of a training folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its picture in the folder; the labels lie beside it.
    pub file: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Identifiers of the classes that are drawn.
    pub classes: Vec<String>,
    /// Where the scan came from, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whose eye it is; scans of one patient are kept together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patient: Option<String>,
    /// Identifiers of the classes that were looked for; phantoms have none, since all that can be drawn is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_for: Option<Vec<String>>,
    /// Reference boxes `x1, y1, x2, y2` in pixels of the scan by class, from the labels by the masks-to-boxes rule.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub boxes: BTreeMap<String, Vec<[f64; 4]>>,
    /// The look of a phantom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// The seed of a phantom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A training folder that is being written.
pub struct Writer {
    folder: PathBuf,
    entries: Vec<Entry>,
}

impl Writer {
    /// Start a folder, or one that was left unfinished anew.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn new(folder: &Path) -> Result<Self, TrainError> {
        std::fs::create_dir_all(folder).map_err(TrainError::file(folder))?;
        Ok(Self {
            folder: folder.to_path_buf(),
            entries: Vec::new(),
        })
    }

    /// Add a scan: `grey` and `labels` have a value a pixel, row-major; `entry.file` is set here.
    ///
    /// # Errors
    /// Pixels that do not fill the size of the entry, or a file that cannot be written.
    pub fn add(&mut self, entry: Entry, grey: &[u8], labels: &[u32]) -> Result<(), TrainError> {
        let stem = format!("{:06}", self.entries.len());
        let file = format!("{stem}.png");
        let colours: Vec<u8> = labels
            .iter()
            .flat_map(|bits| bits.to_le_bytes().into_iter().take(3))
            .collect();
        let pictures = [
            (&file, encode_png_grey(entry.width, entry.height, grey)),
            (
                &format!("{stem}.mask.png"),
                encode_png_rgb(entry.width, entry.height, &colours),
            ),
        ];
        for (name, png) in pictures {
            let path = self.folder.join(name);
            let png = png.map_err(|error: EncodeError| TrainError::content(&path, error))?;
            std::fs::write(&path, png).map_err(TrainError::file(&path))?;
        }
        self.entries.push(Entry { file, ..entry });
        Ok(())
    }

    /// Write the list, after which the folder is whole.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(self) -> Result<Vec<Entry>, TrainError> {
        let path = self.folder.join(INDEX);
        write_json(&path, &self.entries)?;
        Ok(self.entries)
    }
}

const INDEX: &str = "index.json";

/// The list of a folder; `None` where it is not whole.
///
/// # Errors
/// A list that cannot be read.
pub fn entries(folder: &Path) -> Result<Option<Vec<Entry>>, TrainError> {
    let path = folder.join(INDEX);
    if !path.exists() {
        return Ok(None);
    }
    json(&path).map(Some)
}

/// Draw `count` phantoms into a folder, unless they are there; other seeds share no phantom. Without a style each draws its own.
///
/// # Errors
/// A file that cannot be written.
pub fn phantoms(folder: &Path, count: u32, seed: u64, style: Option<Style>) -> Result<(), TrainError> {
    if entries(folder)?.is_some() {
        return Ok(());
    }
    let mut writer = Writer::new(folder)?;
    let bar = recipe::bar(count.into());
    for number in 0..u64::from(count) {
        let seed = seed.wrapping_mul(1_000_000_007).wrapping_add(number);
        let phantom = generate(&PhantomSettings::of_style(seed, style))
            .map_err(|error| TrainError::content(folder, error))?;
        let entry = Entry {
            width: phantom.width,
            height: phantom.height,
            classes: phantom
                .masks
                .iter()
                .map(|(class, _)| class.id().to_owned())
                .collect(),
            style: Some(phantom.style.id().to_owned()),
            seed: Some(phantom.seed),
            ..Entry::default()
        };
        writer.add(entry, &phantom.scan, phantom.labels())?;
        bar.inc(1);
    }
    writer.finish().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_whole_once_its_list_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let mut writer = Writer::new(&path).unwrap();
        let entry = Entry {
            width: 2,
            height: 1,
            ..Entry::default()
        };
        writer
            .add(entry.clone(), &[3, 250], &[bit(Class::Ped), UNSURE])
            .unwrap();
        assert!(writer.add(entry, &[3], &[0, 0]).is_err());
        assert_eq!(entries(&path).unwrap(), None);
        let written = writer.finish().unwrap();
        assert_eq!(entries(&path).unwrap().unwrap(), written);
        assert_eq!(written[0].file, "000000.png");
        let labels = std::fs::File::open(path.join("000000.mask.png")).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(labels))
            .read_info()
            .unwrap();
        let mut pixels = [0; 6];
        reader.next_frame(&mut pixels).unwrap();
        // Red is the lowest byte: pigment epithelial detachment is class 8, in green; unsure is the top bit of blue.
        assert_eq!(pixels, [0, 1, 0, 0, 0, 128]);
    }

    #[test]
    fn phantoms_are_drawn_once_and_by_their_seed() {
        let top = tempfile::tempdir().unwrap();
        let [one, again, other] = ["a", "b", "c"].map(|name| top.path().join(name));
        phantoms(&one, 1, 4, None).unwrap();
        phantoms(&again, 1, 4, None).unwrap();
        phantoms(&other, 1, 5, None).unwrap();
        let list = |folder: &Path| entries(folder).unwrap().unwrap();
        assert_eq!(list(&one), list(&again));
        assert_eq!(list(&one)[0].seed, Some(4 * 1_000_000_007));
        assert_ne!(list(&one), list(&other));
        std::fs::remove_file(one.join("000000.png")).unwrap();
        phantoms(&one, 1, 4, None).unwrap();
        assert!(!one.join("000000.png").exists());
    }
}
