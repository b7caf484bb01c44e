"""The grounding network `groundnet-1` (docs/architecture.md) in PyTorch: trained with batch norm, exported without."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Config:
    channels: tuple = (24, 48, 80, 112, 144)
    blocks: tuple = (0, 2, 2, 2, 1)
    outputs: int = 19


class ConvNorm(nn.Module):
    """Convolution and batch norm; `folded()` gives the one convolution that equals both in evaluation."""

    def __init__(self, cin, cout, kernel=3, stride=1, norm=True):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, kernel, stride, kernel // 2, bias=not norm)
        self.norm = nn.BatchNorm2d(cout, momentum=0.05) if norm else None
        nn.init.kaiming_normal_(self.conv.weight, nonlinearity="relu")

    def forward(self, x):
        x = self.conv(x)
        return x if self.norm is None else self.norm(x)

    def folded(self):
        weight = self.conv.weight.detach().double()
        if self.norm is None:
            return weight.float(), self.conv.bias.detach().float()
        norm = self.norm
        gain = norm.weight.detach().double() / (norm.running_var.double() + norm.eps).sqrt()
        bias = norm.bias.detach().double() - norm.running_mean.double() * gain
        return (weight * gain[:, None, None, None]).float(), bias.float()


class Block(nn.Module):
    """y = relu(x + conv2(relu(conv1(x)))), shapes kept."""

    def __init__(self, channels):
        super().__init__()
        self.conv1 = ConvNorm(channels, channels)
        self.conv2 = ConvNorm(channels, channels)

    def forward(self, x):
        return F.relu(x + self.conv2(F.relu(self.conv1(x))))


class GroundNet(nn.Module):
    """[batch, 4, H/2, W/2] -> map logits [batch, outputs, H/2, W/2] and presence logits [batch, outputs]."""

    def __init__(self, config=Config()):
        super().__init__()
        c = config.channels
        self.config = config
        self.stem = ConvNorm(4, c[0])
        self.down = nn.ModuleList([nn.Identity()] + [ConvNorm(c[i - 1], c[i], 3, 2) for i in range(1, 5)])
        self.enc = nn.ModuleList([nn.Sequential(*[Block(c[i]) for _ in range(config.blocks[i])]) for i in range(5)])
        self.lateral = nn.ModuleDict({str(i): ConvNorm(c[i + 1], c[i], 1) for i in (3, 2, 1)})
        self.merge = nn.ModuleDict({str(i): ConvNorm(2 * c[i], c[i]) for i in (3, 2, 1)})
        self.dec = nn.ModuleDict({str(i): Block(c[i]) for i in (2, 1)})
        self.head = ConvNorm(c[1], 4 * config.outputs, 1, norm=False)
        self.presence = nn.Linear(2 * c[4], config.outputs)
        self.peak = nn.Parameter(torch.full((config.outputs,), 0.5))
        nn.init.normal_(self.head.conv.weight, std=0.01)
        nn.init.constant_(self.head.conv.bias, -4.0)
        nn.init.zeros_(self.presence.weight)
        nn.init.constant_(self.presence.bias, 0.0)

    def features(self, x):
        x = F.relu(self.stem(x))
        skips = []
        for i in range(5):
            if i > 0:
                x = F.relu(self.down[i](x))
            x = self.enc[i](x)
            skips.append(x)
        deep = x
        for i in ("3", "2", "1"):
            up = F.interpolate(self.lateral[i](x), scale_factor=2, mode="nearest")
            x = F.relu(self.merge[i](torch.cat([skips[int(i)], up], 1)))
            x = self.dec[i](x) if i in self.dec else x
        return F.pixel_shuffle(self.head(x), 2), deep

    def presence_logits(self, maps, deep):
        """Presence from the bottleneck's mean and maximum, and from the strongest place of each map."""
        deep, maps = deep.float(), maps.float()
        pooled = torch.cat([deep.mean((2, 3)), deep.amax((2, 3))], 1)
        strongest = F.avg_pool2d(maps, 8).amax((2, 3))
        return self.presence(pooled) + self.peak * strongest

    def forward(self, x):
        maps, deep = self.features(x)
        with torch.autocast(x.device.type, enabled=False):
            return maps.float(), self.presence_logits(maps, deep)

    def named_convs(self):
        """(exported name, module) of every convolution, in the order of the weights file's specification."""
        yield "stem", self.stem
        for i in range(5):
            if i > 0:
                yield f"enc.{i}.down", self.down[i]
            for k, block in enumerate(self.enc[i]):
                yield f"enc.{i}.block.{k}.conv1", block.conv1
                yield f"enc.{i}.block.{k}.conv2", block.conv2
        for i in ("3", "2", "1"):
            yield f"dec.{i}.lateral", self.lateral[i]
            yield f"dec.{i}.merge", self.merge[i]
            if i in self.dec:
                yield f"dec.{i}.block.0.conv1", self.dec[i].conv1
                yield f"dec.{i}.block.0.conv2", self.dec[i].conv2
        yield "head", self.head


