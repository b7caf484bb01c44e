//! The words of the command line.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use groundscope_benchmarks::formats::{Format, VocPixels};
use groundscope_benchmarks::stream::Shard;
use groundscope_benchmarks::{ClassLabel, CoordinateSpace};
use groundscope_metrics::bootstrap::Resampling;
use groundscope_metrics::{AggIouSettings, FalsePositiveRule, Threshold};
use groundscope_model::{DeviceChoice, Eye, Scale};
use groundscope_phantom::Style;

use crate::arg_values::{class, distance, named_file, shard, space};
use crate::eyevqa::args::{
    DescribeEyeVqaArgs, MakeEyeVqaArgs, PairEyeVqaArgs, PromptsEyeVqaArgs, ScoreEyeVqaArgs,
};
use crate::parse_args::ParseArgs;
use crate::run_spec::{RunSpec, title};
use crate::train_args::TrainArgs;
use crate::ultrag::args::{
    DescribeUltragArgs, MakeUltragArgs, PromptsUltragArgs, ReviewUltragArgs, ScoreUltragArgs,
    ValidateUltragArgs,
};

/// Read retinal OCT B-scans, score boxes. For research and teaching, not a medical device.
#[derive(Debug, Parser)]
#[command(name = "groundscope", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read scans: what is there, where, how sure
    Read(ReadArgs),
    /// Score predictions against references
    #[command(subcommand)]
    Score(ScoreCommand),
    /// Score and compare models into a folder: one page, tables (Markdown, CSV, LaTeX, JSON) and figures (SVG, PNG)
    Evaluate(EvaluateArgs),
    /// Merge partial results of score grounding into one report
    Merge(MergeArgs),
    /// Read what vision-language models wrote: boxes, or yes and no
    Parse(ParseArgs),
    /// Describe data sets: boxes per biomarker, and what may be wrong; or a benchmark's file
    Describe(DescribeArgs),
    /// Check a benchmark's records
    #[command(subcommand)]
    Validate(ValidateCommand),
    /// Look through a benchmark's records and decide on them
    #[command(subcommand)]
    Review(ReviewCommand),
    /// Turn annotations of one format into another
    Convert(ConvertArgs),
    /// Put your own copies of images beside a benchmark's questions
    #[command(subcommand)]
    Pair(PairCommand),
    /// What to send to a model for a benchmark, a JSON object a line
    #[command(subcommand)]
    Prompts(PromptsCommand),
    /// Train the network on your own labelled scans: weights that the page loads, and their model card
    Train(TrainArgs),
    /// Make scans for tests and lessons, or a benchmark's tasks
    #[command(subcommand)]
    Make(MakeCommand),
}

/// Options of `read`.
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// Scans: PNG, JPEG, TIFF or BMP
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the network runs
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub device: Device,
    /// Weights file instead of the built-in one
    #[arg(long, value_name = "PATH")]
    pub weights: Option<PathBuf>,
    /// Read every scan again with the regions of each finding painted over: does the answer depend on its evidence?
    #[arg(long)]
    pub occlusion_check: bool,
    /// Micrometres per pixel across and down, of every FILE: sizes then come in micrometres, too. The dots per inch in a
    /// file are those of a printer and are not used
    #[arg(long, value_name = "ACROSS,DOWN")]
    pub scale: Option<Scale>,
    /// Which eye every FILE shows, right (OD) or left (OS): places are then told as nasal, foveal or temporal where the
    /// fovea is found. Takes the scans as horizontal ones, a right eye's temporal side on the left
    #[arg(long, value_name = "EYE")]
    pub eye: Option<Eye>,
    /// Read pictures that do not look like B-scans, too
    #[arg(long)]
    pub any_picture: bool,
    /// Print JSON: an array of one object a file, each on a line of its own as soon as it is read
    #[arg(long)]
    pub json: bool,
    /// What else to write
    #[command(flatten)]
    pub outputs: ReadOutputs,
}

