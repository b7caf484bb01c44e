"""Reads and writes `groundscope-weights/1` (docs/architecture.md): int8 tensors, scales, biases and the manifest in one safetensors file."""

import hashlib
import json

import torch
from safetensors import safe_open
from safetensors.torch import save

from groundnet import Config, FoldedNet


def self_check_input(width, height):
    """[1, 4, height/2, width/2] of the fixed tile."""
    y, x = torch.meshgrid(torch.arange(height // 2), torch.arange(width // 2), indexing="ij")
    tile = [((7 * x + 13 * y + 29 * k + 5 * ((x * y) % 31)) % 256).float() / 255 for k in range(4)]
    return torch.stack(tile)[None]


@torch.no_grad()
def self_check(folded, frame=(192, 128), stride=16):
    maps, presence = folded(self_check_input(*frame))
    half = stride // 2
    probes = maps[0, :, half::stride, half::stride].flatten()
    digits = [round(float(v), 5) for v in probes], [round(float(v), 5) for v in presence[0]]
    return {"frame": list(frame), "stride": stride, "map_logits": digits[0], "presence_logits": digits[1], "tolerance": 0.01}


def groups(stored):
    out = {}
    for name in sorted(stored):
        digest = out.setdefault(name.split(".")[0], hashlib.sha256())
        digest.update(name.encode() + b"\0" + stored[name].contiguous().numpy().tobytes())
    return {k: v.hexdigest() for k, v in out.items()}


def ordered(data):
    """The same file with its metadata in order of name: the library writes it in any order, and equal weights must be equal bytes."""
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + size])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data[8 + size:]


def write(path, stored, manifest):
    manifest = {**manifest, "sha256": groups(stored)}
    text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":"))
    metadata = {"groundscope": text, "groundscope-sha256": hashlib.sha256(text.encode()).hexdigest()}
    data = ordered(save({k: v.contiguous() for k, v in stored.items()}, metadata))
    # Never in place: tensors that are being used may be mapped from the file that this one replaces.
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)
    return len(data)


def contents(path):
    """(tensors as they are stored, manifest): what `write` takes."""
    with safe_open(path, "pt") as f:
        return {name: f.get_tensor(name) for name in f.keys()}, json.loads(f.metadata()["groundscope"])


def load(path):
    """(network with the weights as the reader uses them, manifest)."""
    stored, manifest = contents(path)
    tensors = {}
    for name, value in stored.items():
        if name.endswith(".weight"):
            scale = stored[name.replace(".weight", ".scale")]
            tensors[name] = value.float() * scale.view((-1,) + (1,) * (value.dim() - 1))
        elif not name.endswith(".scale"):
            tensors[name] = value
    net = manifest["network"]
    return FoldedNet(tensors, Config(tuple(net["channels"]), tuple(net["blocks"]), len(net["outputs"]))), manifest
