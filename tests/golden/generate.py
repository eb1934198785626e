#!/usr/bin/python3
"""Makes the reference cases torch_* of this folder with PyTorch, in float64.

Run it by hand where PyTorch is (Debian: `apt install python3-torch`), then commit what it wrote:

    /usr/bin/python3 tests/golden/generate.py

It writes the same bytes each time: everything random follows from a case's name, so that a new case changes no other.
A case is torch_<name>.json (configuration in the names of the public API, tokens, targets, loss and logits, and for
each optimiser the losses before each of 20 steps and the loss in evaluation after them), .safetensors (weights,
float32, in the names of a checkpoint, with batch norm's running statistics) and .grads.safetensors (the gradient of
each weight). The loss and the gradients are those of a training pass, the logits those of evaluation. torch.json lists the cases.
Weights are drawn here, not by the project, and biases, gamma and beta are not what training starts from, so that no
gradient is zero by accident. What nn.TransformerEncoder can compute is compared with it before it is written.
"""

import glob
import json
import math
import os
import zlib

import torch

import tensor_file
from model import PLACEMENTS, causal_mask, cross_entropy, embed, encoder, forward, has_encoder, resolve, shapes, unembed

FOLDER = os.path.dirname(os.path.abspath(__file__))
STEPS = 20

DEFAULTS = {
    "vocabSize": 7, "nCtx": 5, "dModel": 12, "nHead": 3, "nLayer": 2, "dFf": 20, "placement": "pre", "norm": "layer",
    "activation": "relu", "causal": True, "positional": "learned", "tieEmbeddings": False, "eps": 1e-5, "init": "xavier",
}

OPTIMIZERS = (
    {"kind": "adam", "lr": 3e-3, "beta1": 0.9, "beta2": 0.98, "eps": 1e-9, "weightDecay": 0.0},
    {"kind": "adamw", "lr": 3e-3, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "weightDecay": 0.1},
    {"kind": "sgd", "lr": 2e-2, "momentum": 0.9, "weightDecay": 0.0},
)

INPUT, EVERY_SLOT = ({"input": True, "output": on, "after": on} for on in (False, True))


def cases():
    """(name, what differs from DEFAULTS); batch and weightDecay are not of the model, but of its training."""
    for placement, row in PLACEMENTS.items():
        # Without a norm the kind of it makes no difference.
        for norm in ("layer", "rms", "batch") if any(row[0]) else ("layer",):
            yield f"{placement}_{norm}", {"placement": placement, "norm": norm}
    yield "post_batch_bidirectional", {"placement": "post", "norm": "batch", "causal": False}
    yield "every_slot_layer", {"slots": EVERY_SLOT, "residualGain": 0.7, "branchGain": 1.3}
    yield "every_slot_rms", {"slots": EVERY_SLOT, "norm": "rms", "residualGain": 1.4, "branchGain": 0.6}
    yield "every_slot_batch", {"slots": EVERY_SLOT, "norm": "batch", "placement": "none"}
    yield "no_final_norm", {"finalNorm": False}
    yield "post_with_final_norm", {"placement": "post", "finalNorm": True}
    # Two blocks do not tell the fourth root of 2N from the square root of N.
    yield "deepnorm_three_blocks", {"placement": "deepnorm", "nLayer": 3, "dModel": 6, "nHead": 2, "dFf": 10}
    yield "deepnorm_one_block", {"placement": "deepnorm", "nLayer": 1}
    yield "rezero_from_zero", {"placement": "rezero", "branchGain": 0.0}
    yield "learned_gain_of_a_norm", {"learnBranchGain": True, "branchGain": 0.3}
    yield "gelu", {"activation": "gelu"}
    yield "gelu_tanh", {"activation": "geluTanh", "placement": "post"}
    yield "sinusoidal", {"positional": "sinusoidal"}
    yield "sinusoidal_odd_width", {"positional": "sinusoidal", "dModel": 9, "init": "gpt2", "causal": False}
    yield "no_positions", {"positional": "none", "causal": False}
    yield "tied", {"tieEmbeddings": True}
    yield "tied_gpt2_scale", {"tieEmbeddings": True, "init": "gpt2", "activation": "gelu"}
    yield "gpt2_scale", {"init": "gpt2", "activation": "geluTanh"}
    yield "bidirectional", {"causal": False, "placement": "post"}
    yield "wide_eps_layer", {"eps": 0.1, "placement": "post"}
    yield "wide_eps_rms", {"eps": 0.1, "norm": "rms"}
    yield "wide_eps_batch", {"eps": 0.1, "norm": "batch"}
    yield "five_heads_of_two", {"dModel": 10, "nHead": 5, "dFf": 13}
    yield "one_head", {"nHead": 1, "dModel": 9, "dFf": 7}
    yield "heads_of_one", {"nHead": 3, "dModel": 3, "dFf": 5, "placement": "post"}
    yield "one_token", {"nCtx": 1, "batch": 3}
    yield "one_sequence", {"batch": 1, "placement": "post"}
    yield "one_token_of_one_sequence", {"nCtx": 1, "batch": 1, "norm": "rms"}
    yield "wide", {"vocabSize": 33, "nCtx": 17, "dModel": 26, "nHead": 2, "nLayer": 1, "dFf": 37, "activation": "gelu"}
    yield "weight_decay", {"slots": INPUT, "placement": "rezero", "branchGain": 0.5, "weightDecay": 0.5}


