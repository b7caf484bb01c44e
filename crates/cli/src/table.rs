//! Findings as a short table for people.

use std::fmt::Write;
use std::path::Path;

pub use groundscope_export::printable;
use groundscope_export::words::evidence;
use groundscope_model::{Finding, Findings, Occlusion, ReadError, Verdict, moves_text, percent};

/// The findings of one file: what was judged, surest first, then what has no answer.
pub fn findings(file: &str, findings: &Findings, notes: &[String]) -> String {
    let mut text = format!(
        "{}: {} x {} px, {} on {}\n",
        printable(file),
        findings.width,
        findings.height,
        findings.model,
        findings.device
    );
    let shut_out = findings.gate.is_some_and(|gate| !gate.lets_in());
    let silent = findings
        .findings
        .iter()
        .all(|finding| finding.probability.is_none());
    if shut_out && !silent {
        let _ = writeln!(
            text,
            "  note: this does not look like an OCT B-scan and was read all the same: its findings mean nothing if it is none"
        );
    } else if let Some(said) = findings.gate.and_then(|gate| gate.verdict.sentence()) {
        let _ = writeln!(text, "  note: {said}");
    }
    for note in notes {
        let _ = writeln!(text, "  note: {}", printable(note));
    }
    if shut_out && silent {
        let _ = writeln!(text, "  read it all the same with --any-picture");
        return text;
    }
    if findings.eye.is_some() {
        let fovea = match findings.fovea() {
            Some(column) => format!("the fovea was seen at column {column}: sides are those of the eye"),
            None => "the fovea was not found beyond doubt: sides are those of the picture".to_owned(),
        };
        let _ = writeln!(text, "  note: {fovea}");
    }
    let mut judged: Vec<(f64, &Finding)> = findings
        .findings
        .iter()
        .filter_map(|finding| Some((finding.probability?, finding)))
        .collect();
    judged.sort_by(|(a, one), (b, other)| one.verdict().cmp(&other.verdict()).then(b.total_cmp(a)));
    for (probability, finding) in &judged {
        let _ = writeln!(
            text,
            "  {:<36} {:<10} {:>5}  {}{}",
            finding.name(),
            finding.verdict(),
            percent(*probability),
            evidence(finding),
            beside_threshold(finding)
        );
        if finding.present == Some(true) && finding.regions.is_empty() {
            let _ = writeln!(text, "    no region could be outlined");
        }
        for region in &finding.regions {
            let [x1, y1, x2, y2] = region.bounds;
            let _ = writeln!(
                text,
                "    {:<18} {x1}, {y1} to {x2}, {y2}, {} px, score {:.2}",
                region.id, region.area_px, region.score
            );
            let (place, extent) = (findings.place(region), findings.extent(region));
            let area = extent
                .area_mm2
                .map_or_else(String::new, |area| format!(", {area} mm\u{b2}"));
            let _ = writeln!(text, "{:23}{}; {}{area}", "", place.text, extent.text);
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

/// What hiding the evidence does to each answer.
pub fn occlusion(findings: &Findings, checked: &[Occlusion]) -> String {
    let mut text = String::new();
    for one in checked {
        let class = one.class();
        let name = class.map_or(one.class.as_str(), |class| class.name());
        let regions = class
            .and_then(|class| findings.get(class))
            .map(|finding| &finding.regions);
        let ids: Vec<&str> = regions
            .into_iter()
            .flatten()
            .map(|region| region.id.as_str())
            .collect();
        let _ = writeln!(text, "  hidden: {name} ({}): {}", ids.join(", "), one.text);
    }
    text
}

/// A path without what would move the cursor, colour the terminal or turn its text around.
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// The same for lines that a command prints.
pub fn printable_lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => printable(line) + "\n",
            None => printable(line),
        })
        .collect()
}

/// JSON in which such characters are escaped, which changes no value: they stand in strings only.
pub fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && moves_text(c) {
            // All of them are in the basic plane. Writing to a string cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    text
}

