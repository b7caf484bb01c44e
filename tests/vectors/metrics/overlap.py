"""Overlap of masks and boxes, one-to-one matching: masks by pycocotools, boxes by shapely, IoU by exact rationals.

    python3 tests/vectors/metrics/overlap.py        writes overlap.jsonl and one_to_one.jsonl beside this file
"""

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
from pycocotools import mask as coco_mask
from shapely.geometry import box as shapely_box
from shapely.ops import unary_union

HERE = Path(__file__).parent


def write(name, lines):
    with (HERE / name).open("w") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


def any_boxes(rng, most, size=20):
    result = []
    for _ in range(rng.randint(0, most)):
        x, y = rng.randint(0, size - 1), rng.randint(0, size - 1)
        result.append([x, y, x + rng.randint(1, 12), y + rng.randint(1, 12)])
    return result


def mask_of(rng, width, height):
    density = rng.choice([0.0, 0.1, 0.5, 0.9, 1.0])
    return np.array([[rng.random() < density for _ in range(width)] for _ in range(height)], dtype=np.uint8)


def overlap(rng):
    width, height = rng.randint(1, 14), rng.randint(1, 11)
    a, b = mask_of(rng, width, height), mask_of(rng, width, height)
    encoded = [coco_mask.encode(np.asfortranarray(m)) for m in (a, b)]
    shared = int(coco_mask.area(coco_mask.merge(encoded, intersect=True)))
    areas = [int(v) for v in coco_mask.area(encoded)]
    iou = float(coco_mask.iou([encoded[0]], [encoded[1]], [0])[0][0]) if any(areas) else 0.0
    first, second = any_boxes(rng, 6), any_boxes(rng, 6)
    unions = [unary_union([shapely_box(*b) for b in boxes]) for boxes in (first, second)]
    rows = lambda m: ["".join(map(str, row)) for row in m.tolist()]
    return {
        "masks": [rows(a), rows(b)],
        "mask_areas": [shared, *areas],
        "mask_iou": iou,
        "boxes": [first, second],
        "box_areas": [round(unions[0].intersection(unions[1]).area), *(round(u.area) for u in unions)],
    }


def iou_of(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(w, 0) * max(h, 0)
    area = lambda c: (c[2] - c[0]) * (c[3] - c[1])
    return Fraction(shared, area(a) + area(b) - shared)


def one_to_one(rng):
    """The highest IoU of all free pairs is looked for anew after each match."""
    references = any_boxes(rng, 7)
    predictions = any_boxes(rng, 7)
    for box in references:
        if rng.random() < 0.7:
            predictions.append([box[0], box[1], box[2] + rng.randint(0, 3), box[3] + rng.randint(0, 3)])
    rng.shuffle(predictions)
    percent = rng.choice([0, 10, 25, 50, 50, 50, 75, 100])
    free_g, free_p, pairs = set(range(len(references))), set(range(len(predictions))), []
    while True:
        open_pairs = [(iou_of(references[g], predictions[p]), -g, -p) for g in free_g for p in free_p]
        open_pairs = [one for one in open_pairs if one[0] > 0 and one[0] >= Fraction(percent, 100)]
        if not open_pairs:
            break
        iou, g, p = max(open_pairs)
        pairs.append([-g, -p, iou.numerator, iou.denominator])
        free_g.remove(-g)
        free_p.remove(-p)
    return {
        "references": references, "predictions": predictions, "threshold": f"{percent / 100:.2f}", "pairs": pairs,
        "unmatched_references": sorted(free_g), "unmatched_predictions": sorted(free_p),
    }


if __name__ == "__main__":
    rng = random.Random(7)
    write("overlap.jsonl", [overlap(rng) for _ in range(400)])
    write("one_to_one.jsonl", [one_to_one(rng) for _ in range(800)])
