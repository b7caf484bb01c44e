"""Where the network trains: a GPU where PyTorch sees one, else the processor. The same backend and threads give the same bits."""

import os

import torch


def choose(threads):
    """The device, set up so that a run can be repeated; says what it is."""
    torch.set_num_threads(threads)
    if not torch.cuda.is_available():
        print(f"device: cpu, threads: {threads}", flush=True)
        return torch.device("cpu")
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.backends.cudnn.benchmark = False
    torch.use_deterministic_algorithms(True, warn_only=True)
    # Filling fresh memory only hides reads of it, and costs time.
    torch.utils.deterministic.fill_uninitialized_memory = False
    print(f"device: cuda, {torch.cuda.get_device_name()}", flush=True)
    return torch.device("cuda")


def workers(device):
    """Processes that make batches: the processor shares its cores with them, a GPU would wait for one alone."""
    return 1 if device.type == "cpu" else max(1, min(12, (os.cpu_count() or 2) - 2))
