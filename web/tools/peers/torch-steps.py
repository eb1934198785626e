#!/usr/bin/python3
"""Times a training step of PyTorch on one thread: forward, loss, backward, Adam, and the making of the batch.

The model is nn.TransformerEncoder with norm_first, causal, with learned positions, as in tests/golden/model.py; the task
is the one the lab starts with, to reverse a sequence. The argument is a work in JSON; prints one line of JSON, with the
losses at both ends, which show that what was timed is training. Started by web/tools/peers/torch.mjs.
"""

import json
import math
import statistics
import sys
import time

import torch
from torch import nn

VOCAB_SIZE, N_HEAD = 16, 4
SEPARATOR, FIRST_SYMBOL, IGNORED = 1, 2, -1
LEARNING_RATE = 1e-3
WARM_UP_STEPS = 10
MIN_STEPS, SECONDS = 20, 4.0


class Model(nn.Module):
    def __init__(self, n_layer, d_model, n_ctx):
        super().__init__()
        self.tok_embedding = nn.Embedding(VOCAB_SIZE, d_model)
        self.pos_embedding = nn.Embedding(n_ctx, d_model)
        layer = nn.TransformerEncoderLayer(
            d_model, N_HEAD, 4 * d_model, dropout=0.0, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, n_layer, nn.LayerNorm(d_model))
        self.unembedding = nn.Linear(d_model, VOCAB_SIZE)
        self.register_buffer("mask", torch.full((n_ctx, n_ctx), -math.inf).triu(1))

    def forward(self, tokens):
        x = self.tok_embedding(tokens) + self.pos_embedding.weight
        return self.unembedding(self.encoder(x, self.mask))


def reversal(batch, n_ctx):
    """Tokens and targets: symbols, a separator, and the symbols from the last to the first."""
    n = n_ctx // 2
    symbols = torch.randint(FIRST_SYMBOL, VOCAB_SIZE, (batch, n))
    answer = symbols.flip(1)
    tokens = torch.cat([symbols, torch.full((batch, 1), SEPARATOR), answer[:, :-1]], 1)
    targets = torch.cat([torch.full((batch, n), IGNORED), answer], 1)
    return tokens, targets


def time_steps(nLayer, dModel, nCtx, batch):
    torch.manual_seed(1)
    model = Model(nLayer, dModel, nCtx)
    # Of the ways to run Adam on a processor the one that treats all tensors together is the faster one.
    optimizer = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE, foreach=True)

    def step():
        tokens, targets = reversal(batch, nCtx)
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), targets.flatten(), ignore_index=IGNORED)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss.item()

    losses = [step() for _ in range(WARM_UP_STEPS)]
    times = []
    end = time.perf_counter() + SECONDS
    while len(times) < MIN_STEPS or time.perf_counter() < end:
        start = time.perf_counter()
        losses.append(step())
        times.append(time.perf_counter() - start)
    return {
        "milliseconds": 1000 * statistics.median(times),
        "steps": len(times),
        "firstLoss": statistics.mean(losses[:5]),
        "lastLoss": statistics.mean(losses[-5:]),
        "version": torch.__version__,
    }


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(json.dumps(time_steps(**json.loads(sys.argv[1]))))