def draw(config, generator):
    weights = {}
    for name, shape in shapes(config):
        noise = torch.randn(shape, generator=generator)
        if name in ("tok_embedding.weight", "pos_embedding.weight"):
            weight = noise * (1 / math.sqrt(config["dModel"]) if config["init"] == "xavier" else 0.02)
        elif len(shape) == 2:
            weight = noise * (math.sqrt(2 / sum(shape)) if config["init"] == "xavier" else 0.02)
        elif "branch_gain" in name:
            gain = config["branchGain"]
            weight = 0.5 + 0.2 * noise if gain is None else torch.full(shape, gain)
        elif "norm" in name and name.endswith("weight"):
            weight = 1 + 0.2 * noise
        else:
            weight = 0.1 * noise
        # Through float32, so that what is written is what was used.
        weights[name] = weight.float().double().requires_grad_()
    return weights


def draw_running(weights, config, generator):
    """Running statistics of every batch norm, other than those a model starts from."""
    running = {}
    if config["norm"] == "batch":
        for name in [n[: -len(".bias")] for n in weights if "norm" in n and n.endswith(".bias")]:
            mean = 0.1 * torch.randn(config["dModel"], generator=generator)
            var = 0.5 + torch.rand(config["dModel"], generator=generator)
            running[name + ".running_mean"] = mean.float().double()
            running[name + ".running_var"] = var.float().double()
    return running


def draw_batch(config, batch, generator):
    size = (batch, config["nCtx"])
    tokens, targets = (torch.randint(0, config["vocabSize"], size, generator=generator) for _ in range(2))
    if targets.numel() > 4:
        targets.reshape(-1)[::4] = -1
    return tokens, targets


def copy(tensors):
    return {name: value.detach().clone() for name, value in tensors.items()}


def torch_optimizer(weights, optimizer):
    """PyTorch's own; what is decayed is matrices only."""
    groups = [
        {"params": [w for w in weights if w.dim() == 2], "weight_decay": optimizer["weightDecay"]},
        {"params": [w for w in weights if w.dim() != 2], "weight_decay": 0.0},
    ]
    if optimizer["kind"] == "sgd":
        return torch.optim.SGD(groups, lr=optimizer["lr"], momentum=optimizer["momentum"])
    kind = torch.optim.AdamW if optimizer["kind"] == "adamw" else torch.optim.Adam
    return kind(groups, lr=optimizer["lr"], betas=(optimizer["beta1"], optimizer["beta2"]), eps=optimizer["eps"])


