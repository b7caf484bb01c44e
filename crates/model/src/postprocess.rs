//! From the network's maps to findings in pixels of the scan.

use groundscope_geometry::{BoxRule, Cluster, Mask, PixelBox, masks_to_boxes, outline};
use groundscope_imaging::Letterbox;
use groundscope_ontology::Class;

use crate::findings::{Finding, Region};
use crate::map::ScanMap;
use crate::probability::reported;
use crate::weights::{ClassConfig, Manifest, RETINA};
use crate::{Evidence, Gate, Output, RetinaBand, RetinaShape, signal};

/// One finding for every class of the ontology, biomarkers first.
pub(crate) fn findings(manifest: &Manifest, output: &Output, letterbox: &Letterbox) -> Vec<Finding> {
    let answer = |class: &Class| {
        let index = manifest.network.outputs.iter().position(|id| id == class.id());
        let known = manifest.class(class.id()).zip(index);
        let known =
            known.and_then(|(config, index)| finding(*class, config, index, manifest, output, letterbox));
        known.unwrap_or_else(|| Finding::no_answer(*class))
    };
    Class::ALL.iter().map(answer).collect()
}

/// What the gate says of the picture in the frame `input`.
pub(crate) fn gate(
    manifest: &Manifest,
    output: &Output,
    input: &[f32],
    letterbox: &Letterbox,
) -> Option<Gate> {
    let config = manifest.gate.as_ref()?;
    let retina = retina_output(manifest)?;
    let shape = RetinaShape::of(output, retina, letterbox, config.level)?;
    let signal = signal::of(input, output.map(retina)?, output.width, letterbox);
    Some(Gate::of(config, &shape, signal))
}

/// The surfaces of the retina.
pub(crate) fn retina(manifest: &Manifest, output: &Output, letterbox: &Letterbox) -> Option<RetinaBand> {
    let logits = output.map(retina_output(manifest)?)?;
    let scan = letterbox.scan();
    let map = ScanMap::new(logits, output.width, letterbox);
    RetinaBand::of(&map, scan.width, scan.height)
}

/// The place of the retina among the outputs, if the network draws it.
fn retina_output(manifest: &Manifest) -> Option<usize> {
    manifest.network.outputs.iter().position(|id| id == RETINA)
}

fn finding(
    class: Class,
    config: &ClassConfig,
    index: usize,
    manifest: &Manifest,
    output: &Output,
    letterbox: &Letterbox,
) -> Option<Finding> {
    let probability = presence(*output.presence_logits.get(index)?, config.calibration);
    let present = probability >= config.presence_threshold;
    let regions = if present {
        let map = ScanMap::new(output.map(index)?, output.width, letterbox);
        let join = config.join_distance_px.unwrap_or(manifest.box_rule.join_distance);
        regions(class, config, join, &map)
    } else {
        Vec::new()
    };
    Some(Finding {
        class,
        evidence: config.evidence,
        figure: config.figure.filter(|_| config.evidence != Evidence::None),
        present: Some(present),
        probability: Some(probability),
        regions,
    })
}

/// sigmoid(a * logit + b).
fn presence(logit: f32, [a, b]: [f64; 2]) -> f64 {
    reported(1.0 / (1.0 + libm::exp(-(a * f64::from(logit) + b))))
}

fn regions(class: Class, config: &ClassConfig, join_distance: f64, map: &ScanMap) -> Vec<Region> {
    let Some([left, top, right, bottom]) = map.reach(config.map_threshold) else {
        return Vec::new();
    };
    // Only the part of the scan that can be reached is cut out: masks of whole scans would cost memory for nothing.
    let mask = Mask::from_fn(right - left, bottom - top, |x, y| {
        f64::from(map.at(x + left, y + top)) >= config.map_threshold
    });
    let rule = BoxRule {
        min_area: config.min_area_px,
        join_distance,
    };
    let score = |cluster: &Cluster| {
        let probabilities = cluster.pixels.pixels().map(|(x, y)| map.at(x + left, y + top));
        reported(f64::from(probabilities.fold(0.0, f32::max)))
    };
    let mut kept: Vec<(f64, Cluster)> = masks_to_boxes(&mask, &rule)
        .into_iter()
        .map(|cluster| (score(&cluster), cluster))
        .filter(|(score, _)| *score >= config.peak_threshold)
        .collect();
    // Stable: equal scores keep the order of their first pixels.
    kept.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let region = |(index, (score, cluster)): (usize, (f64, Cluster))| Region {
        id: format!("{}-{}", class.id(), index + 1),
        bounds: shifted(&cluster.bounds, left, top),
        score,
        area_px: cluster.area_px,
        outline: shifted_outline(&cluster.pixels, left, top),
    };
    kept.into_iter().enumerate().map(region).collect()
}

fn shifted(bounds: &PixelBox, left: u32, top: u32) -> [u32; 4] {
    let [x1, y1, x2, y2] = bounds.to_array().map(|side| side as u32);
    [x1 + left, y1 + top, x2 + left, y2 + top]
}

