"""Average precision of generated data sets: every precision that pycocotools' COCOeval computes (bbox, all areas, 100 detections).

    python3 tests/vectors/metrics/average_precision.py        writes average_precision.jsonl beside this file

Each line is a data set. Coordinates are texts of decimals; precision is run-length encoded, as [value, times] pairs.
"""

import contextlib
import io
import itertools
import json
import random
from pathlib import Path

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

HERE = Path(__file__).parent
SIZE = 640


def evaluate(images, classes, unit):
    """images: [(references, predictions)], a reference is (class, box, crowd), a prediction (class, box, score)."""
    annotations, results = [], []
    for image, (references, predictions) in enumerate(images, 1):
        for label, (x1, y1, x2, y2), crowd in references:
            w, h = (x2 - x1) / unit, (y2 - y1) / unit
            annotations.append(
                {"id": len(annotations) + 1, "image_id": image, "category_id": label + 1, "iscrowd": int(crowd),
                 "bbox": [x1 / unit, y1 / unit, w, h], "area": w * h}
            )
        for label, (x1, y1, x2, y2), score in predictions:
            results.append(
                {"image_id": image, "category_id": label + 1, "score": score,
                 "bbox": [x1 / unit, y1 / unit, (x2 - x1) / unit, (y2 - y1) / unit]}
            )
    coco = COCO()
    coco.dataset = {
        "info": {},
        "images": [{"id": i + 1, "width": SIZE, "height": SIZE} for i in range(len(images))],
        "categories": [{"id": c + 1, "name": str(c)} for c in range(classes)],
        "annotations": annotations,
    }
    with contextlib.redirect_stdout(io.StringIO()):
        coco.createIndex()
        evaluation = COCOeval(coco, coco.loadRes(results), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    precision = evaluation.eval["precision"][:, :, :, 0, 2]
    per_class = []
    for c in range(classes):
        curves = precision[:, :, c]
        if (curves == -1).all():
            per_class.append(None)
            continue
        per_class.append([[[k, len(list(run))] for k, run in itertools.groupby(row.tolist())] for row in curves])
    return per_class, [float(evaluation.stats[i]) for i in (0, 1, 2)]


def text(value, unit):
    return str(value) if unit == 1 else f"{value / unit:.2f}"


def line(name, images, classes, unit=1):
    precision, stats = evaluate(images, classes, unit)
    box = lambda b: [text(v, unit) for v in b]
    return {
        "name": name,
        "images": [
            {"references": [[c, box(b), crowd] for c, b, crowd in g], "predictions": [[c, box(b), s] for c, b, s in p]}
            for g, p in images
        ],
        "precision": precision,
        "ap50_95, ap50, ap75": stats,
    }


def any_box(rng, unit, largest=180):
    w, h = rng.randint(4 * unit, largest * unit), rng.randint(4 * unit, largest * unit)
    x, y = rng.randint(0, SIZE * unit - w), rng.randint(0, SIZE * unit - h)
    return (x, y, x + w, y + h)


def near(rng, box, by):
    x1, y1, x2, y2 = box
    move = lambda length: rng.randint(-int(length * by), int(length * by))
    w, h = x2 - x1, y2 - y1
    x1, x2 = sorted((x1 + move(w), x2 + move(w)))
    y1, y2 = sorted((y1 + move(h), y2 + move(h)))
    return (x1, y1, max(x2, x1 + 1), max(y2, y1 + 1))


def random_set(rng, images, classes, unit, crowds, scores, background=3):
    result = []
    for _ in range(images):
        references, predictions = [], []
        for c in range(classes):
            if c == classes - 1 and classes > 3:  # a class without references
                predictions += [(c, any_box(rng, unit), scores(rng)) for _ in range(rng.randint(0, 2))]
                continue
            for _ in range(rng.choice([0, 0, 1, 2, 4])):
                box = any_box(rng, unit)
                references.append((c, box, crowds and rng.random() < 0.25))
                for _ in range(rng.choice([0, 1, 1, 2, 3])):
                    predictions.append((c, near(rng, box, rng.choice([0.0, 0.03, 0.08, 0.2])), scores(rng)))
            for _ in range(rng.randint(0, background)):
                predictions.append((c, any_box(rng, unit), scores(rng)))
        rng.shuffle(predictions)
        if rng.random() < 0.15:
            references = []
        if rng.random() < 0.1:
            predictions = []
        result.append((references, predictions))
    return result


def at_thresholds(rng):
    """IoU of exactly 0.5, 0.55 .. 0.95, a little more and a little less; wide and high, twice the same."""
    images = []
    for percent in range(45, 100, 5):
        for delta in (-1, 0, 1):
            length = percent * 2 + delta
            for axis in (0, 1):
                x, y = rng.randint(0, 400), rng.randint(0, 400)
                reference = (x, y, x + 200, y + 200)
                part = (x, y, x + length, y + 200) if axis else (x, y, x + 200, y + length)
                whole = [(0, part, rng.choice([0.3, 0.5, 0.9]))]
                images.append(([(0, reference, False)], whole * rng.randint(1, 2)))
    rng.shuffle(images)
    return images


def crowded(rng):
    """More than 100 detections on an image, many of one score at the cut."""
    images = []
    for _ in range(4):
        references = [(0, any_box(rng, 1, 90), rng.random() < 0.2) for _ in range(30)]
        predictions = []
        for _ in range(140):
            _, box, _ = rng.choice(references)
            predictions.append((0, near(rng, box, 0.1), round(rng.choice([0.1, 0.2, 0.2, 0.2, 0.7, rng.random()]), 3)))
        images.append((references, predictions))
    return images


def equal_overlaps(rng):
    """Two references that a detection overlaps equally, and copies of references."""
    images = []
    for _ in range(12):
        x, y = rng.randint(0, 200), rng.randint(0, 200)
        left, right = (x, y, x + 60, y + 40), (x + 20, y, x + 80, y + 40)
        middle = (x + 10, y, x + 70, y + 40)
        references = [(0, left, False), (0, right, False), (0, left, rng.random() < 0.5)]
        rng.shuffle(references)
        boxes = [middle, middle, left, right, middle]
        images.append((references, [(0, b, rng.choice([0.4, 0.6])) for b in boxes[: rng.randint(1, 5)]]))
    return images


def main():
    rng = random.Random(20260)
    fine, coarse = (lambda r: round(r.random(), 3)), (lambda r: r.choice([0.1, 0.25, 0.5, 0.5, 0.75, 0.9]))
    lines = [line("exact thresholds", at_thresholds(rng), 1) for _ in range(3)]
    lines += [line("over 100 detections", crowded(rng), 1) for _ in range(3)]
    lines += [line("equal overlaps", equal_overlaps(rng), 1) for _ in range(4)]
    for i in range(12):
        lines.append(line("scores apart", random_set(rng, 10, 1 + i % 5, 1, i % 2 == 1, fine), 1 + i % 5))
        lines.append(line("scores tied", random_set(rng, 10, 1 + i % 5, 1, i % 2 == 0, coarse), 1 + i % 5))
    for i in range(10):
        lines.append(line("hundredths", random_set(rng, 10, 1 + i % 3, 100, i % 2 == 0, coarse), 1 + i % 3, unit=100))
    box = (10, 10, 60, 60)
    lines.append(line("only a crowd", [([(0, box, True)], [(0, box, 0.5)]), ([], [(0, box, 0.7)])], 1))
    lines.append(
        line("crowds take all that is left",
             [([(0, (0, 0, 300, 300), True), (0, box, False)], [(0, box, 0.2), (0, box, 0.9), (0, (9, 9, 50, 50), 0.5)])], 1)
    )
    lines.append(line("nothing found", [([(0, box, False)], []), ([], [(1, box, 0.7)])], 2))
    with (HERE / "average_precision.jsonl").open("w") as out:
        for one in lines:
            out.write(json.dumps(one, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
