"""Patient-grouped cross-validation on oct-lesions: a network a fold, each read on patients it never saw.

    python crossval.py train --data DATA --phantoms DIR --run RUN --init CHECKPOINT --fold K [--steps 4000]
    python crossval.py finish --data DATA --run RUN [--validation-phantoms DIR]

Each fold also holds back the scans of one maker of oct-masks, while there are makers that the rest of the data does not have.
`train` leaves RUN/folds/K with checkpoint, network, held-out patients and scans of a maker; `finish` reads these patients, chooses
each fold's thresholds on the readings of the other folds (on phantoms for what no patient has), so that no patient chooses the
thresholds of their own figures, and writes RUN/folds/K/weights.safetensors.
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
import readings
import sources
from groundnet import FoldedNet, GroundNet, folded_tensors, quantise
from manifest import SHIPPED, add_evidence, manifest
from predict import load_ema, placed
from refit import refit_presence, training_pool
from sources import BIT, CLASSES
from weights_file import write

FOLDS = 5
# Every scan of oct-lesions is of this maker: no fold can do without it.
COMMON_MAKER = "Spectralis"
PHANTOMS = 60


def fold_patients(scans, seed=1):
    """Patients of each fold: the seeded draw out of 2,000 that shares out each class's patients and the images most evenly."""
    patients = sorted({s.patient for s in scans})
    row = {p: n for n, p in enumerate(patients)}
    has = np.zeros((len(patients), len(CLASSES) + 1))
    for s in scans:
        has[row[s.patient], :-1] = np.maximum(has[row[s.patient], :-1], [s.present() >> k & 1 for k in range(len(CLASSES))])
        has[row[s.patient], -1] += 1
    wanted = has.sum(0) / FOLDS
    best = None
    for attempt in range(2000):
        rng = np.random.default_rng([seed, 5, attempt])
        fold = rng.permutation(np.arange(len(patients)) % FOLDS)
        counts = np.stack([has[fold == k].sum(0) for k in range(FOLDS)])
        error = (((counts - wanted) / np.maximum(wanted, 1)) ** 2).sum()
        if best is None or error < best[0]:
            best = (error, fold)
    return [[p for p, k in zip(patients, best[1]) if k == fold] for fold in range(FOLDS)]


def fold_makers(masks):
    """Names of the oct-masks scans that each fold holds back: makers, which stand before the underscore, are dealt out in turn."""
    makers = sorted({s.patient.split("_")[0] for s in masks if "_" in s.patient} - {COMMON_MAKER})
    return [[s.patient for s in masks if s.patient.split("_")[0] in makers[fold::FOLDS]] for fold in range(FOLDS)]


def run_train(args, out, held, **options):
    """Runs train.py in `out` from `--init`, without the scans in `held`. Where it does not finish, neither does this program."""
    given = {"data": args.data, "held": held, "init": args.init, "paint": args.init, "out": out, "threads": args.threads, **options}
    if args.minutes is not None:
        given["minutes"] = args.minutes
    trained = subprocess.run([sys.executable, Path(__file__).with_name("train.py"), "--phantoms", *args.phantoms,
                              *(word for name, value in given.items() for word in (f"--{name}", str(value))),
                              *(["--compile"] if args.compile else [])])
    if trained.returncode:
        sys.exit(trained.returncode)


def train(args):
    """Trains a fold from `--init` and fits its presence on its own training scans."""
    out = Path(args.run) / "folds" / str(args.fold)
    out.mkdir(parents=True, exist_ok=True)
    lesions = sources.load_lesions(args.data)
    patients = fold_patients(lesions)[args.fold]
    scans = fold_makers(sources.load_masks(args.data))[args.fold]
    away, held = patients + scans, out / "held.json"
    if held.exists() and json.loads(held.read_text()) != away:
        sys.exit(f"{out}: this fold was started with other scans held back; name another folder with --run")
    held.write_text(json.dumps(away))
    (out / "validation-patients.json").write_text(json.dumps(patients))
    (out / "validation-scans.json").write_text(json.dumps(scans))
    mark = out / "done.json"
    if mark.exists() and json.loads(mark.read_text()) == {"steps": args.steps}:
        print(f"fold {args.fold} is done")
        return
    run_train(args, out, held, steps=args.steps, batch=args.batch, rate=args.rate, seed=100 + args.fold)
    net = load_ema(out / "checkpoint.pt")
    args.paint = args.init
    refit_presence(FoldedNet(folded_tensors(net)), net, training_pool(args, set(away)), args.frames, args.fold)
    torch.save(net.state_dict(), out / "refit.pt")
    mark.write_text(json.dumps({"steps": args.steps}))


def refitted(folder):
    net = GroundNet().eval()
    net.load_state_dict(torch.load(folder / "refit.pt"))
    return net


