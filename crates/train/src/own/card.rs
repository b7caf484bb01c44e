//! The model card of weights trained on one's own scans: whose they are, what was measured, and what was not.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use groundscope_model::{Evidence, Manifest};
use groundscope_ontology::Class;

use super::{Job, Measured, group};
use crate::counted;
use crate::training_folder::Entry;

/// The card in Markdown. `held` are the scans of `entries` that were kept apart.
pub(super) fn markdown(
    manifest: &Manifest,
    entries: &[Entry],
    held: &[&Entry],
    measured: &Measured,
    job: &Job,
) -> String {
    [
        intro(manifest),
        data(manifest, entries, held, job.label.most),
        how(job),
        figures(measured),
        evidence(manifest),
        limits(job.label.most),
    ]
    .join("\n")
}

fn intro(manifest: &Manifest) -> String {
    format!(
        "# Model card: {}\n\nWritten by `groundscope train` on {}; figures measured by the reader that ships. For research and teaching, not a medical device. Licence of the weights: {}.\n",
        manifest.name, manifest.created, manifest.licence
    )
}

fn data(manifest: &Manifest, entries: &[Entry], held: &[&Entry], most: Evidence) -> String {
    let mut out = "## Training data\n\n".to_owned();
    for source in &manifest.data {
        let credit = if source.attribution.is_empty() {
            "nobody named"
        } else {
            &source.attribution
        };
        let _ = writeln!(out, "- {} ({}): {credit}", source.name, source.licence);
    }
    let groups = |entries: &mut dyn Iterator<Item = &Entry>| {
        entries
            .map(|entry| group(entry).to_owned())
            .collect::<BTreeSet<_>>()
            .len()
    };
    let told = entries.iter().any(|entry| entry.patient.is_some());
    let of = |number: usize| {
        if told {
            format!(" of {}", counted(number, "patient", "patients"))
        } else {
            String::new()
        }
    };
    let apart = match (most, told) {
        (_, true) => "Split by patient.",
        (Evidence::Synthetic, false) => "Split by scan.",
        (_, false) => {
            "Split by scan, since nobody told whose they are: scans of one patient may lie on both sides, and figures may be too good."
        }
    };
    let _ = writeln!(
        out,
        "\n{}{}; kept apart: {}{}. {apart} Scans kept apart train nothing; they chose thresholds and calibration, so figures on them are somewhat too good.\n",
        counted(entries.len(), "scan", "scans"),
        of(groups(&mut entries.iter())),
        counted(held.len(), "scan", "scans"),
        of(groups(&mut held.iter().copied())),
    );
    let unit = if told { "patients" } else { "scans kept apart" };
    let _ = writeln!(
        out,
        "| class | looked for in | scans with it | {unit} with it |\n|---|---|---|---|"
    );
    for class in Class::ALL {
        let looked = entries
            .iter()
            .filter(|entry| entry.looked_for.iter().flatten().any(|id| id == class.id()))
            .count();
        if looked == 0 {
            continue;
        }
        let with = || {
            entries
                .iter()
                .filter(|entry| entry.boxes.contains_key(class.id()))
        };
        let people = if told {
            groups(&mut with())
        } else {
            held.iter()
                .filter(|entry| entry.boxes.contains_key(class.id()))
                .count()
        };
        let _ = writeln!(
            out,
            "| {} | {looked} | {} | {people} |",
            class.name(),
            with().count()
        );
    }
    out
}

fn how(job: &Job) -> String {
    let mut out = format!(
        "## How it was trained\n\n{} steps, {} threads; the same settings on the same machine give the same weights.\n\n| setting | value |\n|---|---|\n",
        job.recipe.steps, job.recipe.threads
    );
    for (name, value) in &job.settings {
        let _ = writeln!(out, "| {name} | {} |", value.replace('|', "\\|"));
    }
    out
}

fn figures(measured: &Measured) -> String {
    let mut out = format!(
        "## Scans kept apart\n\nAggIoU with t1 0.1 and t2 0.3, counts pooled. The input gate turned {} of {} scans away, whose lesions count as missed.\n\n\
         | class | F1 | precision | recall | mean AggIoU | boxes | scans |\n|---|---|---|---|---|---|---|\n",
        measured.turned_away, measured.scans
    );
    for class in Class::ALL {
        if let Some(f) = measured.validation.get(class.id()) {
            let _ = writeln!(
                out,
                "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} |",
                class.name(),
                f.f1,
                f.precision,
                f.recall,
                f.mean_agg_iou,
                f.boxes,
                f.scans
            );
        }
    }
    out
}