/// A number with its noun.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Of an uncertain finding the word leaves open whether it counts as present.
fn beside_threshold(finding: &Finding) -> &'static str {
    match (finding.verdict(), finding.present) {
        (Verdict::Uncertain, Some(true)) => ", over its threshold",
        (Verdict::Uncertain, _) => ", below its threshold",
        _ => "",
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
    use groundscope_model::{DeviceChoice, Evidence, Region, Scale};
    use groundscope_ontology::Class;

    #[test]
    fn the_surest_come_first_and_silence_is_named() {
        let judged = |class, probability, regions| Finding {
            evidence: Evidence::Real,
            figure: (probability > 0.5).then_some(0.468),
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
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![
                judged(Class::Irf, 0.1, Vec::new()),
                Finding::no_answer(Class::Erm),
                judged(Class::Srf, 0.93, vec![region]),
            ],
        };
        let text = findings("a.png", &all, &[]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "a.png: 768 x 496 px, m on cpu");
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>()[..4],
            ["subretinal", "fluid", "present", "93%"]
        );
        assert!(
            lines[1].ends_with("93%  F1 0.47 on real patients"),
            "{}",
            lines[1]
        );
        assert_eq!(
            lines[2].trim(),
            "srf-1              1, 2 to 30, 40, 99 px, score 0.88"
        );
        assert_eq!(
            lines[3],
            "                       in the left third, in the upper part of the scan; 29 px wide and 38 px high"
        );
        assert!(lines[4].contains("intraretinal fluid") && lines[4].contains("absent"));
        assert_eq!(lines[5], "  no answer: epiretinal membrane");
        let scaled = Findings {
            scale: Some(Scale::new(10.0, 4.0).unwrap()),
            ..all
        };
        let text = findings("a.png", &scaled, &[]);
        assert!(
            text.contains("38 px high (290 \u{b5}m by 152 \u{b5}m), 0.004 mm\u{b2}\n"),
            "{text}"
        );
    }

    #[test]
    fn what_is_not_proven_on_patients_is_uncertain_and_told_on_which_side_it_is() {
        let judged = |class, probability, present| Finding {
            evidence: Evidence::Synthetic,
            present: Some(present),
            probability: Some(probability),
            ..Finding::no_answer(class)
        };
        let all = Findings {
            width: 9,
            height: 9,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: Some(groundscope_model::Eye::Left),
            findings: vec![
                judged(Class::Fibrosis, 0.97, true),
                judged(Class::Sdd, 0.45, false),
            ],
        };
        let text = findings("a.png", &all, &[]);
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            lines[1].join(" "),
            "note: the fovea was not found beyond doubt: sides are those of the picture"
        );
        assert_eq!(
            lines[2].join(" "),
            "fibrosis uncertain 97% synthetic scans only, over its threshold"
        );
        assert_eq!(lines[3].first(), Some(&"no"));
        assert_eq!(
            lines[4].join(" "),
            "subretinal drusenoid deposits uncertain 45% synthetic scans only, below its threshold"
        );
    }

    #[test]
    fn a_name_cannot_write_to_the_terminal() {
        assert_eq!(printable("a\u{1b}[31m\nb.png"), "a\u{fffd}[31m\u{fffd}b.png");
        assert_eq!(
            printable("a\u{202e}gnp.b\u{2066}\u{9b}"),
            "a\u{fffd}gnp.b\u{fffd}\u{fffd}"
        );
        assert_eq!(printable_lines("a\u{1b}\n\nb\r\n"), "a\u{fffd}\n\nb\u{fffd}\n");
        let json = "{\n  \"a\u{202e}\u{7f}\": 1\n}";
        assert_eq!(escaped(json), "{\n  \"a\\u202e\\u007f\": 1\n}");
    }

    #[test]
    fn present_without_a_region_is_said() {
        let finding = Finding {
            present: Some(true),
            probability: Some(0.9),
            ..Finding::no_answer(Class::Hrf)
        };
        let all = Findings {
            width: 1,
            height: 1,
            device: DeviceChoice::Cpu,
            model: "m".to_owned(),
            gate: None,
            retina: None,
            scale: None,
            eye: None,
            findings: vec![finding],
        };
        assert!(findings("a.png", &all, &[]).contains("no region could be outlined"));
    }
}
