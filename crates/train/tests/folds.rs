//! Which scans each fold holds back. It needs PyTorch, and is skipped unless GROUNDSCOPE_PYTHON names a Python that has it.

use std::process::Command;

const ASKED: &str = r#"
import json, sys
from types import SimpleNamespace as Scan
import crossval
lesions = [Scan(patient=f"p{n % 11}", present=lambda n=n: 1 << n % 3) for n in range(40)]
masks = [Scan(patient=name) for name in ("Topcon_1", "Bioptigen_2", "Spectralis_1", "Bioptigen_1", "Cirrus_3", "hole")]
print(json.dumps([crossval.fold_patients(lesions), crossval.fold_makers(masks)]))
"#;

#[test]
fn every_patient_and_maker_is_held_back_once() {
    let Some(python) = std::env::var_os("GROUNDSCOPE_PYTHON") else {
        eprintln!("skipped: GROUNDSCOPE_PYTHON names no Python with PyTorch");
        return;
    };
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/python");
    let mut command = Command::new(python);
    command.args(["-B", "-c", ASKED]).env("PYTHONPATH", scripts);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let [patients, makers]: [Vec<Vec<String>>; 2] = serde_json::from_slice(&output.stdout).unwrap();
    let mut sizes: Vec<usize> = patients.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [2, 2, 2, 2, 3]);
    let mut all = patients.concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 11);
    // The maker of every other scan, and a scan of no maker, are held back by nobody.
    let expected = [
        vec!["Bioptigen_2", "Bioptigen_1"],
        vec!["Cirrus_3"],
        vec!["Topcon_1"],
        vec![],
        vec![],
    ];
    assert_eq!(makers, expected);
}
