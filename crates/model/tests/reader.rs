//! The reader as its users call it: load, check, read.

use groundscope_imaging::Scan;
use groundscope_model::weights::sample::{SampleFile, small_config};
use groundscope_model::{DeviceChoice, Findings, GateVerdict, Network, Phase, Reader, WeightsFile};
use pollster::block_on;

/// Random weights whose self-check holds, and which find something everywhere.
fn sample() -> SampleFile {
    let mut file = SampleFile::random(&small_config(), 3);
    for class in file.manifest["classes"].as_array_mut().unwrap() {
        class["presence_threshold"] = 0.0.into();
        class["map_threshold"] = 0.2.into();
        class["peak_threshold"] = 0.2.into();
    }
    let weights = WeightsFile::parse(&file.bytes()).unwrap();
    let check = &weights.manifest().self_check;
    let [width, height] = check.half_frame();
    let network = Network::load(&weights, &burn::tensor::Device::flex()).unwrap();
    let output = block_on(network.run(check.input(), width, height, &mut |_| ())).unwrap();
    file.set_self_check(&check.sample(&output.map_logits), &output.presence_logits);
    file
}

fn reader(file: &SampleFile) -> Reader {
    let weights = WeightsFile::parse(&file.bytes()).unwrap();
    block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |_| ())).unwrap()
}

/// A bright band on a dark ground, brighter towards one side.
fn scan(width: u32, height: u32) -> Scan {
    let grey = (0..width * height).map(|i| {
        let (x, y) = (i % width, i / width);
        let band = (height / 3..2 * height / 3).contains(&y);
        if band {
            0.3 + 0.6 * x as f32 / width as f32
        } else {
            0.05 + 0.02 * ((x * 7 + y * 13) % 5) as f32
        }
    });
    Scan::from_grey(width, height, grey.collect()).unwrap()
}

fn read(reader: &Reader, scan: &Scan) -> Findings {
    block_on(reader.read(scan, &mut |_| ())).unwrap()
}

#[test]
fn the_self_check_agrees_with_itself_and_notices_a_difference() {
    let mut file = sample();
    let report = block_on(reader(&file).self_check()).unwrap();
    assert!(report.agrees() && report.max_abs_difference == 0.0, "{report:?}");
    let first = file.manifest["self_check"]["map_logits"][0].as_f64().unwrap();
    file.manifest["self_check"]["map_logits"][0] = (first + 0.02).into();
    let report = block_on(reader(&file).self_check()).unwrap();
    assert!(
        !report.agrees() && (report.max_abs_difference - 0.02).abs() < 1e-4,
        "{report:?}"
    );
}

