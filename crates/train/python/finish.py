"""From a checkpoint to the shipped weights: presence refit on whole frames, thresholds and calibration on validation patients,
int8, the loss against float, the manifest. Evaluation sets are measured last and decide nothing.

    python finish.py --data DATA --phantoms DIR --validation-phantoms DIR --run RUN --out weights/groundscope-oct-1.safetensors
"""

import argparse
import datetime
import json
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

import augment
import calibrate
import sources
from groundnet import FoldedNet, folded_tensors, quantise
from postprocess import agg_iou, masks_to_boxes
from predict import load_ema, placed, probabilities, reference_boxes, run
from sources import BIT, CLASSES, OUTPUTS
from train import RARE
from weights_file import self_check, write

ATTRIBUTION = [
    {"name": "Kermany et al., Large Dataset of Labeled OCT Images, with polygon annotations of an open export", "licence": "CC BY 4.0",
     "attribution": "Kermany D, Goldbaum M, et al. (2018), Mendeley Data, doi:10.17632/rscbjbr9sj; annotations CC BY 4.0, converted to masks"},
    {"name": "A small open set of B-scans of four scanner makers with masks", "licence": "MIT (repository)",
     "attribution": "12 B-scans and one macular hole; origin of the scans not stated"},
    {"name": "GroundScope phantoms", "licence": "MIT OR Apache-2.0", "attribution": "synthetic scans made by this project"},
]


def refit_presence(folded_float, net, pool, count, seed):
    """Windows taught presence; whole frames are what it meets. A ridge-held logistic fit a class on frozen features."""
    rng = np.random.default_rng([seed, 99])
    augment.noise_bank()
    pooled, strongest, known, bits = [], [], [], []
    weights = {k: np.array([1 + sum(v for c, v in RARE.items() if s.present_bits >> BIT[c] & 1) ** 0.5 for s in m])
               for k, m in pool.items()}
    share = {"lesions": 0.6, "masks": 0.08, "phantom": 0.32}
    kinds = [k for k in share if pool.get(k)]
    p = np.array([share[k] for k in kinds])
    for _ in tqdm(range(count), desc="whole frames", mininterval=10):
        kind = kinds[rng.choice(len(kinds), p=p / p.sum())]
        w = weights[kind]
        source = pool[kind][rng.choice(len(w), p=w / w.sum())]
        grey, b = source.grey, source.bits
        if kind == "lesions" and rng.random() < 0.6:
            grey, b = augment.place(rng, grey, b)
        grey, b = augment.borders(rng, grey, b)
        grey = (augment.restyle(rng, grey.astype(np.float32) / 255, 0.6) * 255).astype(np.uint8)
        if rng.random() < 0.5:
            grey = np.ascontiguousarray(grey[:, ::-1])
        _, f, m = run(folded_float, grey, bf16=True)
        present = int(np.bitwise_or.reduce(b, axis=None))
        k = source.known
        if kind == "phantom" and present >> BIT["ped"] & 1 and not present >> BIT["drusen"] & 1:
            k &= ~(1 << BIT["drusen"])
        pooled.append(f), strongest.append(m), known.append(k), bits.append(present)
    f, m = torch.tensor(np.array(pooled)), torch.tensor(np.array(strongest))
    known, bits = np.array(known), np.array(bits)
    centre, spread = f.mean(0), f.std(0) + 1e-3
    z = (f - centre) / spread
    weight = torch.zeros(len(OUTPUTS), f.shape[1])
    bias, peak = torch.zeros(len(OUTPUTS)), torch.full((len(OUTPUTS),), 1.0)
    for k in range(len(OUTPUTS)):
        rows = np.nonzero(known >> k & 1)[0]
        y = torch.tensor((bits[rows] >> k & 1).astype(np.float32))
        if len(rows) < 20 or y.sum() < 3 or y.sum() > len(y) - 3:
            continue
        w = torch.zeros(f.shape[1], requires_grad=True)
        ab = torch.tensor([0.5, 0.0], requires_grad=True)
        opt = torch.optim.LBFGS([w, ab], max_iter=60, line_search_fn="strong_wolfe")
        balance = torch.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean())).clamp(0.2, 8)

        def closure():
            opt.zero_grad()
            logit = z[rows] @ w + ab[0] * m[rows, k] + ab[1]
            loss = (torch.nn.functional.binary_cross_entropy_with_logits(logit, y, reduction="none") * balance).mean()
            loss = loss + 0.15 * w.pow(2).sum() + 0.001 * ab.pow(2).sum()
            loss.backward()
            return loss

        opt.step(closure)
        with torch.no_grad():
            weight[k] = w / spread
            bias[k] = ab[1] - (w / spread * centre).sum()
            peak[k] = ab[0].clamp_min(0)
    with torch.no_grad():
        net.presence.weight.copy_(weight), net.presence.bias.copy_(bias), net.peak.copy_(peak)


