// A model as a PyTorch script: modules of its own for exactly this configuration, a reader for the checkpoint, and one batch
// with the loss that the model has on it here. Text only; nothing is computed. What the modules compute is the architecture of
// config.ts and placements.ts, and their parameters have the names of a checkpoint.
import type { ModelConfig, PartialModelConfig } from './config.ts';
import { resolveModelConfig } from './config-resolve.ts';
import { checkOptions, invalid } from './errors.ts';
import type { Integers } from './memory.ts';
import type { Slots } from './placements.ts';
import { BATCH_NORM, READER, RMS_NORM, SINUSOIDS } from './pytorch-parts.ts';
import { checkTargets, checkTokens } from './tokens.ts';

/** What a script is to be compared by. */
export interface ScriptExample {
  /** (batch, seqLen), as for `Model.lossAndGradients`. */
  readonly tokens: Integers;
  /** (batch, seqLen): the token to predict at each place, or -1 for none; at least one is to be predicted. */
  readonly targets: Integers;
  /** 1 if left out. */
  readonly batch?: number | undefined;
  /** What `Model.lossAndGradients` gives for them; need not be finite. */
  readonly loss: number;
  /** Name of the checkpoint's file, which the script looks for beside itself; "model.safetensors" if left out. */
  readonly checkpoint?: string | undefined;
}

/**
 * A Python script that rebuilds a model from its checkpoint in PyTorch and prints the loss of one batch, here and there. It
 * needs torch (1.12 or later) and numpy.
 *
 * @throws RangeError or TypeError for the first thing that is not as it must be
 * @example
 * const { tokens, targets } = trainer.batch();
 * const { loss } = model.lossAndGradients(tokens, targets, { batch: 16 });
 * pytorchScript(model.config, { tokens, targets, batch: 16, loss });
 */
export function pytorchScript(config: PartialModelConfig, example: ScriptExample): string {
  const model = resolveModelConfig(config);
  const {
    tokens,
    targets,
    batch,
    loss,
    checkpoint = 'model.safetensors',
  } = checkOptions('example', example, ['tokens', 'targets', 'batch', 'loss', 'checkpoint']);
  const pass = checkTokens(model, tokens, batch);
  const wanted = checkTargets(model, targets, undefined, pass.checked.length);
  if (!wanted.some((target) => target >= 0)) {
    throw new RangeError(invalid('targets', targets, 'must have at least one token to predict'));
  }
  if (typeof loss !== 'number') throw new TypeError(invalid('loss', loss, 'must be a number'));
  if (typeof checkpoint !== 'string') {
    throw new TypeError(invalid('checkpoint', checkpoint, 'must be the name of a file'));
  }
  const parts = [
    opening(model),
    constants(model, checkpoint, loss),
    normClass(model),
    model.positional === 'sinusoidal' ? SINUSOIDS : '',
    attentionClass(model),
    blockClass(model),
    modelClass(model),
    READER,
    data('TOKENS', pass.checked, pass.seqLen),
    data('TARGETS', wanted, pass.seqLen),
    mainFunction(model),
  ];
  return `${parts
    .filter((part) => part !== '')
    .map((part) => part.trim())
    .join('\n\n\n')}\n`;
}

const opening = ({ placement, nLayer, dModel }: ModelConfig): string => `
"""A Transformer of ${nLayer} ${nLayer === 1 ? 'block' : 'blocks'} of width ${dModel} (made as "${placement}"), rebuilt in PyTorch.

    python3 THIS_FILE [CHECKPOINT]

Loads the checkpoint, computes the loss of one batch, and prints it beside the loss that addnorm ${__ADDNORM_VERSION__} has for the
same batch. Needs torch (1.12 or later) and numpy. It ends with 1 if the two losses differ.
"""

import json
import math
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn`;

function constants(model: ModelConfig, checkpoint: string, loss: number): string {
  const rows: [name: string, text: string][] = [
    ['VOCAB_SIZE', String(model.vocabSize)],
    ['N_CTX', String(model.nCtx)],
    ['D_MODEL', String(model.dModel)],
    ['N_HEAD', String(model.nHead)],
    ['N_LAYER', String(model.nLayer)],
    ['D_FF', String(model.dFf)],
    ['EMBEDDING_SCALE', String(model.embeddingScale)],
    ...(hasNorm(model) ? [['EPS', String(model.eps)] as [string, string]] : []),
    ...(model.dropout > 0 ? [['DROPOUT', String(model.dropout)] as [string, string]] : []),
    ['CHECKPOINT', JSON.stringify(checkpoint)],
    ['LOSS', pythonNumber(loss)],
  ];
  return rows.map(([name, text]) => `${name} = ${text}`).join('\n');
}

function pythonNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'math.nan' : value > 0 ? 'math.inf' : '-math.inf';
}

const hasNorm = ({ slots, finalNorm }: ModelConfig): boolean =>
  slots.input || slots.output || slots.after || finalNorm;

const NEW_NORM = { layer: 'nn.LayerNorm(D_MODEL, EPS)', rms: 'RMSNorm()', batch: 'BatchNorm()' };

function normClass(model: ModelConfig): string {
  if (!hasNorm(model)) return '';
  return { layer: '', rms: RMS_NORM, batch: BATCH_NORM }[model.norm];
}

function attentionClass({ causal, dropout }: ModelConfig): string {
  const mask = `
        future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
        scores = scores.masked_fill(future, -math.inf)`;
  const pattern =
    dropout > 0 ? 'F.dropout(scores.softmax(-1), DROPOUT, self.training)' : 'scores.softmax(-1)';
  return `
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.in_proj_weight = nn.Parameter(torch.zeros(3 * D_MODEL, D_MODEL))
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * D_MODEL))
        self.out_proj = nn.Linear(D_MODEL, D_MODEL)

    def forward(self, x):
        batch, n, _ = x.shape
        qkv = F.linear(x, self.in_proj_weight, self.in_proj_bias)
        # Each (batch, N_HEAD, n, D_MODEL / N_HEAD).
        q, k, v = (part.reshape(batch, n, N_HEAD, -1).transpose(1, 2) for part in qkv.chunk(3, dim=-1))
        scores = q @ k.transpose(-1, -2) / math.sqrt(D_MODEL // N_HEAD)${causal ? mask : ''}
        pattern = ${pattern}
        return self.out_proj((pattern @ v).transpose(1, 2).reshape(batch, n, D_MODEL))`;
}

const SLOT_NAMES = ['input', 'output', 'after'] as const satisfies readonly (keyof Slots)[];

/** The only norm of a sub-layer is norm1 or norm2; of several, each says which slot it stands in. */
function normName(slots: Slots, slot: keyof Slots, subLayer: 1 | 2): string {
  const isOnly = SLOT_NAMES.filter((name) => slots[name]).length === 1;
  return isOnly ? `norm${subLayer}` : `norm${subLayer}_${slot}`;
}

const ACTIVATIONS = {
  relu: (x: string) => `F.relu(${x})`,
  gelu: (x: string) => `F.gelu(${x})`,
  geluTanh: (x: string) => `F.gelu(${x}, approximate="tanh")`,
};

function blockClass(model: ModelConfig): string {
  const { slots, norm, learnBranchGain, activation } = model;
  const fields = ([1, 2] as const).flatMap((subLayer) => [
    ...SLOT_NAMES.filter((slot) => slots[slot]).map(
      (slot) => `self.${normName(slots, slot, subLayer)} = ${NEW_NORM[norm]}`,
    ),
    ...(learnBranchGain ? [`self.branch_gain${subLayer} = nn.Parameter(torch.ones(1))`] : []),
  ]);
  return `
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = Attention()
        self.linear1 = nn.Linear(D_MODEL, D_FF)
        self.linear2 = nn.Linear(D_FF, D_MODEL)${fields.map((field) => `\n        ${field}`).join('')}

    def feed_forward(self, x):
        return self.linear2(${ACTIVATIONS[activation]('self.linear1(x)')})

    def forward(self, x):
        x = ${subLayer(model, 1)}
        x = ${subLayer(model, 2)}
        return x`;
}

