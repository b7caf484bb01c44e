"""Writes test vectors which prove that the Rust network gives the numbers of this one: a small random network, its inputs and
outputs. `python vectors.py OUT` (OUT = tests/vectors/groundnet)."""

import sys
from pathlib import Path

import torch
from safetensors.torch import save_file

from groundnet import Config, FoldedNet, GroundNet, folded_tensors, quantise
from weights_file import self_check, write
from sources import CLASSES, OUTPUTS

CONFIG = Config(channels=(8, 12, 16, 20, 24))
FRAME = (128, 64)


def main(out):
    torch.manual_seed(11)
    net = GroundNet(CONFIG).eval()
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if name.endswith("running_var"):
                value.uniform_(0.5, 1.5)
            elif value.dim() <= 1 and value.is_floating_point():
                value.add_(torch.randn_like(value) * 0.2)
        net.head.conv.weight.normal_(0, 0.05)
        net.head.conv.bias.normal_(0, 0.5)
        net.presence.weight.normal_(0, 0.05)
    stored, plain = quantise(folded_tensors(net))
    folded = FoldedNet(plain, CONFIG)
    with torch.no_grad():
        x = torch.rand(1, 4, FRAME[1] // 2, FRAME[0] // 2)
        maps, deep = folded.features(x)
        _, presence = folded(x)
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    save_file({"input": x, "map_logits": maps.contiguous(), "features": deep.contiguous(), "presence_logits": presence},
              str(out / "vectors.safetensors"))
    classes = [{"id": c, "evidence": "synthetic", "figure": None, "figure_text": "random network", "map_threshold": 0.5,
                "peak_threshold": 0.5, "presence_threshold": 0.5, "min_area_px": 20, "calibration": [1.0, 0.0]} for c in CLASSES]
    manifest = {"format": "groundscope-weights/1", "name": "random-small", "created": "2026-11-30", "modality": "oct",
                "network": {"kind": "groundnet-1", "frame": list(FRAME), "channels": list(CONFIG.channels),
                            "blocks": list(CONFIG.blocks), "outputs": OUTPUTS},
                "classes": classes, "box_rule": {"min_area": 20, "join_distance": 25.0},
                "data": [{"name": "none", "licence": "CC0", "attribution": "random numbers"}], "licence": "MIT OR Apache-2.0",
                "self_check": self_check(folded)}
    write(out / "weights.safetensors", stored, manifest)


if __name__ == "__main__":
    main(sys.argv[1])
