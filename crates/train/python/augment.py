"""One training sample from one labelled scan: placed in a full frame, restyled as another scanner's, bent, cropped."""

import cv2
import numpy as np

import paint
from frame import FRAME, contrast_limits, letterbox, normalise, space_to_depth

NOISE = None


def noise_bank():
    """Standard normal noise [1024, 1536], drawn once: a random window of it is far cheaper than fresh noise."""
    global NOISE
    if NOISE is None:
        NOISE = np.random.default_rng(7).standard_normal((1024, 1536), np.float32)
    return NOISE


def noise(rng, shape, grain=1.0):
    """Correlated unit noise of `shape`; `grain` is its size in pixels."""
    bank = noise_bank()
    h, w = (int(np.ceil(s / grain)) + 2 for s in shape)
    y, x = rng.integers(0, bank.shape[0]), rng.integers(0, bank.shape[1])
    # Wrapped around: a tall frame of an odd export may be larger than the bank.
    part = np.take(np.take(bank, np.arange(y, y + h), 0, mode="wrap"), np.arange(x, x + w), 1, mode="wrap")
    return part[:shape[0], :shape[1]] if grain <= 1 else cv2.resize(part, shape[::-1], interpolation=cv2.INTER_LINEAR)


def place(rng, grey, bits):
    """A crop of the retina back in a full frame: vitreous noise above, fading choroid below, from the crop's own pixels."""
    height, width = grey.shape
    full = max(height + 8, int(rng.choice([496, 496, 496, 573, 650])) if rng.random() < 0.8 else
               int(height * rng.uniform(1.1, 2.5)))
    full = int(full * max(1.0, width / 900)) if rng.random() < 0.3 else full
    room = full - height
    top = int(room * rng.beta(2.0, 2.0))
    rows = grey[:8]
    dark = rows[:, rows.mean(0) <= np.median(rows.mean(0))]
    pool = dark[dark < 250]
    pool = pool if pool.size > 50 else np.array([0, 5, 10, 20], np.uint8)
    frame = pool[rng.integers(0, pool.size, (full, width))].astype(np.float32)
    if rng.random() < 0.5:
        frame = cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.4, 0.9))
    below = full - top - height
    if below > 0:
        last = grey[-8:].astype(np.float32)
        last = np.where(last >= 250, pool.mean(), last)
        column = cv2.GaussianBlur(last.mean(0, keepdims=True), (0, 0), 6)[0] - pool.mean()
        depth = np.exp(-np.arange(below, dtype=np.float32) / rng.uniform(20, 160))
        speckle = np.clip(1 + 0.45 * noise(rng, (below, width)), 0, None)
        frame[top + height:] += np.clip(column, 0, None)[None] * depth[:, None] * speckle
    frame[top:top + height] = grey
    out_bits = np.zeros((full, width), np.uint32)
    out_bits[top:top + height] = bits
    return np.clip(frame, 0, 255).astype(np.uint8), out_bits


def borders(rng, grey, bits):
    """White wedges of a rotated export, plot margins, black strips, a corner glyph."""
    height, width = grey.shape
    if rng.random() < 0.25:
        for _ in range(int(rng.integers(1, 3))):
            side, depth = int(rng.integers(0, 4)), rng.uniform(0.01, 0.12)
            a, b = (int(d) for d in rng.permutation([0, depth * (height if side < 2 else width)]))
            far = width if side < 2 else height
            edge = {0: [(0, 0), (far, 0), (far, b), (0, a)],
                    1: [(0, height), (far, height), (far, height - b), (0, height - a)],
                    2: [(0, 0), (0, far), (b, far), (a, 0)],
                    3: [(width, 0), (width, far), (width - b, far), (width - a, 0)]}[side]
            cover = np.zeros_like(grey)
            cv2.fillPoly(cover, [np.array(edge, np.int32)], 1)
            # A wedge never hides a lesion: the label would be wrong.
            if not (bits[cover > 0] & 0x3FFFF).any():
                grey = np.where(cover > 0, np.uint8(255), grey)
    if rng.random() < 0.12:
        cut = rng.uniform(0.05, 0.4)
        x = int(width * cut)
        left = rng.random() < 0.5
        strip = bits[:, :x] if left else bits[:, width - x:]
        if not (strip & 0x3FFFF).any():
            level = np.uint8(rng.integers(0, 15))
            grey = grey.copy()
            if left:
                grey[:, :x] = level
            else:
                grey[:, width - x:] = level
    if rng.random() < 0.15:
        pads = (rng.random(4) * [0.12, 0.12, 0.12, 0.12] * [height, height, width, width]).astype(int)
        pads = np.where(rng.random(4) < 0.3, 0, pads)
        value = 255 if rng.random() < 0.75 else 0
        grey = cv2.copyMakeBorder(grey, *map(int, pads), cv2.BORDER_CONSTANT, value=value)
        bits = np.pad(bits, ((pads[0], pads[1]), (pads[2], pads[3])))
    if rng.random() < 0.1:
        grey = grey.copy()
        y, x, s = int(grey.shape[0] * 0.86), int(grey.shape[1] * rng.uniform(0.02, 0.9)), int(rng.integers(10, 36))
        cv2.rectangle(grey, (x, y), (x + s, y + s), 200, 1)
        cv2.line(grey, (x, y), (x + s, y + s), 220, 1)
    return grey, bits


