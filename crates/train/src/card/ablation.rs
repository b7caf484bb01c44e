//! The card's table of other trainings: `ablation.json` of the run folder.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Card;

/// One training, measured.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AblationRow {
    /// What was trained, such as a network or a size.
    pub name: String,
    /// How: `phantoms only`, `box data only`, `box plus presence data`, or anything else.
    pub training: String,
    /// Figures by what they are.
    pub figures: BTreeMap<String, f64>,
}

/// The order of trainings that tells a story; others follow as they come.
const TRAININGS: [&str; 3] = ["phantoms only", "box data only", "box plus presence data"];

impl Card<'_> {
    pub(super) fn ablation(&self) -> String {
        let rows = &self.ablation;
        if rows.is_empty() {
            return String::new();
        }
        let mut trainings: Vec<&str> = unique(rows.iter().map(|row| row.training.as_str()));
        trainings.sort_by_key(|training| {
            TRAININGS
                .iter()
                .position(|known| known == training)
                .unwrap_or(TRAININGS.len())
        });
        let mut out = format!(
            "## What the training data bring\n\n| what | figure | {} |\n|---|---{}|\n",
            trainings.join(" | "),
            "|---".repeat(trainings.len())
        );
        for name in unique(rows.iter().map(|row| row.name.as_str())) {
            let of_name = || rows.iter().filter(|row| row.name == name);
            for figure in unique(of_name().flat_map(|row| row.figures.keys().map(String::as_str))) {
                let cell = |training: &&str| {
                    let row = of_name().find(|row| row.training == **training);
                    let value = row.and_then(|row| row.figures.get(figure));
                    value.map_or("-".to_owned(), |value| format!("{value:.3}"))
                };
                let cells: Vec<String> = trainings.iter().map(cell).collect();
                out += &format!("| {name} | {figure} | {} |\n", cells.join(" | "));
            }
        }
        out
    }
}

/// Each once, in the order in which they come.
fn unique<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut out = Vec::new();
    for one in all {
        if !out.contains(&one) {
            out.push(one);
        }
    }
    out
}
