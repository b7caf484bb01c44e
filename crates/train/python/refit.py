"""The training scans by kind, and presence fitted again on them as whole frames: windows taught it, whole frames are what it meets."""

import numpy as np
import torch
from tqdm import tqdm

import augment
import paint
import sources
from predict import run
from sources import BIT, CLASSES, OUTPUTS
from train import RARE


def training_pool(args, held):
    """Training scans by kind, without the patients in `held`."""
    scans = sources.load_folder(args.own) if args.own else sources.load_lesions(args.data) + sources.load_masks(args.data)
    real = [s for s in scans if s.patient not in held]
    if args.paint:
        paint.find_bands(real, args.paint)
    pool = {kind: [s for s in real if s.kind == kind] for kind in ("lesions", "masks")}
    pool["phantom"] = [s for d in args.phantoms for s in sources.load_folder(d, 600)]
    for s in (x for m in pool.values() for x in m):
        s.present_bits = s.present()
    return pool


def few_bits(pool):
    """Classes that the few scans of oct-masks show, or one's own where there are none."""
    few = pool["masks"] or pool["lesions"]
    return sum(1 << BIT[c] for c in CLASSES if any(s.present_bits >> BIT[c] & 1 for s in few))


def refit_presence(folded_float, net, pool, count, seed):
    """A ridge-held logistic fit a class on frozen features of `count` restyled frames; `pool` has the training scans by kind."""
    rng = np.random.default_rng([seed, 99])
    augment.noise_bank()
    pooled, strongest, known, bits = [], [], [], []
    weights = {k: np.array([1 + sum(v for c, v in RARE.items() if s.present_bits >> BIT[c] & 1) ** 0.5 for s in m])
               for k, m in pool.items()}
    share = {"lesions": 0.6, "masks": 0.08, "phantom": 0.32}
    kinds = [k for k in share if pool.get(k)]
    p = np.array([share[k] for k in kinds])
    for _ in tqdm(range(count), desc="whole frames", mininterval=10):
        kind = kinds[rng.choice(len(kinds), p=p / p.sum())]
        w = weights[kind]
        source = pool[kind][rng.choice(len(w), p=w / w.sum())]
        grey, b, _ = paint.painted(rng, source)
        if kind == "lesions" and rng.random() < 0.6:
            grey, b = augment.place(rng, grey, b)
        grey, b = augment.borders(rng, grey, b)
        grey = (augment.restyle(rng, grey.astype(np.float32) / 255, 0.6) * 255).astype(np.uint8)
        if rng.random() < 0.5:
            grey = np.ascontiguousarray(grey[:, ::-1])
        _, f, m = run(folded_float, grey, bf16=True)
        present = int(np.bitwise_or.reduce(b, axis=None))
        k = source.known
        if kind == "phantom" and present >> BIT["ped"] & 1 and not present >> BIT["drusen"] & 1:
            k &= ~(1 << BIT["drusen"])
        pooled.append(f), strongest.append(m), known.append(k), bits.append(present)
    f, m = torch.tensor(np.array(pooled)), torch.tensor(np.array(strongest))
    known, bits = np.array(known), np.array(bits)
    centre, spread = f.mean(0), f.std(0) + 1e-3
    z = (f - centre) / spread
    weight = torch.zeros(len(OUTPUTS), f.shape[1])
    bias, peak = torch.zeros(len(OUTPUTS)), torch.full((len(OUTPUTS),), 1.0)
    for k in range(len(OUTPUTS)):
        rows = np.nonzero(known >> k & 1)[0]
        y = torch.tensor((bits[rows] >> k & 1).astype(np.float32))
        if len(rows) < 20 or y.sum() < 3 or y.sum() > len(y) - 3:
            continue
        w = torch.zeros(f.shape[1], requires_grad=True)
        ab = torch.tensor([0.5, 0.0], requires_grad=True)
        opt = torch.optim.LBFGS([w, ab], max_iter=60, line_search_fn="strong_wolfe")
        balance = torch.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean())).clamp(0.2, 8)

        def closure():
            opt.zero_grad()
            logit = z[rows] @ w + ab[0] * m[rows, k] + ab[1]
            loss = (torch.nn.functional.binary_cross_entropy_with_logits(logit, y, reduction="none") * balance).mean()
            loss = loss + 0.15 * w.pow(2).sum() + 0.001 * ab.pow(2).sum()
            loss.backward()
            return loss

        opt.step(closure)
        with torch.no_grad():
            weight[k] = w / spread
            bias[k] = ab[1] - (w / spread * centre).sum()
            peak[k] = ab[0].clamp_min(0)
    with torch.no_grad():
        net.presence.weight.copy_(weight), net.presence.bias.copy_(bias), net.peak.copy_(peak)