fn evidence(manifest: &Manifest) -> String {
    let mut out = "## What each answer rests on\n\n`real`: measured on three patients or more; `few`: on fewer, or on patients that were not told; `synthetic`: on drawn scans only. \
                   A class without scans of your own keeps no figure of the weights that training started from, since the network has changed.\n\n\
                   | class | evidence | figure |\n|---|---|---|\n"
        .to_owned();
    for class in Class::ALL {
        let (level, figure) = match manifest.class(class.id()) {
            Some(answered) => (
                level(answered.evidence),
                answered.figure_text.as_deref().unwrap_or("not measured"),
            ),
            None => ("none", "no answer is given"),
        };
        let _ = writeln!(out, "| {} | {level} | {figure} |", class.name());
    }
    out
}

fn level(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Real => "real",
        Evidence::Few => "few",
        Evidence::Synthetic => "synthetic",
        Evidence::None => "none",
    }
}

fn limits(most: Evidence) -> String {
    let whose = match most {
        Evidence::Synthetic => "The scans are drawn: nothing here was measured on a patient.",
        _ => {
            "The scans are of one place, its scanners and its readers. Measure again on scans of another before you lean on a figure there."
        }
    };
    format!(
        "## Limits\n\n- {whose}\n- Labels that are plain boxes teach their inner part only, so that regions are rougher than from outlines.\n- Figures on few boxes move much with each box.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Figure;
    use crate::own::{Label, Settings, data, weights};
    use crate::recipe::Recipe;
    use groundscope_model::WeightsFile;
    use std::path::{Path, PathBuf};

    fn scan(file: &str, patient: Option<&str>, irf: bool) -> Entry {
        let boxes = irf.then(|| ("irf".to_owned(), vec![[1.0, 1.0, 9.0, 9.0]]));
        Entry {
            file: file.to_owned(),
            patient: patient.map(str::to_owned),
            looked_for: Some(vec!["irf".to_owned(), "srf".to_owned()]),
            boxes: boxes.into_iter().collect(),
            ..Entry::default()
        }
    }

    fn card(entries: &[Entry], most: Evidence) -> String {
        let shipped =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../weights/groundscope-oct-1.safetensors");
        let shipped = WeightsFile::parse(&std::fs::read(shipped).unwrap()).unwrap();
        let manifest = shipped.manifest();
        let run = PathBuf::from("run");
        let job = Job {
            run: run.clone(),
            label: Label {
                name: manifest.name.clone(),
                licence: manifest.licence.clone(),
                data: manifest.data.clone(),
                most,
            },
            recipe: Recipe {
                data: data(&run, entries),
                run: run.clone(),
                weights: weights(&run),
                start: None,
                python: None,
                steps: 12,
                seed: 1,
                phantoms: 0,
                threads: 3,
                minutes: None,
                compile: false,
            },
            settings: Settings::from([("--map".to_owned(), "a|b=irf".to_owned())]),
        };
        let figure = Figure {
            f1: 0.5,
            boxes: 4,
            scans: 1,
            ..Figure::default()
        };
        let measured = Measured {
            validation: [("irf".to_owned(), figure)].into(),
            scans: 1,
            turned_away: 1,
            ..Measured::default()
        };
        markdown(manifest, entries, &[&entries[0]], &measured, &job)
    }

    #[test]
    fn it_says_whose_scans_were_kept_apart() {
        let told = [
            scan("a", Some("P1"), true),
            scan("b", Some("P1"), true),
            scan("c", Some("P2"), false),
        ];
        let told = card(&told, Evidence::Real);
        for line in [
            "3 scans of 2 patients; kept apart: 1 scan of 1 patient. Split by patient.",
            "| intraretinal fluid | 3 | 2 | 1 |",
            "| subretinal fluid | 3 | 0 | 0 |",
            "| intraretinal fluid | 0.500 | 0.000 | 0.000 | 0.000 | 4 | 1 |",
            "turned 1 of 1 scans away",
            "12 steps, 3 threads",
            "| --map | a\\|b=irf |",
        ] {
            assert!(told.contains(line), "{line}\n{told}");
        }
        let untold = [scan("a", None, true), scan("b", None, true)];
        let few = card(&untold, Evidence::Few);
        assert!(
            few.contains("2 scans; kept apart: 1 scan. Split by scan, since nobody told whose they are"),
            "{few}"
        );
        let drawn = card(&untold, Evidence::Synthetic);
        assert!(
            drawn.contains("Split by scan. Scans kept apart") && drawn.contains("The scans are drawn"),
            "{drawn}"
        );
    }
}
