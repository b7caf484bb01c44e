//! Findings as a short table for people.

use std::fmt::Write;

use groundscope_model::{Evidence, Finding, Findings, ReadError};

/// The findings of one file: what was judged, surest first, then what has no answer.
pub fn findings(file: &str, findings: &Findings) -> String {
    let mut text = format!(
        "{file}: {} x {} px, {} on {}\n",
        findings.width, findings.height, findings.model, findings.device
    );
    let mut judged: Vec<(f64, &Finding)> = findings
        .findings
        .iter()
        .filter_map(|finding| Some((finding.probability?, finding)))
        .collect();
    judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    for (probability, finding) in &judged {
        let _ = writeln!(
            text,
            "  {:<36} {:<10} {:>4.0}%  {}",
            finding.name(),
            finding.verdict(),
            100.0 * probability,
            evidence(finding.evidence)
        );
        for region in &finding.regions {
            let [x1, y1, x2, y2] = region.bounds;
            let _ = writeln!(
                text,
                "    {:<18} {x1}, {y1} to {x2}, {y2}, {} px, score {:.2}",
                region.id, region.area_px, region.score
            );
        }
    }
    let silent: Vec<&str> = findings
        .findings
        .iter()
        .filter(|finding| finding.probability.is_none())
        .map(Finding::name)
        .collect();
    if !silent.is_empty() {
        let _ = writeln!(text, "  no answer: {}", silent.join(", "));
    }
    text
}

fn evidence(level: Evidence) -> &'static str {
    match level {
        Evidence::Real => "measured on real patients",
        Evidence::Few => "few real scans",
        Evidence::Synthetic => "synthetic scans only",
        Evidence::None => "",
    }
}

/// A hint of the model in the words of the command line.
pub fn hint(error: &ReadError) -> String {
    error
        .hint()
        .replace("Use the CPU instead", "Use --device cpu")
        .replace("use the CPU instead", "use --device cpu")
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundscope_model::{DeviceChoice, Region};
    use groundscope_ontology::Class;

    #[test]
    fn the_surest_come_first_and_silence_is_named() {
        let judged = |class, probability, regions| Finding {
            evidence: Evidence::Real,
            present: Some(probability > 0.5),
            probability: Some(probability),
            regions,
            ..Finding::no_answer(class)
        };
        let region = Region {
            id: "srf-1".to_owned(),
            bounds: [1, 2, 30, 40],
            score: 0.875,
            area_px: 99,
            outline: Vec::new(),
        };
        let all = Findings {
            width: 768,
            height: 496,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            findings: vec![
                judged(Class::Irf, 0.1, Vec::new()),
                Finding::no_answer(Class::Erm),
                judged(Class::Srf, 0.93, vec![region]),
            ],
        };
        let text = findings("a.png", &all);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "a.png: 768 x 496 px, m on cpu");
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>()[..4],
            ["subretinal", "fluid", "present", "93%"]
        );
        assert_eq!(
            lines[2].trim(),
            "srf-1              1, 2 to 30, 40, 99 px, score 0.88"
        );
        assert!(lines[3].contains("intraretinal fluid") && lines[3].contains("absent"));
        assert_eq!(lines[4], "  no answer: epiretinal membrane");
    }
}
