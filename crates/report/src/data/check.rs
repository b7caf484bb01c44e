//! The evaluation's own consistency: names that are used are known, grids are whole, figures are figures.

use std::collections::BTreeSet;

use super::{
    Estimate, Evaluation, Gallery, Grounding, InterObserver, Interval, Run, Significance, Spread, Sweep,
};
use crate::ReportError;

type Checked = Result<(), ReportError>;

impl Evaluation {
    /// Checks everything that a report relies on, so that no figure is drawn from data that contradict themselves.
    ///
    /// # Errors
    /// [`ReportError::Data`] with the place and what is wrong there.
    pub fn check(&self) -> Checked {
        words("title", &self.title)?;
        for (name, value) in &self.settings {
            words("settings", name)?;
            words(&format!("settings, {name}"), value)?;
        }
        for note in &self.notes {
            words("notes", note)?;
        }
        for class in &self.dataset.classes {
            words("dataset.classes, an id", &class.id)?;
            words(&format!("dataset.classes, the name of {}", class.id), &class.name)?;
        }
        unique(
            "dataset.classes",
            self.dataset.classes.iter().map(|class| class.id.as_str()),
        )?;
        unique(
            "dataset.classes, names",
            self.dataset.classes.iter().map(|class| class.name.as_str()),
        )?;
        for run in &self.runs {
            words("runs, a name", &run.name)?;
            self.check_run(run)?;
        }
        unique("runs", self.runs.iter().map(|run| run.name.as_str()))?;
        if let Some(significance) = &self.significance {
            self.check_significance(significance)?;
        }
        if let Some(sweep) = &self.sweep {
            self.check_sweep(sweep)?;
        }
        if let Some(readers) = &self.inter_observer {
            self.check_readers(readers)?;
        }
        for step in self.ablation.iter().flat_map(|ablation| &ablation.steps) {
            words("ablation, a step's name", &step.name)?;
            for value in [step.f1, step.balanced_accuracy].into_iter().flatten() {
                share(&format!("ablation, {}", step.name), value)?;
            }
        }
        if let Some(explained) = &self.explained {
            corners("explained.reference", &explained.reference)?;
            explained
                .fragments
                .iter()
                .try_for_each(|b| corners("explained.fragments", b))?;
            let [area, whole] = [explained.area_of_intersection, explained.area_of_union];
            require(
                "explained",
                whole.is_finite() && 0.0 <= area && area <= whole && whole > 0.0,
                || format!("{area} of {whole} is no fraction"),
            )?;
            let best = explained.fragments.get(explained.best_fragment);
            require("explained.best_fragment", best.is_some(), || {
                "there is no such fragment".into()
            })?;
            for figure in [
                explained.agg_iou,
                explained.t2,
                explained.best_iou,
                explained.one_to_one_threshold,
            ] {
                share("explained", figure)?;
            }
        }
        self.galleries
            .iter()
            .try_for_each(|gallery| self.check_gallery(gallery))
    }

    fn check_run(&self, run: &Run) -> Checked {
        let at = format!("runs, {}", run.name);
        for text in [&run.generation, &run.family, &run.repository]
            .into_iter()
            .flatten()
        {
            words(&at, text)?;
        }
        for params in [run.params, run.active].into_iter().flatten() {
            require(&at, params.is_finite() && params > 0.0, || {
                format!("{params} billion parameters are no size")
            })?;
        }
        if let Some(grounding) = &run.grounding {
            let figures = &grounding.macro_figures;
            for figure in [
                figures.precision,
                figures.recall,
                figures.f1,
                figures.mean_agg_iou,
            ] {
                spread(&at, figure)?;
            }
            unique(&at, grounding.per_class.iter().map(|class| class.class.as_str()))?;
            for class in &grounding.per_class {
                self.class(&at, &class.class)?;
                let figures = [class.precision, class.recall, class.f1, class.mean_agg_iou];
                estimates(&at, figures)?;
                require(
                    &at,
                    class.has_references() || figures.iter().all(Option::is_none),
                    || format!("{} has figures but no references", class.class),
                )?;
                class.one_to_one_f1.map_or(Ok(()), |value| share(&at, value))?;
            }
            beside(&at, grounding)?;
        }
        if let Some(presence) = &run.presence {
            let figures = &presence.macro_figures;
            for figure in [
                figures.balanced_accuracy,
                figures.f1,
                figures.precision,
                figures.recall,
            ] {
                spread(&at, figure)?;
            }
            unique(&at, presence.per_class.iter().map(|class| class.class.as_str()))?;
            for class in &presence.per_class {
                self.class(&at, &class.class)?;
                estimates(&at, [class.balanced_accuracy])?;
                let shares = [class.f1, class.precision, class.recall, class.specificity];
                shares
                    .into_iter()
                    .flatten()
                    .try_for_each(|value| share(&at, value))?;
            }
        }
        for class in run.recognised.iter().flatten() {
            self.class(&at, &class.class)?;
        }
        for cause in run.breakdown.iter().flatten() {
            words(&at, &cause.cause)?;
            finite(&at, cause.delta_f1)?;
        }
        Ok(())
    }

