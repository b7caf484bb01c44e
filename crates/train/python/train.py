"""Trains the grounding network: seeded, resumable, with a progress bar.

    python train.py --data DATA --phantoms DIR --out RUN [--steps 7000] [--seed 1]

The checkpoint in RUN holds everything a later call needs to go on. The learning rate stays flat after a warm-up and falls
to nothing over the last quarter, so that a run can be lengthened by a later call with more --steps.
"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from tqdm import tqdm

import augment
import sources
from groundnet import GroundNet
from sources import BIT, OUTPUTS

CROPS = ((512, 256), (320, 384))
MIX = {"lesions": 0.62, "masks": 0.08, "phantom": 0.30}
RARE = {"srf": 6.0, "vmt": 5.0, "lamellar_hole": 2.5, "vitreous_detachment": 3.0, "shrm": 1.0, "irf": 0.7}


class Batches(torch.utils.data.Dataset):
    """Batch `i` depends on the seed and `i` alone, so a resumed run sees what an unbroken one would have seen."""

    def __init__(self, pool, seed, batch, first, last):
        self.seed, self.batch, self.first, self.last = seed, batch, first, last
        self.kinds = {k: [s for s in pool if s.kind == k] for k in MIX}
        self.kinds = {k: v for k, v in self.kinds.items() if v}
        share = np.array([MIX[k] for k in self.kinds])
        self.share = share / share.sum()
        self.weights = {}
        for kind, members in self.kinds.items():
            w = np.array([1 + sum(v for c, v in RARE.items() if s.present_bits >> BIT[c] & 1) if kind == "lesions" else 1.0
                          for s in members])
            self.weights[kind] = w / w.sum()
        self.focus = {BIT[c]: 1 + v for c, v in RARE.items()}

    def __len__(self):
        return self.last - self.first

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, self.first + index])
        crop = CROPS[(self.first + index) % len(CROPS)]
        xs, labels, known = [], [], []
        while len(xs) < self.batch:
            kind = list(self.kinds)[rng.choice(len(self.share), p=self.share)]
            members = self.kinds[kind]
            source = members[rng.choice(len(members), p=self.weights[kind])]
            for x, bits in augment.samples(rng, source, crop, augment.focus_of(rng, source, self.focus)):
                xs.append(x)
                labels.append(bits)
                known.append((source.known, kind == "phantom"))
        bits = np.stack(labels).astype(np.int32)
        return (torch.from_numpy(np.stack(xs)), torch.from_numpy(bits), torch.tensor([k[0] for k in known]),
                torch.tensor([k[1] for k in known]))


def losses(maps, presence, bits, known, phantom):
    """Masked map loss (BCE, positives x3, plus half a Dice loss by class over the batch) and presence loss of the windows."""
    shifts = torch.arange(len(OUTPUTS), dtype=torch.int32)
    target = ((bits[:, None] >> shifts[None, :, None, None]) & 1).to(maps.dtype)
    mask = ((known[:, None] >> shifts[None]) & 1).to(maps.dtype)[:, :, None, None]
    pixel = mask.expand_as(target).clone()
    # Real drusen labels include dome-shaped detachments: a synthetic detachment must not teach "not drusen".
    dome = phantom[:, None, None] & (target[:, BIT["ped"]] > 0)
    pixel[:, BIT["drusen"]] *= (~dome).to(maps.dtype)
    weight = pixel * (1 + 2 * target)
    bce = F.binary_cross_entropy_with_logits(maps, target, weight, reduction="none").sum((0, 2, 3))
    seen = pixel.sum((0, 2, 3))
    bce = (bce / seen.clamp_min(1))[seen > 0].sum() / 8
    prob = maps.sigmoid() * pixel
    overlap = (prob * target).sum((0, 2, 3))
    both = prob.sum((0, 2, 3)) + (target * pixel).sum((0, 2, 3))
    has = (target * pixel).sum((0, 2, 3)) > 0
    dice = (1 - (2 * overlap + 20) / (both + 20))[has].sum() / 8
    area = (target * pixel).sum((2, 3))
    clear = mask[:, :, 0, 0] * ((area == 0) | (area >= 12)).to(maps.dtype)
    clear[:, BIT["drusen"]] *= (~dome.flatten(1).any(1) | (area[:, BIT["drusen"]] > 0)).to(maps.dtype)
    there = (area > 0).to(maps.dtype)
    pres = F.binary_cross_entropy_with_logits(presence, there, clear, reduction="sum") / clear.sum().clamp_min(1)
    return bce, dice, pres


def rate(step, steps, peak, warmup=200, tail=0.3):
    start = steps * (1 - tail)
    return peak * min(1.0, (step + 1) / warmup) * (1.0 if step < start else max(0.01, (steps - step) / (steps - start)))


def load_pool(args):
    lesions = sources.load_lesions(args.data)
    held = sources.split_patients(lesions, args.split_seed)
    pool = [s for s in lesions if s.patient not in held] + sources.load_masks(args.data)
    for folder in args.phantoms or []:
        pool += sources.load_phantoms(folder, args.phantom_limit)
    for source in pool:
        source.present_bits = source.present()
    return pool, [s for s in lesions if s.patient in held]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--phantoms", nargs="*")
    p.add_argument("--phantom-limit", type=int)
    p.add_argument("--out", required=True)
    p.add_argument("--steps", type=int, default=7000)
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--split-seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    p.add_argument("--save-every", type=int, default=200)
    args = p.parse_args()

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    net = GroundNet().to(memory_format=torch.channels_last).train()
    ema = GroundNet().eval()
    ema.load_state_dict(net.state_dict())
    plain = [q for q in net.parameters() if q.dim() > 1]
    other = [q for q in net.parameters() if q.dim() <= 1]
    opt = torch.optim.AdamW([{"params": plain, "weight_decay": 0.03}, {"params": other, "weight_decay": 0.0}], args.rate)
    step = 0
    checkpoint = out / "checkpoint.pt"
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        net.load_state_dict(saved["net"])
        ema.load_state_dict(saved["ema"])
        opt.load_state_dict(saved["opt"])
        step = saved["step"]
        print(f"going on at step {step}")

    pool, _ = load_pool(args)
    print({k: sum(s.kind == k for s in pool) for k in MIX})
    (out / "settings.json").write_text(json.dumps({**vars(args), "outputs": OUTPUTS}, indent=1))
    loader = torch.utils.data.DataLoader(Batches(pool, args.seed, args.batch, step, args.steps), batch_size=None,
                                         shuffle=False, num_workers=1, prefetch_factor=6)
    log = (out / "log.jsonl").open("a")
    bar = tqdm(total=args.steps, initial=step, mininterval=10, smoothing=0.05)
    mean, started = None, time.time()
    for x, bits, known, phantom in loader:
        for group in opt.param_groups:
            group["lr"] = rate(step, args.steps, args.rate)
        x = x.to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps, deep = net.features(x)
        maps = maps.float()
        bce, dice, pres = losses(maps, net.presence_logits(maps, deep), bits, known, phantom)
        loss = bce + 0.5 * dice + 0.1 * pres
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        opt.step()
        step += 1
        decay = min(0.999, step / (step + 20))
        with torch.no_grad():
            pairs = list(zip(ema.state_dict().values(), net.state_dict().values()))
            floats = [(a, b) for a, b in pairs if a.is_floating_point()]
            torch._foreach_lerp_([a for a, _ in floats], [b for _, b in floats], 1 - decay)
        parts = np.array([bce.item(), dice.item(), pres.item()])
        mean = parts if mean is None else 0.98 * mean + 0.02 * parts
        bar.update(1)
        if step % 50 == 0:
            bar.set_postfix_str(" ".join(f"{n} {v:.4f}" for n, v in zip(("bce", "dice", "presence"), mean)))
            log.write(json.dumps({"step": step, "bce": mean[0], "dice": mean[1], "presence": mean[2],
                                  "seconds": round(time.time() - started, 1)}) + "\n")
            log.flush()
        if step % args.save_every == 0 or step == args.steps:
            part = checkpoint.with_suffix(".part")
            torch.save({"net": net.state_dict(), "ema": ema.state_dict(), "opt": opt.state_dict(), "step": step}, part)
            part.replace(checkpoint)
    bar.close()


if __name__ == "__main__":
    main()