/// Files that `read` writes.
#[derive(Debug, Args)]
pub struct ReadOutputs {
    /// Write the boxes of all files as groundscope-boxes/1
    #[arg(long, value_name = "OUT.json")]
    pub boxes: Option<PathBuf>,
    /// Write the boxes and masks of all files as COCO
    #[arg(long, value_name = "OUT.json")]
    pub coco: Option<PathBuf>,
    /// Write a table of all files: a row a region, and one for each class without
    #[arg(long, value_name = "OUT.csv")]
    pub csv: Option<PathBuf>,
    /// Write the scan with its boxes drawn (one FILE only)
    #[arg(long, value_name = "OUT.png")]
    pub overlay: Option<PathBuf>,
    /// Write the scan with boxes, masks and a legend as a drawing (one FILE only)
    #[arg(long, value_name = "OUT.svg")]
    pub svg: Option<PathBuf>,
    /// Write a report to print, one page a scan
    #[arg(long, value_name = "OUT.html")]
    pub report: Option<PathBuf>,
    /// The date to print on the report, in any form
    #[arg(long, value_name = "TEXT", requires = "report")]
    pub date: Option<String>,
}

/// Where the network runs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Device {
    /// The processor
    Cpu,
    /// A GPU through Vulkan, Metal or DirectX, where built with it
    Gpu,
}

impl From<Device> for DeviceChoice {
    fn from(device: Device) -> Self {
        match device {
            Device::Cpu => Self::Cpu,
            Device::Gpu => Self::Gpu,
        }
    }
}

/// What to score.
#[derive(Debug, Subcommand)]
pub enum ScoreCommand {
    /// Boxes, with AggIoU
    Grounding(GroundingArgs),
    /// Yes and no: whether a class is there
    Presence(PresenceArgs),
    /// Answers to the questions of EyeVQA
    Eyevqa(ScoreEyeVqaArgs),
    /// Answers, reports and masks for the records of UltraG-Bench
    Ultrag(ScoreUltragArgs),
    /// Single cases of UltraG-Bench: JSON objects with kind and input, a line each, from standard input
    UltragCase,
}