class FoldedNet(nn.Module):
    """The exported network: plain convolutions with bias, built from a dict of float arrays as the weights file names them."""

    def __init__(self, tensors, config=Config()):
        super().__init__()
        self.t = {k: torch.as_tensor(v, dtype=torch.float32) for k, v in tensors.items()}
        self.config = config

    def conv(self, name, x, stride=1):
        weight = self.t[f"{name}.weight"]
        return F.conv2d(x, weight, self.t[f"{name}.bias"], stride, weight.shape[-1] // 2)

    def block(self, name, x):
        return F.relu(x + self.conv(f"{name}.conv2", F.relu(self.conv(f"{name}.conv1", x))))

    def features(self, x):
        x = F.relu(self.conv("stem", x))
        skips = []
        for i in range(5):
            if i > 0:
                x = F.relu(self.conv(f"enc.{i}.down", x, 2))
            for k in range(self.config.blocks[i]):
                x = self.block(f"enc.{i}.block.{k}", x)
            skips.append(x)
        deep = x
        for i in (3, 2, 1):
            up = F.interpolate(self.conv(f"dec.{i}.lateral", x), scale_factor=2, mode="nearest")
            x = F.relu(self.conv(f"dec.{i}.merge", torch.cat([skips[i], up], 1)))
            if i < 3:
                x = self.block(f"dec.{i}.block.0", x)
        return F.pixel_shuffle(self.conv("head", x), 2), deep

    def forward(self, x):
        maps, deep = self.features(x)
        pooled = torch.cat([deep.mean((2, 3)), deep.amax((2, 3))], 1)
        strongest = F.avg_pool2d(maps, 8).amax((2, 3))
        presence = pooled @ self.t["presence.weight"].T + self.t["presence.bias"] + self.t["presence.peak"] * strongest
        return maps, presence


def folded_tensors(net):
    """Float tensors under the weights file's names (weights not yet quantised)."""
    out = {}
    for name, module in net.named_convs():
        out[f"{name}.weight"], out[f"{name}.bias"] = module.folded()
    out["presence.weight"] = net.presence.weight.detach().float().clone()
    out["presence.bias"] = net.presence.bias.detach().float().clone()
    out["presence.peak"] = net.peak.detach().float().clone()
    return out


def quantise(tensors):
    """int8 with one scale an output channel (symmetric, largest magnitude to 127): returns (stored, dequantised)."""
    stored, plain = {}, {}
    for name, value in tensors.items():
        if not name.endswith(".weight"):
            stored[name] = plain[name] = value
            continue
        scale = value.flatten(1).abs().amax(1).clamp_min(1e-12) / 127.0
        shape = (-1,) + (1,) * (value.dim() - 1)
        whole = (value / scale.view(shape)).round().clamp(-127, 127)
        stored[name] = whole.to(torch.int8)
        stored[name.replace(".weight", ".scale")] = scale
        plain[name] = whole * scale.view(shape)
    return stored, plain


if __name__ == "__main__":
    net = GroundNet()
    print("parameters", sum(p.numel() for p in folded_tensors(net).values()))
