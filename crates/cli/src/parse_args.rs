//! The words of `groundscope parse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundscope_benchmarks::output::{Family, ImageSize, Order, OutputSpace};

/// Options of `parse`.
#[derive(Debug, Args)]
pub struct ParseArgs {
    /// Responses: JSON lines with image, class and response
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,
    /// Whose they are: qwen3-vl, qwen3.5, qwen3.6, qwen2.5-vl, internvl3, internvl3.5, glm-4.6v, gemma, gemini or plain;
    /// not needed for --kind presence
    #[arg(
        long,
        value_name = "F",
        required_unless_present = "kind",
        required_if_eq("kind", "boxes")
    )]
    pub family: Option<Family>,
    /// The space of the boxes, if not the family's: pixel, norm1000, unit or resized
    #[arg(long, value_name = "S")]
    pub space: Option<OutputSpace>,
    /// The order of their numbers, if not the family's: xyxy, yxyx or xywh
    #[arg(long, value_name = "O")]
    pub order: Option<Order>,
    /// The size of the images as resized for the model
    #[arg(long, value_name = "WxH")]
    pub resized: Option<ImageSize>,
    /// Annotations that tell the names and sizes of the original images: groundscope-boxes/1, COCO, CSV, or a folder of
    /// YOLO, VOC or mask files
    #[arg(long, value_name = "R")]
    pub references: Option<PathBuf>,
    /// What was asked
    #[arg(long, value_enum, default_value_t = ResponseKind::Boxes)]
    pub kind: ResponseKind,
    /// What to do with a box whose label is another class than the one asked about; a kept box is of the class asked about
    #[arg(long, value_enum, default_value_t = LabelledOther::Keep)]
    pub other_class: LabelledOther,
    /// Write the boxes as groundscope-boxes/1, to be scored against the references; needs --references
    #[arg(long, value_name = "OUT.json", requires = "references")]
    pub boxes: Option<PathBuf>,
    /// Print the totals only, without the single responses
    #[arg(long)]
    pub summary: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResponseKind {
    /// Where every instance of a class is
    Boxes,
    /// Whether a class is there
    Presence,
}

/// What to do with a box whose label is another class than the one asked about.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LabelledOther {
    /// Keep it as a box of the class asked about, and count it
    Keep,
    /// Drop and count it
    Drop,
}
