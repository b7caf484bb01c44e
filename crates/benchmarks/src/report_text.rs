//! The report as plain text, for a terminal.

use std::fmt::Write as _;

use groundscope_ontology::{Class, suggest};

use crate::report::{AskedReport, Report};
use crate::{BoxTally, ErrorReport, ImageReport};

impl Report {
    /// The report as a table with its settings below, lines ended by `\n`.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        let widest = self
            .per_class
            .iter()
            .map(|(id, _)| id.chars().count())
            .max()
            .unwrap_or(0);
        let width = widest.max("pooled".len());
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6} {:>6}  {:>9} {:>7} {:>7}  {:>11}{}",
            "class",
            "boxes",
            "TP",
            "FP",
            "FN",
            "precision",
            "recall",
            "F1",
            "mean AggIoU",
            if self.intervals.is_some() {
                "  F1, 95 % interval"
            } else {
                ""
            }
        )?;
        let intervals = self.intervals.as_ref();
        let rows = self
            .per_class
            .iter()
            .map(|(id, figures)| (id.as_str(), figures, intervals.and_then(|all| all.class(id))));
        let pooled = ("pooled", &self.pooled, intervals.map(|all| all.pooled));
        for (id, c, interval) in rows.chain([pooled]) {
            writeln!(
                out,
                "{id:width$}  {:>6} {:>6} {:>6} {:>6}  {:>9.4} {:>7.4} {:>7.4}  {:>11.4}{}",
                c.boxes,
                c.tp,
                c.fp,
                c.missed,
                c.precision,
                c.recall,
                c.f1,
                c.mean_agg_iou,
                range(interval.map(|i| i.f1))
            )?;
        }
        if self.pooled.boxes == 0 {
            writeln!(
                out,
                "\nThe references have no boxes: nothing can be found, so figures are 0 (0/0 = 0) and say nothing about the model."
            )?;
        }
        let m = &self.macro_figures;
        writeln!(
            out,
            "\nMacro over {} with references (mean, population SD{}):",
            count(m.classes as u64, "class", "classes"),
            if self.intervals.is_some() {
                ", 95 % interval"
            } else {
                ""
            }
        )?;
        let of_macro = intervals.map(|all| all.macro_figures);
        let lines = [
            ("precision", &m.precision, of_macro.map(|i| i.precision)),
            ("recall", &m.recall, of_macro.map(|i| i.recall)),
            ("F1", &m.f1, of_macro.map(|i| i.f1)),
            ("mean AggIoU", &m.mean_agg_iou, of_macro.map(|i| i.mean_agg_iou)),
        ];
        for (name, spread, interval) in lines {
            let (mean, sd) = (spread.mean, spread.sd);
            writeln!(out, "  {name:<12} {mean:.4}  {sd:.4}{}", range(interval))?;
        }
        if let Some(i) = intervals {
            writeln!(
                out,
                "Intervals: {} ({} replicates, seed {}).",
                i.method, i.replicates, i.seed
            )?;
        }
        let (iou, o) = (self.one_to_one.iou, &self.one_to_one.macro_figures);
        writeln!(
            out,
            "One to one (greedy, IoU at least {}), macro: precision {:.4}, recall {:.4}, F1 {:.4}.",
            iou, o.precision.mean, o.recall.mean, o.f1.mean
        )?;
        if let Some(ap) = &self.average_precision {
            let (ap50, ap50_95) = (ap.ap50, ap.ap50_95);
            writeln!(
                out,
                "Average precision as COCO has it: AP50 {ap50:.4}, AP50:95 {ap50_95:.4}."
            )?;
        }
        if self.average_precision.is_none() && !self.left_out.contains(&"average_precision") {
            writeln!(
                out,
                "No average precision: it needs a score for every predicted box."
            )?;
        }
        if let Some(masks) = &self.masks {
            let m = &masks.macro_figures;
            writeln!(
                out,
                "Masks against boxes, macro over {} with reference masks: IoU of masks {:.4} (Dice {:.4}), of boxes {:.4} (Dice {:.4}), gap {:+.4}.",
                count(masks.classes as u64, "class", "classes"),
                m.mask_iou,
                m.mask_dice,
                m.box_iou,
                m.box_dice,
                m.gap
            )?;
        }
        if let Some(errors) = &self.errors {
            write_errors(errors, out)?;
        }
        if !self.left_out.is_empty() {
            let sections = self.left_out.join(", ").replace('_', " ");
            writeln!(out, "Left out, since they need all boxes at hand: {sections}.")?;
        }
        self.write_dropped(out)?;
        self.write_settings(out)?;
        for image in self.images.iter().flatten() {
            write_image(image, out)?;
        }
        Ok(())
    }

    fn write_dropped(&self, out: &mut String) -> std::fmt::Result {
        let (references, predictions) = (&self.dropped.references, &self.dropped.predictions);
        writeln!(out)?;
        writeln!(out, "References: {}", describe(references))?;
        writeln!(out, "Predictions: {}", describe(predictions))?;
        let alone = self.dropped.images_without_predictions;
        if alone > 0 {
            let images = count(alone, "image has", "images have");
            writeln!(
                out,
                "{images} no entry in the predictions: counted as nothing found."
            )?;
        }
        let not_asked = self.dropped.predictions_not_asked;
        if not_asked > 0 {
            writeln!(
                out,
                "Predictions not counted as false because nobody asked: {not_asked}"
            )?;
        }
        for warning in self.warnings() {
            writeln!(out, "{warning}")?;
        }
        Ok(())
    }

    /// What probably went wrong with the files, in plain sentences: classes that only the predictions know (often a name that
    /// the references spell otherwise), and references that nobody asked about.
    pub fn warnings(&self) -> Vec<String> {
        let unknown = self
            .unasked_classes()
            .map(|id| format!("No reference looks for the predicted class {id}.{}", meant(id)));
        let mut warnings: Vec<String> = unknown.collect();
        if self.dropped.references_not_asked > 0 {
            let boxes = count(
                self.dropped.references_not_asked,
                "reference box is",
                "reference boxes are",
            );
            warnings.push(format!(
                "{boxes} of images and classes that nobody asked about, and counted all the same: as missed, unless found. \
                 To score the classes asked about alone, keep them with groundscope convert --classes."
            ));
        }
        warnings
    }

    /// Classes that only the predictions know.
    fn unasked_classes(&self) -> impl Iterator<Item = &str> {
        let asked = |id: &String| self.settings.exhaustive.contains(id);
        self.per_class
            .iter()
            .filter(move |(id, figures)| figures.boxes == 0 && !asked(id) && Class::from_id(id).is_none())
            .map(|(id, _)| id.as_str())
    }

    fn write_settings(&self, out: &mut String) -> std::fmt::Result {
        let s = &self.settings;
        let asked = match s.asked {
            AskedReport::All(_) => "every image about every exhaustive class".to_owned(),
            AskedReport::Listed(pairs) => format!("{pairs} pairs as listed"),
        };
        writeln!(
            out,
            "\nSettings: t1 {} and t2 {} (strictly more), false positives {}.",
            s.t1, s.t2, s.fp
        )?;
        writeln!(out, "Asked: {asked}. Exhaustive: {}.", s.exhaustive.join(", "))?;
        writeln!(
            out,
            "Spaces: references {}, predictions {}. Coordinates exact to {} decimals, more rounded half to even.",
            s.references_space, s.predictions_space, s.decimals
        )?;
        writeln!(
            out,
            "Counts pooled {}; 0/0 = 0; macro over {}.",
            s.pooling, s.macro_over
        )?;
        writeln!(
            out,
            "Bad boxes {}; boxes beyond the image {}.",
            s.bad_boxes, s.beyond_image
        )?;
        writeln!(out, "AggIoU {}.", s.source)
    }
}

