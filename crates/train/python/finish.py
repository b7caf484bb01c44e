"""From a checkpoint to the shipped weights: presence refit on whole frames, thresholds and calibration, int8, the loss against
float, the manifest. Evaluation sets are measured last and choose no threshold.

    python finish.py --data DATA --phantoms DIR --validation-phantoms DIR --run RUN --out weights/groundscope-oct-1.safetensors

Thresholds come from the validation patients whom the run held back, or, with --folds, from the held-out readings of every fold of a
cross-validation: then nobody need be held back from the network that ships.
"""

import argparse
import json
from pathlib import Path

import torch

import calibrate
import crossval
import readings
import sources
from groundnet import FoldedNet, folded_tensors, quantise
from manifest import SHIPPED, add_evidence, manifest
from predict import load_ema, placed
from refit import few_bits, refit_presence, training_pool
from sources import BIT
from weights_file import write


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data")
    p.add_argument("--own", help="training folder of one's own scans, instead of --data")
    p.add_argument("--label", help="JSON file with name, licence, data and the most evidence there can be")
    p.add_argument("--phantoms", nargs="*", default=[])
    p.add_argument("--validation-phantoms")
    p.add_argument("--run", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--folds", help="folder of a cross-validation (crossval.py)")
    p.add_argument("--held", help="as for train.py: with --folds, what presence is not fitted on")
    p.add_argument("--paint", help="as for train.py")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--split-seed", type=int, default=1)
    p.add_argument("--frames", type=int, default=900)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--name", default="groundscope-oct-1")
    args = p.parse_args()
    torch.set_num_threads(args.threads)

    lesions = sources.load_folder(args.own) if args.own else sources.load_lesions(args.data)
    held = sources.split_patients(lesions, args.split_seed) if not args.folds else set()
    held |= set(json.loads(Path(args.held).read_text())) if args.held else set()
    pool = training_pool(args, held)
    raw = [s for s in lesions if s.patient in held]
    fake = sources.load_folder(args.validation_phantoms) if args.validation_phantoms else []

    net = load_ema(Path(args.run) / "checkpoint.pt")
    if args.frames:
        refit_presence(FoldedNet(folded_tensors(net)), net, pool, args.frames, args.seed)
    stored, plain = quantise(folded_tensors(net))
    floating, folded = FoldedNet(folded_tensors(net)), FoldedNet(plain)
    read_fake = readings.read(folded, fake, "validation phantoms")
    if args.folds:
        read_raw, read_moved, read_float = crossval.held_out(args.folds)
    else:
        read_raw = readings.read(folded, raw, "validation")
        read_float = readings.read(floating, raw, "float")
        read_moved = readings.read(folded, [placed(s, 5) for s in raw], "the same in full frames")
    classes = calibrate.class_settings(read_raw + read_moved + read_fake, few_bits(pool))
    of_all = lambda _: classes
    settings = crossval.fold_settings(args.folds) if args.folds else of_all
    figures = {"raw": readings.score(read_raw, settings), "placed": readings.score(read_moved, settings),
               "phantoms": readings.score(read_fake, of_all)}
    before = readings.score(read_float, settings)
    patients = {c["id"]: len({r.patient for r in read_raw if r.has(BIT[c["id"]])}) for c in classes}
    label = json.loads(Path(args.label).read_text()) if args.label else {**SHIPPED, "name": args.name}
    add_evidence(classes, figures, patients, bool(args.folds), label["most"])
    size = write(Path(args.out), stored, manifest(net, folded, classes, label))
    Path(args.run, "validation-patients.json").write_text(json.dumps(sorted(held)))
    report = {"size": size, "int8": figures, "float": {"raw": before}, "classes": classes}
    Path(args.run, "finish.json").write_text(json.dumps(report, indent=1, default=float))
    print(f"{size} bytes")
    for name, table in (("raw", figures["raw"]), ("float raw", before), ("placed", figures["placed"]), ("phantoms", figures["phantoms"])):
        readings.show(name, table)


if __name__ == "__main__":
    main()