def train(weights, running, tokens, targets, config, optimizer):
    """Steps on one batch, with the losses before each and the loss in evaluation after them."""
    weights = {name: value.requires_grad_() for name, value in copy(weights).items()}
    running = copy(running)
    algorithm = torch_optimizer(weights.values(), optimizer)
    losses = []
    for _ in range(STEPS):
        algorithm.zero_grad()
        loss = cross_entropy(forward(weights, tokens, config, running, True), targets)
        loss.backward()
        algorithm.step()
        losses.append(rounded(loss))
    assert all(loss < 10 for loss in losses), "a run that diverges compares nothing"
    curve = {"optimizer": optimizer, "losses": losses}
    # A bias in front of a batch norm has no gradient but what rounding leaves, and Adam makes whole steps of that; the
    # running mean follows late. So evaluation is only comparable where the size of a step is that of the gradient.
    if config["norm"] != "batch" or optimizer["kind"] == "sgd":
        curve["lossAfter"] = rounded(cross_entropy(forward(weights, tokens, config, running, False), targets))
    return curve


def rounded(x):
    """Without the digits in which one processor differs from another."""
    return round(x.item(), 9)


def gradient_of(weight):
    """The same for a gradient: what is far below every other is what is left where a sum is 0 (of a key's bias, say)."""
    gradient = torch.zeros_like(weight) if weight.grad is None else weight.grad
    return torch.where(gradient.abs() < 1e-12, torch.zeros(()), gradient)


def check_against_encoder(weights, tokens, logits, config):
    """nn.TransformerEncoder has the same names and gives the same numbers."""
    if not has_encoder(config):
        return
    theirs = encoder(config)
    theirs.load_state_dict({k: v for k, v in weights.items() if k.startswith(("layers.", "norm."))}, strict=True)
    x = theirs(embed(tokens, weights, config), causal_mask(config))
    assert torch.allclose(unembed(x, weights, config), logits, rtol=0, atol=1e-12), config


def write(name, changes):
    batch, weight_decay = changes.pop("batch", 2), changes.pop("weightDecay", None)
    given = {**DEFAULTS, **changes}
    config = resolve(given)
    generator = torch.Generator().manual_seed(zlib.crc32(name.encode()))
    weights = draw(config, generator)
    tokens, targets = draw_batch(config, batch, generator)
    running = draw_running(weights, config, generator)
    loss = cross_entropy(forward(weights, tokens, config, copy(running), True), targets)
    loss.backward()
    logits = forward(weights, tokens, config, running, False)
    check_against_encoder(weights, tokens, logits, config)

    curves = []
    for optimizer in OPTIMIZERS:
        optimizer = {**optimizer, "weightDecay": optimizer["weightDecay"] if weight_decay is None else weight_decay}
        curves.append(train(weights, running, tokens, targets, config, optimizer))
    case = {
        "config": given,
        "batch": batch,
        "tokens": tokens.reshape(-1).tolist(),
        "targets": targets.reshape(-1).tolist(),
        "loss": rounded(loss),
        "logits": [round(x, 9) for x in logits.reshape(-1).tolist()],
        "curves": curves,
    }
    path = os.path.join(FOLDER, "torch_" + name)
    write_json(path + ".json", case)
    tensor_file.write(path + ".safetensors", {**weights, **running})
    tensor_file.write(path + ".grads.safetensors", {name: gradient_of(weight) for name, weight in weights.items()})


def write_json(path, value):
    with open(path, "w") as file:
        json.dump(value, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    for old in glob.glob(os.path.join(FOLDER, "torch_*")):
        os.remove(old)
    names = []
    for name, changes in cases():
        write(name, changes)
        names.append("torch_" + name)
        print(name)
    write_json(os.path.join(FOLDER, "torch.json"), names)
