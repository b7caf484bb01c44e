//! What the fields of a manifest may hold.

use std::collections::BTreeSet;

use groundscope_ontology::Class;

use super::layout::LEVELS;
use super::{FORMAT, Manifest, NETWORK_KIND, NetworkConfig, RETINA, SelfCheck, WeightsError};
use crate::{Evidence, moves_text};

/// Both sides of a frame are multiples of this: one halving by space-to-depth and one each between levels.
pub(crate) const FRAME_STEP: usize = 1 << LEVELS;
const MAX_FRAME: usize = 4096;
/// Pixels of a frame: four times those of the network that ships, beyond which a scan takes minutes.
const MAX_FRAME_PIXELS: usize = 1 << 21;
/// Letters of a name, which stands in headings and sentences.
const MAX_NAME: usize = 100;
/// Pixels of the largest region that can be asked for.
const MAX_AREA: u64 = 1 << 32;
const MAX_CHANNELS: usize = 1024;
const MAX_BLOCKS: usize = 16;
const MAX_OUTPUTS: usize = 64;

type Checked = Result<(), WeightsError>;

/// Check every field; the tensors are checked against the network afterwards.
pub(super) fn manifest(m: &Manifest) -> Checked {
    if m.format != FORMAT {
        return Err(WeightsError::Format {
            found: m.format.clone(),
        });
    }
    if m.network.kind != NETWORK_KIND {
        return Err(WeightsError::NetworkKind {
            found: m.network.kind.clone(),
        });
    }
    if m.modality != "oct" {
        return Err(WeightsError::Modality {
            found: m.modality.clone(),
        });
    }
    require(!m.name.trim().is_empty(), "name", "is empty")?;
    require(
        m.name.chars().count() <= MAX_NAME && !m.name.chars().any(moves_text),
        "name",
        format!("has more than {MAX_NAME} letters, or signs that turn text around"),
    )?;
    network(&m.network)?;
    classes(m)?;
    join("box_rule.join_distance", m.box_rule.join_distance)?;
    require(
        m.gate.is_none_or(|gate| gate.is_usable()),
        "gate",
        "has a number that is not finite, or a level or threshold outside 0..1",
    )?;
    self_check(&m.self_check, m.network.outputs.len())
}

fn network(config: &NetworkConfig) -> Checked {
    frame("network.frame", config.frame)?;
    require(
        config.channels.iter().all(|c| (1..=MAX_CHANNELS).contains(c)),
        "network.channels",
        format!("has a value outside 1..={MAX_CHANNELS}"),
    )?;
    require(
        config.blocks.iter().all(|b| *b <= MAX_BLOCKS),
        "network.blocks",
        format!("has a value above {MAX_BLOCKS}"),
    )?;
    let Some((last, classes)) = config.outputs.split_last() else {
        return Err(WeightsError::field("network.outputs", "is empty"));
    };
    require(last == RETINA, "network.outputs", "does not end with \"retina\"")?;
    require(
        config.outputs.len() <= MAX_OUTPUTS,
        "network.outputs",
        format!("has more than {MAX_OUTPUTS} entries"),
    )?;
    let mut seen = BTreeSet::new();
    for (index, id) in classes.iter().enumerate() {
        known_once(&format!("network.outputs[{index}]"), id, &mut seen)?;
    }
    Ok(())
}

fn join(field: impl Into<String>, distance: f64) -> Checked {
    require(distance.is_finite() && distance >= 0.0, field, "is not 0 or more")
}

fn classes(m: &Manifest) -> Checked {
    let mut seen = BTreeSet::new();
    for (index, class) in m.classes.iter().enumerate() {
        let path = |name: &str| format!("classes[{index}].{name}");
        known_once(&path("id"), &class.id, &mut seen)?;
        if !m.network.outputs.contains(&class.id) {
            return Err(WeightsError::ClassWithoutOutput {
                field: path("id"),
                id: class.id.clone(),
            });
        }
        require(
            class.evidence != Evidence::None,
            path("evidence"),
            "is \"none\"; leave the class out instead",
        )?;
        for (name, value) in [
            ("map_threshold", class.map_threshold),
            ("peak_threshold", class.peak_threshold),
            ("presence_threshold", class.presence_threshold),
        ] {
            require((0.0..=1.0).contains(&value), path(name), "is not within 0..1")?;
        }
        require(
            class.map_threshold > 0.0,
            path("map_threshold"),
            "is 0, which takes every pixel",
        )?;
        require(
            class.min_area_px <= MAX_AREA,
            path("min_area_px"),
            "is larger than any scan, so nothing would be found",
        )?;
        if let Some(distance) = class.join_distance_px {
            join(path("join_distance_px"), distance)?;
        }
        require(
            class.figure.is_none_or(|figure| (0.0..=1.0).contains(&figure)),
            path("figure"),
            "is not within 0..1",
        )?;
        require(
            class.calibration.iter().all(|value| value.is_finite()),
            path("calibration"),
            "is not finite",
        )?;
        let [slope, _] = class.calibration;
        require(
            slope > 0.0,
            path("calibration"),
            "has a slope that is not above 0, which would turn answers around",
        )?;
    }
    Ok(())
}

fn self_check(check: &SelfCheck, outputs: usize) -> Checked {
    frame("self_check.frame", check.frame)?;
    require(
        check.stride >= 2 && check.stride <= MAX_FRAME,
        "self_check.stride",
        format!("is not within 2..={MAX_FRAME}"),
    )?;
    let points = check.points().count() * outputs;
    require(points > 0, "self_check.stride", "leaves no point to compare")?;
    require(
        check.map_logits.len() == points,
        "self_check.map_logits",
        format!("has {} values, not {points}", check.map_logits.len()),
    )?;
    require(
        check.presence_logits.len() == outputs,
        "self_check.presence_logits",
        format!("has {} values, not {outputs}", check.presence_logits.len()),
    )?;
    require(
        check.map_logits.iter().all(|v| v.is_finite()),
        "self_check.map_logits",
        "has a value that is not finite",
    )?;
    require(
        check.presence_logits.iter().all(|v| v.is_finite()),
        "self_check.presence_logits",
        "has a value that is not finite",
    )?;
    require(
        check.tolerance.is_finite() && check.tolerance > 0.0,
        "self_check.tolerance",
        "is not above 0",
    )
}

fn frame(field: &str, [width, height]: [usize; 2]) -> Checked {
    let fits = |side: usize| side > 0 && side <= MAX_FRAME && side.is_multiple_of(FRAME_STEP);
    require(
        fits(width) && fits(height) && width * height <= MAX_FRAME_PIXELS,
        field,
        format!(
            "is {width} x {height}; sides are multiples of {FRAME_STEP} up to {MAX_FRAME}, and pixels are {MAX_FRAME_PIXELS} at most"
        ),
    )
}

fn known_once(field: &str, id: &str, seen: &mut BTreeSet<Class>) -> Checked {
    let class = Class::from_id(id).ok_or_else(|| WeightsError::UnknownClass {
        field: field.to_owned(),
        id: id.to_owned(),
    })?;
    if seen.insert(class) {
        return Ok(());
    }
    Err(WeightsError::DuplicateClass {
        field: field.to_owned(),
        id: id.to_owned(),
    })
}

fn require(holds: bool, field: impl Into<String>, problem: impl Into<String>) -> Checked {
    if holds {
        return Ok(());
    }
    Err(WeightsError::field(field, problem))
}
