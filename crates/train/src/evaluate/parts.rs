//! The parts of an evaluation, each of which can be measured alone.

use clap::ValueEnum;

use super::session::{Left, Measured, Session};
use super::{
    Evaluation, Inputs, cross_validation, evidence, gate, graders, healthy, makers, phantoms, presence,
    robustness,
};
use crate::TrainError;

/// One part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The shipped weights on patients kept apart.
    Validation,
    /// Each patient read by a network that never saw them.
    CrossValidation,
    /// Each scan of oct-masks read by a network that never saw its maker.
    Makers,
    /// The model beside two human readers.
    Readers,
    /// Presence on oct-dme and oct-srf.
    Presence,
    /// False boxes on healthy scans.
    Healthy,
    /// Phantoms of unseen seeds.
    Phantoms,
    /// Phantoms in the style of an unseen maker.
    Styles,
    /// What changes of a scan do.
    Robustness,
    /// Whether pictures are taken for B-scans.
    Gate,
}

impl Part {
    /// Every part, in the order in which they are measured.
    pub const ALL: [Self; 10] = [
        Self::Validation,
        Self::CrossValidation,
        Self::Makers,
        Self::Readers,
        Self::Presence,
        Self::Healthy,
        Self::Phantoms,
        Self::Styles,
        Self::Robustness,
        Self::Gate,
    ];

    /// The name on the command line and in `evaluation.json`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::CrossValidation => "cross-validation",
            Self::Makers => "makers",
            Self::Readers => "readers",
            Self::Presence => "presence",
            Self::Healthy => "healthy",
            Self::Phantoms => "phantoms",
            Self::Styles => "styles",
            Self::Robustness => "robustness",
            Self::Gate => "gate",
        }
    }

    /// Measures the part into `out`; gives back why it was left out, if it was.
    fn measure(self, session: &mut Session, out: &mut Evaluation) -> Result<Option<String>, TrainError> {
        match self {
            Self::Validation => keep(&mut out.validation, cross_validation::kept_apart(session)),
            Self::CrossValidation => keep(
                &mut out.cross_validation,
                cross_validation::measure(session).map(Some),
            ),
            Self::Makers => keep(&mut out.makers, makers::measure(session).map(Some)),
            Self::Readers => keep(&mut out.readers, graders::measure(session)),
            Self::Presence => {
                let left = keep(&mut out.presence, presence::measure(session));
                let auc = |(set, figure): (&String, &super::PresenceFigure)| (set.clone(), figure.auc);
                out.auc = out.presence.iter().map(auc).collect();
                left
            }
            Self::Healthy => healthy::measure(session, out),
            Self::Phantoms => keep(&mut out.phantoms, phantoms::measure(session).map(Some)),
            Self::Styles => keep(&mut out.styles, phantoms::styles(session)),
            Self::Robustness => keep(&mut out.robustness, robustness::measure(session).map(Some)),
            Self::Gate => keep(&mut out.gate, gate::measure(session)),
        }
    }
}

/// Puts what was measured where it belongs. A part that was left out keeps no figure of an earlier evaluation.
pub(crate) fn keep<T: Default>(slot: &mut T, measured: Measured<T>) -> Result<Option<String>, TrainError> {
    *slot = T::default();
    match measured {
        Ok(measured) => {
            *slot = measured;
            Ok(None)
        }
        Err(Left::Out(why)) => Ok(Some(why)),
        Err(Left::Failed(error)) => Err(error),
    }
}

/// Measure some parts, all of them where `only` is empty; the others stay as they are in `earlier`.
///
/// Each scan is read once by each network: readings are kept in `readings` of the run folder, so that an evaluation that
/// was interrupted goes on from there.
///
/// # Errors
///
/// A set whose files are damaged, weights that can't be used, or a device that fails.
pub fn evaluate(inputs: &Inputs, only: &[Part], earlier: Evaluation) -> Result<Evaluation, TrainError> {
    let mut session = Session::new(inputs);
    let shipped = session.shipped()?.manifest().clone();
    let mut out = earlier;
    out.model.clone_from(&shipped.name);
    for part in Part::ALL {
        if !only.is_empty() && !only.contains(&part) {
            continue;
        }
        out.skipped.remove(part.id());
        if let Some(why) = part.measure(&mut session, &mut out)? {
            eprintln!("{} left out: {why}", part.id());
            out.skipped.insert(part.id().to_owned(), why);
        }
    }
    out.evidence = evidence::evidence(&shipped, &out);
    let folds = match session.folds() {
        Ok(folds) => folds,
        Err(Left::Out(_)) => Vec::new(),
        Err(Left::Failed(error)) => return Err(error),
    };
    let mut manifests = Vec::new();
    for fold in &folds {
        manifests.push(session.network(&fold.weights)?.manifest().clone());
    }
    out.thresholds = evidence::thresholds(&shipped, &manifests);
    Ok(out)
}
