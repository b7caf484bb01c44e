"""Trains the grounding network: seeded, resumable, with a progress bar.

    python train.py --data DATA --phantoms DIR --out RUN [--steps 7000] [--seed 1]

The checkpoint in RUN holds everything a later call needs to go on. The learning rate stays flat after a warm-up and falls
to nothing over the last 30 % of the steps, so that a run can be lengthened by a later call with more --steps. Without --data the
phantoms alone train, or the scans of a training folder with --own; --init starts from a weights file, or from the averaged weights of
another run's checkpoint. With --minutes it stops in time and ends with status 3: the same call goes on.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from tqdm import tqdm

import augment
import backend
import paint
import sources
import warm_start
from groundnet import GroundNet
from sources import BIT, OUTPUTS, UNSURE

TIME_UP = 3
CROPS = ((512, 256), (320, 384))
MIX = {"lesions": 0.45, "masks": 0.10, "phantom": 0.45}
# Phantoms beside scans of one's own: how many serve was only measured on the data of the weights that ship.
OWN_MIX = {"lesions": 0.67, "phantom": 0.33}
RARE = {"srf": 6.0, "vmt": 5.0, "lamellar_hole": 2.5, "vitreous_detachment": 3.0, "shrm": 1.0, "irf": 0.7}


class Batches(torch.utils.data.Dataset):
    """Batch `i` depends on the seed and `i` alone, so a resumed run sees what an unbroken one would have seen."""

    def __init__(self, pool, mix, seed, batch, first, last):
        self.seed, self.batch, self.first, self.last = seed, batch, first, last
        self.kinds = {k: [s for s in pool if s.kind == k] for k in mix}
        self.kinds = {k: v for k, v in self.kinds.items() if v}
        share = np.array([mix[k] for k in self.kinds])
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


class MapLoss(torch.autograd.Function):
    """sum(weight * BCE) / seen and 1 - Dice, each summed over classes. The gradient is written out, since the
    graph of these few formulas took a third of a step: most of its time went into temporary maps."""

    @staticmethod
    def forward(maps, target, pixel):
        prob = maps.sigmoid()
        seen = pixel.sum((0, 2, 3)).clamp_min(1)
        # -log(sigmoid) for positives, that of the complement for the others; positives count three times.
        bce = F.softplus(maps)
        bce.addcmul_(maps, target, value=-1)
        bce.mul_(pixel).mul_(1 + 2 * target)
        bce = (bce.sum((0, 2, 3)) / seen).sum()
        known = prob * pixel
        wanted = target * pixel
        overlap = 2 * (known * target).sum((0, 2, 3)) + 20
        positive = wanted.sum((0, 2, 3))
        both = known.sum((0, 2, 3)) + positive + 20
        has = (positive > 0).to(maps.dtype)
        dice = ((1 - overlap / both) * has).sum()
        return bce, dice, prob, seen, overlap, both, has

    @staticmethod
    def setup_context(ctx, inputs, output):
        _, target, pixel = inputs
        bce, dice, prob, seen, overlap, both, has = output
        ctx.mark_non_differentiable(prob, seen, overlap, both, has)
        ctx.save_for_backward(prob, target, pixel, seen, overlap, both, has)

    @staticmethod
    def backward(ctx, by_bce, by_dice, *_):
        prob, target, pixel, seen, overlap, both, has = ctx.saved_tensors
        over = lambda v: v[None, :, None, None]
        grad = (prob - target).mul_(1 + 2 * target).mul_(over(by_bce / seen))
        slope = (target * over(-2 * by_dice * has / both)).add_(over(by_dice * has * overlap / both ** 2))
        grad.addcmul_(slope, prob * (1 - prob)).mul_(pixel)
        return grad, None, None


def losses(maps, presence, bits, known, phantom):
    """Masked map loss (BCE, positives x3, plus half a Dice loss by class over the batch) and presence loss of the windows."""
    shifts = torch.arange(len(OUTPUTS), dtype=torch.int32, device=maps.device)
    # Channels last, as the network gives its maps: mixed orders double the time of each sum.
    target = ((bits[..., None] >> shifts) & 1).to(maps.dtype).permute(0, 3, 1, 2)
    mask = ((known[:, None] >> shifts[None]) & 1).to(maps.dtype)[:, :, None, None]
    pixel = mask.expand_as(target).contiguous(memory_format=torch.channels_last)
    unsure = (bits >> UNSURE & 1)[:, None].to(maps.dtype)
    pixel *= 1 - unsure
    # Real drusen labels include dome-shaped detachments: a synthetic detachment must not teach "not drusen".
    dome = phantom[:, None, None] & (target[:, BIT["ped"]] > 0)
    pixel[:, BIT["drusen"]] *= (~dome).to(maps.dtype)
    bce, dice = MapLoss.apply(maps, target, pixel)[:2]
    area = (target * pixel).sum((2, 3))
    # Pixels that teach nothing may be the class: those of its own bit, or of no class at all.
    nameless = unsure * (target.amax(1, keepdim=True) == 0)
    doubtful = (area == 0) & ((unsure * target + nameless).amax((2, 3)) > 0)
    clear = mask[:, :, 0, 0] * (((area == 0) & ~doubtful) | (area >= 12)).to(maps.dtype)
    clear[:, BIT["drusen"]] *= (~dome.flatten(1).any(1) | (area[:, BIT["drusen"]] > 0)).to(maps.dtype)
    there = (area > 0).to(maps.dtype)
    pres = F.binary_cross_entropy_with_logits(presence, there, clear, reduction="sum") / clear.sum().clamp_min(1)
    return bce / 8, dice / 8, pres


def losses_of(net, batch):
    """Losses of a batch, with the network in bfloat16 and what follows it in full precision."""
    device = net.peak.device
    x, bits, known, phantom = (part.to(device) for part in batch)
    with torch.autocast(device.type, dtype=torch.bfloat16):
        maps, deep = net.features(x.to(memory_format=torch.channels_last))
    maps = maps.float()
    return losses(maps, net.presence_logits(maps, deep), bits, known, phantom)


def weighted(parts, presence_weight=0.1):
    bce, dice, presence = parts
    return bce + 0.5 * dice + presence_weight * presence


def checks(kept, seed, batch=8):
    """Batches of two seeded windows a validation scan: the same at every check, so that their losses can be compared."""
    rows = []
    for number, source in enumerate(kept):
        rng = np.random.default_rng([seed, 77, number])
        source.present_bits = source.present()
        focus = augment.focus_of(rng, source, {})
        rows += [(x, bits, source.known) for x, bits in augment.samples(rng, source, CROPS[0], focus)]
    whole = [list(zip(*rows[k:k + batch])) for k in range(0, len(rows), batch)]
    return [(torch.from_numpy(np.stack(x)), torch.from_numpy(np.stack(bits).astype(np.int32)), torch.tensor(known),
             torch.zeros(len(known), dtype=torch.bool)) for x, bits, known in whole]


@torch.no_grad()
def check(net, batches):
    """Mean training loss over validation windows."""
    return float(np.mean([weighted(losses_of(net, batch)).item() for batch in batches]))


def rate(step, steps, peak, warmup=200, tail=0.3):
    start = steps * (1 - tail)
    return peak * min(1.0, (step + 1) / warmup) * (1.0 if step < start else max(0.01, (steps - step) / (steps - start)))


def held_back(scans, args):
    return set(json.loads(Path(args.held).read_text())) if args.held else sources.split_patients(scans, args.split_seed)


def load_pool(args):
    """Training scans, and those of validation patients (`--held`, else the seeded draw; an empty list holds nobody back)."""
    pool, kept = [], []
    if args.data:
        lesions = sources.load_lesions(args.data)
        held = held_back(lesions, args)
        kept = [s for s in lesions if s.patient in held]
        pool = [s for s in lesions if s.patient not in held]
        pool += [s for s in sources.load_masks(args.data) if s.patient not in held]
        if args.paint:
            paint.find_bands(pool, args.paint)
    if args.own:
        own = sources.load_folder(args.own)
        held = held_back(own, args)
        kept += [s for s in own if s.patient in held]
        pool += [s for s in own if s.patient not in held]
    for folder in args.phantoms or []:
        pool += sources.load_folder(folder, args.phantom_limit)
    for source in pool:
        source.present_bits = source.present()
    return pool, kept


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data")
    p.add_argument("--own", help="training folder of one's own scans")
    p.add_argument("--phantoms", nargs="*")
    p.add_argument("--phantom-limit", type=int)
    p.add_argument("--out", required=True)
    p.add_argument("--steps", type=int, default=7000)
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--split-seed", type=int, default=1)
    p.add_argument("--held", help="JSON list of patients (and scans of oct-masks) to keep back")
    p.add_argument("--init", help="weights file, or checkpoint whose averaged weights to start from")
    p.add_argument("--paint", help="checkpoint that finds the retina in real scans, to paint lesions into them")
    p.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    p.add_argument("--save-every", type=int, default=200)
    p.add_argument("--presence-weight", type=float, default=0.1, help="share of the presence loss; 0 trains on outlines alone")
    p.add_argument("--patience", type=int, default=0, help="stop after so many saves without a smaller loss on validation patients")
    p.add_argument("--minutes", type=float, help="stop after so long, with a checkpoint")
    p.add_argument("--compile", action="store_true", help="fuse the step by torch.compile: faster after some minutes; wants a C++ compiler")
    args = p.parse_args()

    # Whoever started this may be killed: then it ends, too, as if the time were up.
    parent = os.getppid()
    deadline = float("inf") if args.minutes is None else time.monotonic() + 60 * args.minutes
    device = backend.choose(args.threads)
    torch.manual_seed(args.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    pool, kept = load_pool(args)
    mix = OWN_MIX if args.own else MIX
    print({k: sum(s.kind == k for s in pool) for k in mix})
    checkpoint = out / "checkpoint.pt"
    net = GroundNet().to(memory_format=torch.channels_last).train()
    ema = GroundNet().eval()
    if args.init and not checkpoint.exists():
        first = Batches(pool, mix, args.seed, args.batch, 0, 4)
        warm_start.start(net, args.init, [first[k][0] for k in range(len(first))])
    ema.load_state_dict(net.state_dict())
    net, ema = net.to(device), ema.to(device)
    plain = [q for q in net.parameters() if q.dim() > 1]
    other = [q for q in net.parameters() if q.dim() <= 1]
    opt = torch.optim.AdamW([{"params": plain, "weight_decay": 0.03}, {"params": other, "weight_decay": 0.0}], args.rate, fused=True)
    step, best = 0, None
    if checkpoint.exists():
        try:
            saved = torch.load(checkpoint, map_location=device)
        except Exception as error:  # pickle, zip and torch each have their own.
            sys.exit(f"{checkpoint} cannot be read ({str(error).splitlines()[0]}). Delete it to begin anew.")
        net.load_state_dict(saved["net"])
        ema.load_state_dict(saved["ema"])
        opt.load_state_dict(saved["opt"])
        step, best = saved["step"], saved.get("best", best)
        print(f"going on at step {step}")
        if step > args.steps:
            sys.exit(f"{out} is already trained for {step} steps: give --steps {step} or more, or another folder")

    watched = checks(kept, args.seed) if args.patience else []
    (out / "settings.json").write_text(json.dumps({**vars(args), "mix": mix, "outputs": OUTPUTS}, indent=1, allow_nan=False))
    loader = torch.utils.data.DataLoader(Batches(pool, mix, args.seed, args.batch, step, args.steps), batch_size=None,
                                         shuffle=False, num_workers=backend.workers(device), prefetch_factor=6)
    log = (out / "log.jsonl").open("a")
    bar = tqdm(total=args.steps, initial=step, mininterval=10, smoothing=0.05)
    mean, started = None, time.time()
    step_losses = torch.compile(losses_of, dynamic=False) if args.compile else losses_of
    for batch in loader:
        for group in opt.param_groups:
            group["lr"] = rate(step, args.steps, args.rate)
        parts = step_losses(net, batch)
        loss = weighted(parts, args.presence_weight)
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
        parts = np.array([part.item() for part in parts])
        mean = parts if mean is None else 0.98 * mean + 0.02 * parts
        bar.update(1)
        if step % 50 == 0:
            bar.set_postfix_str(" ".join(f"{n} {v:.4f}" for n, v in zip(("bce", "dice", "presence"), mean)))
            log.write(json.dumps({"step": step, "bce": mean[0], "dice": mean[1], "presence": mean[2],
                                  "seconds": round(time.time() - started, 1)}) + "\n")
            log.flush()
        time_up = time.monotonic() >= deadline or os.getppid() != parent
        if step % args.save_every == 0 or step == args.steps or time_up:
            stop = False
            # A save out of turn compares nothing, so that pieces of a run stop where a whole one would.
            if watched and (step % args.save_every == 0 or step == args.steps):
                loss = check(ema, watched)
                if best is None or loss < best["loss"]:
                    best = {"loss": loss, "step": step, "ema": {k: v.clone() for k, v in ema.state_dict().items()}}
                stop = step - best["step"] >= args.patience * args.save_every
            part = checkpoint.with_suffix(".part")
            try:
                torch.save({"net": net.state_dict(), "ema": ema.state_dict(), "opt": opt.state_dict(), "step": step,
                            **({"best": best} if best else {})}, part)
            except (OSError, RuntimeError) as error:
                part.unlink(missing_ok=True)
                sys.exit(f"{part} cannot be written ({str(error).splitlines()[0]}). Make room on the disk: the same command goes on from the last checkpoint.")
            part.replace(checkpoint)
            (out / "progress.json").write_text(json.dumps({"step": step, "steps": args.steps, "device": str(device)}))
            if stop:
                print(f"no better since step {best['step']}: stopping")
                break
        if time_up and step < args.steps:
            bar.close()
            print(f"stopped at step {step} of {args.steps}", flush=True)
            sys.exit(TIME_UP)
    bar.close()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: the same command goes on from the last checkpoint")
