"""Causes of errors under AggIoU, written from the definition (docs/scoring.md); areas of unions by shapely on whole coordinates.

    python3 tests/vectors/metrics/breakdown.py        writes breakdown.jsonl beside this file

Each line is an image of up to four classes. Removals are scored one by one, from scratch.
"""

import json
import random
from fractions import Fraction
from pathlib import Path

from shapely.geometry import box as shapely_box
from shapely.ops import unary_union

HERE = Path(__file__).parent
ORDER = ["wrong_class", "missed", "stray", "overshoot", "undershoot", "fragment"]


def area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


def gathers(g, p, t1):
    w, h = min(g[2], p[2]) - max(g[0], p[0]), min(g[3], p[3]) - max(g[1], p[1])
    return w > 0 and h > 0 and Fraction(w * h, min(area(g), area(p))) > t1


def parts(g, boxes):
    """Area of g in the union of the boxes, and of the union outside g."""
    union = unary_union([shapely_box(*b) for b in boxes])
    inside = round(union.intersection(shapely_box(*g)).area)
    return inside, round(union.area) - inside


def agg_iou(g, boxes):
    if not boxes:
        return Fraction(0)
    inside, outside = parts(g, boxes)
    return Fraction(inside, area(g) + outside)


def f1(tp, fp, fn):
    return 2 * tp / (2 * tp + fp + fn) if 2 * tp + fp + fn else 0.0


def examine(classes, t1, t2, rule):
    out, mended = [], {}  # mended: cause -> set of (class, prediction)
    for c, one in enumerate(classes):
        G, P = one["references"], one["predictions"]
        gathered = [[i for i, p in enumerate(P) if gathers(g, p, t1)] for g in G]
        scores = [agg_iou(g, [P[i] for i in ids]) for g, ids in zip(G, gathered)]
        detected = [s > t2 for s in scores]
        causes = []
        for g, ids, hit in zip(G, gathered, detected):
            if hit:
                causes.append(None)
            elif not ids:
                best = None
                for d, other in enumerate(classes):
                    theirs = [i for i, p in enumerate(other["predictions"]) if gathers(g, p, t1)]
                    score = agg_iou(g, [other["predictions"][i] for i in theirs])
                    if d != c and score > t2 and (best is None or score > best[0]):
                        best = (score, d, theirs)
                if best is None:
                    causes.append(["missed", None])
                else:
                    causes.append(["wrong_class", best[1]])
                    mended.setdefault("wrong_class", set()).update((best[1], i) for i in best[2])
            else:
                without = [(agg_iou(g, [P[j] for j in ids if j != i]), -i) for i in ids]
                inside, outside = parts(g, [P[i] for i in ids])
                if max(without)[0] > t2:
                    cause = ["stray", -max(without)[1]]
                elif outside > area(g) - inside:
                    cause = ["overshoot", None]
                else:
                    cause = ["undershoot" if len(ids) == 1 else "fragment", None]
                causes.append(cause)
                mended.setdefault(cause[0], set()).update((c, i) for i in ids)
        false = []
        for i, p in enumerate(P):
            by = [k for k, ids in enumerate(gathered) if i in ids]
            if not one["asked"] or (by if rule == "ungathered" else any(detected[k] for k in by)):
                continue
            if by:
                false.append([i, "spoils", min((causes[k][0] for k in by), key=ORDER.index)])
            elif any(gathers(g, p, t1) for d, o in enumerate(classes) if d != c for g in o["references"]):
                false.append([i, "wrong_class", None])
            else:
                false.append([i, "background", None])
        redundant = []
        for i in range(len(P)):
            by = [k for k, ids in enumerate(gathered) if i in ids and detected[k]]
            drop = lambda k: agg_iou(G[k], [P[j] for j in gathered[k] if j != i])
            if by and all(drop(k) >= scores[k] for k in by):
                redundant.append(i)
        out.append({"causes": causes, "false": false, "redundant": redundant, "hits": sum(detected)})
    hits, misses = sum(o["hits"] for o in out), sum(c is not None for o in out for c in o["causes"])
    all_false = {(c, i): cause for c, o in enumerate(out) for i, *cause in o["false"]}
    gains = {}
    for cause in ORDER:
        n = sum(x is not None and x[0] == cause for o in out for x in o["causes"])
        left = len(all_false) - len(mended.get(cause, set()) & set(all_false))
        gains[cause] = f1(hits + n, left, misses - n) - f1(hits, len(all_false), misses)
    gone = {}
    for cause in [["background", None], ["wrong_class", None]] + [["spoils", k] for k in ORDER[2:]]:
        left = sum(found != cause for found in all_false.values())
        gone["/".join(filter(None, cause))] = f1(hits, left, misses) - f1(hits, len(all_false), misses)
    return {"classes": out, "mended_references": gains, "mended_predictions": gone}


def any_box(rng):
    x, y = rng.randint(0, 30), rng.randint(0, 30)
    return [x, y, x + rng.randint(1, 16), y + rng.randint(1, 16)]


def predictions_for(rng, g):
    x1, y1, x2, y2 = g
    kind = rng.choice(["none", "copy", "copies", "parts", "large", "small", "stray", "near"])
    middle = (x1 + x2) // 2
    if kind == "copy":
        return [g]
    if kind == "copies":
        return [g] * rng.randint(2, 3)
    if kind == "parts" and middle > x1:
        return [[x1, y1, middle, y2], [middle, y1, x2, y1 + 1]][: rng.randint(1, 2)]
    if kind == "large":
        return [[x1 - 9, y1 - 9, x2 + 9, y2 + 9]]
    if kind == "small":
        return [[x1, y1, x1 + 1, y1 + 1], [x2 - 1, y2 - 1, x2, y2]][: rng.randint(1, 2)]
    if kind == "stray":
        return [g, [x2 - 1, y1, x2 + rng.randint(20, 60), y2]]
    if kind == "near":
        return [[v + rng.randint(-2, 2) for v in (x1, y1)] + [v + rng.randint(3, 6) for v in (x2, y2)]]
    return []


def main():
    rng, lines = random.Random(99), []
    for _ in range(700):
        classes = []
        for _ in range(rng.randint(1, 4)):
            classes.append({"references": [any_box(rng) for _ in range(rng.randint(0, 3))], "predictions": [],
                            "asked": rng.random() < 0.85})
        for c, one in enumerate(classes):
            for g in one["references"]:
                into = rng.randrange(len(classes)) if rng.random() < 0.3 else c
                classes[into]["predictions"] += predictions_for(rng, g)
            one["predictions"] += [any_box(rng) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        for one in classes:
            rng.shuffle(one["predictions"])
        t1, t2 = rng.choice([("0.1", "0.3")] * 3 + [("0", "0.5"), ("0.5", "0.25")])
        rule = rng.choice(["undetected", "undetected", "ungathered"])
        found = examine(classes, Fraction(t1), Fraction(t2), rule)
        lines.append({"t1": t1, "t2": t2, "rule": rule, "input": classes, **found})
    with (HERE / "breakdown.jsonl").open("w") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
