// RMSNorm: LayerNorm without the centring. What is lost is that a shift of all features goes unnoticed; the model learns as
// well.
import { type Addnorm, resolveRunConfig } from '../lib/index.ts';
import { defineExperiment, type Numbers } from './experiment.ts';
import { lossOf, mean } from './measures.ts';
import { small } from './small.ts';
import { type Trained, trainModel } from './trained.ts';

const RATE = 3e-3;
const STEPS = 200;
const BLOCKS = 6;
/** Added to every feature of the row. */
const SHIFT = 10;
type Norm = 'layer' | 'rms';
const configOf = (norm: Norm) => small({ placement: 'pre', nLayer: BLOCKS, norm }, RATE);

/** How much of the mean square before a norm is the square of the mean: all that centring takes away. */
function meanShare({ model, batch, size }: Trained): number {
  const shares = model.norms().map((norm) => {
    const { mean: mu, var: variance } = model.normInternals(batch.tokens, { batch: size, norm, row: 12 });
    return (mu * mu) / (mu * mu + variance);
  });
  return mean(shares);
}

function demonstrate(addnorm: Addnorm, seed: number): Numbers<'layerShift' | 'rmsShift' | 'meanShare'> {
  const { model: config } = resolveRunConfig(configOf('layer'));
  const model = addnorm.createModel(config, { seed });
  const { dModel } = config;
  // Halves of small whole numbers, so that adding the shift rounds nothing.
  const x = Array.from(
    model.parameter('tok_embedding.weight').slice(0, dModel),
    (value) => Math.round(8 * value) / 2,
  );
  model.dispose();
  const moved = x.map((value) => value + SHIFT);
  const change = (norm: (row: number[]) => Float32Array) => {
    const [before, after] = [norm(x), norm(moved)];
    return Math.max(...before.map((value, i) => Math.abs(value - after[i]!)));
  };
  return {
    layerShift: change((row) => addnorm.layerNorm(row, { dModel }).y),
    rmsShift: change((row) => addnorm.rmsNorm(row, { dModel }).y),
    meanShare: trainModel(addnorm, configOf('layer'), { seed, steps: STEPS }, meanShare),
  };
}

export const rmsNorm = defineExperiment({
  id: 'rms-norm',
  settings: { steps: STEPS, blocks: BLOCKS, rate: RATE, shift: SHIFT },
  arms: [
    { id: 'layer', config: configOf('layer'), steps: STEPS },
    { id: 'rms', config: configOf('rms'), steps: STEPS },
  ],
  demonstrate,
  measures: {
    layerLoss: lossOf('layer'),
    rmsLoss: lossOf('rms'),
    layerShift: { format: 'number', of: ({ shown }) => shown.layerShift },
    rmsShift: { format: 'number', of: ({ shown }) => shown.rmsShift },
    meanShare: { format: 'percent', of: ({ shown }) => shown.meanShare },
  },
  claims: {
    layerLearns: { measure: 'layerLoss', is: '<', limit: 0.1, atLeast: 20 },
    rmsLearns: { measure: 'rmsLoss', is: '<', limit: 0.1, atLeast: 20 },
    layerBlindToShift: { measure: 'layerShift', is: '<', limit: 1e-5, atLeast: 20 },
    rmsSeesShift: { measure: 'rmsShift', is: '>', limit: 0.1, atLeast: 20 },
    meanIsSmall: { measure: 'meanShare', is: '<', limit: 0.25, atLeast: 20 },
  },
  prediction: {
    choices: ['asWell', 'slower', 'fails'],
    right: 'asWell',
    proof: ['layerLearns', 'rmsLearns'],
  },
  charts: [
    { id: 'curves', kind: 'curves', metric: 'loss', scale: 'log', arms: ['layer', 'rms'] },
    {
      id: 'shift',
      kind: 'table',
      columns: ['change'],
      rows: [
        { id: 'layer', measures: ['layerShift'] },
        { id: 'rms', measures: ['rmsShift'] },
      ],
    },
  ],
  inTheLab: ['layer', 'rms'],
});
