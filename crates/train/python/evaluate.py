"""Figures on scans that never trained and never chose a threshold: two readers, presence, healthy eyes.

    python evaluate.py --data DATA --weights weights/groundscope-oct-1.safetensors [--json OUT]
"""

import argparse
import csv
import json
from pathlib import Path

import cv2
import numpy as np
import torch
from safetensors import safe_open

from calibrate import auc
from finish import findings
from groundnet import Config, FoldedNet
from postprocess import agg_iou, masks_to_boxes
from predict import run
from sources import BIT, Source, read_grey


def load(path):
    with safe_open(path, "pt") as f:
        manifest = json.loads(f.metadata()["groundscope"])
        tensors = {}
        for name in f.keys():
            if name.endswith(".weight"):
                value = f.get_tensor(name).float()
                scale = f.get_tensor(name.replace(".weight", ".scale"))
                tensors[name] = value * scale.view((-1,) + (1,) * (value.dim() - 1))
            elif not name.endswith(".scale"):
                tensors[name] = f.get_tensor(name)
    net = manifest["network"]
    return FoldedNet(tensors, Config(tuple(net["channels"]), tuple(net["blocks"]), len(net["outputs"]))), manifest


def read(folded, manifest, path):
    grey = read_grey(path)
    source = Source(path.name, "eval", path.name, grey, np.zeros(grey.shape, np.uint32), 0)
    maps, pooled, strongest = run(folded, grey)
    t = folded.t
    logits = t["presence.weight"].numpy() @ pooled + t["presence.bias"].numpy() + t["presence.peak"].numpy() * strongest
    return findings({"maps": maps, "presence": logits}, source, manifest["classes"])


def boxes_of(path):
    mask = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) > 0
    return [b for b, _, _ in masks_to_boxes(mask)]


def pooled(pairs):
    tp = fp = fn = 0
    values = []
    for reference, predicted in pairs:
        v, a, b, c = agg_iou(reference, predicted)
        tp, fp, fn, values = tp + a, fp + b, fn + c, values + v
    return {"f1": 2 * tp / max(1, 2 * tp + fp + fn), "precision": tp / max(1, tp + fp), "recall": tp / max(1, tp + fn),
            "mean_agg_iou": float(np.mean(values)) if values else 0.0, "boxes": len(values)}


def fluid(found):
    return [b for c in ("irf", "srf") for b, _ in found[c][1]], max(found["irf"][0], found["srf"][0])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--weights", required=True)
    p.add_argument("--json")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    data = Path(args.data)
    folded, manifest = load(args.weights)
    report = {}

    root = data / "oct-two-graders"
    images = sorted((root / "images").iterdir())[::args.every]
    found = {f.name: fluid(read(folded, manifest, f))[0] for f in images}
    readers = [{f.name: boxes_of(root / f"grader{g}" / f.name) for f in images} for g in (0, 1)]
    for g in (0, 1):
        report[f"model against reader {g}"] = pooled([(readers[g][n], found[n]) for n in found])
    report["reader 1 against reader 0"] = pooled([(readers[0][n], readers[1][n]) for n in found])
    report["reader 0 against reader 1"] = pooled([(readers[1][n], readers[0][n]) for n in found])
    print(json.dumps(report, indent=1), flush=True)

    for name, column, pick in (("oct-dme", "dme", lambda f: fluid(f)[1]), ("oct-srf", "srf", lambda f: f["srf"][0])):
        rows = list(csv.DictReader((data / name / "labels.csv").open()))[::args.every]
        scores = [pick(read(folded, manifest, data / name / "images" / r["file"])) for r in rows]
        report[f"AUC {name}"] = auc(scores, [r[column] == "1" for r in rows])
        print(name, report[f"AUC {name}"], flush=True)

    healthy = sorted((data / "oct-healthy").glob("*.png"))[::args.every]
    counts = {}
    for f in healthy:
        for c, (_, boxes) in read(folded, manifest, f).items():
            counts[c] = counts.get(c, 0) + len(boxes)
    report["false boxes per healthy scan"] = sum(counts.values()) / len(healthy)
    report["false boxes by class"] = {c: n / len(healthy) for c, n in counts.items() if n}
    print(report["false boxes per healthy scan"], report["false boxes by class"])
    if args.json:
        Path(args.json).write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