/// Options of `score presence`.
#[derive(Debug, Args)]
pub struct PresenceArgs {
    /// Reference boxes: groundscope-boxes/1, COCO, CSV, or a folder of YOLO, VOC or mask files
    #[arg(long, value_name = "R")]
    pub references: PathBuf,
    /// Responses: JSON lines with image, class and response
    #[arg(long, value_name = "A.jsonl")]
    pub answers: PathBuf,
    /// How images are drawn for intervals
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// Include every answer
    #[arg(long)]
    pub details: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `score grounding`.
#[derive(Debug, Args)]
pub struct GroundingArgs {
    /// Reference boxes: groundscope-boxes/1, COCO, CSV, or a folder of YOLO, VOC or mask files
    #[arg(long, value_name = "R")]
    pub references: PathBuf,
    /// Predicted boxes, in any of these formats
    #[arg(long, value_name = "P")]
    pub predictions: PathBuf,
    /// How boxes are scored
    #[command(flatten)]
    pub agg_iou: AggIouArgs,
    /// How images are drawn for intervals
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// Include every image
    #[arg(long, conflicts_with_all = ["partial", "shard"])]
    pub details: bool,
    /// Score part K of N only: every N-th image
    #[arg(long, value_name = "K/N", value_parser = shard, requires = "partial")]
    pub shard: Option<Shard>,
    /// Write the sums instead of a report, for `groundscope merge`
    #[arg(long, value_name = "OUT")]
    pub partial: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `evaluate`.
#[derive(Debug, Args)]
pub struct EvaluateArgs {
    /// Reference boxes: groundscope-boxes/1, COCO, CSV, or a folder of YOLO, VOC or mask files
    #[arg(long, value_name = "R")]
    pub references: PathBuf,
    /// A second reading of some of the scans, in any of these formats
    #[arg(long, value_name = "R2")]
    pub second_reading: Option<PathBuf>,
    /// A model: NAME=FILE of boxes or responses (.jsonl), then ,key=value with the keys answers, family, space, order,
    /// resized, params, active, generation, kind and repository; docs/report.md has a table of them
    #[arg(long, value_name = "NAME=FILE[,..]", required = true)]
    pub run: Vec<RunSpec>,
    /// Folder of the report: new, empty, or of an earlier report, which is replaced. It gets report.html, evaluation.json,
    /// tables/ as Markdown, CSV, LaTeX and JSON, and figures/ as SVG and PNG
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Title of the report
    #[arg(long, default_value = "Box grounding and presence on retinal OCT", value_parser = title)]
    pub title: String,
    /// How boxes are scored
    #[command(flatten)]
    pub agg_iou: AggIouArgs,
    /// How images are drawn for intervals
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// Print the paper's own figures beside: for runs on its 815 scans
    #[arg(long)]
    pub published: bool,
    /// Write into a folder that holds other files
    #[arg(long)]
    pub force: bool,
    /// Print the evaluation as JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Files written by `score grounding --partial`
    #[arg(required = true, value_name = "PARTIAL")]
    pub files: Vec<PathBuf>,
    /// Write the merged sums as another partial result
    #[arg(long, value_name = "OUT")]
    pub partial: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How boxes are scored.
#[derive(Debug, Args)]
pub struct AggIouArgs {
    /// A prediction is gathered when its overlap is more than this part of the smaller box
    #[arg(long, default_value = "0.1")]
    pub t1: Threshold,
    /// A reference is detected when its AggIoU is more than this
    #[arg(long, default_value = "0.3")]
    pub t2: Threshold,
    /// When a prediction is a false positive
    #[arg(long, value_enum, default_value_t = FalsePositives::Undetected)]
    pub fp: FalsePositives,
}

impl From<&AggIouArgs> for AggIouSettings {
    fn from(args: &AggIouArgs) -> Self {
        Self {
            t1: args.t1,
            t2: args.t2,
            false_positives: match args.fp {
                FalsePositives::Undetected => FalsePositiveRule::Undetected,
                FalsePositives::Ungathered => FalsePositiveRule::Ungathered,
            },
        }
    }
}

/// How images are drawn for intervals.
#[derive(Debug, Args)]
pub struct BootstrapArgs {
    /// Replicates of the bootstrap over images behind the intervals; 0 for no intervals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = replicates())]
    pub replicates: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
}

fn replicates() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=i64::from(Resampling::MOST_REPLICATES))
}

impl From<&BootstrapArgs> for Resampling {
    fn from(args: &BootstrapArgs) -> Self {
        Self {
            replicates: args.replicates,
            seed: args.seed,
        }
    }
}

/// When a prediction is a false positive.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FalsePositives {
    /// Unless a detected reference gathered it
    Undetected,
    /// Unless any reference gathered it
    Ungathered,
}

/// Records to check.
#[derive(Debug, Subcommand)]
pub enum ValidateCommand {
    /// Records of UltraG-Bench: issues with severities, and a score of 100 points each
    Ultrag(ValidateUltragArgs),
}

/// Records to decide on.
#[derive(Debug, Subcommand)]
pub enum ReviewCommand {
    /// Records of UltraG-Bench
    Ultrag(ReviewUltragArgs),
}

/// Questions to pair.
#[derive(Debug, Subcommand)]
pub enum PairCommand {
    /// Questions of EyeVQA
    Eyevqa(PairEyeVqaArgs),
}

/// Prompts to print.
#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// Of EyeVQA's questions
    Eyevqa(PromptsEyeVqaArgs),
    /// Of UltraG-Bench's records
    Ultrag(PromptsUltragArgs),
}

/// A benchmark's file to describe.
#[derive(Debug, Subcommand)]
pub enum DescribeCommand {
    /// Questions of EyeVQA: types, lengths, letters, diseases
    Eyevqa(DescribeEyeVqaArgs),
    /// Records of UltraG-Bench: images, masks and tasks by organ
    Ultrag(DescribeUltragArgs),
}

