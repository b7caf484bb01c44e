"""Writes frame_image.json: the frame image of small scans by Pillow, an independent oracle.

The rule (docs/architecture.md, imaging): levels are floor(255 v + 0.5); levels below 250 give the percentiles; the triangle
filter is Pillow's BILINEAR on mode F, which has half-pixel centres and a support that grows with the reduction.
Run: python frame_image.py > frame_image.json
"""

import json
import math

import numpy as np
from PIL import Image


def normalise(grey):
    levels = np.floor(255.0 * grey + 0.5).astype(int)
    tissue = np.sort(levels[levels < 250])
    if tissue.size == 0:
        return np.zeros_like(grey)
    # The smallest level whose cumulative count reaches the share is the value at that rank, counted from 1.
    low = tissue[math.ceil(tissue.size * 10 / 1000) - 1]
    high = tissue[math.ceil(tissue.size * 995 / 1000) - 1]
    if low >= high:
        return np.zeros_like(grey)
    return np.clip((255.0 * grey - low) / (high - low), 0.0, 1.0)


def frame_image(grey, frame_width, frame_height):
    height, width = grey.shape
    scale = min(frame_width / width, frame_height / height)
    inner_width = min(max(int(width * scale + 0.5), 1), frame_width)
    inner_height = min(max(int(height * scale + 0.5), 1), frame_height)
    picture = Image.fromarray(normalise(grey).astype(np.float32))
    inner = np.asarray(picture.resize((inner_width, inner_height), Image.BILINEAR))
    frame = np.zeros((frame_height, frame_width), np.float32)
    left, top = (frame_width - inner_width) // 2, (frame_height - inner_height) // 2
    frame[top : top + inner_height, left : left + inner_width] = inner
    return frame


def main():
    rng = np.random.default_rng(20)
    cases = []
    for name, width, height, frame_width, frame_height in [
        ("reduced by a broken factor", 37, 23, 24, 16),
        ("enlarged by a broken factor", 11, 7, 24, 16),
        ("the frame's own size", 24, 16, 24, 16),
        ("tall: margins left and right", 9, 40, 24, 16),
        ("flat: margins above and below", 60, 5, 24, 16),
        ("one column", 1, 200, 24, 16),
        ("one row", 200, 1, 24, 16),
        ("one pixel", 1, 1, 24, 16),
        ("odd frame, uneven margins", 10, 10, 16, 9),
    ]:
        levels = rng.integers(5, 230, (height, width))
        if width >= 20 and height >= 10:
            levels[:4, :6] = 255  # a white wedge
        grey = (levels / 255.0).astype(np.float32).astype(np.float64)
        frame = frame_image(grey, frame_width, frame_height)
        cases.append(
            {
                "name": name,
                "size": [width, height],
                "frame": [frame_width, frame_height],
                "levels": levels.ravel().tolist(),
                "expected": [round(float(v), 6) for v in frame.ravel()],
            }
        )
    print(json.dumps(cases, separators=(",", ":")).replace("},{", "},\n{"))


main()
