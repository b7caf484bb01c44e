"""Maps to masks to boxes, and AggIoU, as the Rust crates do it: for choosing thresholds, not for published figures."""

import cv2
import numpy as np
from scipy import ndimage
from scipy.spatial import cKDTree

from frame import FRAME, letterbox

EIGHT = np.ones((3, 3), bool)
# The rule of reference boxes: pixels of a part, pixels between parts of one box.
LEAST_AREA, JOIN = 20, 25.0


def to_scan(maps, width, height, frame=FRAME):
    """[k, H/2, W/2] frame maps -> [k, height, width] at the scan's pixels, bilinear with half-pixel centres."""
    w, h, x0, y0 = letterbox(width, height, frame)
    x = (x0 + (np.arange(width, dtype=np.float32) + 0.5) * (w / width)) / 2 - 0.5
    y = (y0 + (np.arange(height, dtype=np.float32) + 0.5) * (h / height)) / 2 - 0.5
    gx, gy = np.meshgrid(x, y)
    return np.stack([cv2.remap(np.ascontiguousarray(m, np.float32), gx, gy, cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE) for m in maps])


def masks_to_boxes(mask, min_area=LEAST_AREA, join=JOIN, value=None):
    """The benchmark's rule (docs/scoring.md): list of (box xyxy, area, largest `value`)."""
    labels, n = ndimage.label(mask, EIGHT)
    if n == 0:
        return []
    areas = np.bincount(labels.ravel(), minlength=n + 1)
    keep = [k for k in range(1, n + 1) if areas[k] >= min_area]
    slices = ndimage.find_objects(labels)
    trees = {}
    for k in keep:
        part = labels[slices[k - 1]] == k
        inner = ndimage.binary_erosion(np.pad(part, 1))[1:-1, 1:-1]
        ys, xs = np.nonzero(part & ~inner)
        trees[k] = np.stack([xs + slices[k - 1][1].start, ys + slices[k - 1][0].start], 1)
    parent = {k: k for k in keep}

    def root(k):
        while parent[k] != k:
            k = parent[k]
        return k

    for i, a in enumerate(keep):
        ta = None
        for b in keep[i + 1:]:
            if root(a) == root(b):
                continue
            sa, sb = slices[a - 1], slices[b - 1]
            gap_y = max(sa[0].start - sb[0].stop + 1, sb[0].start - sa[0].stop + 1, 0)
            gap_x = max(sa[1].start - sb[1].stop + 1, sb[1].start - sa[1].stop + 1, 0)
            if gap_x * gap_x + gap_y * gap_y > join * join:
                continue
            ta = cKDTree(trees[a]) if ta is None else ta
            if ta.query(trees[b], distance_upper_bound=join + 1e-6)[0].min() <= join:
                parent[root(a)] = root(b)
    out = []
    for r in sorted({root(k) for k in keep}):
        members = [k for k in keep if root(k) == r]
        x1 = min(slices[k - 1][1].start for k in members)
        y1 = min(slices[k - 1][0].start for k in members)
        x2 = max(slices[k - 1][1].stop for k in members)
        y2 = max(slices[k - 1][0].stop for k in members)
        top = max(float(value[slices[k - 1]][labels[slices[k - 1]] == k].max()) for k in members) if value is not None else 1.0
        out.append(((x1, y1, x2, y2), int(sum(areas[k] for k in members)), top))
    return out


def area(b):
    return max(0, b[2] - b[0]) * max(0, b[3] - b[1])


def meet(a, b):
    return (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))


def union_area(boxes):
    if not boxes:
        return 0
    xs = sorted({v for b in boxes for v in (b[0], b[2])})
    total = 0
    for lo, hi in zip(xs, xs[1:]):
        spans = sorted((b[1], b[3]) for b in boxes if b[0] <= lo and b[2] >= hi and b[3] > b[1])
        end, length = None, 0
        for s, e in spans:
            s = s if end is None or s > end else end
            length += max(0, e - s)
            end = e if end is None else max(end, e)
        total += (hi - lo) * length
    return total


def agg_iou(references, predictions, t1=0.1, t2=0.3):
    """-> (AggIoU of each reference, true positives, false positives (`undetected`), false negatives)."""
    values, claimed = [], set()
    for g in references:
        gathered = [i for i, p in enumerate(predictions) if area(meet(p, g)) > t1 * min(area(p), area(g))]
        u = [predictions[i] for i in gathered]
        whole = union_area(u)
        inside = union_area([m for m in (meet(p, g) for p in u) if area(m) > 0])
        v = inside / (area(g) + whole - inside) if gathered else 0.0
        values.append(v)
        if v > t2:
            claimed.update(gathered)
    tp = sum(v > t2 for v in values)
    return values, tp, len(predictions) - len(claimed), len(references) - tp
