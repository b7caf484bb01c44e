//! The words of EyeVQA's commands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundscope_benchmarks::formats::Format;
use groundscope_eyevqa::Coordinates;

use crate::args::BootstrapArgs;

/// Options of `score eyevqa`.
#[derive(Debug, Args)]
pub struct ScoreEyeVqaArgs {
    /// The questions: the benchmark's JSON file
    #[arg(long, value_name = "Q.json")]
    pub questions: PathBuf,
    /// Answers: JSON lines with question_id and response. Once for every run to compare, each perhaps NAME=FILE
    #[arg(long, value_name = "A.jsonl", required = true)]
    pub answers: Vec<String>,
    /// In which unit the runs write points and boxes; nothing is rescaled unless it is declared
    #[arg(long, value_enum, default_value_t = CoordinatesArg::Unit)]
    pub coordinates: CoordinatesArg,
    /// How images are drawn for the intervals of several runs
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// Include every question
    #[arg(long)]
    pub details: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A unit of points and boxes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CoordinatesArg {
    /// 0 to 1 of width and height
    Unit,
    /// 0 to 100
    Percent,
    /// 0 to 1000
    Norm1000,
}

impl From<CoordinatesArg> for Coordinates {
    fn from(coordinates: CoordinatesArg) -> Self {
        match coordinates {
            CoordinatesArg::Unit => Self::Unit,
            CoordinatesArg::Percent => Self::Percent,
            CoordinatesArg::Norm1000 => Self::Norm1000,
        }
    }
}

/// Options of `describe eyevqa`.
#[derive(Debug, Args)]
pub struct DescribeEyeVqaArgs {
    /// The questions
    #[arg(value_name = "Q.json")]
    pub questions: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `pair eyevqa`.
#[derive(Debug, Args)]
pub struct PairEyeVqaArgs {
    /// The questions
    #[arg(long, value_name = "Q.json")]
    pub questions: PathBuf,
    /// Folder with your copies of the images, in any folders below
    #[arg(long, value_name = "DIR")]
    pub images: PathBuf,
    /// Folder for pairs.json and the composites that are not there yet; made when missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `make eyevqa`.
#[derive(Debug, Args)]
pub struct MakeEyeVqaArgs {
    /// Annotations: a file, or a folder of mask, YOLO or VOC files; or a table of labels (.csv) alone
    #[arg(long, value_name = "DIR")]
    pub from: PathBuf,
    /// The format to read, if it cannot be told from the files; labels for a table of labels alone
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: usize,
    /// The seed: the same seed gives the same questions
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// New or empty folder for questions.json, composites.json, report.json and pictures
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Labels: a table with image and any of width, height, disease, grade, patient, eye, visit, cup_disc_ratio, licence, and
    /// NAME_x with NAME_y for landmarks in pixels
    #[arg(long, value_name = "L.csv")]
    pub labels: Option<PathBuf>,
    /// Folder of the image files, for sizes and composites
    #[arg(long, value_name = "DIR")]
    pub images: Option<PathBuf>,
    /// Classes of mask pictures: {"MA": "microaneurysms", ...} by pixel value, or by folder or end of name
    #[arg(long, value_name = "MAP.json")]
    pub class_map: Option<PathBuf>,
    /// Class names of YOLO files
    #[arg(long, value_name = "classes.txt")]
    pub names: Option<PathBuf>,
    /// The name of the set; else that of the folder
    #[arg(long, value_name = "NAME")]
    pub dataset: Option<String>,
    /// What the images are, as questions call them; else by their targets
    #[arg(long, value_name = "TEXT")]
    pub modality: Option<String>,
    /// The licence of all images that the table of labels gives none for
    #[arg(long, value_name = "TEXT")]
    pub licence: Option<String>,
    /// Copy images and draw composites where their licence allows it; without this questions carry names only
    #[arg(long, requires = "images")]
    pub export_images: bool,
    /// Masks: components of fewer pixels are dropped
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_area: u64,
    /// Masks: components this near, in pixels, are one region
    #[arg(long, value_name = "PX", default_value = "0", value_parser = crate::arg_values::distance)]
    pub join: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl MakeEyeVqaArgs {
    /// Whether only a table of labels is read.
    pub fn labels_alone(&self) -> bool {
        self.format.as_deref() == Some("labels")
    }

    /// The format of annotations.
    pub fn annotation_format(&self) -> Result<Option<Format>, String> {
        match self.format.as_deref() {
            None | Some("labels") => Ok(None),
            Some(name) => name.parse().map(Some).map_err(|error| format!("{error}")),
        }
    }
}

/// Options of `prompts eyevqa`.
#[derive(Debug, Args)]
pub struct PromptsEyeVqaArgs {
    /// The questions
    #[arg(value_name = "Q.json")]
    pub questions: PathBuf,
}
