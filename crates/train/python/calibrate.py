"""Chooses thresholds and calibration on validation scans; nothing here sees the evaluation sets."""

from itertools import product

import numpy as np
from scipy import ndimage
from scipy.optimize import minimize

from postprocess import JOIN, LEAST_AREA, agg_iou, masks_to_boxes
from sources import BIT, CLASSES

MAP_GRID = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
PEAK_GRID = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
# A map that bridges gaps chains lesions, so the model's boxes may join less than reference boxes.
JOIN_GRID = (12.0, JOIN)
# What another distance than that of reference boxes must gain of F1: less is luck.
GAIN = 0.02
# Positive readings below which a class may count as present at a low probability, as rare findings are seldom probable. What only
# phantoms show may, too: its threshold becomes even odds.
RARE = 40
# At such a low threshold this share of the scans without the class must stay without boxes.
SPECIFICITY = 0.95


def platt(logits, labels, ridge=0.3):
    """[a, b] of sigmoid(a * logit + b), held near [1, 0] where there is little to learn from."""
    logits, labels = np.asarray(logits, float), np.asarray(labels, float)
    if labels.sum() == 0 or labels.sum() == len(labels):
        return [1.0, 0.0]

    def cost(p):
        z = p[0] * logits + p[1]
        return np.mean(np.logaddexp(0, z) - labels * z) * len(labels) + ridge * ((p[0] - 1) ** 2 + 0.1 * p[1] ** 2)

    a, b = minimize(cost, [1.0, 0.0], method="Nelder-Mead").x
    return [float(max(a, 0.05)), float(b)]


def probability(logit, calibration):
    """The calibrated probability of a presence logit, or of several."""
    a, b = calibration
    return 1 / (1 + np.exp(-(a * np.asarray(logit) + b)))


def clusters(prob):
    """{(map threshold, join distance): clusters}, looking only where the map reaches the lowest threshold."""
    out = {(t, d): [] for t in MAP_GRID for d in JOIN_GRID}
    ys, xs = np.nonzero(prob >= MAP_GRID[0])
    if not len(xs):
        return out
    x0, y0 = int(xs.min()), int(ys.min())
    part = prob[y0:ys.max() + 1, x0:xs.max() + 1]
    for t, d in out:
        out[t, d] = [((b[0] + x0, b[1] + y0, b[2] + x0, b[3] + y0), area, top)
                     for b, area, top in masks_to_boxes(part >= t, LEAST_AREA, d, value=part)]
    return out


def counts(reference, found):
    """True positives, false positives and false negatives of every cell of the grid: [map, join, peak, 3]."""
    out = np.zeros((len(MAP_GRID), len(JOIN_GRID), len(PEAK_GRID), 3), int)
    for (i, t), (k, d) in product(*map(enumerate, (MAP_GRID, JOIN_GRID))):
        ranked = sorted(found[t, d], key=lambda cluster: -cluster[2])
        seen = {}
        for n, peak in enumerate(PEAK_GRID):
            kept = sum(top >= peak for _, _, top in ranked)
            if kept not in seen:
                seen[kept] = agg_iou(reference, [box for box, _, _ in ranked[:kept]])[1:]
            out[i, k, n] = seen[kept]
    return out


def choose(table, lost, present):
    """The (map, join, peak) cell of best pooled AggIoU F1, smoothed over neighbours so that a lucky cell does not win,
    and joined as reference boxes are unless less gains by more than luck.

    `table` has the counts of each reading, `lost` its reference boxes, which are all missed where it isn't `present`.
    """
    tp, fp, fn = np.moveaxis(table[present].sum(0), -1, 0)
    f1 = 2 * tp / np.maximum(1, 2 * tp + fp + fn + lost[~present].sum())
    inside = np.ones_like(f1)
    near = lambda v: ndimage.uniform_filter(v, (3, 1, 3), mode="constant")
    smooth = 0.5 * f1 + 0.5 * near(f1) / near(inside)
    smooth += GAIN * (np.array(JOIN_GRID) == JOIN)[None, :, None]
    best = np.unravel_index(smooth.argmax(), f1.shape)
    return tuple(grid[k] for grid, k in zip((MAP_GRID, JOIN_GRID, PEAK_GRID), best)), float(f1[best])