    fn check_significance(&self, significance: &Significance) -> Checked {
        let at = "significance";
        self.run(at, &significance.best)?;
        self.run(at, &significance.second)?;
        let pairs = significance.all_pairs.iter();
        for pair in pairs.clone() {
            self.run(at, &pair.a)?;
            self.run(at, &pair.b)?;
            words(at, &pair.on)?;
        }
        let named = [
            &significance.grounding,
            &significance.presence,
            &significance.mcnemar,
        ];
        for test in named.into_iter().flatten().chain(pairs.map(|pair| &pair.test)) {
            words(at, &test.name)?;
            words(at, &test.method)?;
            for p in [test.p, test.p_holm].into_iter().flatten() {
                share(at, p)?;
            }
            test.statistic.map_or(Ok(()), |value| finite(at, value))?;
        }
        Ok(())
    }

    fn check_sweep(&self, sweep: &Sweep) -> Checked {
        let at = "sweep";
        let [t1, t2] = sweep.default;
        require(at, sweep.t1.contains(&t1) && sweep.t2.contains(&t2), || {
            format!("the default, {t1} and {t2}, is not in the grid")
        })?;
        for value in sweep.t1.iter().chain(&sweep.t2) {
            share(at, *value)?;
        }
        let whole = |columns: Vec<usize>| {
            columns.len() == sweep.t1.len() && columns.iter().all(|columns| *columns == sweep.t2.len())
        };
        let wrong = || format!("the grid is not {} by {}", sweep.t1.len(), sweep.t2.len());
        let stability = whole(sweep.spearman.iter().map(Vec::len).collect());
        require("sweep.spearman", stability, wrong)?;
        for rho in sweep.spearman.iter().flatten().flatten() {
            require(at, (-1.0..=1.0).contains(rho), || {
                format!("{rho} is no correlation")
            })?;
        }
        for of in &sweep.f1 {
            self.run(at, &of.run)?;
            let at = format!("sweep.f1, {}", of.run);
            require(&at, whole(of.f1.iter().map(Vec::len).collect()), wrong)?;
            of.f1.iter().flatten().try_for_each(|value| share(&at, *value))?;
        }
        Ok(())
    }

    fn check_readers(&self, readers: &InterObserver) -> Checked {
        let at = "inter_observer";
        for class in &readers.per_class {
            self.class(at, &class.class)?;
            for value in [class.f1_a_to_b, class.f1_b_to_a, class.f1, class.mean_agg_iou] {
                share(at, value)?;
            }
            class.model_f1.map_or(Ok(()), |value| share(at, value))?;
            class.kappa.map_or(Ok(()), |value| finite(at, value))?;
        }
        let figures = &readers.macro_figures;
        for value in [
            figures.f1_a_to_b,
            figures.f1_b_to_a,
            figures.f1,
            figures.mean_agg_iou,
        ] {
            share(at, value)?;
        }
        figures.model_f1.map_or(Ok(()), |value| share(at, value))?;
        readers.model.as_ref().map_or(Ok(()), |run| self.run(at, run))?;
        for ranked in &readers.rankings {
            self.run(at, &ranked.run)?;
            share(at, ranked.f1_a)?;
            share(at, ranked.f1_b)?;
        }
        let rest = [figures.kappa, readers.spearman, readers.mean_difference];
        rest.into_iter().flatten().try_for_each(|value| finite(at, value))
    }

