"""Chooses thresholds and calibration on validation scans; nothing here sees the evaluation sets."""

import numpy as np
from scipy.optimize import minimize

from postprocess import agg_iou, masks_to_boxes
from predict import probabilities, reference_boxes
from sources import CLASSES

MAP_GRID = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
PEAK_GRID = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
AREA_GRID = (20, 40, 80)


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


def candidates(scans, results, k):
    """Per scan and map threshold: reference boxes and (box, area, peak) clusters of class k, for every area of the grid."""
    rows = []
    for source, result in zip(scans, results):
        if not source.known >> k & 1:
            continue
        reference = reference_boxes(source)[k]
        prob = probabilities(result["maps"], [k], source.grey.shape)[0]
        found = clusters(prob)
        rows.append((reference, found, result["presence"][k]))
    return rows


def clusters(prob):
    """Clusters at every map threshold and least area, looking only where the map reaches the lowest threshold."""
    out = {(t, a): [] for t in MAP_GRID for a in AREA_GRID}
    ys, xs = np.nonzero(prob >= MAP_GRID[0])
    if not len(xs):
        return out
    x0, y0 = int(xs.min()), int(ys.min())
    part = prob[y0:ys.max() + 1, x0:xs.max() + 1]
    for t in MAP_GRID:
        for a in AREA_GRID:
            out[t, a] = [((b[0] + x0, b[1] + y0, b[2] + x0, b[3] + y0), area, top)
                         for b, area, top in masks_to_boxes(part >= t, a, value=part)]
    return out


def choose(rows, calibration, presence_threshold):
    """The (map, peak, area) thresholds of best pooled AggIoU F1, smoothed over neighbours so that a lucky cell does not win."""
    table = {}
    for t in MAP_GRID:
        for a in AREA_GRID:
            for peak in PEAK_GRID:
                tp = fp = fn = 0
                for reference, found, logit in rows:
                    p = 1 / (1 + np.exp(-(calibration[0] * logit + calibration[1])))
                    boxes = [b for b, _, top in found[t, a] if top >= peak] if p >= presence_threshold else []
                    _, x, y, z = agg_iou(reference, boxes)
                    tp, fp, fn = tp + x, fp + y, fn + z
                table[t, a, peak] = 2 * tp / max(1, 2 * tp + fp + fn)
    def smooth(key):
        t, a, peak = key
        i, j = MAP_GRID.index(t), PEAK_GRID.index(peak)
        near = [table[MAP_GRID[x], a, PEAK_GRID[y]] for x in (i - 1, i, i + 1) for y in (j - 1, j, j + 1)
                if 0 <= x < len(MAP_GRID) and 0 <= y < len(PEAK_GRID)]
        return 0.5 * table[key] + 0.5 * float(np.mean(near))
    best = max(table, key=smooth)
    return best, table[best]


def presence_threshold(logits, labels, calibration):
    """The probability of best balanced accuracy, halfway to the neighbouring values; 0.5 where a side is missing."""
    p = 1 / (1 + np.exp(-(calibration[0] * np.asarray(logits) + calibration[1])))
    labels = np.asarray(labels, bool)
    if labels.all() or not labels.any():
        return 0.5
    grid = np.linspace(0.1, 0.9, 81)
    score = [((p >= t)[labels].mean() + (p < t)[~labels].mean()) / 2 for t in grid]
    top = grid[np.asarray(score) >= max(score) - 1e-9]
    return float(np.clip(np.median(top), 0.15, 0.8))


def auc(scores, labels):
    """Area under the ROC curve by ranks, ties halved."""
    scores, labels = np.asarray(scores, float), np.asarray(labels, bool)
    if labels.all() or not labels.any():
        return float("nan")
    pos, neg = scores[labels], scores[~labels]
    return float(((pos[:, None] > neg[None]).mean() + 0.5 * (pos[:, None] == neg[None]).mean()))


__all__ = ["platt", "candidates", "choose", "presence_threshold", "auc", "CLASSES"]
