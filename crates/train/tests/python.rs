//! What the Python side promises. It needs PyTorch, and is skipped unless GROUNDSCOPE_PYTHON names a Python that has it.

use std::process::Command;

use serde::de::DeserializeOwned;

/// What a script prints as JSON; `None` where there is no PyTorch.
fn asked<T: DeserializeOwned>(script: &str, argument: &str) -> Option<T> {
    let Some(python) = std::env::var_os("GROUNDSCOPE_PYTHON") else {
        eprintln!("skipped: GROUNDSCOPE_PYTHON names no Python with PyTorch");
        return None;
    };
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/python");
    let mut command = Command::new(python);
    command
        .args(["-B", "-c", script, argument])
        .env("PYTHONPATH", scripts);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

const FOLDS: &str = r#"
import json
from types import SimpleNamespace as Scan
import crossval
lesions = [Scan(patient=f"p{n % 11}", present=lambda n=n: 1 << n % 3) for n in range(40)]
masks = [Scan(patient=name) for name in ("Topcon_1", "Bioptigen_2", "Spectralis_1", "Bioptigen_1", "Cirrus_3", "hole")]
print(json.dumps([crossval.fold_patients(lesions), crossval.fold_makers(masks)]))
"#;

#[test]
fn every_patient_and_maker_is_held_back_once() {
    let Some([patients, makers]) = asked::<[Vec<Vec<String>>; 2]>(FOLDS, "") else {
        return;
    };
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

const START: &str = r#"
import json, sys
import torch, warm_start
from groundnet import GroundNet
from weights_file import load
torch.manual_seed(0)
net = GroundNet()
xs = [torch.rand(2, 4, 64, 64) for _ in range(3)]
warm_start.start(net, sys.argv[1], xs)
net.eval()
with torch.no_grad():
    mine, theirs = net(xs[0]), load(sys.argv[1])[0](xs[0])
    apart = [float((a - b).abs().max()) for a, b in zip(mine, theirs)]
    norms = [m.conv.weight.flatten(1).norm(dim=1) for _, m in net.named_convs() if m.norm is not None]
print(json.dumps(apart + [float(min(n.min() for n in norms)), float(max(n.max() for n in norms))]))
"#;

#[test]
fn a_start_from_a_weights_file_gives_its_numbers_with_weights_of_one_size() {
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../weights/groundscope-oct-1.safetensors"
    );
    let Some([maps, presence, smallest, largest]) = asked::<[f64; 4]>(START, shipped) else {
        return;
    };
    assert!(maps < 1e-3 && presence < 1e-3, "{maps} {presence}");
    // Adam's steps don't follow the size of weights: small ones would be torn up.
    assert!(smallest > 1.99 && largest < 2.01, "{smallest} {largest}");
}

const CHOICES: &str = r#"
import json
import numpy as np
import calibrate, readings
def reading(n, present, logit, boxes):
    found = {(t, d): [(b, 400, 0.99) for b in boxes[d]] for t in calibrate.MAP_GRID for d in calibrate.JOIN_GRID}
    reference = {0: [(0, 0, 20, 20)] if present else []}
    return readings.Reading(f"s{n}", f"p{n}", "lesions", 1, int(present), np.array([logit]), reference, {0: found})
one, two = [(0, 0, 20, 20)], [(0, 0, 20, 20), (60, 60, 80, 80)]
# A rare class, found in one of five scans that lack it as surely as in those that have it; both distances join alike.
same = {d: one for d in calibrate.JOIN_GRID}
rare = [reading(n, n < 10, 2.0 if n < 10 or n % 5 == 0 else -2.0, same) for n in range(100)]
# Boxes that join as reference boxes do give a box too many in a scan of forty, or in most.
few = [reading(n, True, 2.0, {12.0: one, 25.0: two if n % 40 == 0 else one}) for n in range(80)]
many = [reading(n, True, 2.0, {12.0: one, 25.0: two if n % 4 else one}) for n in range(80)]
quiet = lambda line: None
chosen = [calibrate.class_settings(r, 0, quiet)[0] for r in (rare, few, many)]
alarms = [bool(readings.boxes(r, chosen[0])) for r in rare if not r.has(0)]
print(json.dumps([float(np.mean(alarms)), chosen[1]["join_distance_px"], chosen[2]["join_distance_px"]]))
"#;

#[test]
fn thresholds_spare_scans_without_a_rare_class_and_boxes_keep_their_rule() {
    let Some([false_alarms, few, many]) = asked::<[f64; 3]>(CHOICES, "") else {
        return;
    };
    assert!(false_alarms <= 0.05, "{false_alarms}");
    assert_eq!((few, many), (25.0, 12.0));
}
