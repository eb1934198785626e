// LayerNorm does not care about the batch, BatchNorm does: a sequence alone and among others, a later token, and generation.
import type { Addnorm, Batch, Model, Trainer } from '../lib/index.ts';
import { defineExperiment, type Numbers } from './experiment.ts';
import { lossOf, mean } from './measures.ts';
import { small } from './small.ts';
import { trainModel } from './trained.ts';

const RATE = 1e-2;
const STEPS = 200;
const BLOCKS = 2;
type Norm = 'layer' | 'batch';

const configOf = (norm: Norm) => small({ placement: 'pre', nLayer: BLOCKS, norm }, RATE);

/** One sequence of a batch. */
function sequence({ tokens, targets }: Batch, index: number, length: number) {
  const [from, to] = [index * length, (index + 1) * length];
  return { tokens: tokens.slice(from, to), targets: targets.slice(from, to) };
}

/** Mean loss of the sequences of a batch, each alone, as in a training step. */
function lossAlone(model: Model, batch: Batch, size: number): number {
  const length = model.config.nCtx;
  return mean(
    Array.from({ length: size }, (_, index) => {
      const { tokens, targets } = sequence(batch, index, length);
      return model.lossAndGradients(tokens, targets).loss;
    }),
  );
}

/** By how much the loss of the first answer changes when the last token of its sequence, which it cannot see, does. */
function leak(model: Model, batch: Batch): number {
  const { tokens, targets } = sequence(batch, 0, model.config.nCtx);
  const first = targets.findIndex((target) => target >= 0);
  const onlyFirst = targets.map((target, place) => (place === first ? target : -1));
  const loss = model.lossAndGradients(tokens, onlyFirst).loss;
  const others = [2, 3, 4, 5, 6, 7].filter((token) => token !== tokens.at(-1));
  const changes = others.map((token) => {
    const changed = tokens.map((old, place) => (place === tokens.length - 1 ? token : old));
    return Math.abs(model.lossAndGradients(changed, onlyFirst).loss - loss);
  });
  return Math.max(...changes);
}

/** Share of the answers that the model generates right, one token after the other, a batch of one. */
function generated(model: Model, batch: Batch, size: number): number {
  const length = model.config.nCtx;
  const shares = Array.from({ length: size }, (_, index) => {
    const { tokens, targets } = sequence(batch, index, length);
    const first = targets.findIndex((target) => target >= 0);
    const options = { maxNewTokens: length - first, temperature: 0 };
    const answer = model.generate(tokens.slice(0, first + 1), options);
    return mean([...answer].map((token, i) => (token === targets[first + i] ? 1 : 0)));
  });
  return mean(shares);
}

/** Numbers of logits that are other bits when a sequence is computed alone, with the norm as it is after training. */
function otherBits(model: Model, { tokens }: Batch, size: number): number {
  const { nCtx, vocabSize } = model.config;
  const all = model.forward(tokens, { batch: size });
  return Array.from({ length: size }, (_, index) => {
    const alone = model.forward(tokens.slice(index * nCtx, (index + 1) * nCtx));
    return alone.filter((logit, i) => logit !== all[index * nCtx * vocabSize + i]).length;
  }).reduce((sum, count) => sum + count, 0);
}

function look({ model, batch, size }: { model: Model; trainer: Trainer; batch: Batch; size: number }) {
  return {
    together: model.lossAndGradients(batch.tokens, batch.targets, { batch: size }).loss,
    alone: lossAlone(model, batch, size),
    leak: leak(model, batch),
    generated: generated(model, batch, size),
    otherBits: otherBits(model, batch, size),
  };
}

/** What a batch of one row gives: the norm's output, or a refusal. */
function isRefused(addnorm: Addnorm): number {
  try {
    addnorm.batchNorm([2, 4, 4, 6], { dModel: 4 });
    return 0;
  } catch {
    return 1;
  }
}

function demonstrate(
  addnorm: Addnorm,
  seed: number,
): Numbers<`${Norm}${'Together' | 'Alone' | 'Leak' | 'Generated' | 'Bits'}` | 'refused'> {
  const [layer, batch] = (['layer', 'batch'] as const).map((norm) =>
    trainModel(addnorm, configOf(norm), { seed, steps: STEPS }, look),
  );
  return {
    layerTogether: layer!.together,
    layerAlone: layer!.alone,
    layerLeak: layer!.leak,
    layerGenerated: layer!.generated,
    layerBits: layer!.otherBits,
    batchTogether: batch!.together,
    batchAlone: batch!.alone,
    batchLeak: batch!.leak,
    batchGenerated: batch!.generated,
    batchBits: batch!.otherBits,
    refused: isRefused(addnorm),
  };
}

export const batchOfOne = defineExperiment({
  id: 'batch-of-one',
  settings: { steps: STEPS, blocks: BLOCKS, rate: RATE, batch: 8 },
  arms: [
    { id: 'layer', config: configOf('layer'), steps: STEPS },
    { id: 'batch', config: configOf('batch'), steps: STEPS },
  ],
  demonstrate,
  measures: {
    layerLoss: lossOf('layer'),
    batchLoss: lossOf('batch'),
    layerTogether: { format: 'number', of: ({ shown }) => shown.layerTogether },
    layerAlone: { format: 'number', of: ({ shown }) => shown.layerAlone },
    layerWorse: { format: 'times', of: ({ shown }) => shown.layerAlone / shown.layerTogether },
    batchTogether: { format: 'number', of: ({ shown }) => shown.batchTogether },
    batchAlone: { format: 'number', of: ({ shown }) => shown.batchAlone },
    batchWorse: { format: 'times', of: ({ shown }) => shown.batchAlone / shown.batchTogether },
    layerLeak: { format: 'number', of: ({ shown }) => shown.layerLeak },
    batchLeak: { format: 'number', of: ({ shown }) => shown.batchLeak },
    layerGenerated: { format: 'percent', of: ({ shown }) => shown.layerGenerated },
    batchGenerated: { format: 'percent', of: ({ shown }) => shown.batchGenerated },
    layerBits: { format: 'integer', of: ({ shown }) => shown.layerBits },
    batchBits: { format: 'integer', of: ({ shown }) => shown.batchBits },
    refused: { format: 'integer', of: ({ shown }) => shown.refused },
  },
  claims: {
    layerSame: { measure: 'layerWorse', is: '<', limit: 1.01, atLeast: 20 },
    batchWorse: { measure: 'batchWorse', is: '>', limit: 2, atLeast: 18 },
    layerSeals: { measure: 'layerLeak', is: '=', limit: 0, atLeast: 20 },
    batchLeaks: { measure: 'batchLeak', is: '>', limit: 0, atLeast: 20 },
    layerBitsSame: { measure: 'layerBits', is: '=', limit: 0, atLeast: 20 },
    batchBitsSame: { measure: 'batchBits', is: '=', limit: 0, atLeast: 20 },
    oneRowRefused: { measure: 'refused', is: '=', limit: 1, atLeast: 20 },
  },
  prediction: { choices: ['both', 'layer', 'batch'], right: 'layer', proof: ['layerSame', 'batchWorse'] },
  charts: [
    {
      id: 'losses',
      kind: 'table',
      columns: ['together', 'alone', 'worse'],
      rows: [
        { id: 'layer', measures: ['layerTogether', 'layerAlone', 'layerWorse'] },
        { id: 'batch', measures: ['batchTogether', 'batchAlone', 'batchWorse'] },
      ],
    },
    { id: 'curves', kind: 'curves', metric: 'loss', scale: 'log', arms: ['layer', 'batch'] },
  ],
  inTheLab: ['layer', 'batch'],
});
