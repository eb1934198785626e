#!/usr/bin/python3
"""Carries checkpoints between this library and PyTorch's own nn.TransformerEncoder, and compares the logits and losses.

    /usr/bin/python3 tests/golden/checkpoint.py FOLDER

FOLDER has checkpoints <name>.safetensors, as model.saveSafetensors() wrote them, each with <name>.json beside it: batch,
tokens and targets, and the logits and the loss in evaluation that the library has for them. For each the script

- builds the nn.TransformerEncoder that the checkpoint's configuration describes, puts embeddings before and an unembedding
  after it, loads all tensors with strict=True, and compares what it computes with <name>.json;
- makes the same model anew from a seed, and writes it as <name>.torch.safetensors, with <name>.torch.json beside it: the
  logits and losses of the loaded model and of the new one, for the library to be compared with.

It ends with 1 if a number differs by more than 1e-5 + 1e-5 times its size.
"""

import glob
import json
import os
import sys
import zlib

import torch

import tensor_file
from model import causal_mask, cross_entropy, embed, encoder, has_encoder, shapes


def language_model(config):
    """An nn.TransformerEncoder that has embeddings and unembedding among its modules: its names are those of a checkpoint."""
    assert has_encoder(config) and not config["tieEmbeddings"], "no nn.TransformerEncoder computes this"
    model = encoder(config)
    model.tok_embedding = torch.nn.Embedding(config["vocabSize"], config["dModel"])
    if config["positional"] == "learned":
        model.pos_embedding = torch.nn.Embedding(config["nCtx"], config["dModel"])
    model.unembedding = torch.nn.Linear(config["dModel"], config["vocabSize"])
    return model.eval()


def evaluate(model, config, case):
    tokens, targets = (torch.tensor(case[name]).reshape(case["batch"], -1) for name in ("tokens", "targets"))
    with torch.no_grad():
        x = embed(tokens, dict(model.named_parameters()), config)
        logits = model.unembedding(model(x, causal_mask(config)))
        return {"logits": logits.reshape(-1).tolist(), "loss": cross_entropy(logits, targets).item()}


def new_model(config, seed):
    torch.manual_seed(seed)
    # Through float32, so that what is written is what was used.
    return language_model(config).float().double()


def differs(ours, theirs):
    pairs = list(zip(ours["logits"] + [ours["loss"]], theirs["logits"] + [theirs["loss"]], strict=True))
    worst = max(abs(a - b) for a, b in pairs)
    return worst, not all(abs(a - b) <= 1e-5 + 1e-5 * abs(b) for a, b in pairs)


def exchange(path):
    with open(path + ".json") as file:
        case = json.load(file)
    tensors, metadata = tensor_file.read(path + ".safetensors")
    config = json.loads(metadata["config"])
    loaded = language_model(config)
    loaded.load_state_dict(tensors, strict=True)
    assert [(name, tuple(value.shape)) for name, value in tensors.items()] == list(shapes(config))
    new = new_model(config, zlib.crc32(os.path.basename(path).encode()))
    results = {"loaded": evaluate(loaded, config, case), "new": evaluate(new, config, case)}
    tensor_file.write(path + ".torch.safetensors", new.state_dict())
    with open(path + ".torch.json", "w") as file:
        json.dump(results, file)
    return differs(case, results["loaded"])


def main(folder):
    paths = [path[: -len(".safetensors")] for path in sorted(glob.glob(os.path.join(folder, "*.safetensors")))]
    paths = [path for path in paths if not path.endswith(".torch")]
    results = [exchange(path) for path in paths]
    for path, (worst, is_different) in zip(paths, results):
        verdict = "differs" if is_different else "agrees"
        print(f"{os.path.basename(path)}: loaded with strict=True, {verdict}, at most {worst:.1e} apart")
    return 0 if paths and not any(is_different for _, is_different in results) else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
