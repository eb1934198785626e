#!/usr/bin/python3
"""Makes the reference cases in this folder with PyTorch, in float64: an oracle that shares no code with the project.

Run it by hand where PyTorch is (Debian: `apt install python3-torch`), then commit what it wrote:

    /usr/bin/python3 tests/golden/generate.py

A case is <name>.json (configuration in the names of the public API, tokens, targets, loss, logits in evaluation, and the losses of 20
steps of each optimiser), <name>.safetensors (weights, float32, in the names of a checkpoint) and <name>.grads.safetensors
(the gradient of each weight). Weights are drawn here, not by the project, and biases, gamma and beta are not what training
starts from, so that no gradient is zero by accident. post and pre with layer norm are checked against PyTorch's own
nn.TransformerEncoder before they are written.
"""

import json
import math
import os
import struct

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
FOLDER = os.path.dirname(os.path.abspath(__file__))
STEPS = 20

# slots (input, output, after), residual gain, branch gain (None: learned, from 0), final norm; N is the number of blocks.
PLACEMENTS = {
    "post": ((0, 0, 1), lambda n: 1.0, 1.0, False),
    "pre": ((1, 0, 0), lambda n: 1.0, 1.0, True),
    "sandwich": ((1, 1, 0), lambda n: 1.0, 1.0, True),
    "resPost": ((0, 1, 0), lambda n: 1.0, 1.0, True),
    "deepnorm": ((0, 0, 1), lambda n: (2.0 * n) ** 0.25, 1.0, False),
    "rezero": ((0, 0, 0), lambda n: 1.0, None, False),
    "none": ((0, 0, 0), lambda n: 1.0, 1.0, False),
    "plain": ((0, 0, 1), lambda n: 0.0, 1.0, False),
}

DEFAULTS = {
    "vocabSize": 7, "nCtx": 5, "dModel": 12, "nHead": 3, "nLayer": 2, "dFf": 20, "placement": "pre", "norm": "layer",
    "activation": "relu", "causal": True, "positional": "learned", "tieEmbeddings": False, "eps": 1e-5, "init": "xavier",
}

OPTIMIZERS = {
    "adam": {"kind": "adam", "lr": 3e-3, "beta1": 0.9, "beta2": 0.98, "eps": 1e-9, "weightDecay": 0.0},
    "adamw": {"kind": "adamw", "lr": 3e-3, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "weightDecay": 0.1},
    "sgd": {"kind": "sgd", "lr": 5e-2, "momentum": 0.9, "weightDecay": 0.0},
}


def cases():
    for placement in PLACEMENTS:
        for norm in ("layer", "rms"):
            if norm == "rms" and placement in ("none", "rezero"):
                continue  # They have no norm, so the case would be the same one again.
            yield f"{placement}_{norm}", {"placement": placement, "norm": norm}
    yield "pre_batch", {"norm": "batch"}
    yield "post_batch", {"placement": "post", "norm": "batch", "causal": False}
    yield "gelu", {"activation": "gelu"}
    yield "gelu_tanh", {"activation": "geluTanh", "placement": "post"}
    yield "sinusoidal", {"positional": "sinusoidal"}
    yield "no_positions", {"positional": "none", "causal": False}
    yield "tied", {"tieEmbeddings": True}
    yield "tied_gpt2_scale", {"tieEmbeddings": True, "init": "gpt2", "activation": "gelu"}
    yield "bidirectional", {"causal": False, "placement": "post"}
    yield "five_heads_of_two", {"dModel": 10, "nHead": 5, "dFf": 13}
    yield "one_head", {"nHead": 1, "dModel": 9, "dFf": 7}
    yield "heads_of_one", {"nHead": 3, "dModel": 3, "dFf": 5, "placement": "post"}
    yield "one_token", {"nCtx": 1, "batch": 3}
    yield "one_sequence", {"batch": 1, "placement": "post"}
    yield "all_slots", {"slots": {"input": True, "output": True, "after": True}, "residualGain": 0.7, "branchGain": 1.3}
    yield "no_final_norm", {"finalNorm": False}


def resolve(changes):
    config = {**DEFAULTS, **{k: v for k, v in changes.items() if k != "batch"}}
    slots, residual_gain, branch_gain, final_norm = PLACEMENTS[config["placement"]]
    arrangement = {
        "slots": config.get("slots", dict(zip(("input", "output", "after"), map(bool, slots)))),
        "residual_gain": config.get("residualGain", residual_gain(config["nLayer"])),
        "branch_gain": config.get("branchGain", branch_gain),
        "final_norm": config.get("finalNorm", final_norm),
    }
    config["embeddingScale"] = math.sqrt(config["dModel"]) if config["init"] == "xavier" else 1.0
    return config, arrangement, changes.get("batch", 2)