/// Which class of the ontology an unknown name may stand for, as a question.
pub(crate) fn meant(name: &str) -> String {
    suggest(name, 1).first().map_or_else(String::new, |near| {
        format!(
            " Is it {}, which stands in the ontology as {}?",
            near.name(),
            near.id()
        )
    })
}

/// An interval behind a figure.
pub(crate) fn range(interval: Option<[f64; 2]>) -> String {
    interval.map_or_else(String::new, |[low, high]| format!("  [{low:.4}, {high:.4}]"))
}

/// A number with its noun.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What became of a file's boxes, in words.
pub(crate) fn describe(tally: &BoxTally) -> String {
    tally
        .in_words()
        .unwrap_or_else(|| "every box used as given".to_owned())
}

fn write_errors(errors: &ErrorReport, out: &mut String) -> std::fmt::Result {
    let causes = errors.references.iter().chain(&errors.predictions);
    let some: Vec<_> = causes.filter(|cause| cause.count > 0).collect();
    if some.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nErrors by cause (what pooled F1 would gain without them):")?;
    for cause in some {
        writeln!(
            out,
            "  {:>6}  +{:.4}  {}",
            cause.count, cause.delta_f1, cause.words
        )?;
    }
    if errors.redundant > 0 {
        let n = count(errors.redundant, "prediction", "predictions");
        writeln!(out, "  {n} could go without loss, none of them false.")?;
    }
    Ok(())
}

fn write_image(image: &ImageReport, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n{}", image.id)?;
    for r in &image.references {
        let verdict = if r.detected { "hit" } else { "missed" };
        let [x1, y1, x2, y2] = r.corners.map(|c| c.to_f64());
        writeln!(
            out,
            "  {} [{x1}, {y1}, {x2}, {y2}]: {verdict}, AggIoU {:.4}, gathered {:?}",
            r.class, r.agg_iou, r.gathered
        )?;
    }
    if image.false_positives.is_empty() {
        return Ok(());
    }
    writeln!(out, "  false positives {:?}", image.false_positives)
}
