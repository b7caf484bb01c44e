"""Lesions painted into real scans: the texture of a real scanner with a lesion whose outline is exact.

The retina is lifted off its pigment epithelium over a dome filled with the scan's own darkness (subretinal fluid), or dark cysts
are set between its layers (intraretinal fluid).
"""

import cv2
import numpy as np

from frame import letterbox
from sources import BIT

SRF, IRF = np.uint32(1 << BIT["srf"]), np.uint32(1 << BIT["irf"])
CHANCE = 0.3


def find_bands(scans, checkpoint):
    """Sets `band` of each real scan: rows of the retina's top and bottom by column, from the retina map of a network."""
    from predict import FoldedNet, folded_tensors, load_ema, run
    net = FoldedNet(folded_tensors(load_ema(checkpoint)))
    for source in scans:
        maps, _, _ = run(net, source.grey, bf16=True)
        height, width = source.grey.shape
        w, h, x0, y0 = letterbox(width, height)
        part = maps[BIT["retina"]][y0 // 2:(y0 + h) // 2, x0 // 2:(x0 + w) // 2] > 0
        band = edges(part, width, height)
        source.band = () if band is None else band


def edges(inside, width, height):
    """Top and bottom row [width] of the largest part of a map; None where it doesn't cross most of the scan."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8))
    if count < 2:
        return None
    inside = parts == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()
    columns = np.nonzero(inside.any(0))[0]
    if len(columns) < 0.8 * inside.shape[1]:
        return None
    top = inside.argmax(0)[columns]
    bottom = inside.shape[0] - inside[::-1].argmax(0)[columns]
    x = (np.arange(width) + 0.5) * inside.shape[1] / width - 0.5
    scale = height / inside.shape[0]
    smooth = max(3, width // 40) | 1
    rows = (np.interp(x, columns, v * scale) for v in (top, bottom))
    top, bottom = (cv2.GaussianBlur(r[None].astype(np.float32), (smooth, 1), 0, borderType=cv2.BORDER_REPLICATE)[0] for r in rows)
    return (top, bottom) if np.median(bottom - top) > 12 else None


def darkness(rng, grey, top):
    """Pixels of the vitreous, and a noise field of the scan's size made of them."""
    rows = np.arange(grey.shape[0])[:, None]
    pool = grey[(rows < top[None] - 6) & (grey < 250)]
    if pool.size < 200:
        pool = np.sort(grey[grey < 250])[:max(200, grey.size // 20)]
    field = pool[rng.integers(0, pool.size, grey.shape)].astype(np.float32)
    return cv2.GaussianBlur(field, (0, 0), 0.6) if rng.random() < 0.7 else field


def painted(rng, source):
    """(grey, bits, painted bit): the scan with a lesion that chance paints into it; its own pixels and None where nothing is."""
    drawn = None
    if source.band and rng.random() < CHANCE:
        name, draw = [("srf", subretinal), ("irf", cysts)][rng.random() < 0.35]
        if source.known >> BIT[name] & 1:
            drawn = draw(rng, source.grey, source.bits, *source.band)
    return (source.grey, source.bits, None) if drawn is None else (*drawn, BIT[name])


def subretinal(rng, grey, bits, top, bottom):
    """The retina lifted over a dome of fluid on the pigment epithelium; None where it has no room or meets another lesion."""
    height, width = grey.shape
    thick = float(np.median(bottom - top))
    half = rng.uniform(0.35, 2.2) * thick
    centre = rng.uniform(0.1, 0.9) * width
    u = (np.arange(width, dtype=np.float32) - centre) / half
    dome = np.clip(1 - np.abs(u) ** rng.uniform(1.6, 3.0), 0, None) ** rng.uniform(0.7, 1.4)
    dome *= 1 + 0.12 * np.sin(u * rng.uniform(2, 7) + rng.uniform(0, 6))
    lift = np.clip(dome, 0, None) * rng.uniform(0.12, 0.75) * thick
    floor = bottom - rng.uniform(0.06, 0.11) * thick
    around = (lift > 0.5) & (np.abs(u) < 1.2)
    columns = np.nonzero(around)[0]
    # A lifted retina must stay in the scan, and a lesion of its own there would be torn.
    if len(columns) < 8 or (top - lift)[columns].min() < 3 or (bits[:, columns] & np.uint32(0x3FFFF)).any():
        return None
    rows = np.arange(height, dtype=np.float32)[:, None]
    ceiling = floor - lift
    from_row = np.where(rows < ceiling[None], rows + lift[None], rows)
    columns_of = np.broadcast_to(np.arange(width, dtype=np.float32)[None], grey.shape)
    out = cv2.remap(grey, np.ascontiguousarray(columns_of), from_row.astype(np.float32), cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    fluid = ((rows >= ceiling[None]) & (rows < floor[None]) & (lift[None] > 0.5)).astype(np.float32)
    soft = cv2.GaussianBlur(fluid, (0, 0), rng.uniform(0.6, 1.2))
    level = rng.uniform(0.9, 1.5) * darkness(rng, grey, top) + rng.uniform(0, 8)
    out = out * (1 - soft) + level * soft
    moved = bits[np.clip(from_row.round().astype(int), 0, height - 1), columns_of.astype(int)]
    return np.clip(out, 0, 255).astype(np.uint8), np.where(fluid > 0, moved | SRF, moved).astype(np.uint32)


def cysts(rng, grey, bits, top, bottom):
    """A cluster of dark ovals between the inner layers and the photoreceptors, larger where they lie deeper;
    None where they meet another lesion."""
    height, width = grey.shape
    thick = bottom - top
    size = float(np.median(thick))
    centre, spread = rng.uniform(0.1, 0.9) * width, rng.uniform(0.3, 1.6) * size
    cover = np.zeros(grey.shape, np.float32)
    for _ in range(int(rng.integers(2, 14))):
        x = int(np.clip(rng.normal(centre, spread), 4, width - 5))
        depth = rng.uniform(0.28, 0.68)
        y = top[x] + depth * thick[x]
        ry = rng.uniform(0.04, 0.04 + 0.14 * depth) * thick[x]
        axes = (max(1.5, ry * rng.uniform(0.7, 2.2)), max(1.5, ry))
        box = ((float(x), float(y)), (2 * axes[0], 2 * axes[1]), float(rng.normal(0, 12)))
        cv2.ellipse(cover, box, 1.0, -1)
    if (bits[cover > 0] & np.uint32(0x3FFFF)).any():
        return None
    soft = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.5, 1.0)) * rng.uniform(0.75, 1.0)
    level = rng.uniform(0.9, 1.5) * darkness(rng, grey, top) + rng.uniform(0, 10)
    out = grey.astype(np.float32) * (1 - soft) + level * soft
    # Readers draw a cluster of cysts as they see it: dark places only.
    return np.clip(out, 0, 255).astype(np.uint8), np.where(cover > 0.5, bits | IRF, bits).astype(np.uint32)


