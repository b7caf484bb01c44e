"""The input gate: whether a picture is an OCT B-scan, from the shape of the network's own map of the retina. Fits it on scans that
may train and on pictures that are none, and puts it into a weights file.

    python gate.py --data DATA --phantoms DIR --weights WEIGHTS     (`groundscope-train evaluate --only gate` measures it)
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from tqdm import tqdm

import augment
import sources
from frame import FRAME, letterbox
from predict import placed, run
from sources import BIT, read_grey
from weights_file import contents, load, write

# In the order of the Rust reader (crates/model/src/gate.rs), which measures the same on the same map.
FEATURES = ("confidence", "solid", "cover", "cut", "jump", "thickness")
LEVEL = 0.5


def shape(maps, width, height):
    """The six measures of the retina's map, over the cells of the scan alone. All 0 where no cell reaches LEVEL."""
    w, h, x0, y0 = letterbox(width, height, FRAME)
    prob = 1 / (1 + np.exp(-maps[BIT["retina"]].astype(np.float64)))
    prob = prob[y0 // 2:max((y0 + h) // 2, y0 // 2 + 1), x0 // 2:max((x0 + w) // 2, x0 // 2 + 1)]
    on = prob >= LEVEL
    if not on.any():
        return np.zeros(len(FEATURES))
    rows, columns = on.shape
    counts = on.sum(0)
    there = counts > 0
    first = np.argmax(on, 0)
    last = rows - 1 - np.argmax(on[::-1], 0)
    centre = (on * np.arange(rows)[:, None]).sum(0) / np.maximum(counts, 1)
    neighbours = there[1:] & there[:-1]
    jumps = np.abs(np.diff(centre))[neighbours]
    return np.array([
        prob[on].mean(),                                    # how sure it is of the retina
        counts.sum() / (last - first + 1)[there].sum(),     # without holes from top to bottom
        there.mean(),                                       # from side to side
        (on[0] | on[-1]).mean(),                            # running out at the top or bottom
        min(jumps.mean(), 9.0) / 9 if len(jumps) else 1.0,  # steps from column to column
        np.sort(counts[there])[there.sum() // 2] / rows,    # a band, not the whole picture
    ])


def textures(rng, count):
    """Pictures of nothing: noise, clouds, speckled tissue without layers, ramps, edges, text, a turned scan's stripes."""
    out = []
    for i in range(count):
        h, w = [(496, 768), (512, 512), (300, 900), (650, 512)][i % 4]
        cloud = lambda size: cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), size) * size * 3.5
        kind = i % 8
        if kind == 0:
            picture = rng.integers(0, 256, (h, w))
        elif kind in (1, 2, 3):
            # Tissue under ultrasound: wide bands and islands, speckle as long as they are deep, dark behind some.
            base = 90 + 70 * cloud(rng.uniform(8, 60)) + (60 * np.sin(np.arange(h) / h * rng.uniform(3, 14)))[:, None] * (kind == 2)
            grain = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), rng.uniform(1, 4), sigmaY=rng.uniform(0.6, 2)) * 4
            picture = base * np.clip(1 + rng.uniform(0.1, 0.5) * grain, 0, 3)
            if rng.random() < 0.6:
                y, x = np.mgrid[0:h, 0:w]
                for _ in range(int(rng.integers(1, 4))):
                    cy, cx = rng.uniform(0.1, 0.9) * h, rng.uniform(0.1, 0.9) * w
                    a, b = rng.uniform(0.08, 0.4) * h, rng.uniform(0.08, 0.4) * w
                    d = ((y - cy) / a) ** 2 + ((x - cx) / b) ** 2
                    picture = np.where(d < 1, picture * rng.uniform(0.05, 0.5), picture)
                    picture = np.where(abs(d - 1) < 0.1, picture + rng.uniform(0, 120), picture)
            if rng.random() < 0.4:
                y, x = np.mgrid[0:h, 0:w]
                fan = np.hypot(x - w / 2, y + h * 0.1) < h * 1.05
                fan &= abs(x - w / 2) < (y + h * 0.15) * rng.uniform(0.6, 1.2)
                picture = np.where(fan, picture, 0)
        elif kind == 4:
            picture = np.linspace(0, 255, h)[:, None].repeat(w, 1) if rng.random() < 0.5 else np.linspace(0, 255, w)[None].repeat(h, 0)
        elif kind == 5:
            picture = np.full((h, w), 255)
            for line in range(int(rng.integers(4, 20))):
                cv2.putText(picture := picture.astype(np.uint8), "Patient 0123 OCT report " * 3, (10, 24 + 26 * line), 0, rng.uniform(0.4, 1), 0, 1)
        elif kind == 6:
            picture = np.full((h, w), rng.integers(0, 255))
            for _ in range(int(rng.integers(3, 30))):
                (xa, xb), (ya, yb) = np.sort(rng.integers(0, w, 2)), np.sort(rng.integers(0, h, 2))
                picture[ya:yb, xa:xb] = rng.integers(0, 255)
        else:
            picture = 128 + 90 * cloud(rng.uniform(1, 4)) + 40 * cloud(rng.uniform(20, 90))
        out.append(np.clip(picture, 0, 255).astype(np.uint8))
    return out