/// Options of `describe`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DescribeArgs {
    /// A benchmark's file instead
    #[command(subcommand)]
    pub benchmark: Option<DescribeCommand>,
    /// Boxes: groundscope-boxes/1, COCO, CSV, or a folder of YOLO, VOC or mask files; once for every data set
    #[arg(
        long,
        visible_alias = "second",
        value_name = "R",
        required_unless_present = "split"
    )]
    pub references: Vec<PathBuf>,
    /// The same with a name, as in train=train.json; once for every split
    #[arg(long, value_name = "NAME=R", value_parser = named_file)]
    pub split: Vec<(String, PathBuf)>,
    /// Folder with the images: finds missing files, other sizes and look-alikes, and tells sizes that a set leaves out
    #[arg(long, value_name = "DIR")]
    pub images: Option<PathBuf>,
    /// Boxes of fewer square pixels are tiny
    #[arg(long, value_name = "PX", default_value_t = 20)]
    pub tiny: u32,
    /// Print JSON, with every finding
    #[arg(long)]
    pub json: bool,
}

/// Options of `convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// Annotations: a file, or a folder of YOLO, VOC or mask files
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The format to write: boxes, coco, yolo, yolo-seg, voc, csv or masks
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// The file to write, in place of an older one, or the new or empty folder where the format is one
    #[arg(long, value_name = "OUT")]
    pub out: PathBuf,
    /// The format to read, if it cannot be told from the files
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// Classes of mask pictures: {"1": "irf", ...} by pixel value, or by folder or end of name
    #[arg(long, value_name = "MAP.json")]
    pub class_map: Option<PathBuf>,
    /// Class names of YOLO files, a line each, or a data.yaml
    #[arg(long, value_name = "classes.txt")]
    pub names: Option<PathBuf>,
    /// Folder of the image files, for the sizes of images
    #[arg(long, value_name = "DIR")]
    pub images: Option<PathBuf>,
    /// Annotations or a table (image, width, height) that tell the sizes of images
    #[arg(long, value_name = "FILE")]
    pub sizes: Option<PathBuf>,
    /// The space of the boxes to write, where the format has a choice: pixel, norm1000 or unit
    #[arg(long, value_name = "S", value_parser = space)]
    pub space: Option<CoordinateSpace>,
    /// The space of the boxes of a table that does not say it
    #[arg(long, value_name = "S", value_parser = space, default_value = "pixel")]
    pub from_space: CoordinateSpace,
    /// What the numbers of VOC files mean: edges or inclusive1
    #[arg(long, value_name = "V", default_value = "edges")]
    pub voc_pixels: VocPixels,
    /// Keep these classes only, separated by commas
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',', value_parser = class)]
    pub classes: Vec<ClassLabel>,
    /// Masks: components of fewer pixels are dropped
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub min_area: u64,
    /// Masks: components this near, in pixels, are one box
    #[arg(long, value_name = "PX", default_value = "25", value_parser = distance)]
    pub join: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What to make.
#[derive(Debug, Subcommand)]
pub enum MakeCommand {
    /// Synthetic B-scans with exact boxes
    Phantom(PhantomArgs),
    /// Questions of EyeVQA from labels, grades, masks, boxes and landmarks
    Eyevqa(MakeEyeVqaArgs),
    /// Records of UltraG-Bench from COCO masks: instructions, questions and reports
    Ultrag(MakeUltragArgs),
}

/// Options of `make phantom`.
#[derive(Debug, Args)]
pub struct PhantomArgs {
    /// How many
    #[arg(long, default_value_t = 1)]
    pub count: u32,
    /// Seed of the first; the next ones follow
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// One scanner's style; drawn from the seed when left out
    #[arg(long, value_parser = PossibleValuesParser::new(Style::ALL.iter().map(|style| style.id())))]
    pub style: Option<String>,
    /// Folder for PNG files, boxes.json and coco.json; made when missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