/** After(a·x + b·Output(F(Input(x)))) with what this model has of it. */
function subLayer(
  { slots, residualGain, branchGain, learnBranchGain, dropout }: ModelConfig,
  nth: 1 | 2,
): string {
  const norm = (slot: keyof Slots, x: string) =>
    slots[slot] ? `self.${normName(slots, slot, nth)}(${x})` : x;
  const applied = norm('output', `self.${nth === 1 ? 'self_attn' : 'feed_forward'}(${norm('input', 'x')})`);
  const branch = dropout > 0 ? `F.dropout(${applied}, DROPOUT, self.training)` : applied;
  const gain = learnBranchGain ? `self.branch_gain${nth} * ` : factor(branchGain);
  const residual = residualGain === 0 ? '' : `${factor(residualGain)}x + `;
  return norm('after', `${residual}${gain}${branch}`);
}

const factor = (gain: number): string => (gain === 1 ? '' : `${gain} * `);

function modelClass(model: ModelConfig): string {
  const { positional, finalNorm, norm, tieEmbeddings, dropout } = model;
  const fields = {
    learned: '\n        self.pos_embedding = nn.Embedding(N_CTX, D_MODEL)',
    sinusoidal: '\n        self.register_buffer("positions", sinusoids(), persistent=False)',
    none: '',
  };
  const embedded = {
    learned: 'EMBEDDING_SCALE * (self.tok_embedding(tokens) + self.pos_embedding.weight[: tokens.shape[1]])',
    sinusoidal: 'EMBEDDING_SCALE * self.tok_embedding(tokens) + self.positions[: tokens.shape[1]]',
    none: 'EMBEDDING_SCALE * self.tok_embedding(tokens)',
  };
  const tied = tieEmbeddings ? '\n        self.unembedding.weight = self.tok_embedding.weight' : '';
  return `
class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok_embedding = nn.Embedding(VOCAB_SIZE, D_MODEL)${fields[positional]}
        self.layers = nn.ModuleList(Block() for _ in range(N_LAYER))${
          finalNorm ? `\n        self.norm = ${NEW_NORM[norm]}` : ''
        }
        self.unembedding = nn.Linear(D_MODEL, VOCAB_SIZE)${tied}

    def forward(self, tokens):
        """From tokens (batch, n) to logits (batch, n, VOCAB_SIZE)."""
        x = ${embedded[positional]}${dropout > 0 ? '\n        x = F.dropout(x, DROPOUT, self.training)' : ''}
        for layer in self.layers:
            x = layer(x)
        return self.unembedding(${finalNorm ? 'self.norm(x)' : 'x'})`;
}

/** A table of whole numbers, a sequence a line. */
function data(name: string, values: Int32Array, seqLen: number): string {
  const rows = Array.from(
    { length: values.length / seqLen },
    (_, i) => `    [${values.subarray(i * seqLen, (i + 1) * seqLen).join(', ')}],`,
  );
  const note = name === 'TARGETS' ? '# What is to be predicted at each place; -1 is nothing.\n' : '';
  return `${note}${name} = torch.tensor([\n${rows.join('\n')}\n])`;
}

function mainFunction({ tieEmbeddings, norm, dropout, ...model }: ModelConfig): string {
  const tied = '\n    tensors["unembedding.weight"] = tensors["tok_embedding.weight"]';
  const hasBatchNorm = norm === 'batch' && hasNorm({ tieEmbeddings, norm, dropout, ...model });
  const batchNorm = `
    # As in training, batch norm takes the statistics of this batch.
    for module in model.modules():
        if isinstance(module, BatchNorm):
            module.train()`;
  return `
def main(path):
    tensors = read_safetensors(path)${tieEmbeddings ? tied : ''}
    model = Transformer()
    model.load_state_dict(tensors)
    ${dropout > 0 ? '# Without dropout.\n    ' : ''}model.eval()${hasBatchNorm ? batchNorm : ''}
    with torch.no_grad():
        logits = model(TOKENS)
        loss = F.cross_entropy(logits.reshape(-1, VOCAB_SIZE), TARGETS.reshape(-1), ignore_index=-1).item()
    is_same = math.isclose(loss, LOSS, rel_tol=1e-4, abs_tol=1e-5) or (math.isnan(loss) and math.isnan(LOSS))
    print(f"loss in PyTorch: {loss:.6f}")
    print(f"loss in addnorm: {LOSS:.6f}")
    print("the same" if is_same else "NOT the same")
    return 0 if is_same else 1


if __name__ == "__main__":
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), CHECKPOINT)
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else beside))`;
}
