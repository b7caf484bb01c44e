# Needs: numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 pycocotools==2.0.11 shapely==2.2.0 (Python 3.11)
"""Oracle vectors for crates/geometry: pycocotools, numpy, scipy.ndimage, scikit-learn and shapely.

    python3 tests/vectors/geometry/make.py        writes the .jsonl files beside this file, the same bytes each time

Binary numbers that must be read to the last bit are written as texts. Sizes are [width, height]. `rows` are run lengths over the rows of a mask one after another, starting outside the mask.
"""

import json
import math
from pathlib import Path

import numpy as np
import shapely
from pycocotools import mask as coco
from scipy import ndimage
from sklearn.cluster import DBSCAN

HERE = Path(__file__).parent


def runs(values):
    """Lengths of runs of equal values."""
    if values.size == 0:
        return []
    edges = np.flatnonzero(values[1:] != values[:-1]) + 1
    return np.diff(np.concatenate([[0], edges, [values.size]])).tolist()


def mask_runs(flat):
    lengths = runs(flat)
    return [0] + lengths if flat.size and flat[0] else lengths


def write(name, cases):
    text = "\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n"
    (HERE / name).write_text(text)
    print(f"{name}: {len(cases)} cases, {len(text) / 1e3:.0f} kB")


def blobs(rng, height, width, count, largest):
    mask = np.zeros((height, width), bool)
    y, x = np.mgrid[:height, :width]
    for _ in range(count):
        cy, cx = rng.uniform(0, height), rng.uniform(0, width)
        a, b = rng.uniform(0.6, largest, 2)
        mask |= ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 <= 1
    return mask


