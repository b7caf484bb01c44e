"""Starts a network from what another one learned: a checkpoint as it is, or a weights file, whose batch norm was folded away."""

from pathlib import Path

import torch

from predict import load_ema
from weights_file import load

NORM = 2.0


def start(net, path, batches):
    """Puts the weights of `path` into `net`. `batches` ([n, 4, h, w] each) are looked at where batch norm has to be put back."""
    if Path(path).suffix != ".safetensors":
        net.load_state_dict(load_ema(path).state_dict())
        return
    folded, _ = load(path)
    tensors = folded.t
    with torch.no_grad():
        for name, module in net.named_convs():
            module.conv.weight.copy_(tensors[f"{name}.weight"])
            if module.norm is None:
                module.conv.bias.copy_(tensors[f"{name}.bias"])
        net.presence.weight.copy_(tensors["presence.weight"])
        net.presence.bias.copy_(tensors["presence.bias"])
        net.peak.copy_(tensors["presence.peak"])
        put_back_norms(net, tensors, batches)
        even_out(net)


def put_back_norms(net, tensors, batches):
    """Training normalises by each batch, so every norm gets the mean and spread that its convolution has on `batches`, and the
    gain and bias that undo them: evaluation then gives the file's numbers, training nearly so."""
    convs = {name: module for name, module in net.named_convs() if module.norm is not None}
    sums = {name: torch.zeros(3, module.conv.out_channels, dtype=torch.float64) for name, module in convs.items()}

    def watch(name):
        def hook(_, __, out):
            out = out.double()
            sums[name][0] += out.sum((0, 2, 3))
            sums[name][1] += out.square().sum((0, 2, 3))
            sums[name][2] += out.numel() / out.shape[1]
        return hook

    hooks = [module.conv.register_forward_hook(watch(name)) for name, module in convs.items()]
    for name, module in convs.items():
        module.norm.running_mean.zero_()
        module.norm.running_var.fill_(1 - module.norm.eps)
        module.norm.weight.fill_(1)
        module.norm.bias.copy_(tensors[f"{name}.bias"])
    net.eval()
    for x in batches:
        net.features(x)
    net.train()
    for hook in hooks:
        hook.remove()
    for name, module in convs.items():
        total, squares, count = sums[name]
        mean = total / count
        spread = (squares / count - mean ** 2).clamp_min(0)
        module.norm.running_mean.copy_(mean)
        module.norm.running_var.copy_(spread)
        module.norm.weight.copy_((spread + module.norm.eps).sqrt())
        module.norm.bias.copy_(tensors[f"{name}.bias"] + mean)


def even_out(net):
    """Gives every output channel of a normalised convolution the weights' norm that training leaves, which changes no output.

    Folded weights are up to twenty times smaller in the deep layers; Adam's steps don't follow their size, and would tear them up.
    """
    for _, module in net.named_convs():
        if module.norm is None:
            continue
        factor = NORM / module.conv.weight.flatten(1).norm(dim=1).clamp_min(1e-6)
        module.conv.weight.mul_(factor[:, None, None, None])
        module.norm.running_mean.mul_(factor)
        # The norm adds eps to the variance before and after.
        variance = (module.norm.running_var + module.norm.eps) * factor ** 2 - module.norm.eps
        module.norm.running_var.copy_(variance.clamp_min(0))
