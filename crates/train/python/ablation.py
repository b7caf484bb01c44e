"""What outlines and presence labels each bring: RUN/ablation.json, which the model card shows.

    python ablation.py train --data DATA --phantoms DIR --run RUN --init CHECKPOINT --folds 3 4
    python ablation.py measure --data DATA --run RUN --init CHECKPOINT --folds 3 4

Three networks for each fold are read on the patients that it held back: the start (`--init`, which saw phantoms only), one that went
on from it with outlines alone, over as many steps as the fold (`train` leaves it in RUN/ablation/K), and the fold's own, which also
learned presence and had it fitted again on whole frames. The first two know presence from the strongest spot of a map alone.
Thresholds of a fold come from the readings of the other ones; of one fold alone, those of half of its patients from the other half.
"""

import json
import pickle
from pathlib import Path

import numpy as np
import torch

import calibrate
import crossval
import readings
import sources
from groundnet import FoldedNet, folded_tensors, quantise
from predict import load_ema
from sources import BIT

STARTED, OUTLINES, BOTH = TRAININGS = ("phantoms only", "box data only", "box plus presence data")
# Patients of every fold have these.
MEASURED = ("drusen", "irf", "srf", "vmt", "shrm")


def train(args):
    for fold in args.folds:
        folder, own = folders(args, fold)
        settings = json.loads((folder / "settings.json").read_text())
        steps = json.loads((folder / "progress.json").read_text())["step"]
        crossval.run_train(args, own, folder / "held.json", steps=steps, **{"presence-weight": 0},
                           **{name: settings[name] for name in ("batch", "rate", "seed")})


def folders(args, fold):
    """Of the cross-validation's network, and of the one with outlines alone."""
    return Path(args.run) / "folds" / str(fold), Path(args.run) / "ablation" / str(fold)


def of_maps(checkpoint):
    """The tensors of a network whose presence is the strongest spot of its map, and nothing else."""
    tensors = folded_tensors(load_ema(checkpoint))
    for name, value in (("weight", 0.0), ("bias", 0.0), ("peak", 1.0)):
        tensors[f"presence.{name}"].fill_(value)
    return tensors


def read(args, fold, lesions):
    """{training: readings of the patients that the fold held back, as the scans are and placed in full frames}, but the fold's own."""
    folder, own = folders(args, fold)
    raw = crossval.held_back(folder, lesions)
    scans = raw + crossval.in_frames(raw)
    found = {}
    for training, checkpoint in ((STARTED, Path(args.init)), (OUTLINES, own / "checkpoint.pt")):
        kept = own / f"{training}.pickle"
        readings.keep(kept, checkpoint, lambda: readings.read(FoldedNet(quantise(of_maps(checkpoint))[1]), scans, training))
        found[training] = pickle.loads(kept.read_bytes())
    crossval.read(folder, lesions)
    return found


def figures(by_fold):
    """AggIoU F1 of each class and their mean, and the mean AUC of presence within a fold; thresholds from the other folds."""
    settings = crossval.cross_fitted(by_fold, {}, lambda fold, line: None)
    fold_of = {r.patient: fold for fold, held in by_fold.items() for r in held}
    scored = readings.score([r for held in by_fold.values() for r in held], lambda r: settings[fold_of[r.patient]])
    f1 = {c: scored[c]["f1"] if c in scored else 0.0 for c in MEASURED}
    ranked = [calibrate.auc([r.logits[BIT[c]] for r in held], [r.has(BIT[c]) for r in held]) for held in by_fold.values() for c in MEASURED]
    return {"AggIoU F1, mean of the classes": float(np.mean(list(f1.values()))), "presence AUC, mean of the classes": float(np.nanmean(ranked)),
            **{f"AggIoU F1, {c}": v for c, v in f1.items()}}


def halves(found):
    """One fold as two, patient by patient: each half chooses the thresholds of the other."""
    order = {patient: at % 2 for at, patient in enumerate(sorted({r.patient for r in found[BOTH]}))}
    return {half: {t: [r for r in kept if order[r.patient] == half] for t, kept in found.items()} for half in (0, 1)}


def measure(args):
    lesions = sources.load_lesions(args.data)
    found = {fold: read(args, fold, lesions) for fold in args.folds}
    for fold, kept in crossval.load(args.run).items():
        if fold in found:
            found[fold][BOTH] = kept["raw"] + kept["placed"]
    scans = sum(len(f[BOTH]) for f in found.values())
    patients = {r.patient for f in found.values() for r in f[BOTH]}
    name = f"{scans} readings of {len(patients)} patients held back by {len(found)} {'fold' if len(found) == 1 else 'folds'}, by the Python reader"
    if len(found) == 1:
        found = halves(*found.values())
    rows = [{"name": name, "training": t, "figures": figures({fold: f[t] for fold, f in found.items()})} for t in TRAININGS]
    Path(args.run, "ablation.json").write_text(json.dumps(rows, indent=1))
    for row in rows:
        print(row["training"], {k: round(v, 3) for k, v in row["figures"].items()})


def main():
    steps = {"train": train, "measure": measure}
    p = crossval.arguments(__doc__, steps)
    p.add_argument("--init", required=True, help="checkpoint that the folds started from")
    p.add_argument("--folds", type=int, nargs="+", required=True)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    steps[args.step](args)


if __name__ == "__main__":
    main()
