"""Runs the network on whole scans and keeps what thresholds and figures need: probability maps, presence, reference boxes."""

import numpy as np
import torch

from augment import borders, place
from frame import FRAME, frame_image, space_to_depth
from groundnet import FoldedNet, GroundNet, folded_tensors
from postprocess import masks_to_boxes, to_scan
from sources import CLASSES, Source


def load_ema(checkpoint):
    """The averaged weights: those of the smallest validation loss where a run watched it, else the last."""
    saved = torch.load(checkpoint)
    net = GroundNet()
    net.load_state_dict(saved.get("best", saved)["ema"])
    return net.eval()


@torch.no_grad()
def run(folded, grey, bf16=False):
    """[h, w] u8 -> map logits [outputs, H/2, W/2] f32, pooled features [2*c4], strongest map value [outputs]."""
    x = torch.from_numpy(space_to_depth(frame_image(grey)[0]))[None].to(memory_format=torch.channels_last)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        maps, deep = folded.features(x)
    maps, deep = maps.float(), deep.float()
    pooled = torch.cat([deep.mean((2, 3)), deep.amax((2, 3))], 1)[0].numpy()
    strongest = torch.nn.functional.avg_pool2d(maps, 8).amax((2, 3))[0].numpy()
    return maps[0].numpy(), pooled, strongest


def reference_boxes(source):
    """{class index: boxes} of the known, drawn classes."""
    out = {}
    for k in range(len(CLASSES)):
        if source.known >> k & 1:
            mask = (source.bits >> np.uint32(k) & 1).astype(bool)
            out[k] = [b for b, _, _ in masks_to_boxes(mask)] if mask.any() else []
    return out


def placed(source, seed):
    """The scan in a full frame, as another exporter would have given it: for validation of placement and margins."""
    rng = np.random.default_rng([seed, len(source.name), sum(source.name.encode())])
    grey, bits = borders(rng, *place(rng, source.grey, source.bits))
    return Source(source.name, source.kind, source.patient, grey, bits, source.known)


def probabilities(maps, classes, shape):
    """Map probabilities [len(classes), h, w] at the scan's pixels (sigmoid first, then bilinear: the rule of the file format)."""
    prob = 1 / (1 + np.exp(-maps[classes].astype(np.float32)))
    return to_scan(prob, shape[1], shape[0], FRAME)


__all__ = ["load_ema", "run", "reference_boxes", "placed", "probabilities", "FoldedNet", "folded_tensors"]
