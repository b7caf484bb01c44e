//! The words of UltraG-Bench's commands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundscope_ultrag::Profile;
use groundscope_ultrag::make::Layout;
use groundscope_ultrag::review::Verdict;
use groundscope_ultrag::score::Task;
use groundscope_ultrag::validate::Mode;

/// Options of `make ultrag`.
#[derive(Debug, Args)]
pub struct MakeUltragArgs {
    /// A COCO file, a folder with one, a data set with train and test, or a folder of data sets
    #[arg(long, value_name = "DIR")]
    pub coco: PathBuf,
    /// The organ: one of the benchmark's 13, or another one, whose categories are then those of the COCO files
    #[arg(long, value_name = "NAME")]
    pub organ: String,
    /// Seed of the choice of images where --count asks for some of them
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// So many images of each split instead of all
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,
    /// The data set's name where the COCO file stands alone; else the folder's
    #[arg(long, value_name = "NAME")]
    pub dataset: Option<String>,
    /// The split of a COCO file that stands in no folder train or test
    #[arg(long, value_name = "NAME", default_value = "test")]
    pub split: String,
    /// Also make records of images without masks
    #[arg(long)]
    pub include_empty: bool,
    /// How reports are laid out
    #[arg(long, value_enum, default_value_t = LayoutArg::Auto)]
    pub layout: LayoutArg,
    /// Questions that a model wrote, kept where masks support them: JSON lines with sample_id and grounded_vqa
    #[arg(long, value_name = "Q.jsonl")]
    pub questions: Option<PathBuf>,
    /// The file of records to write
    #[arg(long, value_name = "R.jsonl")]
    pub out: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A layout of reports.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LayoutArg {
    /// Five to seven sentences, as the paper asks
    Auto,
    /// As the public generator writes them
    Code,
}

impl From<LayoutArg> for Layout {
    fn from(layout: LayoutArg) -> Self {
        match layout {
            LayoutArg::Auto => Self::Auto,
            LayoutArg::Code => Self::Code,
        }
    }
}

/// Options of `validate ultrag`.
#[derive(Debug, Args)]
pub struct ValidateUltragArgs {
    /// Records: JSON lines
    #[arg(value_name = "R.jsonl")]
    pub records: PathBuf,
    /// By which rules
    #[arg(long, value_enum, default_value_t = ModeArg::Paper)]
    pub mode: ModeArg,
    /// Images without masks are wanted
    #[arg(long)]
    pub include_empty: bool,
    /// Show so many issues of each kind
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub show: usize,
    /// Print JSON, with every issue
    #[arg(long)]
    pub json: bool,
}

/// Rules of the validator.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ModeArg {
    /// The paper's counts; texts must agree with their masks
    Paper,
    /// The public validator's
    Code,
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Self {
        match mode {
            ModeArg::Paper => Self::Paper,
            ModeArg::Code => Self::Code,
        }
    }
}

/// Options of `review ultrag`.
#[derive(Debug, Args)]
pub struct ReviewUltragArgs {
    /// Records: JSON lines
    #[arg(value_name = "R.jsonl")]
    pub records: PathBuf,
    /// The record to decide; without it the queue is listed, the worst first
    #[arg(long, value_name = "SAMPLE_ID", requires = "verdict")]
    pub record: Option<String>,
    /// What is decided
    #[arg(long, value_enum, requires_all = ["record", "reviewer", "reason", "out"])]
    pub verdict: Option<VerdictArg>,
    /// The record with its tasks changed, as JSON
    #[arg(long, value_name = "FILE", required_if_eq("verdict", "edit"))]
    pub edited: Option<PathBuf>,
    /// Who decides
    #[arg(long, value_name = "NAME")]
    pub reviewer: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// When, in any form
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,
    /// The file of records to write; may be the one that is read
    #[arg(long, value_name = "R.jsonl")]
    pub out: Option<PathBuf>,
    /// By which rules records are checked for the queue
    #[arg(long, value_enum, default_value_t = ModeArg::Paper)]
    pub mode: ModeArg,
    /// Images without masks are wanted
    #[arg(long)]
    pub include_empty: bool,
    /// Also list what was decided
    #[arg(long)]
    pub all: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerdictArg {
    /// It stays as it is
    Accept,
    /// Its tasks are changed
    Edit,
    /// It is not to be used: score leaves it out
    Reject,
}

impl From<VerdictArg> for Verdict {
    fn from(verdict: VerdictArg) -> Self {
        match verdict {
            VerdictArg::Accept => Self::Accept,
            VerdictArg::Edit => Self::Edit,
            VerdictArg::Reject => Self::Reject,
        }
    }
}

/// Options of `describe ultrag`.
#[derive(Debug, Args)]
pub struct DescribeUltragArgs {
    /// Records: JSON lines; several files are counted together
    #[arg(value_name = "R.jsonl", required = true)]
    pub records: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `score ultrag`.
#[derive(Debug, Args)]
pub struct ScoreUltragArgs {
    /// Records: JSON lines
    #[arg(long, value_name = "R.jsonl")]
    pub records: PathBuf,
    /// The COCO files that the records were made from: a file or a folder, as for make ultrag
    #[arg(long, value_name = "DIR")]
    pub coco: PathBuf,
    /// The data set's name where the COCO file stands alone; else that of the records
    #[arg(long, value_name = "NAME")]
    pub dataset: Option<String>,
    /// Predictions: JSON lines, the public CSV, or a folder of masks named after tasks: PNG (not black is target) or JSON run lengths
    #[arg(long, value_name = "P")]
    pub predictions: PathBuf,
    /// The rules
    #[arg(long, value_enum, default_value_t = ProfileArg::Strict)]
    pub profile: ProfileArg,
    /// The split to score, or all
    #[arg(long, value_name = "NAME", default_value = "test")]
    pub split: String,
    /// These tasks only, separated by commas: segmentation, vqa, report. A folder of masks is scored on segmentation alone
    #[arg(long, value_name = "TASK,..", value_delimiter = ',', value_parser = task)]
    pub tasks: Vec<Task>,
    /// So many images at most
    #[arg(long, value_name = "N")]
    pub limit_images: Option<usize>,
    /// So many samples of each task at most
    #[arg(long, value_name = "N")]
    pub max_per_task: Option<usize>,
    /// Include every sample
    #[arg(long)]
    pub details: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn task(name: &str) -> Result<Task, String> {
    Task::named(name).ok_or_else(|| "name segmentation, vqa or report".to_owned())
}

/// Rules of scoring.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ProfileArg {
    /// What is wrong scores 0 and stays in the denominator
    Strict,
    /// The public evaluator's figures, with its quirks
    Reference,
}

impl From<ProfileArg> for Profile {
    fn from(profile: ProfileArg) -> Self {
        match profile {
            ProfileArg::Strict => Self::Strict,
            ProfileArg::Reference => Self::Reference,
        }
    }
}

/// Options of `prompts ultrag`.
#[derive(Debug, Args)]
pub struct PromptsUltragArgs {
    /// Records: JSON lines
    #[arg(value_name = "R.jsonl")]
    pub records: PathBuf,
    /// The split, or all
    #[arg(long, value_name = "NAME", default_value = "test")]
    pub split: String,
}
