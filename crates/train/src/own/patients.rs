//! Whose eye each scan shows, from a table: what is kept apart must be other people.

use std::collections::BTreeMap;
use std::path::Path;

use super::OwnError;

/// Patients by the file names of their scans.
#[derive(Clone, Debug, Default)]
pub struct Patients {
    by_name: BTreeMap<String, String>,
    /// By path without ending, `None` where two patients share one.
    by_stem: BTreeMap<String, Option<String>>,
}

const FILE: [&str; 4] = ["file", "filename", "image", "scan"];
const PATIENT: [&str; 4] = ["patient", "patient_id", "patientid", "subject"];

impl Patients {
    /// Reads a CSV file with the columns `file` and `patient` among others, in any order, separated by commas, semicolons or tabs.
    ///
    /// ```
    /// use groundscope_train::own::Patients;
    /// let patients = Patients::read(b"file,patient\na.png,P1\nb.png,P1\n")?;
    /// assert_eq!(patients.of("scans/a.png")?, "P1");
    /// assert_eq!(patients.of("b.tif")?, "P1");
    /// assert!(patients.of("c.png").is_err());
    /// # Ok::<(), groundscope_train::own::OwnError>(())
    /// ```
    ///
    /// # Errors
    /// [`OwnError::Patients`] for a table that lacks a column, an empty cell, or two patients of one file.
    pub fn read(bytes: &[u8]) -> Result<Self, OwnError> {
        let wrong = |problem: String| OwnError::Patients { problem };
        let mut table = csv::ReaderBuilder::new()
            .delimiter(separator(bytes))
            .trim(csv::Trim::All)
            .from_reader(bytes);
        let header = table.headers().map_err(|error| wrong(error.to_string()))?.clone();
        let place = |names: &[&str]| {
            let is =
                |cell: &str| names.contains(&cell.trim_start_matches('\u{feff}').to_lowercase().as_str());
            header
                .iter()
                .position(is)
                .ok_or_else(|| wrong(format!("there is no column {}", names.join(" or "))))
        };
        let (file, patient) = (place(&FILE)?, place(&PATIENT)?);
        let mut out = Self::default();
        for (row, record) in table.records().enumerate() {
            let record = record.map_err(|error| wrong(error.to_string()))?;
            let cell = |at: usize| record.get(at).filter(|cell| !cell.is_empty());
            let (Some(file), Some(patient)) = (cell(file), cell(patient)) else {
                return Err(wrong(format!("row {} has an empty cell", row + 2)));
            };
            let before = out.by_name.insert(file.to_owned(), patient.to_owned());
            if before.is_some_and(|before| before != patient) {
                return Err(wrong(format!("{file} has two patients")));
            }
            let in_any = file.contains('/').then(|| in_any_folder(file));
            for key in std::iter::once(without_ending(file)).chain(in_any) {
                let same = out.by_stem.entry(key).or_insert_with(|| Some(patient.to_owned()));
                if same.as_deref() != Some(patient) {
                    *same = None;
                }
            }
        }
        Ok(out)
    }

    /// The patient of a scan: by its path as given, its file name, or either without the ending. A row with a folder is only of
    /// scans in that folder, or of scans that are given without one.
    ///
    /// # Errors
    /// [`OwnError::NoPatient`].
    pub fn of(&self, picture: &str) -> Result<&str, OwnError> {
        let name = picture.rsplit('/').next().unwrap_or(picture);
        let by_name = self.by_name.get(picture).or_else(|| self.by_name.get(name));
        let bare = (name == picture).then(|| in_any_folder(name));
        let mut keys = [without_ending(picture), without_ending(name)]
            .into_iter()
            .chain(bare);
        let found = by_name.or_else(|| keys.find_map(|key| self.by_stem.get(&key))?.as_ref());
        found.map(String::as_str).ok_or_else(|| OwnError::NoPatient {
            picture: picture.to_owned(),
        })
    }
}

/// What separates the columns: the first row tells. Spreadsheets of some countries write semicolons.
fn separator(bytes: &[u8]) -> u8 {
    let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let separators = [b',', b';', b'\t'];
    let found = separators
        .into_iter()
        .find(|separator| header.contains(separator));
    found.unwrap_or(b',')
}

fn without_ending(path: &str) -> String {
    Path::new(path).with_extension("").to_string_lossy().into_owned()
}

/// The key of a row that names a folder, for scans that are given without one.
fn in_any_folder(path: &str) -> String {
    format!("*/{}", without_ending(path.rsplit('/').next().unwrap_or(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(table: &str) -> String {
        Patients::read(table.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn columns_may_stand_anywhere_and_be_quoted() {
        let table = "\u{feff}Eye,Patient_ID,Filename\nleft,\"Doe, J\",\"a.png\"\n";
        assert_eq!(
            Patients::read(table.as_bytes()).unwrap().of("a.png").unwrap(),
            "Doe, J"
        );
    }

    #[test]
    fn semicolons_and_tabs_separate_too() {
        for table in ["file;patient\na,1.png;P1\n", "file\tpatient\na,1.png\tP1\n"] {
            assert_eq!(
                Patients::read(table.as_bytes()).unwrap().of("a,1.png").unwrap(),
                "P1"
            );
        }
    }

    #[test]
    fn a_name_comes_before_a_stem_and_a_stem_of_two_is_no_one() {
        let patients =
            Patients::read(b"file,patient\na.1.png,P1\na.1.tif,P2\nx/b.png,P3\nb.png,P4\n").unwrap();
        assert_eq!(patients.of("a.1.tif").unwrap(), "P2");
        assert_eq!(patients.of("x/b.png").unwrap(), "P3");
        assert_eq!(patients.of("y/b.png").unwrap(), "P4");
        assert!(
            patients
                .of("a.1.bmp")
                .unwrap_err()
                .to_string()
                .starts_with("a.1.bmp: no patient")
        );
    }

    #[test]
    fn a_row_of_another_folder_is_of_another_scan() {
        let patients =
            Patients::read(b"file,patient\nP1/scan1.png,P1\nP3/scan2.png,P3\nP4/scan2.png,P4\n").unwrap();
        assert_eq!(patients.of("P1/scan1.tif").unwrap(), "P1");
        assert_eq!(patients.of("scan1.png").unwrap(), "P1");
        for unknown in ["P2/scan1.png", "scan2.png"] {
            assert!(patients.of(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        assert!(problem("file,eye\na,b\n").contains("no column patient or "));
        assert!(problem("file,patient\na,\n").contains("row 2 has an empty cell"));
        assert!(problem("file,patient\na,1\na,2\n").contains("a has two patients"));
        assert!(problem("file,patient\na,1,3\n").contains("the columns file and patient"));
    }
}
