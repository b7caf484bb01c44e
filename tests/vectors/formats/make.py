"""Makes annotation files with other people's tools (pycocotools, Pillow) or exact fractions, and what they should read as.

python tests/vectors/formats/make.py writes coco_masks.jsonl, label_pictures.jsonl and yolo_labels.jsonl beside itself.
"""

import io
import json
import struct
import zlib
from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image
from pycocotools import mask as coco_mask

HERE = Path(__file__).parent
rng = np.random.default_rng(20)


def blob(width, height):
    """A random mask: a few ellipses and single pixels."""
    y, x = np.mgrid[:height, :width]
    mask = np.zeros((height, width), bool)
    for _ in range(rng.integers(1, 4)):
        cx, cy = rng.uniform(0, width), rng.uniform(0, height)
        rx, ry = rng.uniform(0.5, width / 2), rng.uniform(0.5, height / 2)
        mask |= ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
    mask[rng.integers(0, height), rng.integers(0, width)] = True
    return mask


def runs(mask):
    counts, value, count = [], False, 0
    for pixel in mask.T.ravel():
        if pixel != value:
            counts.append(count)
            value, count = pixel, 0
        count += 1
    return counts + [count]


def coco_masks():
    for number in range(60):
        width, height = (int(v) for v in rng.integers(1, 40, 2))
        mask = blob(width, height)
        rle = coco_mask.encode(np.asfortranarray(mask.astype(np.uint8)))
        x, y, w, h = coco_mask.toBbox(rle).tolist()
        counts = rle["counts"].decode() if number % 2 else runs(mask)
        annotation = {"id": 0, "image_id": 0, "category_id": 0, "segmentation": {"size": [height, width], "counts": counts}}
        if number % 3:
            annotation["bbox"] = [x, y, w, h]
        file = {
            "images": [{"id": 0, "file_name": "a.png", "width": width, "height": height}],
            "categories": [{"id": 0, "name": "irf"}],
            "annotations": [annotation],
        }
        yield {
            "file": json.dumps(file),
            "box": [x, y, x + w, y + h],
            "area": int(coco_mask.area(rle)),
            "compressed": rle["counts"].decode(),
            "rows": ["".join("#" if pixel else "." for pixel in row) for row in mask],
        }


def packed_png(values, bits, colour):
    """A PNG of any depth, which Pillow does not write for 2 and 4 bits of grey."""
    height, width = values.shape
    rows = b""
    for row in values:
        text = "".join(format(int(v), f"0{bits}b") for v in row)
        text += "0" * (-len(text) % 8)
        rows += b"\0" + int(text, 2).to_bytes(len(text) // 8, "big")

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def saved(image, **options):
    out = io.BytesIO()
    image.save(out, "PNG", **options)
    return out.getvalue()


def label_pictures():
    palette = [int(v) for v in rng.integers(0, 256, 768)]
    kinds = ["1", "L", "P1", "P2", "P4", "P8", "I;16", "grey2", "grey4", "RGB", "LA"]
    for number in range(44):
        kind = kinds[number % len(kinds)]
        bits = {"1": 1, "P1": 1, "P2": 2, "P4": 4, "I;16": 16, "grey2": 2, "grey4": 4}.get(kind, 8)
        width, height = (int(v) for v in rng.integers(3, 40, 2))
        classes = sorted({int(v) for v in rng.integers(1, 2**bits, 3)})
        values = np.zeros((height, width), np.uint16)
        for value in classes:
            values[blob(width, height)] = value
        if kind == "1":
            picture = saved(Image.fromarray(values.astype(np.uint8) * 255).convert("1"))
        elif kind.startswith("P"):
            image = Image.fromarray(values.astype(np.uint8), "P")
            image.putpalette(palette[: 3 * 2**bits])
            picture = saved(image, bits=bits)
        elif kind == "I;16":
            picture = saved(Image.fromarray(values))
        elif kind.startswith("grey"):
            picture = packed_png(values, bits, 0)
        else:
            picture = saved(Image.fromarray(values.astype(np.uint8)).convert(kind))
        found = {}
        for value in np.unique(values[values > 0]):
            ys, xs = np.nonzero(values == value)
            box = [int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1]
            found[str(int(value))] = {"box": box, "area": len(xs)}
        yield {"kind": kind, "png": picture.hex(), "width": width, "height": height, "found": found}


def half_even(value):
    """Millionths of a Fraction."""
    return int(round(value * 1_000_000))


def yolo_labels():
    """Lines as Ultralytics saves them ("%g" of float32) and as labelImg does ("%.6f"), placed with exact fractions."""
    for number in range(80):
        width, height = (int(v) for v in rng.integers(16, 4096, 2))
        lines, boxes = [], []
        for _ in range(6):
            w, h = rng.uniform(0.01, 0.5, 2)
            x, y = rng.uniform(w / 2, 1 - w / 2), rng.uniform(h / 2, 1 - h / 2)
            score = rng.uniform()
            polygon = number % 3 == 2
            parts = rng.uniform(0, 1, 2 * rng.integers(3, 9)) if polygon else np.array([x, y, w, h])
            style = "%.6f" if number % 2 else "%g"
            texts = [style % v for v in parts.astype(np.float32)]
            exact = [Fraction(text) for text in texts]
            if polygon:
                xs, ys = [v * width for v in exact[::2]], [v * height for v in exact[1::2]]
                corners = [min(xs), min(ys), max(xs), max(ys)]
            else:
                cx, cy, bw, bh = exact
                corners = [(cx - bw / 2) * width, (cy - bh / 2) * height, (cx + bw / 2) * width, (cy + bh / 2) * height]
            scored = number % 4 == 0
            lines.append(" ".join(["0", *texts, *(["%g" % score] if scored else [])]))
            boxes.append([half_even(v) for v in corners])
        yield {"width": width, "height": height, "labels": "\n".join(lines), "micros": boxes}


for name, cases in [("coco_masks", coco_masks), ("label_pictures", label_pictures), ("yolo_labels", yolo_labels)]:
    text = "".join(json.dumps(case) + "\n" for case in cases())
    (HERE / f"{name}.jsonl").write_text(text)
