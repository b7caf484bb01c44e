//! The order of findings for a reader in a hurry: present, uncertain, absent, no answer. The page's order.

use groundscope_model::{Finding, Findings, Verdict};

/// Where a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Counts as present, and is at least likely.
    Present,
    /// In between, or probable but below its threshold.
    Uncertain,
    /// Unlikely or absent.
    Absent,
    /// The network gives no answer.
    NoAnswer,
}

impl Standing {
    /// Where this finding stands.
    pub fn of(finding: &Finding) -> Self {
        match (finding.present, finding.verdict()) {
            (None, _) | (_, Verdict::NoAnswer) => Self::NoAnswer,
            (Some(true), Verdict::Present | Verdict::Likely) => Self::Present,
            (_, Verdict::Unlikely | Verdict::Absent) => Self::Absent,
            _ => Self::Uncertain,
        }
    }
}

/// Every finding with its standing: by standing, the most probable first, else in the ontology's order.
pub fn standings(findings: &Findings) -> Vec<(Standing, &Finding)> {
    let mut all: Vec<(Standing, &Finding)> = findings
        .findings
        .iter()
        .map(|finding| (Standing::of(finding), finding))
        .collect();
    let sureness = |finding: &Finding| finding.probability.unwrap_or(0.0);
    all.sort_by(|(a, one), (b, other)| a.cmp(b).then(sureness(other).total_cmp(&sureness(one))));
    all
}

/// The findings that stand there.
pub(crate) fn of_standing(findings: &Findings, wanted: Standing) -> Vec<&Finding> {
    let all = standings(findings).into_iter();
    all.filter(|(standing, _)| *standing == wanted)
        .map(|(_, finding)| finding)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_model::{DeviceChoice, Evidence};
    use groundscope_ontology::Class;

    #[test]
    fn the_surest_come_first_and_silence_last() {
        let judged = |class, present, probability| Finding {
            evidence: Evidence::Real,
            present: Some(present),
            probability: Some(probability),
            ..Finding::no_answer(class)
        };
        let findings = Findings {
            width: 1,
            height: 1,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![
                Finding::no_answer(Class::Vmt),
                judged(Class::Irf, false, 0.1),
                judged(Class::Ped, true, 0.65),
                judged(Class::Srf, true, 0.95),
                judged(Class::Sdd, true, 0.1),
                judged(Class::Hrf, false, 0.7),
            ],
        };
        let order: Vec<_> = standings(&findings)
            .into_iter()
            .map(|(standing, finding)| (standing, finding.class))
            .collect();
        assert_eq!(
            order,
            [
                (Standing::Present, Class::Srf),
                (Standing::Present, Class::Ped),
                (Standing::Uncertain, Class::Hrf),
                (Standing::Uncertain, Class::Sdd),
                (Standing::Absent, Class::Irf),
                (Standing::NoAnswer, Class::Vmt),
            ]
        );
    }
}
