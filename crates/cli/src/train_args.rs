//! The words of `groundscope train`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use groundscope_benchmarks::formats::Format;
use groundscope_ontology::{Class, Match, resolve, suggest};

/// Options of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Annotations of your scans: a file, or a folder that may hold the scans, too
    #[arg(long, value_name = "R")]
    pub data: PathBuf,
    /// The format of the annotations, if it cannot be told from the files: boxes, coco, yolo, yolo-seg, voc, csv or masks
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Folder of the scans, if they do not lie with the annotations
    #[arg(long, value_name = "DIR")]
    pub images: Option<PathBuf>,
    /// Take only these classes from your labels, separated by commas; phantoms go on teaching the others
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',', value_parser = class)]
    pub classes: Vec<Class>,
    /// A name of your files and the class that it means, or none to leave it out; once for every name
    #[arg(long, value_name = "NAME=CLASS", value_parser = renamed)]
    pub map: Vec<(String, Option<Class>)>,
    /// CSV file with the columns file and patient: one in five patients is kept apart. Without it scans are, and no class counts
    /// as measured on patients
    #[arg(long, value_name = "FILE.csv")]
    pub patients: Option<PathBuf>,
    /// The weights file to write; `groundscope read --weights` and the page load it
    #[arg(long, value_name = "OUT.safetensors")]
    pub out: PathBuf,
    /// The model card to write; by default beside the weights, ending in .md
    #[arg(long, value_name = "CARD.md")]
    pub card: Option<PathBuf>,
    /// Folder of the run, where the same command goes on; by default beside the weights, ending in -run
    #[arg(long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Weights to start from: shipped, none, or a weights file
    #[arg(long, value_name = "W", default_value = "shipped")]
    pub init: Start,
    /// Optimiser steps of eight windows; more steps lengthen a run
    #[arg(long, value_name = "N", default_value_t = 1200, value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
    /// Stop training after so many minutes; the same command goes on
    #[arg(long, value_name = "M")]
    pub minutes: Option<u32>,
    /// Phantoms that train beside your scans, for the classes that you do not label; 0 for none
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub phantoms: u32,
    /// Seed of batches and first weights; which scans are kept apart does not depend on it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads of the network; by default all cores but one, which makes batches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// A Python with PyTorch; by default one is made in the folder of the run, which downloads some gigabytes
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
    /// Name of the weights; by default that of the file
    #[arg(long)]
    pub name: Option<String>,
    /// Whose scans they are, for the weights file and the card
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    pub attribution: String,
    /// Licence of your scans and of the weights
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    pub licence: String,
    /// The scans are drawn, not of patients: no class counts as measured on patients
    #[arg(long)]
    pub synthetic: bool,
}

/// What training starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The weights built into the program.
    Shipped,
    /// Chance.
    None,
    /// A weights file.
    File(PathBuf),
}

impl FromStr for Start {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "shipped" => Self::Shipped,
            "none" => Self::None,
            path => Self::File(path.into()),
        })
    }
}

/// A class of the ontology by any of its names.
fn class(text: &str) -> Result<Class, String> {
    match (resolve(text), suggest(text, 1).first()) {
        (Match::Class(class), _) => Ok(class),
        (Match::Fluid, _) => Err("fluid is of two kinds: irf or srf".to_owned()),
        (Match::Unknown, Some(near)) => Err(format!("no class has this name; is it {}?", near.id())),
        (Match::Unknown, None) => {
            let all: Vec<&str> = Class::ALL.iter().map(|class| class.id()).collect();
            Err(format!("no class has this name; there are {}", all.join(", ")))
        }
    }
}

/// `NAME=CLASS` or `NAME=none`.
fn renamed(text: &str) -> Result<(String, Option<Class>), String> {
    match text.rsplit_once('=') {
        Some((name, "none")) if !name.is_empty() => Ok((name.to_owned(), None)),
        Some((name, known)) if !name.is_empty() => class(known).map(|class| (name.to_owned(), Some(class))),
        _ => Err("a name is NAME=CLASS or NAME=none, as in zyste=irf".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_classes_are_told_apart() {
        assert_eq!(renamed("zyste=IRF"), Ok(("zyste".to_owned(), Some(Class::Irf))));
        assert_eq!(renamed("a=b=none"), Ok(("a=b".to_owned(), None)));
        assert_eq!(
            renamed("zyste=fluid"),
            Err("fluid is of two kinds: irf or srf".to_owned())
        );
        assert_eq!(
            renamed("x=drusn"),
            Err("no class has this name; is it drusen?".to_owned())
        );
        assert!(renamed("=irf").is_err() && renamed("irf").is_err());
        assert!(class("qqq").unwrap_err().contains("drusen, ez_disruption"));
        assert_eq!("none".parse(), Ok(Start::None));
        assert_eq!("w.safetensors".parse(), Ok(Start::File("w.safetensors".into())));
    }
}
