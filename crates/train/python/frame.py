"""The network's frame: contrast normalisation and letterbox, the same rules as the Rust `imaging` crate."""

import numpy as np
from PIL import Image

FRAME = (768, 512)


def contrast_limits(grey):
    """1st and 99.5th percentile of the 256-bin histogram of pixels below 250 (white wedges and margins do not count)."""
    counts = np.bincount(grey.ravel(), minlength=256)[:250]
    total = int(counts.sum())
    if total == 0:
        return 0, 0
    cumulative = np.cumsum(counts)
    low = int(np.searchsorted(100 * cumulative, total))
    high = int(np.searchsorted(1000 * cumulative, 995 * total))
    return low, high


def normalise(grey, limits=None):
    """u8 -> f32 in 0..1; zeros where the scan has no contrast."""
    low, high = contrast_limits(grey) if limits is None else limits
    if high <= low:
        return np.zeros(grey.shape, np.float32)
    return np.clip((grey.astype(np.float32) - low) / (high - low), 0, 1)


def letterbox(width, height, frame=FRAME):
    """Size of the resized scan and its offset in the frame."""
    scale = min(frame[0] / width, frame[1] / height)
    w = min(frame[0], max(1, int(np.floor(width * scale + 0.5))))
    h = min(frame[1], max(1, int(np.floor(height * scale + 0.5))))
    return w, h, (frame[0] - w) // 2, (frame[1] - h) // 2


def frame_image(grey, frame=FRAME):
    """[h, w] u8 -> ([H, W] f32 frame image, (w, h, x0, y0) of the letterbox)."""
    box = w, h, x0, y0 = letterbox(grey.shape[1], grey.shape[0], frame)
    resized = Image.fromarray(normalise(grey), mode="F").resize((w, h), Image.BILINEAR)
    out = np.zeros((frame[1], frame[0]), np.float32)
    out[y0:y0 + h, x0:x0 + w] = np.asarray(resized)
    return out, box


def space_to_depth(image):
    """[H, W] -> [4, H/2, W/2]; channel dy*2+dx is pixel (2y+dy, 2x+dx)."""
    return np.stack([image[dy::2, dx::2] for dy in (0, 1) for dx in (0, 1)])
