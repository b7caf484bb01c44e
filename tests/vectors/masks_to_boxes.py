"""Oracle vectors for components and masks-to-boxes: scipy.ndimage labels, scikit-learn DBSCAN on component distances.

    python3 tests/vectors/masks_to_boxes.py        writes masks_to_boxes.jsonl beside this file

A mask is given as run lengths over its rows one after another, starting with a run outside the mask.
"""

import json
from pathlib import Path

import numpy as np
from scipy import ndimage
from scipy.spatial import cKDTree
from sklearn.cluster import DBSCAN

HERE = Path(__file__).parent


def runs(mask):
    flat = mask.ravel().astype(np.int8)
    edges = np.flatnonzero(np.diff(flat)) + 1
    marks = np.concatenate([[0], edges, [flat.size]])
    lengths = np.diff(marks).tolist()
    return lengths if not flat[0] else [0] + lengths


def labelled(mask, structure):
    labels, count = ndimage.label(mask, structure=structure)
    found = []
    for i, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        found.append([columns.start, rows.start, columns.stop, rows.stop, int((labels == i).sum())])
    return labels, found


def boundary(mask):
    """Mask pixels with a 4-neighbour outside the mask; beyond the image is outside."""
    return mask & ~ndimage.binary_erosion(mask, structure=ndimage.generate_binary_structure(2, 1), border_value=0)


def clusters(mask, min_area, distance):
    labels, found = labelled(mask, np.ones((3, 3)))
    edge = boundary(mask)
    kept = [i for i, c in enumerate(found, 1) if c[4] >= min_area]
    if not kept:
        return []
    trees = [cKDTree(np.argwhere(edge & (labels == i))) for i in kept]
    matrix = np.zeros((len(kept), len(kept)))
    for a in range(len(kept)):
        for b in range(a):
            matrix[a, b] = matrix[b, a] = trees[a].query(trees[b].data)[0].min()
    groups = DBSCAN(eps=distance, min_samples=1, metric="precomputed").fit_predict(matrix)
    out = []
    for group in range(groups.max() + 1):
        parts = [found[kept[k] - 1] for k in np.flatnonzero(groups == group)]
        columns = list(zip(*parts))
        out.append([min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3]), sum(columns[4])])
    return sorted(out)


def blobs(rng, height, width, count, largest):
    mask = np.zeros((height, width), bool)
    y, x = np.mgrid[:height, :width]
    for _ in range(count):
        cy, cx = rng.uniform(0, height), rng.uniform(0, width)
        a, b = rng.uniform(0.6, largest, 2)
        mask |= ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 <= 1
    return mask


def main():
    rng = np.random.default_rng(21)
    lines = []
    for n in range(160):
        kind = n % 4
        if kind == 0:
            mask = rng.random((rng.integers(1, 24), rng.integers(1, 24))) < rng.uniform(0.1, 0.7)
        elif kind == 1:
            mask = blobs(rng, 60, 90, rng.integers(0, 14), 4)
        elif kind == 2:
            mask = blobs(rng, 124, 192, rng.integers(1, 25), 7)
        else:
            mask = blobs(rng, 100, 150, 6, 15) & ~blobs(rng, 100, 150, 5, 9)
        min_area, distance = [(20, 25.0), (5, 4.0), (1, float(np.sqrt(8))), (20, 12.5)][int(rng.integers(0, 4))]
        lines.append(
            json.dumps(
                {
                    "size": [mask.shape[1], mask.shape[0]],
                    "runs": runs(mask),
                    "four": sorted(labelled(mask, ndimage.generate_binary_structure(2, 1))[1]),
                    "eight": sorted(labelled(mask, np.ones((3, 3)))[1]),
                    "rule": [min_area, distance],
                    "clusters": clusters(mask, min_area, distance),
                },
                separators=(",", ":"),
            )
        )
    # A full-size map with hundreds of components, at the default rule.
    mask = blobs(rng, 573, 1408, 500, 6)
    lines.append(
        json.dumps(
            {
                "size": [1408, 573],
                "runs": runs(mask),
                "four": sorted(labelled(mask, ndimage.generate_binary_structure(2, 1))[1]),
                "eight": sorted(labelled(mask, np.ones((3, 3)))[1]),
                "rule": [20, 25.0],
                "clusters": clusters(mask, 20, 25.0),
            },
            separators=(",", ":"),
        )
    )
    (HERE / "masks_to_boxes.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} masks")


if __name__ == "__main__":
    main()
