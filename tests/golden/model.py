"""A configuration of the public API as a model in PyTorch, in double: names and shapes of its parameters, its logits,
and, where there is one, the nn.TransformerEncoder that computes the same. It shares no code with the project, holds no
cases and writes no files.
"""

import math

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

# Slots (input, output, after), residual gain a of n blocks, branch gain b (None: a learned one), final norm.
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

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "geluTanh": lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
}


def resolve(config):
    """The configuration with everything filled in that follows from its placement and its init."""
    slots, residual_gain, branch_gain, final_norm = PLACEMENTS[config["placement"]]
    return {
        "slots": dict(zip(("input", "output", "after"), map(bool, slots))),
        "residualGain": residual_gain(config["nLayer"]),
        "branchGain": branch_gain,
        "learnBranchGain": branch_gain is None,
        "finalNorm": final_norm,
        "embeddingScale": math.sqrt(config["dModel"]) if config["init"] == "xavier" else 1.0,
        **config,
    }


def norm_name(config, prefix, number, slot):
    """The only norm of a sub-layer is norm1 or norm2; of several, each says which slot it stands in."""
    return f"{prefix}norm{number}" + (f"_{slot}" if sum(config["slots"].values()) > 1 else "")


def shapes(config):
    """(name, shape) of every parameter, in the order of a state dict."""
    d, d_ff, v = config["dModel"], config["dFf"], config["vocabSize"]

    def norm(name):
        yield f"{name}.weight", (d,)
        if config["norm"] != "rms":
            yield f"{name}.bias", (d,)

    yield "tok_embedding.weight", (v, d)
    if config["positional"] == "learned":
        yield "pos_embedding.weight", (config["nCtx"], d)
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
            for slot in (name for name, is_filled in config["slots"].items() if is_filled):
                yield from norm(norm_name(config, p, number, slot))
        if config["learnBranchGain"]:
            yield p + "branch_gain1", (1,)
            yield p + "branch_gain2", (1,)
    if config["finalNorm"]:
        yield from norm("norm")
    if not config["tieEmbeddings"]:
        yield "unembedding.weight", (v, d)
    yield "unembedding.bias", (v,)


def apply_norm(x, weights, name, config, running, training):
    gamma, eps = weights[f"{name}.weight"], config["eps"]
    if config["norm"] == "layer":
        return F.layer_norm(x, (x.shape[-1],), gamma, weights[f"{name}.bias"], eps)
    if config["norm"] == "rms":
        return gamma * x / torch.sqrt((x * x).mean(-1, keepdim=True) + eps)
    mean, var = running[f"{name}.running_mean"], running[f"{name}.running_var"]
    rows = x.reshape(-1, x.shape[-1])
    return F.batch_norm(rows, mean, var, gamma, weights[f"{name}.bias"], training, 0.1, eps).reshape(x.shape)


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


def feed_forward(x, weights, prefix, config):
    hidden = F.linear(x, weights[prefix + "linear1.weight"], weights[prefix + "linear1.bias"])
    hidden = ACTIVATIONS[config["activation"]](hidden)
    return F.linear(hidden, weights[prefix + "linear2.weight"], weights[prefix + "linear2.bias"])


def embed(tokens, weights, config):
    """What the first block is given."""
    x = config["embeddingScale"] * weights["tok_embedding.weight"][tokens]
    if config["positional"] == "learned":
        x = x + config["embeddingScale"] * weights["pos_embedding.weight"]
    if config["positional"] == "sinusoidal":
        x = x + sinusoids(config["nCtx"], config["dModel"])
    return x


def sinusoids(n_ctx, d_model):
    table = torch.zeros(n_ctx, d_model)
    for t in range(n_ctx):
        for i in range(d_model):
            angle = t / 10000 ** (2 * (i // 2) / d_model)
            table[t, i] = math.sin(angle) if i % 2 == 0 else math.cos(angle)
    return table


def unembed(x, weights, config):
    weight = weights["tok_embedding.weight" if config["tieEmbeddings"] else "unembedding.weight"]
    return F.linear(x, weight, weights["unembedding.bias"])


def forward(weights, tokens, config, running, training):
    """The logits. In training batch norm uses the batch's statistics and moves the running ones, else it uses those."""

    def norm(slot, value, prefix, number):
        if not config["slots"][slot]:
            return value
        return apply_norm(value, weights, norm_name(config, prefix, number, slot), config, running, training)

    x = embed(tokens, weights, config)
    for layer in range(config["nLayer"]):
        prefix = f"layers.{layer}."
        for number in (1, 2):
            branch = norm("input", x, prefix, number)
            if number == 1:
                branch = attention(branch, weights, prefix + "self_attn.", config)
            else:
                branch = feed_forward(branch, weights, prefix, config)
            branch = norm("output", branch, prefix, number)
            gain = weights[f"{prefix}branch_gain{number}"] if config["learnBranchGain"] else config["branchGain"]
            x = norm("after", config["residualGain"] * x + gain * branch, prefix, number)
    if config["finalNorm"]:
        x = apply_norm(x, weights, "norm", config, running, training)
    return unembed(x, weights, config)


def cross_entropy(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=-1)


def has_encoder(config):
    """Can nn.TransformerEncoder compute this? It knows one layer norm a sub-layer, before or after, and no gains."""
    slots, gains = config["slots"], (config["residualGain"], config["branchGain"], config["learnBranchGain"])
    is_one_norm = slots["input"] != slots["after"] and not slots["output"]
    return config["norm"] == "layer" and is_one_norm and gains == (1, 1, False)


def encoder(config):
    """The nn.TransformerEncoder of a configuration that has one, freshly initialised."""
    layer = torch.nn.TransformerEncoderLayer(
        config["dModel"],
        config["nHead"],
        config["dFf"],
        dropout=0.0,
        activation=ACTIVATIONS[config["activation"]],
        layer_norm_eps=config["eps"],
        batch_first=True,
        norm_first=config["slots"]["input"],
    )
    final_norm = torch.nn.LayerNorm(config["dModel"], config["eps"]) if config["finalNorm"] else None
    return torch.nn.TransformerEncoder(layer, config["nLayer"], final_norm)


def causal_mask(config):
    """What an nn.TransformerEncoder is told of the places a token may not look at."""
    return torch.full((config["nCtx"],) * 2, -math.inf).triu(1) if config["causal"] else None
