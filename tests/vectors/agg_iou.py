"""Oracle vectors for AggIoU: written from the definition alone (docs/scoring.md), on exact rationals, unions checked with shapely.

    python3 tests/vectors/agg_iou.py        writes agg_iou.jsonl beside this file (needs shapely)

Each line is one image and class. Areas are counted cell by cell on the grid of all box edges, as fractions.Fraction.
"""

import json
import random
from fractions import Fraction
from pathlib import Path

from shapely.geometry import box as shapely_box
from shapely.ops import unary_union

HERE = Path(__file__).parent


def area_where(boxes, inside):
    """Exact area of the cells of the edge grid for which inside(list of covering flags) holds."""
    xs = sorted({v for b in boxes for v in (b[0], b[2])})
    ys = sorted({v for b in boxes for v in (b[1], b[3])})
    total = Fraction(0)
    for left, right in zip(xs, xs[1:]):
        for top, bottom in zip(ys, ys[1:]):
            flags = [b[0] <= left and right <= b[2] and b[1] <= top and bottom <= b[3] for b in boxes]
            if inside(flags):
                total += (right - left) * (bottom - top)
    return total


def area(b):
    return (b[2] - b[0]) * (b[3] - b[1])


def agg_iou(reference, predictions, t1):
    gathered = []
    for i, p in enumerate(predictions):
        shared = area_where([reference, p], all)
        if shared / min(area(reference), area(p)) > t1:
            gathered.append(i)
    if not gathered:
        return Fraction(0), gathered, Fraction(0)
    boxes = [reference] + [predictions[i] for i in gathered]
    union = area_where(boxes[1:], any)
    drawn = unary_union([shapely_box(*map(float, b)) for b in boxes[1:]]).area
    assert abs(drawn - float(union)) <= 1e-9 * max(1.0, float(union)), (drawn, union)
    both = area_where(boxes, lambda f: f[0] and any(f[1:]))
    either = area_where(boxes, any)
    return both / either, gathered, union


def fraction(ratio):
    return f"{ratio.numerator}/{ratio.denominator}"


def case(references, predictions, t1, t2):
    exact = [[list(map(Fraction, b)) for b in boxes] for boxes in (references, predictions)]
    scores = [agg_iou(g, exact[1], Fraction(t1)) for g in exact[0]]
    detected = [ratio > Fraction(t2) for ratio, _, _ in scores]
    by_detected = {i for (_, gathered, _), hit in zip(scores, detected) if hit for i in gathered}
    by_any = {i for _, gathered, _ in scores for i in gathered}
    everything = range(len(predictions))
    return {
        "references": references,
        "predictions": predictions,
        "t1": t1,
        "t2": t2,
        "agg_iou": [fraction(ratio) for ratio, _, _ in scores],
        "as_float": [repr(float(ratio)) for ratio, _, _ in scores],
        "union_area": [fraction(union) for _, _, union in scores],
        "detected": detected,
        "gathered": [gathered for _, gathered, _ in scores],
        "undetected": [i for i in everything if i not in by_detected],
        "ungathered": [i for i in everything if i not in by_any],
        "mean": float(sum((r for r, _, _ in scores), Fraction(0)) / len(scores)) if scores else 0.0,
    }


def text(micros):
    """Millionths as the shortest decimal text."""
    sign = "-" if micros < 0 else ""
    whole, part = divmod(abs(micros), 10**6)
    return f"{sign}{whole}" + (f".{part:06d}".rstrip("0") if part else "")


def random_boxes(rng, count, size, step):
    """Boxes on a grid of `step` millionths; a coarse grid brings exact ties."""
    out = []
    for _ in range(count):
        w, h = rng.randint(1, size), rng.randint(1, size)
        x, y = rng.randint(-size // 4, size), rng.randint(-size // 4, size)
        out.append([text(v * step) for v in (x, y, x + w, y + h)])
    return out


def main():
    rng = random.Random(20)
    lines = []
    for n in range(1000):
        size, step = rng.choice([(8, 10**6), (10, 10**5), (20, 10**6), (1000, 10**6), (10**6, 1), (7 * 10**8, 1)])
        t1, t2 = ("0.1", "0.3") if n % 2 else (text(rng.randint(0, 20) * 50_000), text(rng.randint(0, 20) * 50_000))
        references = random_boxes(rng, rng.randint(0, 4), size, step)
        predictions = random_boxes(rng, rng.randint(0, 6), size, step)
        lines.append(json.dumps(case(references, predictions, t1, t2), separators=(",", ":")))
    ties = sum(1 for line in lines for r in json.loads(line)["agg_iou"] if Fraction(r) == Fraction(json.loads(line)["t2"]))
    assert ties > 20, f"too few exact ties at t2: {ties}"
    (HERE / "agg_iou.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} cases, {ties} references exactly at t2")


if __name__ == "__main__":
    main()