def training_scans(data, own):
    """Scans of the training part, and the masks' where there are any."""
    lesions = sources.load_folder(own) if own else sources.load_lesions(data)
    held = sources.split_patients(lesions, 1)
    return [s for s in lesions if s.patient not in held] + ([] if own else sources.load_masks(data))


def examples(scans, data, phantoms, seed=5):
    """(grey, is a scan) from sets that may train: patients of the training part, phantoms; photographs of the fundus, textures."""
    rng = np.random.default_rng(seed)
    drawn = [s for folder in phantoms for s in sources.load_folder(folder, 150)]
    yes = [s.grey for s in scans] + [placed(s, seed).grey for s in scans] + [s.grey for s in drawn]
    augment.noise_bank()
    yes += [(augment.restyle(rng, g.astype(np.float32) / 255) * 255).astype(np.uint8) for g in yes[::3]]
    photographs = Path(data) / "fundus-masks" / "images" if data else None
    fundus = [read_grey(p) for p in sorted(photographs.iterdir())] if photographs and photographs.is_dir() else []
    no = fundus + [f[:, ::-1] for f in fundus] + [f[f.shape[0] // 4:-f.shape[0] // 4, f.shape[1] // 4:-f.shape[1] // 4] for f in fundus]
    no += textures(rng, 240)
    no += [np.ascontiguousarray(np.rot90(s.grey)) for s in (scans + drawn)[::4]]
    return [(np.ascontiguousarray(g), True) for g in yes] + [(np.ascontiguousarray(g), False) for g in no]


def fit(x, y, ridge=0.02):
    """Logistic regression on standardised measures, classes in balance, held by a small ridge."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z, t = torch.tensor((x - mean) / spread), torch.tensor(y.astype(float))
    w = torch.zeros(x.shape[1], dtype=torch.float64, requires_grad=True)
    b = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    balance = torch.where(t > 0, 0.5 / t.mean(), 0.5 / (1 - t.mean()))
    opt = torch.optim.LBFGS([w, b], max_iter=300, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = (torch.nn.functional.binary_cross_entropy_with_logits(z @ w + b, t, reduction="none") * balance).mean()
        loss = loss + ridge * w.pow(2).sum()
        loss.backward()
        return loss

    opt.step(closure)
    weights = (w.detach().numpy() / spread)
    return weights, float(b.detach()) - float(weights @ mean)


def kept(path, rows):
    """The gate of another weights file where it still lets nearly all of these scans in; a network that learned on has another map."""
    gate = load(path)[1].get("gate") if path else None
    if gate is None or not len(rows):
        return None
    logits = rows @ [gate["weights"][f] for f in FEATURES] + gate["bias"]
    share = (1 / (1 + np.exp(-logits)) >= gate["threshold"]).mean()
    print(f"the gate of {Path(path).name} lets {share:.0%} of {len(rows)} training scans in: {'kept' if share >= 0.95 else 'fitted anew'}")
    return gate if share >= 0.95 else None


def put(gate, path):
    tensors, manifest = contents(path)
    manifest["gate"] = gate
    print(f"{write(Path(path), tensors, manifest)} bytes")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data")
    p.add_argument("--own", help="training folder of one's own scans, instead of --data")
    p.add_argument("--keep", help="weights file whose gate is kept while it lets nearly all training scans in")
    p.add_argument("--phantoms", nargs="*", default=[])
    p.add_argument("--weights", required=True)
    p.add_argument("--threads", type=int, default=1)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    folded, _ = load(args.weights)
    look = lambda grey: shape(run(folded, grey)[0], grey.shape[1], grey.shape[0])
    scans = training_scans(args.data, args.own)
    gate = kept(args.keep, np.array([look(s.grey) for s in scans[:200]]) if args.keep else ())
    if gate:
        put(gate, args.weights)
        return
    given = examples(scans, args.data, args.phantoms)
    x = np.array([look(grey) for grey, _ in tqdm(given, desc="scans and others", mininterval=10)])
    y = np.array([label for _, label in given])
    weights, bias = fit(x, y)
    # As few scans turned away as others let in, with the doubt on the side of reading.
    threshold = 0.5
    right = (1 / (1 + np.exp(-(x @ weights + bias))) >= threshold) == y
    print(f"{len(y)} pictures: {(~right & y).sum()} of {y.sum()} scans turned away, {(~right & ~y).sum()} of {(~y).sum()} others let in")
    print(dict(zip(FEATURES, np.round(weights, 3))), round(bias, 3))
    if args.own and (~right & y).sum() > 0.05 * y.sum():
        print("no gate: the map of the retina does not tell these scans from other pictures, so every picture will be read")
        return
    put({"level": LEVEL, "weights": {f: round(float(w), 5) for f, w in zip(FEATURES, weights)}, "bias": round(bias, 5),
         "threshold": threshold}, args.weights)


if __name__ == "__main__":
    main()