def shapes(config, arrangement):
    """(name, shape) of every parameter, and which are matrices that weight decay may touch."""
    d, d_ff, v = config["dModel"], config["dFf"], config["vocabSize"]

    def norm(name):
        yield f"{name}.weight", (d,)
        if config["norm"] != "rms":
            yield f"{name}.bias", (d,)

    yield "tok_embedding.weight", (v, d)
    if config["positional"] == "learned":
        yield "pos_embedding.weight", (config["nCtx"], d)
    slots = [name for name, filled in arrangement["slots"].items() if filled]
    for layer in range(config["nLayer"]):
        p = f"layers.{layer}."
        yield p + "self_attn.in_proj_weight", (3 * d, d)
        yield p + "self_attn.in_proj_bias", (3 * d,)
        yield p + "self_attn.out_proj.weight", (d, d)
        yield p + "self_attn.out_proj.bias", (d,)
        yield p + "linear1.weight", (d_ff, d)
        yield p + "linear1.bias", (d_ff,)
        yield p + "linear2.weight", (d, d_ff)
        yield p + "linear2.bias", (d,)
        for number in (1, 2):
            for slot in slots:
                yield from norm(f"{p}norm{number}" if len(slots) == 1 else f"{p}norm{number}_{slot}")
        if arrangement["branch_gain"] is None:
            yield p + "branch_gain1", (1,)
            yield p + "branch_gain2", (1,)
    if arrangement["final_norm"]:
        yield from norm("norm")
    if not config["tieEmbeddings"]:
        yield "unembedding.weight", (v, d)
    yield "unembedding.bias", (v,)


def draw(config, arrangement, generator):
    weights = {}
    for name, shape in shapes(config, arrangement):
        noise = torch.randn(shape, generator=generator)
        if "embedding" in name and name.endswith("weight") and not name.startswith("un"):
            scale = 1 / math.sqrt(config["dModel"]) if config["init"] == "xavier" else 0.02
            weight = scale * noise
        elif len(shape) == 2:
            weight = noise * math.sqrt(2 / sum(shape)) if config["init"] == "xavier" else 0.02 * noise
        elif "branch_gain" in name:
            weight = 0.5 + 0.2 * noise
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


def apply_norm(x, weights, name, config, running):
    gamma, eps = weights[f"{name}.weight"], config["eps"]
    if config["norm"] == "layer":
        return F.layer_norm(x, (x.shape[-1],), gamma, weights[f"{name}.bias"], eps)
    if config["norm"] == "rms":
        return gamma * x / torch.sqrt((x * x).mean(-1, keepdim=True) + eps)
    rows = x.reshape(-1, x.shape[-1])
    mean, var = (running[f"{name}.running_{part}"] for part in ("mean", "var")) if running else (None, None)
    return F.batch_norm(rows, mean, var, gamma, weights[f"{name}.bias"], not running, 0.1, eps).reshape(x.shape)


