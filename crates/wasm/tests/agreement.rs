//! What native code finds in the sample scan: the vector that the browser's CPU and GPU are held to (tests/browser/main.rs).
//!
//! After the weights, the sample or the reading have changed on purpose: `GROUNDSCOPE_BLESS=1 cargo test -p groundscope-wasm`.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;

use groundscope_model::{DeviceChoice, Findings, Reader, WeightsFile};

#[test]
fn the_sample_vector_is_what_native_code_finds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let weights = std::fs::read(root.join("weights/groundscope-oct-1.safetensors")).unwrap();
    let weights = WeightsFile::parse(&weights).unwrap();
    let phantom = groundscope_phantom::sample().unwrap();
    let grey = phantom
        .scan
        .iter()
        .map(|level| f32::from(*level) / 255.0)
        .collect();
    let scan = groundscope_imaging::Scan::from_grey(phantom.width, phantom.height, grey).unwrap();
    let found = pollster::block_on(async {
        let reader = Reader::load(weights, DeviceChoice::Cpu, &mut |_| ())
            .await
            .unwrap();
        assert!(reader.self_check().await.unwrap().agrees());
        reader.read(&scan, &mut |_| ()).await.unwrap()
    });
    let path = root.join("tests/vectors/findings/sample.json");
    if std::env::var_os("GROUNDSCOPE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, serde_json::to_string(&found).unwrap() + "\n").unwrap();
    }
    let kept: Findings = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(kept.findings.len(), found.findings.len());
    let verdict = |findings: &Findings| findings.gate.map(|gate| gate.verdict);
    assert_eq!(verdict(&kept), verdict(&found));
    assert_eq!(verdict(&found), Some(groundscope_model::GateVerdict::BScan));
    let band = found.retina.as_ref().unwrap();
    assert_eq!(kept.retina.as_ref().map(|kept| kept.step), Some(band.step));
    // The network's surfaces are those that were drawn, to within a cell of its map and the smoothing.
    let near = |row: u32, drawn: f32| (row as f32 - drawn).abs() <= 8.0;
    let agree = (0..phantom.width).filter(|x| {
        let (ilm, rpe) = (
            phantom.surfaces.ilm[*x as usize],
            phantom.surfaces.rpe_bottom[*x as usize],
        );
        band.at(*x)
            .is_some_and(|[top, bottom]| near(top, ilm) && near(bottom, rpe))
    });
    let share = agree.count() as f64 / f64::from(phantom.width);
    println!("surfaces within 8 px in {:.1}% of the columns", 100.0 * share);
    assert!(share >= 0.8, "{share}");
    for (kept, found) in kept.findings.iter().zip(&found.findings) {
        let id = found.class.id();
        assert_eq!((kept.class, kept.present), (found.class, found.present), "{id}");
        // Another processor may round the last bit another way.
        let difference = (kept.probability.unwrap_or(0.0) - found.probability.unwrap_or(0.0)).abs();
        assert!(
            difference < 1e-4,
            "{id} differs by {difference}; run with GROUNDSCOPE_BLESS=1 if that was meant"
        );
        let boxes = |finding: &groundscope_model::Finding| finding.boxes();
        assert_eq!(
            boxes(kept),
            boxes(found),
            "{id}; run with GROUNDSCOPE_BLESS=1 if that was meant"
        );
    }
}