    fn check_gallery(&self, gallery: &Gallery) -> Checked {
        let at = format!("galleries, {}", gallery.image);
        words(&at, &gallery.image)?;
        self.class(&at, &gallery.class)?;
        require(&at, gallery.width > 0 && gallery.height > 0, || {
            "the image has no size".into()
        })?;
        for panel in &gallery.panels {
            self.run(&at, &panel.run)?;
            panel.predictions.iter().try_for_each(|b| corners(&at, b))?;
            for reference in &panel.references {
                corners(&at, &reference.corners)?;
                share(&at, reference.agg_iou)?;
            }
        }
        Ok(())
    }

    fn class(&self, at: &str, id: &str) -> Checked {
        let known = self.dataset.classes.iter().any(|class| class.id == id);
        require(at, known, || format!("the class {id} is not in dataset.classes"))
    }

    fn run(&self, at: &str, name: &str) -> Checked {
        let known = self.runs.iter().any(|run| run.name == name);
        require(at, known, || format!("there is no run {name}"))
    }
}

fn require(at: &str, holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds {
        return Ok(());
    }
    Err(ReportError::Data {
        at: at.to_owned(),
        what: what(),
    })
}

/// Control characters are not allowed in XML, whatever the escaping.
fn words(at: &str, text: &str) -> Checked {
    require(at, !text.trim().is_empty(), || "the text is empty".into())?;
    let wrong = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    require(at, !text.contains(wrong), || {
        format!("{text:?} has a control character or a line break")
    })
}

fn unique<'a>(at: &str, mut names: impl Iterator<Item = &'a str>) -> Checked {
    let mut seen = BTreeSet::new();
    let twice = names.find(|name| !seen.insert(*name));
    require(at, twice.is_none(), || {
        format!("{} stands there twice", twice.unwrap_or_default())
    })
}

fn finite(at: &str, value: f64) -> Checked {
    require(at, value.is_finite(), || format!("{value} is no figure"))
}

fn share(at: &str, value: f64) -> Checked {
    require(at, (0.0..=1.0).contains(&value), || {
        format!("{value} is not between 0 and 1")
    })
}

fn interval(at: &str, interval: Option<Interval>) -> Checked {
    let Some(Interval { low, high }) = interval else {
        return Ok(());
    };
    share(at, low)?;
    share(at, high)?;
    require(at, low <= high, || {
        format!("the interval {low} to {high} is upside down")
    })
}

fn estimates(at: &str, figures: impl IntoIterator<Item = Option<Estimate>>) -> Checked {
    figures.into_iter().flatten().try_for_each(|figure| {
        share(at, figure.value)?;
        interval(at, figure.interval)
    })
}

/// Figures of other ways to count.
fn beside(at: &str, grounding: &Grounding) -> Checked {
    if let Some(all) = &grounding.pooled {
        estimates(
            at,
            [all.precision, all.recall, all.f1, all.mean_agg_iou].map(Some),
        )?;
    }
    if let Some(figures) = &grounding.one_to_one {
        [figures.precision, figures.recall, figures.f1]
            .into_iter()
            .try_for_each(|figure| spread(at, figure))?;
    }
    if let Some(precision) = &grounding.average_precision {
        share(at, precision.ap50)?;
        share(at, precision.ap50_95)?;
    }
    Ok(())
}

fn spread(at: &str, figure: Spread) -> Checked {
    share(at, figure.mean)?;
    share(at, figure.sd)?;
    interval(at, figure.interval)
}

fn corners(at: &str, [x1, y1, x2, y2]: &[f64; 4]) -> Checked {
    let all = [x1, y1, x2, y2].into_iter().all(|v| v.abs() < 1e9);
    require(at, all && x1 < x2 && y1 < y2, || {
        format!("[{x1}, {y1}, {x2}, {y2}] is no box x1, y1, x2, y2")
    })
}