fn shifted_outline(pixels: &Mask, left: u32, top: u32) -> Vec<Vec<[u32; 2]>> {
    let shift = |ring: Vec<[u32; 2]>| ring.into_iter().map(|[x, y]| [x + left, y + top]).collect();
    outline(pixels).into_iter().map(shift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::WeightsFile;
    use crate::weights::sample::{SampleFile, small_config};
    use groundscope_imaging::FrameSize;

    fn manifest(change: impl FnOnce(&mut serde_json::Value)) -> Manifest {
        let mut file = SampleFile::random(&small_config(), 1);
        change(&mut file.manifest);
        WeightsFile::parse(&file.bytes()).unwrap().manifest().clone()
    }

    /// Maps of a 64 x 32 frame: IRF in two places, nothing elsewhere; a scan of the frame's size.
    fn output(presence: f32) -> (Output, Letterbox) {
        let mut map_logits = vec![-9.0; 3 * 32 * 16];
        for y in 2..6 {
            for x in 1..5 {
                map_logits[y * 32 + x] = 3.0;
                map_logits[y * 32 + x + 24] = 1.0;
            }
        }
        let output = Output {
            width: 32,
            height: 16,
            map_logits,
            features: Vec::new(),
            presence_logits: vec![presence, -4.0, 0.0],
        };
        let frame = FrameSize {
            width: 64,
            height: 32,
        };
        (output, Letterbox::fit(64, 32, frame))
    }

    #[test]
    fn every_class_is_listed_and_untrained_ones_have_no_answer() {
        let (output, letterbox) = output(2.0);
        let all = findings(&manifest(|_| ()), &output, &letterbox);
        assert_eq!(all.iter().map(|f| f.class).collect::<Vec<_>>(), Class::ALL);
        let answered: Vec<_> = all
            .iter()
            .filter(|f| f.present.is_some())
            .map(|f| f.class)
            .collect();
        assert_eq!(answered, [Class::Irf, Class::Srf]);
    }

    #[test]
    fn regions_come_in_pixels_of_the_scan_with_the_surest_first() {
        let (output, letterbox) = output(2.0);
        let all = findings(
            &manifest(|m| m["box_rule"]["join_distance"] = 5.0.into()),
            &output,
            &letterbox,
        );
        let irf = all.iter().find(|f| f.class == Class::Irf).unwrap();
        assert_eq!(irf.probability, Some(0.8808));
        let ids: Vec<_> = irf.regions.iter().map(|r| (r.id.as_str(), r.score)).collect();
        assert_eq!(ids, [("irf-1", 0.9526), ("irf-2", 0.7311)]);
        // Cells 1..5 cover pixels 2..10; the slope to the neighbouring cells adds or takes less than one cell.
        for (region, left) in irf.regions.iter().zip([2, 50]) {
            let [x1, y1, x2, y2] = region.bounds;
            assert!(
                x1.abs_diff(left) <= 1 && x2.abs_diff(left + 8) <= 1,
                "{:?}",
                region.bounds
            );
            assert!(y1.abs_diff(4) <= 1 && y2.abs_diff(12) <= 1, "{:?}", region.bounds);
            assert!(region.area_px <= u64::from(x2 - x1) * u64::from(y2 - y1));
            let xs = region.outline.iter().flatten().map(|p| p[0]);
            assert_eq!((xs.clone().min(), xs.max()), (Some(x1), Some(x2)));
        }
    }

    #[test]
    fn near_clusters_join_and_weak_peaks_are_dropped() {
        let (output, letterbox) = output(2.0);
        let count = |change: fn(&mut serde_json::Value)| {
            let all = findings(&manifest(change), &output, &letterbox);
            all.iter().find(|f| f.class == Class::Irf).unwrap().regions.len()
        };
        assert_eq!(count(|m| m["box_rule"]["join_distance"] = 60.0.into()), 1);
        assert_eq!(count(|m| m["box_rule"]["join_distance"] = 5.0.into()), 2);
        let weak = |m: &mut serde_json::Value| {
            m["box_rule"]["join_distance"] = 5.0.into();
            m["classes"][0]["peak_threshold"] = 0.8.into();
        };
        assert_eq!(count(weak), 1);
        assert_eq!(count(|m| m["classes"][0]["join_distance_px"] = 60.0.into()), 1);
        assert_eq!(
            count(|m| {
                m["box_rule"]["join_distance"] = 60.0.into();
                m["classes"][0]["join_distance_px"] = 5.0.into();
            }),
            2
        );
        assert_eq!(count(|m| m["classes"][0]["min_area_px"] = 500.into()), 0);
    }

    #[test]
    fn an_absent_class_has_no_regions_whatever_its_map_says() {
        let (output, letterbox) = output(-2.0);
        let all = findings(&manifest(|_| ()), &output, &letterbox);
        let irf = all.iter().find(|f| f.class == Class::Irf).unwrap();
        assert_eq!((irf.present, irf.probability), (Some(false), Some(0.1192)));
        assert!(irf.regions.is_empty());
    }

    #[test]
    fn calibration_and_threshold_decide_presence() {
        let (output, letterbox) = output(2.0);
        let with = |a: f64, b: f64, threshold: f64| {
            let m = manifest(|m| {
                m["classes"][0]["calibration"] = serde_json::json!([a, b]);
                m["classes"][0]["presence_threshold"] = threshold.into();
            });
            let all = findings(&m, &output, &letterbox);
            let irf = all.iter().find(|f| f.class == Class::Irf).unwrap();
            (irf.probability.unwrap(), irf.present.unwrap())
        };
        assert_eq!(with(0.5, -1.0, 0.5), (0.5, true));
        assert_eq!(with(0.5, -1.0, 0.5001), (0.5, false));
        assert_eq!(with(1e300, 0.0, 1.0), (1.0, true));
    }
}