def presence_threshold(p, labels):
    """The probability of best balanced accuracy among `p`, halfway to the neighbouring values; 0.5 where a side is missing."""
    if labels.all() or not labels.any():
        return 0.5
    grid = np.linspace(0.1, 0.9, 81)
    score = [((p >= t)[labels].mean() + (p < t)[~labels].mean()) / 2 for t in grid]
    top = grid[np.asarray(score) >= max(score) - 1e-9]
    # A common class has no need of a threshold at which it is rather absent than present.
    return float(np.clip(np.median(top), 0.4, 0.8))


def auc(scores, labels):
    """Area under the ROC curve by ranks, ties halved."""
    scores, labels = np.asarray(scores, float), np.asarray(labels, bool)
    if labels.all() or not labels.any():
        return float("nan")
    pos, neg = scores[labels], scores[~labels]
    return float(((pos[:, None] > neg[None]).mean() + 0.5 * (pos[:, None] == neg[None]).mean()))


def class_settings(readings, few, say=print):
    """Thresholds and calibration of every class there is something to choose them on, as they stand in a weights file.

    Real readings decide where any has the class, phantoms elsewhere; `few` are bits of classes that few real scans trained.
    """
    real = [r for r in readings if r.kind != "phantom"]
    fake = [r for r in readings if r.kind == "phantom"]
    out = []
    for k, name in enumerate(CLASSES):
        measured = any(r.knows(k) and r.has(k) for r in real)
        use = [r for r in (real if measured else fake) if r.knows(k)]
        if measured:
            # Healthy phantoms keep a real class honest about false alarms: few, or they would make it look rarer than it is.
            use += [r for r in fake if r.knows(k) and not r.present & 0x3FFFF][:len(use) // 25]
        labels = [r.has(k) for r in use]
        if not any(labels):
            continue
        logits = [r.logits[k] for r in use]
        calibration = platt(logits, labels)
        table = np.array([r.counts(k) for r in use])
        lost = np.array([len(r.reference[k]) for r in use])
        p, there = probability(logits, calibration), np.array(labels, bool)
        best, f1, threshold = None, -1.0, presence_threshold(p, there)
        low = [0.3, 0.25, 0.2, 0.15, 0.1] if sum(labels) < RARE or not measured else []
        # The first wins ties: a class that no map locates must not become more common for it.
        for t in [threshold, 0.5, 0.4] + [t for t in low if (p[~there] < t).mean() >= SPECIFICITY]:
            cell, value = choose(table, lost, p >= t)
            if value > f1 + 0.005:
                best, f1, chosen = cell, value, t
        if not measured:
            # Phantoms say nothing of how common a finding is: let the chosen threshold be even odds.
            calibration[1] -= float(np.log(chosen / (1 - chosen)))
            chosen = 0.5
        level = "real" if measured else "few" if few >> k & 1 else "synthetic"
        level_of_map, join, peak = best
        out.append({"id": name, "evidence": level, "figure": None, "figure_text": "", "map_threshold": level_of_map,
                    "peak_threshold": peak, "presence_threshold": round(chosen, 4), "min_area_px": LEAST_AREA,
                    "join_distance_px": join, "calibration": [round(v, 5) for v in calibration]})
        say(f"{name:20s} {level:9s} map {level_of_map:.2f} peak {peak:.2f} join {join:.0f} presence {chosen:.2f} "
            f"F1 {f1:.3f} AUC {auc(logits, labels):.3f} ({sum(labels)}/{len(labels)})")
    return out