#[test]
fn boxes_lie_inside_scans_of_any_size() {
    let reader = reader(&sample());
    let mut found = 0;
    for (width, height) in [(64, 32), (768, 496), (100, 400), (2, 3), (7, 1500)] {
        let findings = read(&reader, &scan(width, height));
        assert_eq!((findings.width, findings.height), (width, height));
        for region in findings.findings.iter().flat_map(|f| &f.regions) {
            let [x1, y1, x2, y2] = region.bounds;
            assert!(
                x1 < x2 && x2 <= width && y1 < y2 && y2 <= height,
                "{:?}",
                region.bounds
            );
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn the_same_scan_gives_the_same_findings() {
    let reader = reader(&sample());
    let scan = scan(300, 200);
    assert_eq!(read(&reader, &scan), read(&reader, &scan));
}

#[test]
fn a_scan_twice_as_large_has_boxes_about_twice_as_large() {
    let reader = reader(&sample());
    let (small, large) = (read(&reader, &scan(128, 64)), read(&reader, &scan(256, 128)));
    let first = |findings: &Findings| {
        let mut regions = findings.findings.iter().flat_map(|f| f.regions.clone());
        regions.next().unwrap().bounds.map(f64::from)
    };
    for (a, b) in first(&small).into_iter().zip(first(&large)) {
        assert!((2.0 * a - b).abs() <= 6.0, "{a} {b}");
    }
}

#[test]
fn progress_runs_through_each_phase_once() {
    let weights = WeightsFile::parse(&sample().bytes()).unwrap();
    let mut seen = Vec::new();
    let reader = block_on(Reader::load(weights, DeviceChoice::Cpu, &mut |p| seen.push(p))).unwrap();
    block_on(reader.read(&scan(64, 32), &mut |p| seen.push(p))).unwrap();
    for phase in [Phase::Weights, Phase::Inference] {
        let parts: Vec<_> = seen
            .iter()
            .filter(|p| p.phase == phase)
            .map(|p| p.fraction)
            .collect();
        assert_eq!(
            (parts.first(), parts.last()),
            (Some(&0.0), Some(&1.0)),
            "{phase:?}"
        );
        assert!(parts.is_sorted(), "{phase:?} {parts:?}");
        assert_eq!(parts.iter().filter(|part| **part == 1.0).count(), 1);
    }
}

#[cfg(not(feature = "gpu"))]
#[test]
fn a_build_without_gpu_says_so() {
    let weights = WeightsFile::parse(&sample().bytes()).unwrap();
    let error = block_on(Reader::load(weights, DeviceChoice::Gpu, &mut |_| ()))
        .err()
        .unwrap();
    assert_eq!(
        (error.code(), error.hint()),
        ("gpu_not_built", "Use the CPU instead.")
    );
}

/// Skipped where no GPU, real or in software, can be opened: the error must say so then.
#[cfg(feature = "gpu")]
#[test]
fn the_gpu_agrees_with_the_cpu_or_says_why_it_cannot() {
    let file = sample();
    let weights = WeightsFile::parse(&file.bytes()).unwrap();
    let gpu = match block_on(Reader::load(weights, DeviceChoice::Gpu, &mut |_| ())) {
        Ok(gpu) => gpu,
        Err(error) => {
            assert_eq!(error.code(), "no_adapter", "{error}");
            eprintln!("skipped: {error}");
            return;
        }
    };
    let report = block_on(gpu.self_check()).unwrap();
    assert!(report.agrees(), "{report:?}");
    let cpu = reader(&file);
    let (a, b) = (read(&gpu, &scan(300, 200)), read(&cpu, &scan(300, 200)));
    for (a, b) in a.findings.iter().zip(&b.findings) {
        let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-3,
            (a, b) => a == b,
        };
        assert!(close(a.probability, b.probability), "{:?}", a.class);
        assert_eq!(a.regions.len(), b.regions.len(), "{:?}", a.class);
        for (a, b) in a.regions.iter().zip(&b.regions) {
            assert!(a.bounds.iter().zip(b.bounds).all(|(a, b)| a.abs_diff(b) <= 1));
        }
    }
}

#[test]
fn a_picture_that_the_gate_turns_away_has_no_answers_unless_any_is_wanted() {
    let mut file = sample();
    let reader = reader(&file);
    assert!(
        read(&reader, &scan(64, 32)).gate.is_none(),
        "without a gate every picture is let in"
    );
    let weights = serde_json::json!({"confidence": 0.0, "solid": 0.0, "cover": 0.0, "cut": 0.0, "jump": 0.0, "thickness": 0.0});
    for (bias, verdict, lets_in) in [
        (9.0, GateVerdict::BScan, true),
        (0.2, GateVerdict::Doubtful, true),
        (-9.0, GateVerdict::NotBScan, false),
    ] {
        file.manifest["gate"] =
            serde_json::json!({"level": 1.0, "weights": weights, "bias": bias, "threshold": 0.5});
        let reader = self::reader(&file);
        let found = read(&reader, &scan(64, 32));
        let any = block_on(reader.read_any(&scan(64, 32), &mut |_| ())).unwrap();
        assert_eq!(
            found.gate.map(|gate| (gate.verdict, gate.lets_in())),
            Some((verdict, lets_in))
        );
        assert_eq!(found.gate, any.gate);
        let answered =
            |findings: &Findings| findings.findings.iter().any(|finding| finding.present.is_some());
        assert!(answered(&any));
        assert_eq!(answered(&found), lets_in);
        assert_eq!(found.findings.len(), any.findings.len());
    }
    file.manifest["gate"]["threshold"] = 2.0.into();
    assert!(WeightsFile::parse(&file.bytes()).is_err());
}