def restyle(rng, image, strength=1.0):
    """Another scanner's look on f32 0..1: resolution, speckle, noise floor, roll-off, gamma, JPEG. White stays white."""
    white = image > 0.98
    height, width = image.shape
    if rng.random() < 0.35 * strength:
        k = rng.uniform(1.2, 2.2)
        small = cv2.resize(image, (int(width / k), int(height / rng.uniform(1.0, k))), interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), sigmaX=rng.uniform(0.4, 1.3), sigmaY=rng.uniform(0.4, 1.0))
    elif rng.random() < 0.15:
        image = cv2.medianBlur(image, 3)
    if rng.random() < 0.5:
        image = image ** np.float32(np.exp(rng.uniform(-0.5, 0.5)))
    if rng.random() < 0.45 * strength:
        grain = rng.choice([1.0, 1.0, 1.5, 2.2])
        image = image * np.clip(1 + rng.uniform(0.08, 0.4) * noise(rng, image.shape, grain), 0, 3)
    if rng.random() < 0.45 * strength:
        floor = rng.uniform(0.0, 0.3)
        spread = rng.uniform(0.1, 0.6) * floor + rng.uniform(0.0, 0.06)
        image = floor + (1 - floor) * image + spread * noise(rng, image.shape, rng.choice([1.0, 1.0, 1.6]))
    if rng.random() < 0.25:
        slope = np.linspace(rng.uniform(0.5, 1.2), rng.uniform(0.5, 1.2), height, dtype=np.float32)
        image = image * slope[:, None]
    if rng.random() < 0.25:
        columns = np.ones(width, np.float32)
        for _ in range(int(rng.integers(1, 5))):
            centre, half = rng.integers(0, width), rng.uniform(1.5, 9)
            columns *= 1 - rng.uniform(0.2, 0.7) * np.exp(-((np.arange(width) - centre) / half) ** 2).astype(np.float32)
        image = image * columns[None]
    image = np.clip(image, 0, 0.975)
    if rng.random() < 0.35:
        _, packed = cv2.imencode(".jpg", (image * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    return np.where(white, np.float32(1), image)


def bend(rng, width, height):
    """Vertical displacement of each column (tilt, curvature, slow waves), in pixels of the frame."""
    x = np.linspace(-1, 1, width, dtype=np.float32)
    shift = np.zeros(width, np.float32)
    if rng.random() < 0.6:
        shift += rng.normal(0, 0.045) * height * x
    if rng.random() < 0.4:
        shift += rng.normal(0, 0.03) * height * x * x
    if rng.random() < 0.3:
        shift += rng.normal(0, 0.01) * height * np.sin(x * rng.uniform(2, 6) + rng.uniform(0, 6)).astype(np.float32)
    return shift


def samples(rng, source, crop=(512, 256), focus=None, count=2):
    """`count` windows of one restyled frame: each x [4, h/2, w/2] f32 and bits [h/2, w/2] u32; `crop` is (w, h) in frame
    pixels, `focus` the bit to look for. One frame serves several windows, since restyling it is the dear part."""
    grey, bits, drawn = paint.painted(rng, source)
    focus = focus if drawn is None else drawn
    if source.kind == "lesions" and rng.random() < 0.65:
        grey, bits = place(rng, grey, bits)
    if source.kind != "phantom" or rng.random() < 0.2:
        grey, bits = borders(rng, grey, bits)
    # Scale: the letterbox's own, jittered, so that every exporter's size is met.
    w, h, _, _ = letterbox(grey.shape[1], grey.shape[0])
    jitter, stretch = np.exp(rng.normal(0, 0.16)), np.exp(rng.normal(0, 0.1))
    w, h = max(48, int(w * jitter * stretch)), max(48, int(h * jitter / stretch))
    frame = cv2.resize(grey, (w, h), interpolation=cv2.INTER_AREA if w < grey.shape[1] else cv2.INTER_LINEAR)
    frame = restyle(rng, frame.astype(np.float32) / 255, 0.5 if source.kind == "masks" else 1.0)
    u8 = (frame * 255).astype(np.uint8)
    frame = normalise(u8, contrast_limits(u8[::2, ::2]))
    bw, bh = max(1, w // 2), max(1, h // 2)
    small = bits[np.clip(((np.arange(bh) + 0.5) * bits.shape[0] / bh).astype(int), 0, bits.shape[0] - 1)][
        :, np.clip(((np.arange(bw) + 0.5) * bits.shape[1] / bw).astype(int), 0, bits.shape[1] - 1)]
    if rng.random() < 0.5:
        frame, small = frame[:, ::-1], small[:, ::-1]
    frame = np.ascontiguousarray(frame)
    return [window(rng, frame, small, crop, focus if k == 0 or rng.random() < 0.4 else None) for k in range(count)]


def window(rng, frame, small, crop, focus):
    """One bent window of a frame, often around a lesion of the wanted class, else anywhere, padding included."""
    h, w = frame.shape
    bh, bw = small.shape
    # Letterbox padding is seen at inference, so windows may reach beyond the scan as far as the frame does.
    low, high = [], []
    for size, half, room in ((w, crop[0] / 2, FRAME[0]), (h, crop[1] / 2, FRAME[1])):
        margin = max(0.0, (room - size) / 2)
        low.append(min(half - margin, size / 2))
        high.append(max(size - half + margin, size / 2))
    cx, cy = rng.uniform(low, high)
    if focus is not None and rng.random() < 0.8:
        ys, xs = np.nonzero(small >> np.uint32(focus) & 1)
        if len(xs):
            k = rng.integers(0, len(xs))
            cx = np.clip(2 * xs[k] + rng.normal(0, crop[0] / 5), low[0], high[0])
            cy = np.clip(2 * ys[k] + rng.normal(0, crop[1] / 6), low[1], high[1])
    x0, y0 = int(cx - crop[0] / 2) & ~1, int(cy - crop[1] / 2) & ~1
    shift = bend(rng, crop[0], FRAME[1])
    gx = np.ascontiguousarray(np.broadcast_to((np.arange(crop[0], dtype=np.float32) + x0)[None], (crop[1], crop[0])))
    gy = (np.arange(crop[1], dtype=np.float32) + y0)[:, None] + shift[None]
    pixels = cv2.remap(frame, gx, gy, cv2.INTER_LINEAR, borderValue=0)
    lx = np.floor((gx[::2, ::2] + 0.5) / 2).astype(np.int32)
    ly = np.floor((gy[::2, ::2] + 0.5) / 2).astype(np.int32)
    inside = (lx >= 0) & (lx < bw) & (ly >= 0) & (ly < bh)
    labels = np.where(inside, small[np.clip(ly, 0, bh - 1), np.clip(lx, 0, bw - 1)], 0)
    return space_to_depth(pixels).astype(np.float32), labels.astype(np.uint32)


def focus_of(rng, source, weights):
    """A class of this scan to look at, rarer ones more often; None for a scan without lesions."""
    present = [b for b in range(18) if source.present_bits >> b & 1]
    if not present:
        return None
    w = np.array([weights.get(b, 1.0) for b in present])
    return int(rng.choice(present, p=w / w.sum()))