def attention(x, weights, prefix, config):
    batch, seq_len, d = x.shape
    h = config["nHead"]
    qkv = F.linear(x, weights[prefix + "in_proj_weight"], weights[prefix + "in_proj_bias"])
    q, k, v = (part.reshape(batch, seq_len, h, d // h).transpose(1, 2) for part in qkv.split(d, dim=-1))
    scores = q @ k.transpose(-1, -2) / math.sqrt(d // h)
    if config["causal"]:
        scores = scores.masked_fill(torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1), -math.inf)
    heads = (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, seq_len, d)
    return F.linear(heads, weights[prefix + "out_proj.weight"], weights[prefix + "out_proj.bias"])


ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "geluTanh": lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
}


def feed_forward(x, weights, prefix, config):
    hidden = ACTIVATIONS[config["activation"]](F.linear(x, weights[prefix + "linear1.weight"], weights[prefix + "linear1.bias"]))
    return F.linear(hidden, weights[prefix + "linear2.weight"], weights[prefix + "linear2.bias"])


def positions(weights, config):
    if config["positional"] == "learned":
        return config["embeddingScale"] * weights["pos_embedding.weight"]
    table = torch.zeros(config["nCtx"], config["dModel"])
    if config["positional"] == "sinusoidal":
        for t in range(config["nCtx"]):
            for i in range(config["dModel"]):
                angle = t / 10000 ** (2 * (i // 2) / config["dModel"])
                table[t, i] = math.sin(angle) if i % 2 == 0 else math.cos(angle)
    return table


def forward(weights, tokens, config, arrangement, running=None):
    """The logits; batch norm uses the batch's statistics, or the running ones where they are given."""
    slots = arrangement["slots"]
    n_slots = sum(slots.values())
    x = config["embeddingScale"] * weights["tok_embedding.weight"][tokens] + positions(weights, config)

    def slot(name, value, prefix, number):
        if not slots[name]:
            return value
        return apply_norm(value, weights, f"{prefix}norm{number}" if n_slots == 1 else f"{prefix}norm{number}_{name}", config, running)

    for layer in range(config["nLayer"]):
        prefix = f"layers.{layer}."
        for number in (1, 2):
            branch = slot("input", x, prefix, number)
            branch = attention(branch, weights, prefix + "self_attn.", config) if number == 1 else feed_forward(branch, weights, prefix, config)
            branch = slot("output", branch, prefix, number)
            gain = arrangement["branch_gain"]
            gain = weights[f"{prefix}branch_gain{number}"] if gain is None else gain
            x = slot("after", arrangement["residual_gain"] * x + gain * branch, prefix, number)
    if arrangement["final_norm"]:
        x = apply_norm(x, weights, "norm", config, running)
    unembedding = weights["tok_embedding.weight"] if config["tieEmbeddings"] else weights["unembedding.weight"]
    return F.linear(x, unembedding, weights["unembedding.bias"])


def loss_of(weights, tokens, targets, config, arrangement):
    logits = forward(weights, tokens, config, arrangement)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=-1), logits


def train(start, tokens, targets, config, arrangement, optimizer):
    """The losses before each of 20 updates on one batch, by PyTorch's own optimisers."""
    weights = {name: value.detach().clone().requires_grad_() for name, value in start.items()}
    decay = optimizer["weightDecay"]
    groups = [
        {"params": [w for w in weights.values() if w.dim() == 2], "weight_decay": decay},
        {"params": [w for w in weights.values() if w.dim() != 2], "weight_decay": 0.0},
    ]
    if optimizer["kind"] == "sgd":
        algorithm = torch.optim.SGD(groups, lr=optimizer["lr"], momentum=optimizer["momentum"])
    else:
        kind = torch.optim.AdamW if optimizer["kind"] == "adamw" else torch.optim.Adam
        algorithm = kind(groups, lr=optimizer["lr"], betas=(optimizer["beta1"], optimizer["beta2"]), eps=optimizer["eps"])
    losses = []
    for _ in range(STEPS):
        algorithm.zero_grad()
        loss, _ = loss_of(weights, tokens, targets, config, arrangement)
        loss.backward()
        algorithm.step()
        losses.append(loss.item())
    return losses


def check_against_torch(weights, tokens, logits, config, arrangement):
    """post and pre with layer norm are what nn.TransformerEncoder computes: same names, same numbers."""
    pre = config["placement"] == "pre"
    if config["norm"] != "layer" or config["placement"] not in ("pre", "post") or "slots" in config:
        return
    if config["activation"] == "geluTanh" or config["tieEmbeddings"] or arrangement["final_norm"] != pre:
        return
    layer = torch.nn.TransformerEncoderLayer(
        config["dModel"], config["nHead"], config["dFf"], 0.0, config["activation"], config["eps"], True, pre)
    encoder = torch.nn.TransformerEncoder(layer, config["nLayer"], torch.nn.LayerNorm(config["dModel"], config["eps"]) if pre else None)
    encoder.load_state_dict({k: v for k, v in weights.items() if k.startswith(("layers.", "norm."))}, strict=True)
    mask = torch.full((tokens.shape[1],) * 2, -math.inf).triu(1) if config["causal"] else None
    x = config["embeddingScale"] * weights["tok_embedding.weight"][tokens] + positions(weights, config)
    theirs = F.linear(encoder.train()(x, mask), weights["unembedding.weight"], weights["unembedding.bias"])
    assert torch.allclose(theirs, logits, rtol=0, atol=1e-12), config


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, value in tensors.items():
        raw = value.detach().float().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def write(name, changes, seed):
    config, arrangement, batch = resolve(changes)
    generator = torch.Generator().manual_seed(seed)
    weights = draw(config, arrangement, generator)
    size = (batch, config["nCtx"])
    tokens = torch.randint(0, config["vocabSize"], size, generator=generator)
    targets = torch.randint(0, config["vocabSize"], size, generator=generator)
    if targets.numel() > 4:
        targets.reshape(-1)[::4] = -1
    running = draw_running(weights, config, generator)
    loss, logits = loss_of(weights, tokens, targets, config, arrangement)
    loss.backward()
    if running:
        logits = forward(weights, tokens, config, arrangement, running)
    check_against_torch(weights, tokens, logits, config, arrangement)
    case = {
        "config": config,
        "batch": batch,
        "tokens": tokens.reshape(-1).tolist(),
        "targets": targets.reshape(-1).tolist(),
        "loss": loss.item(),
        "logits": [round(x, 9) for x in logits.reshape(-1).tolist()],
        "optimizers": [
            {**optimizer, "losses": train(weights, tokens, targets, config, arrangement, optimizer)}
            for optimizer in OPTIMIZERS.values()
        ],
    }
    path = os.path.join(FOLDER, "torch_" + name)
    with open(path + ".json", "w") as file:
        json.dump(case, file, separators=(",", ":"))
        file.write("\n")
    write_safetensors(path + ".safetensors", {**weights, **running})
    write_safetensors(path + ".grads.safetensors", {k: w.grad if w.grad is not None else torch.zeros_like(w) for k, w in weights.items()})


if __name__ == "__main__":
    for number, (name, changes) in enumerate(cases()):
        write(name, changes, 1000 + number)
        print(name)