def random_mask(rng, n):
    height, width = int(rng.integers(1, 40)), int(rng.integers(1, 100))
    kind = n % 6
    if kind == 0:
        return rng.random((height, width)) < rng.uniform(0, 1)
    if kind == 1:
        return blobs(rng, height, width, rng.integers(1, 8), 9)
    if kind == 2:
        # Runs that go on over columns.
        flat = np.repeat(rng.integers(0, 2, height * width // 7 + 1), 7)[: height * width]
        return flat.reshape(width, height).T.astype(bool)
    if kind == 3:
        return np.full((height, width), bool(n // 6 % 2))
    if kind == 4:
        return ~blobs(rng, height, width, rng.integers(1, 8), 9)
    return blobs(rng, 300, 500, 12, 60)


def rle_cases(rng):
    cases = []
    for n in range(150):
        mask = random_mask(rng, n)
        height, width = mask.shape
        text = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
        counts = mask_runs(mask.T.ravel())
        assert coco.frPyObjects({"size": [height, width], "counts": counts}, height, width)["counts"] == text["counts"]
        assert np.array_equal(coco.decode(text), mask)
        other = np.roll(mask, (int(rng.integers(-5, 6)), int(rng.integers(-5, 6))), (0, 1)) ^ (rng.random(mask.shape) < 0.01)
        second = coco.encode(np.asfortranarray(other.astype(np.uint8)))
        # As a careless writer leaves them: runs of nothing, runs cut in two.
        loose = []
        for count in counts:
            cut = int(rng.integers(0, count + 1))
            loose += [cut, 0, count - cut] if rng.random() < 0.3 else [count]
        loose += [0] * int(rng.integers(0, 3))
        loose_text = coco.frPyObjects({"size": [height, width], "counts": loose}, height, width)
        assert np.array_equal(coco.decode(loose_text), mask)
        cases.append(
            {
                "size": [width, height],
                "counts": counts,
                "text": text["counts"].decode(),
                "rows": mask_runs(mask.ravel()),
                "area": int(coco.area(text)),
                "xywh": [int(v) for v in coco.toBbox(text)],
                "other": second["counts"].decode(),
                "union": coco.merge([text, second])["counts"].decode(),
                "intersection": coco.merge([text, second], intersect=True)["counts"].decode(),
                "iou": repr(float(coco.iou([text], [second], [0])[0, 0])),
                "loose": loose if n % 4 == 0 else None,
                "loose_text": loose_text["counts"].decode() if n % 4 == 0 else None,
            }
        )
    return cases


def centres(width, height, rings, unit):
    """Pixels whose centres lie in an odd number of rings; coordinates are whole numbers of `1 / unit` pixels.

    Whole numbers throughout. A centre on an edge counts as to the right of it, one level with a point as below it.
    """
    x = (2 * np.arange(width, dtype=np.int64) + 1) * unit
    y = (2 * np.arange(height, dtype=np.int64) + 1) * unit
    inside = np.zeros((height, width), bool)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
            ax, ay, bx, by = 2 * ax, 2 * ay, 2 * bx, 2 * by
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            rows = (ay <= y) & (y < by)
            # (y - ay) / (by - ay) * (bx - ax) + ax <= x, without the division.
            passed = (y[:, None] - ay) * (bx - ax) + (ax - x[None, :]) * (by - ay) <= 0
            inside ^= rows[:, None] & passed
    return inside


def star(rng, cx, cy, radius, points, unit):
    """A ring around a point that does not cross itself."""
    angles = np.sort(rng.uniform(0, 2 * math.pi, points))
    radii = rng.uniform(0.3, 1, points) * radius
    return [[int((cx + r * math.cos(a)) * unit), int((cy + r * math.sin(a)) * unit)] for a, r in zip(angles, radii)]


def polygon_cases(rng):
    cases = []
    for n in range(400):
        width, height = int(rng.integers(20, 90)), int(rng.integers(20, 70))
        kind = n % 4
        # Thousandths hardly ever put a centre on an edge, halves and quarters do all the time.
        unit = [1000, 2, 4, 1000][kind]
        anywhere = lambda: [int(rng.integers(-5 * unit, (width + 5) * unit)), int(rng.integers(-5 * unit, (height + 5) * unit))]
        if kind == 0:
            rings = [star(rng, width / 2, height / 2, min(width, height) * 0.7, int(rng.integers(3, 20)), unit)]
        elif kind in (1, 2):
            rings = [[anywhere() for _ in range(int(rng.integers(3, 9)))] for _ in range(int(rng.integers(1, 4)))]
        else:
            rings = [
                star(rng, rng.uniform(0, width), rng.uniform(0, height), 20, int(rng.integers(3, 12)), unit)
                for _ in range(int(rng.integers(2, 5)))
            ]
        case = {"size": [width, height], "unit": unit, "rings": rings, "odd": mask_runs(centres(width, height, rings, unit).ravel())}
        parts = np.zeros((height, width), bool)
        for ring in rings:
            parts |= centres(width, height, [ring], unit)
        case["parts"] = mask_runs(parts.ravel())
        if kind == 0:
            polygon = shapely.Polygon(np.array(rings[0]) / unit)
            x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
            if polygon.is_valid:
                assert np.array_equal(shapely.contains_xy(polygon, x, y), parts), n
                case["area"] = polygon.area
        # pycocotools takes no part that leaves the image far behind; it is only compared where all of it is near.
        if kind in (0, 3):
            flat = [(np.array(ring) / unit).ravel().tolist() for ring in rings]
            case["coco"] = coco.merge(coco.frPyObjects(flat, height, width))["counts"].decode()
        cases.append(case)
    return cases


def larger_polygons(rng):
    """Single polygons of about a thousand pixels, for what pycocotools makes of them."""
    cases = []
    while len(cases) < 100:
        ring = star(rng, 40, 40, 30, int(rng.integers(5, 16)), 1000)
        polygon = shapely.Polygon(np.array(ring) / 1000)
        if not polygon.is_valid or not 700 < polygon.area < 1300:
            continue
        pixels = mask_runs(centres(80, 80, [ring], 1000).ravel())
        flat = [(np.array(ring) / 1000).ravel().tolist()]
        text = coco.merge(coco.frPyObjects(flat, 80, 80))["counts"].decode()
        cases.append(
            {"size": [80, 80], "unit": 1000, "rings": [ring], "odd": pixels, "parts": pixels, "area": polygon.area, "coco": text, "measured": True}
        )
    return cases


def component_cases(rng):
    cases = []
    for n in range(72):
        mask = random_mask(rng, n) if n % 3 else rng.random((rng.integers(1, 30), rng.integers(1, 30))) < rng.uniform(0.4, 0.9)
        case = {"size": [mask.shape[1], mask.shape[0]], "rows": mask_runs(mask.ravel())}
        for name, structure in (("four", ndimage.generate_binary_structure(2, 1)), ("eight", np.ones((3, 3)))):
            labels, _ = ndimage.label(mask, structure=structure)
            # Runs of one label each, numbered by the first pixel row by row, 0 outside.
            flat = labels.ravel()
            firsts = {}
            for label in flat[flat > 0].tolist():
                firsts.setdefault(label, len(firsts) + 1)
            starts = np.cumsum([0] + runs(flat)[:-1])
            case[name] = [[length, firsts.get(int(flat[at]), 0)] for at, length in zip(starts, runs(flat))]
        # Sets of pixels outside that touch at corners too, but for the one around the image.
        case["holes"] = int(ndimage.label(np.pad(~mask, 1, constant_values=True), structure=np.ones((3, 3)))[1]) - 1
        cases.append(case)
    return cases


def dbscan_cases(rng):
    cases = []
    for n in range(420):
        kind = n % 7
        count = int(rng.integers(1, 70)) if n % 10 else int(rng.integers(150, 400))
        side = max(2.0, math.sqrt(count) * rng.uniform(1, 3))
        if kind in (0, 1, 2):
            # Whole numbers: distances of exactly eps, and points on points. The roots are those whose squares, as computed, are no
            # less than the number; for the others (13, 18) scikit-learn's tree contradicts itself.
            points = rng.integers(0, int(side) + 1, (count, 2)).astype(float)
            eps = float([1, math.sqrt(2), 2, math.sqrt(5), math.sqrt(8), 2.5, 5][int(rng.integers(0, 7))])
        elif kind == 3:
            points = rng.integers(0, 4 * int(side) + 1, (count, 2)) / 4
            eps = float([0.75, 1.25, 2.5][int(rng.integers(0, 3))])
        elif kind == 4:
            points = np.round(rng.uniform(-side, side, (count, 2)), 3)
            eps = float(np.round(rng.uniform(0.2, 3), 3))
        elif kind == 5:
            middles = rng.uniform(-50, 50, (6, 2))
            points = np.round(middles[rng.integers(0, 6, count)] + rng.normal(0, 2, (count, 2)), 2)
            eps = float(np.round(rng.uniform(0.5, 4), 2))
        else:
            # Few places, many points on each, far from the origin.
            places = rng.integers(0, 12, (8, 2)) * 3 + 1_000_000
            points = places[rng.integers(0, 8, count)].astype(float)
            eps = float([3, 5, 6][int(rng.integers(0, 3))])
        samples = n % 6 + 1
        found = DBSCAN(eps=eps, min_samples=samples).fit(points)
        numbers = [[int(v) if v == int(v) else float(v) for v in p] for p in points.tolist()]
        cases.append(
            {"eps": repr(eps), "min_samples": samples, "points": numbers, "labels": found.labels_.tolist(), "core": found.core_sample_indices_.tolist()}
        )
    return cases


def union_cases(rng):
    cases = []
    for n in range(200):
        reach = [12, 60, 1000, 1_000_000][n % 4]
        count = int(rng.integers(1, 30))
        corner = rng.integers(0, reach, (count, 2))
        size = rng.integers(1, max(2, reach // 3), (count, 2))
        boxes = np.hstack([corner, corner + size])
        union = shapely.unary_union([shapely.box(*box) for box in boxes.tolist()])
        assert union.area == int(union.area) and union.length == int(union.length)
        cases.append(
            {
                "boxes": boxes.tolist(),
                "area": int(union.area),
                "length": int(union.length),
                "polygons": len(getattr(union, "geoms", [union])),
            }
        )
    return cases


def main():
    write("rle.jsonl", rle_cases(np.random.default_rng(1)))
    write("polygons.jsonl", polygon_cases(np.random.default_rng(2)) + larger_polygons(np.random.default_rng(3)))
    write("components.jsonl", component_cases(np.random.default_rng(4)))
    write("dbscan.jsonl", dbscan_cases(np.random.default_rng(5)))
    write("unions.jsonl", union_cases(np.random.default_rng(6)))


if __name__ == "__main__":
    main()