def load(run, name="held-out"):
    """Readings of each fold: {fold: {"raw": [...], "placed": [...], "float": [...]}}, or those of phantoms: {fold: [...]}."""
    return {int(p.parent.name): pickle.loads(p.read_bytes()) for p in sorted(Path(run).glob(f"folds/*/{name}.pickle"))}


def held_back(folder, lesions):
    """Scans of the patients that a fold held back."""
    held = json.loads((folder / "validation-patients.json").read_text())
    return [s for s in lesions if s.patient in held]


def in_frames(scans):
    """The scans in full frames, the same ones each time."""
    return [placed(s, 5) for s in scans]


def read(folder, lesions, phantoms=()):
    """Reads the patients that a fold held back: as their scans are, placed in full frames, and with float weights; and phantoms."""
    raw = held_back(folder, lesions)
    tensors = folded_tensors(refitted(folder))
    network = FoldedNet(quantise(tensors)[1])
    jobs = {"held-out": lambda: {"raw": readings.read(network, raw, "held out"),
                                 "placed": readings.read(network, in_frames(raw), "the same in full frames"),
                                 "float": readings.read(FoldedNet(tensors), raw, "the same with float weights")}}
    if phantoms:
        jobs["phantoms"] = lambda: readings.read(network, phantoms, "validation phantoms")
    for name, job in jobs.items():
        readings.keep(folder / f"{name}.pickle", folder / "refit.pt", job)


def held_out(run):
    """Every held-out reading of a cross-validation: as the scans are, placed in full frames, and by float weights."""
    found = load(run).values()
    return tuple([r for f in found for r in f[kind]] for kind in ("raw", "placed", "float"))


def cross_fitted(held, more, say):
    """{fold: class settings}, chosen on what every other fold `held` back (readings by fold) and on the fold's `more`."""
    def settings(fold):
        rest = [r for k, found in held.items() if k != fold for r in found] + more.get(fold, [])
        return calibrate.class_settings(rest, 0, lambda line: say(fold, line))
    return {fold: settings(fold) for fold in held}


def fold_settings(run):
    """Settings of the fold that held a reading's patient back, as `readings.score` wants them."""
    fold_of, settings = {}, {}
    for path in sorted(Path(run).glob("folds/*/thresholds.json")):
        settings[path.parent.name] = json.loads(path.read_text())
        fold_of |= {p: path.parent.name for p in json.loads((path.parent / "validation-patients.json").read_text())}
    return lambda reading: settings[fold_of[reading.patient]]


def finish(args):
    """Cross-fitted thresholds and the weights file of each fold; prints the pooled figures."""
    lesions = sources.load_lesions(args.data)
    drawn = sources.load_folder(args.validation_phantoms, PHANTOMS) if args.validation_phantoms else []
    for folder in sorted(Path(args.run).glob("folds/*")):
        read(folder, lesions, drawn)
    found, fake = load(args.run), load(args.run, "phantoms")
    held = {fold: f["raw"] + f["placed"] for fold, f in found.items()}
    for fold, classes in cross_fitted(held, fake, lambda fold, line: print(fold, line, flush=True)).items():
        Path(args.run, "folds", str(fold), "thresholds.json").write_text(json.dumps(classes, indent=1))
    settings = fold_settings(args.run)
    raw, moved, _ = held_out(args.run)
    figures = {"raw": readings.score(raw, settings), "placed": readings.score(moved, settings), "phantoms": {}}
    for name in ("raw", "placed"):
        readings.show(name, figures[name])
    patients = {c: len({r.patient for r in raw if r.has(BIT[c])}) for c in CLASSES}
    for fold in found:
        out = Path(args.run) / "folds" / str(fold)
        net = refitted(out)
        stored, plain = quantise(folded_tensors(net))
        classes = json.loads((out / "thresholds.json").read_text())
        add_evidence(classes, figures, patients, True, SHIPPED["most"])
        write(out / "weights.safetensors", stored, manifest(net, FoldedNet(plain), classes, {**SHIPPED, "name": f"fold {fold}"}))


def arguments(text, steps):
    """What every program takes that trains folds and measures them."""
    p = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("step", choices=steps)
    p.add_argument("--data", required=True)
    p.add_argument("--phantoms", nargs="*", default=[])
    p.add_argument("--run", required=True)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--minutes", type=float, help="as for train.py")
    p.add_argument("--compile", action="store_true", help="as for train.py")
    return p


def main():
    steps = {"train": train, "finish": finish}
    p = arguments(__doc__, steps)
    p.add_argument("--validation-phantoms", help="for the thresholds of classes that no held-out patient has")
    p.add_argument("--init")
    p.add_argument("--fold", type=int)
    p.add_argument("--steps", type=int, default=4000)
    p.add_argument("--batch", type=int, default=4)
    p.add_argument("--rate", type=float, default=1.2e-3)
    p.add_argument("--frames", type=int, default=500)
    p.set_defaults(own=None)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    steps[args.step](args)


if __name__ == "__main__":
    main()