def read(folded, scans, label):
    out = []
    for source in tqdm(scans, desc=label, mininterval=10):
        maps, pooled, strongest = run(folded, source.grey)
        logits = folded.t["presence.weight"].numpy() @ pooled + folded.t["presence.bias"].numpy() + \
            folded.t["presence.peak"].numpy() * strongest
        out.append({"maps": maps.astype(np.float16), "presence": logits})
    return out


def findings(result, source, classes):
    """{class: (probability, [(box, score)])} as the Rust reader gives them."""
    out = {}
    for c in classes:
        k = BIT[c["id"]]
        a, b = c["calibration"]
        p = 1 / (1 + np.exp(-(a * result["presence"][k] + b)))
        boxes = []
        if p >= c["presence_threshold"]:
            prob = probabilities(result["maps"], [k], source.grey.shape)[0]
            boxes = [(box, top) for box, _, top in masks_to_boxes(prob >= c["map_threshold"], c["min_area_px"], value=prob)
                     if top >= c["peak_threshold"]]
        out[c["id"]] = (p, boxes)
    return out


def score(results, scans, classes):
    """Pooled AggIoU counts a class over scans where it is known: {class: F1, P, R, mean AggIoU, boxes, scans}."""
    total = {c["id"]: [0, 0, 0, [], 0] for c in classes}
    for result, source in zip(results, scans):
        reference = reference_boxes(source)
        found = findings(result, source, [c for c in classes if source.known >> BIT[c["id"]] & 1])
        for name, (_, boxes) in found.items():
            values, tp, fp, fn = agg_iou(reference[BIT[name]], [b for b, _ in boxes])
            t = total[name]
            t[0], t[1], t[2], t[4] = t[0] + tp, t[1] + fp, t[2] + fn, t[4] + bool(values)
            t[3] += values
    return {n: {"f1": 2 * tp / max(1, 2 * tp + fp + fn), "precision": tp / max(1, tp + fp), "recall": tp / max(1, tp + fn),
                "mean_agg_iou": float(np.mean(v)) if v else 0.0, "boxes": len(v), "scans": s, "false": fp}
            for n, (tp, fp, fn, v, s) in total.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--phantoms", nargs="*", default=[])
    p.add_argument("--validation-phantoms")
    p.add_argument("--run", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--split-seed", type=int, default=1)
    p.add_argument("--frames", type=int, default=900)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--name", default="groundscope-oct-1")
    args = p.parse_args()
    torch.set_num_threads(args.threads)

    lesions = sources.load_lesions(args.data)
    held = sources.split_patients(lesions, args.split_seed)
    pool = {"lesions": [s for s in lesions if s.patient not in held], "masks": sources.load_masks(args.data),
            "phantom": [s for d in args.phantoms for s in sources.load_phantoms(d, 600)]}
    for s in (x for m in pool.values() for x in m):
        s.present_bits = s.present()
    raw = [s for s in lesions if s.patient in held]
    moved = [placed(s, 5) for s in raw]
    fake = sources.load_phantoms(args.validation_phantoms, 90) if args.validation_phantoms else []

    net = load_ema(Path(args.run) / "checkpoint.pt")
    if args.frames:
        refit_presence(FoldedNet(folded_tensors(net)), net, pool, args.frames, args.seed)
    stored, plain = quantise(folded_tensors(net))
    floating, folded = FoldedNet(folded_tensors(net)), FoldedNet(plain)
    scans = raw + moved + fake
    results = read(folded, scans, "validation")

    classes = []
    real_known = raw[0].known
    supported = fake[0].known if fake else 0
    few = {BIT[c] for s in pool["masks"] for c in CLASSES if s.present_bits >> BIT[c] & 1}
    for k, name in enumerate(CLASSES):
        real = bool(real_known >> k & 1) and any(s.bits.any() and s.present() >> k & 1 for s in raw)
        level = "real" if real else "few" if k in few else "synthetic" if supported >> k & 1 else None
        if level is None:
            continue
        use = [(s, r) for s, r in zip(scans, results) if s.known >> k & 1 and (s.kind != "phantom" if real else True)]
        # Healthy phantoms keep a real class honest about false alarms.
        use += [(s, r) for s, r in zip(scans, results) if real and s.kind == "phantom" and not s.present() & 0x3FFFF]
        labels = [s.present() >> k & 1 for s, _ in use]
        if not any(labels):
            print(f"{name:20s} left out: nothing to measure it on")
            continue
        logits = [r["presence"][k] for _, r in use]
        calibration = calibrate.platt(logits, labels)
        threshold = calibrate.presence_threshold(logits, labels, calibration)
        rows = calibrate.candidates([s for s, _ in use], [r for _, r in use], k)
        best, f1, threshold = None, -1.0, threshold
        for t in sorted({threshold, 0.2, 0.35, 0.5}):
            cell, value = calibrate.choose(rows, calibration, t)
            if value > f1 + 0.005:
                best, f1, chosen = cell, value, t
        if not real:
            # Phantoms say nothing of how common a finding is: let the chosen threshold be even odds.
            calibration[1] -= float(np.log(chosen / (1 - chosen)))
            chosen = 0.5
        classes.append({"id": name, "evidence": level, "figure": None, "figure_text": "", "map_threshold": best[0],
                        "peak_threshold": best[2], "presence_threshold": round(chosen, 4), "min_area_px": best[1],
                        "calibration": [round(v, 5) for v in calibration]})
        print(f"{name:20s} {level:9s} map {best[0]:.2f} peak {best[2]:.2f} area {best[1]} presence {chosen:.2f} "
              f"F1 {f1:.3f} AUC {calibrate.auc(logits, labels):.3f} ({sum(labels)}/{len(labels)})", flush=True)

    n = len(raw)
    figures = {"raw": score(results[:n], raw, classes), "placed": score(results[n:2 * n], moved, classes),
               "phantoms": score(results[2 * n:], fake, classes) if fake else {}}
    before = score(read(floating, raw, "float"), raw, classes)
    patients = {c["id"]: len({s.patient for s in raw if s.present() >> BIT[c["id"]] & 1}) for c in classes}
    for c in classes:
        if c["evidence"] == "real":
            f = figures["raw"][c["id"]]
            # Two people are no validation: the figure stays, the level says how little it rests on.
            c["evidence"] = "real" if patients[c["id"]] >= 3 else "few"
            c["figure"] = round(f["f1"], 3)
            c["figure_text"] = (f"F1 {f['f1']:.2f} on {f['scans']} scans of {patients[c['id']]} patients kept apart "
                                "(thresholds chosen there)")
        elif c["id"] in figures["phantoms"]:
            c["figure"] = round(figures["phantoms"][c["id"]]["f1"], 3)
            c["figure_text"] = f"F1 {c['figure']:.2f} on phantoms of unseen seeds; not measured on patients"
        else:
            c["figure_text"] = "trained on a few real scans; not measured"
    manifest = {"format": "groundscope-weights/1", "name": args.name, "created": datetime.date.today().isoformat(),
                "modality": "oct",
                "network": {"kind": "groundnet-1", "frame": [768, 512], "channels": list(net.config.channels),
                            "blocks": list(net.config.blocks), "outputs": OUTPUTS},
                "classes": classes, "box_rule": {"min_area": 20, "join_distance": 25.0}, "data": ATTRIBUTION,
                "licence": "CC BY 4.0", "self_check": self_check(folded)}
    size = write(Path(args.out), stored, manifest)
    Path(args.run, "validation-patients.json").write_text(json.dumps(sorted(held)))
    report = {"size": size, "int8": figures, "float": {"raw": before}, "classes": classes}
    Path(args.run, "finish.json").write_text(json.dumps(report, indent=1, default=float))
    print(f"{size} bytes")
    for name, table in (("raw", figures["raw"]), ("float raw", before), ("placed", figures["placed"]), ("phantoms", figures["phantoms"])):
        print(name)
        for c, f in table.items():
            if f["boxes"] or f["false"]:
                print(f"  {c:20s} F1 {f['f1']:.3f} P {f['precision']:.3f} R {f['recall']:.3f} AggIoU {f['mean_agg_iou']:.3f} boxes {f['boxes']} false {f['false']}")


if __name__ == "__main__":
    main()
