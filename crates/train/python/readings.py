"""What a network says of whole scans, kept small: presence logits and, for every threshold of the grid, the clusters of its maps."""

import pickle
from dataclasses import dataclass, field

import numpy as np
from tqdm import tqdm

import calibrate
from postprocess import agg_iou
from predict import probabilities, reference_boxes, run
from sources import BIT, CLASSES


@dataclass
class Reading:
    """`reference` and `found` by class index, for the classes that are known of the scan; boxes in its pixels."""
    name: str
    patient: str
    kind: str
    known: int
    present: int
    logits: np.ndarray
    reference: dict
    found: dict
    grid: dict = field(default_factory=dict)

    def counts(self, k):
        """`calibrate.counts` of a class, counted once."""
        if k not in self.grid:
            self.grid[k] = calibrate.counts(self.reference[k], self.found[k])
        return self.grid[k]

    def has(self, k):
        return self.present >> k & 1

    def knows(self, k):
        return self.known >> k & 1


def read(folded, scans, label):
    """A reading of each scan."""
    t = folded.t
    out = []
    for source in tqdm(scans, desc=label, mininterval=10):
        maps, pooled, strongest = run(folded, source.grey)
        logits = t["presence.weight"].numpy() @ pooled + t["presence.bias"].numpy() + t["presence.peak"].numpy() * strongest
        known = [k for k in range(len(CLASSES)) if source.known >> k & 1]
        found = {k: calibrate.clusters(probabilities(maps, [k], source.grey.shape)[0]) for k in known}
        out.append(Reading(source.name, source.patient, source.kind, source.known, source.present(), logits,
                           reference_boxes(source), found))
    return out


def keep(path, made_from, make):
    """Writes what `make` gives to `path`, unless what is there is newer than the file that it was made from."""
    if not path.exists() or path.stat().st_mtime <= made_from.stat().st_mtime:
        path.write_bytes(pickle.dumps(make()))


def boxes(reading, setting):
    """The boxes that the Rust reader would give for a class with these settings."""
    k = BIT[setting["id"]]
    if calibrate.probability(reading.logits[k], setting["calibration"]) < setting["presence_threshold"]:
        return []
    clusters = reading.found[k][setting["map_threshold"], setting["join_distance_px"]]
    return [box for box, _, top in clusters if top >= setting["peak_threshold"]]


def score(readings, settings):
    """Pooled AggIoU counts a class over scans of which it is known: {class: F1, P, R, mean AggIoU, boxes, scans, false}.

    `settings` gives the settings of a reading's classes: cross-fitted ones differ by fold.
    """
    total = {}
    for reading in readings:
        for setting in settings(reading):
            k = BIT[setting["id"]]
            if not reading.knows(k):
                continue
            values, tp, fp, fn = agg_iou(reading.reference[k], boxes(reading, setting))
            t = total.setdefault(setting["id"], [0, 0, 0, [], 0])
            t[0], t[1], t[2], t[4] = t[0] + tp, t[1] + fp, t[2] + fn, t[4] + bool(values)
            t[3] += values
    return {n: {"f1": 2 * tp / max(1, 2 * tp + fp + fn), "precision": tp / max(1, tp + fp), "recall": tp / max(1, tp + fn),
                "mean_agg_iou": float(np.mean(v)) if v else 0.0, "boxes": len(v), "scans": s, "false": fp}
            for n, (tp, fp, fn, v, s) in total.items()}


def show(name, table):
    """Prints the classes of a table of `score` that have boxes."""
    print(name)
    for c, f in table.items():
        if f["boxes"] or f["false"]:
            print(f"  {c:20s} F1 {f['f1']:.3f} P {f['precision']:.3f} R {f['recall']:.3f} AggIoU {f['mean_agg_iou']:.3f} "
                  f"boxes {f['boxes']} false {f['false']}", flush=True)
