"""How far phantoms are from real scans in what a network sees first: grey levels, gradients, power spectrum. Beside each distance
stands that between two halves of the real set, patients kept together: the least that can be asked for. Scans of oct-lesions come from
one maker's scanner and are compared with phantoms of its style, those of oct-masks with all.

    python realism.py --data DATA --phantoms DIR [--json OUT]
"""

import argparse
import json
from pathlib import Path

import numpy as np

import sources
from frame import contrast_limits, letterbox, normalise

BINS = 64
RINGS = 24


def framed(grey):
    """The scan as the network sees it: normalised, in the frame's scale, without margins."""
    import cv2
    w, h, _, _ = letterbox(grey.shape[1], grey.shape[0])
    image = normalise(grey, contrast_limits(grey))
    return cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA if w < grey.shape[1] else cv2.INTER_LINEAR)


def statistics(image):
    """Histogram of grey levels, histogram of gradients, log power by spatial frequency: one row of numbers each."""
    inside = image[image < 0.98]
    levels = np.histogram(inside, BINS, (0, 1))[0] / max(1, inside.size)
    dy, dx = np.gradient(image)
    slopes = np.histogram(np.hypot(dx, dy), BINS, (0, 0.5))[0] / image.size
    side = 2 ** int(np.log2(min(image.shape)))
    y, x = (image.shape[0] - side) // 2, (image.shape[1] - side) // 2
    part = image[y:y + side, x:x + side] - image[y:y + side, x:x + side].mean()
    window = np.hanning(side)[:, None] * np.hanning(side)[None]
    power = np.abs(np.fft.fft2(part * window)) ** 2
    fy, fx = np.meshgrid(np.fft.fftfreq(side), np.fft.fftfreq(side), indexing="ij")
    ring = (np.hypot(fx, fy) * 2 * RINGS).astype(int)
    total = np.bincount(ring.ravel(), power.ravel(), RINGS + 1)[1:RINGS]
    count = np.bincount(ring.ravel(), minlength=RINGS + 1)[1:RINGS]
    spectrum = np.log10(total / np.maximum(count, 1) / part.size + 1e-9)
    return levels, slopes, spectrum


def mean(images):
    rows = [statistics(framed(grey)) for grey in images]
    return [np.mean([row[k] for row in rows], 0) for k in range(3)]


def distances(a, b):
    """Wasserstein distance of grey levels (0..1) and of gradients (a level a pixel); mean difference of log10 power (decades)."""
    earth = lambda p, q, width: float(np.abs(np.cumsum(p - q)).sum() * width)
    return {"grey": earth(a[0], b[0], 1 / BINS), "gradient": earth(a[1], b[1], 0.5 / BINS),
            "spectrum": float(np.abs(a[2] - b[2]).mean())}


def cropped(source):
    """A phantom cut to its retina with a little above and below, as the scans of oct-lesions are."""
    rows = np.nonzero((source.bits >> np.uint32(sources.BIT["retina"]) & 1).any(1))[0]
    if not len(rows):
        return source.grey
    room = (rows[-1] - rows[0]) // 6
    return source.grey[max(0, rows[0] - room):rows[-1] + 2 * room]


def halves(scans):
    patients = sorted({s.patient for s in scans})
    first = set(patients[::2])
    return [s.grey for s in scans if s.patient in first], [s.grey for s in scans if s.patient not in first]


def styles(folder):
    """Scanner styles of the phantoms of a folder, in the order of its index."""
    return [entry["style"] for entry in json.loads((Path(folder) / "index.json").read_text())]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--phantoms", nargs="+", required=True)
    p.add_argument("--limit", type=int, default=200)
    p.add_argument("--json")
    args = p.parse_args()
    drawn = [(s, style) for folder in args.phantoms for s, style in zip(sources.load_folder(folder, args.limit), styles(folder))]
    out = {}
    for name, scans in (("oct-lesions", sources.load_lesions(args.data)), ("oct-masks", sources.load_masks(args.data))):
        cut = cropped if name == "oct-lesions" else lambda source: source.grey
        one, other = map(mean, halves(scans))
        # A narrow scan is enlarged in the frame, which changes every statistic: like is compared with like.
        found, total = {}, 0
        for narrow in (True, False):
            real = [s.grey for s in scans if (s.grey.shape[1] < 600) == narrow]
            like = [cut(s) for s, style in drawn
                    if (s.grey.shape[1] < 600) == narrow and (name == "oct-masks" or style == "spectralis")]
            if not real or not like:
                continue
            total += len(real)
            for what, value in distances(mean(like), mean(real)).items():
                found[what] = found.get(what, 0.0) + len(real) * value
        out[name] = {"phantoms": {what: value / total for what, value in found.items()}, "halves": distances(one, other)}
    print("| set | distance of | phantoms | two halves of the set |\n|---|---|---|---|")
    for name, found in out.items():
        for what in ("grey", "gradient", "spectrum"):
            print(f"| `{name}` | {what} | {found['phantoms'][what]:.4f} | {found['halves'][what]:.4f} |")
    if args.json:
        with open(args.json, "w") as file:
            json.dump(out, file, indent=1)


if __name__ == "__main__":
    main()
