"""What outlines and presence labels each bring: RUN/ablation.json, which the model card shows.

    python ablation.py train --data DATA --phantoms DIR --run RUN --init CHECKPOINT --folds 3 4
    python ablation.py measure --data DATA --run RUN --init CHECKPOINT --folds 3 4

Three networks for each fold are read on the patients that it held back: the start (`--init`, which saw phantoms only), one that went
on from it with outlines alone, over as many steps as the fold (`train` leaves it in RUN/ablation/K), and the fold's own, which also
learned presence and had it fitted again on whole frames. The first two know presence from the strongest spot of a map alone. Thresholds of a fold come from the readings
of the other ones.
"""

import argparse
import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

import calibrate
import crossval
import readings
import sources
from groundnet import FoldedNet, folded_tensors, quantise
from predict import load_ema, placed
from sources import BIT

STARTED, OUTLINES, BOTH = TRAININGS = ("phantoms only", "box data only", "box plus presence data")
# Patients of every fold have these.
MEASURED = ("drusen", "irf", "srf", "vmt", "shrm")


def train(args):
    for fold in args.folds:
        folder = Path(args.run) / "folds" / str(fold)
        settings = json.loads((folder / "settings.json").read_text())
        steps = json.loads((folder / "progress.json").read_text())["step"]
        command = ["--data", args.data, "--phantoms", *args.phantoms, "--held", folder / "held.json", "--init", args.init, "--paint", args.init,
                   "--out", Path(args.run) / "ablation" / str(fold), "--steps", str(steps), "--batch", str(settings["batch"]),
                   "--rate", str(settings["rate"]), "--seed", str(settings["seed"]), "--threads", str(args.threads), "--presence-weight", "0"]
        subprocess.run([sys.executable, str(Path(__file__).with_name("train.py")), *command, *(["--compile"] if args.compile else [])], check=True)


def of_maps(checkpoint):
    """The tensors of a network whose presence is the strongest spot of its map, and nothing else."""
    tensors = folded_tensors(load_ema(checkpoint))
    for name, value in (("weight", 0.0), ("bias", 0.0), ("peak", 1.0)):
        tensors[f"presence.{name}"].fill_(value)
    return tensors


def read(args, fold, lesions):
    """{training: readings of the patients that the fold held back, as the scans are and placed in full frames}."""
    folder, own = Path(args.run) / "folds" / str(fold), Path(args.run) / "ablation" / str(fold)
    held = json.loads((folder / "validation-patients.json").read_text())
    raw = [s for s in lesions if s.patient in held]
    scans = raw + [placed(s, 5) for s in raw]
    found = {}
    for training, checkpoint in ((STARTED, Path(args.init)), (OUTLINES, own / "checkpoint.pt")):
        kept = own / f"{training}.pickle"
        if not kept.exists() or kept.stat().st_mtime <= checkpoint.stat().st_mtime:
            kept.write_bytes(pickle.dumps(readings.read(FoldedNet(quantise(of_maps(checkpoint))[1]), scans, training)))
        found[training] = pickle.loads(kept.read_bytes())
    crossval.read(folder, lesions)
    both = crossval.load(args.run)[fold]
    return {**found, BOTH: both["raw"] + both["placed"]}


def figures(by_fold):
    """AggIoU F1 of each class and their mean, and the mean AUC of presence within a fold; thresholds from the other folds."""
    settings, fold_of = {}, {}
    for fold, held in by_fold.items():
        rest = [r for other, scans in by_fold.items() if other != fold for r in scans]
        settings[fold] = calibrate.class_settings(rest, 0, lambda line: None)
        fold_of |= {r.patient: fold for r in held}
    scored = readings.score([r for held in by_fold.values() for r in held], lambda r: settings[fold_of[r.patient]])
    f1 = {c: scored[c]["f1"] if c in scored else 0.0 for c in MEASURED}
    ranked = [calibrate.auc([r.logits[BIT[c]] for r in held], [r.has(BIT[c]) for r in held]) for held in by_fold.values() for c in MEASURED]
    return {"AggIoU F1, mean of the classes": float(np.mean(list(f1.values()))), "presence AUC, mean of the classes": float(np.nanmean(ranked)),
            **{f"AggIoU F1, {c}": v for c, v in f1.items()}}


def measure(args):
    lesions = sources.load_lesions(args.data)
    found = {fold: read(args, fold, lesions) for fold in args.folds}
    scans = sum(len(f[BOTH]) for f in found.values())
    name = f"{scans} readings of patients held back by {len(found)} folds, by the Python reader"
    rows = [{"name": name, "training": t, "figures": figures({fold: f[t] for fold, f in found.items()})} for t in TRAININGS]
    Path(args.run, "ablation.json").write_text(json.dumps(rows, indent=1))
    for row in rows:
        print(row["training"], {k: round(v, 3) for k, v in row["figures"].items()})


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("step", choices=["train", "measure"])
    p.add_argument("--data", required=True)
    p.add_argument("--phantoms", nargs="*", default=[])
    p.add_argument("--run", required=True)
    p.add_argument("--init", required=True, help="checkpoint that the folds started from")
    p.add_argument("--folds", type=int, nargs="+", required=True, help="two at least")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--compile", action="store_true", help="as for train.py")
    args = p.parse_args()
    if len(args.folds) < 2:
        p.error("the thresholds of a fold come from the other ones: name two at least")
    torch.set_num_threads(args.threads)
    {"train": train, "measure": measure}[args.step](args)


if __name__ == "__main__":
    main()
