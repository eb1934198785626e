// gamma and beta can undo the normalisation; a trained model makes use of them, and is worse without.
import { type Addnorm, type Model, readSafetensors, writeSafetensors } from '../lib/index.ts';
import { defineExperiment, type Numbers } from './experiment.ts';
import { atLast, lossOf, mean } from './measures.ts';
import { small } from './small.ts';
import { trainModel } from './trained.ts';

const RATE = 1e-2;
const STEPS = 200;
const BLOCKS = 2;
const CONFIG = small({ placement: 'pre', nLayer: BLOCKS }, RATE);

const largest = (values: ArrayLike<number>) => Math.max(...Array.from(values, Math.abs));
const differences = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a, (value, i) => value - b[i]!);

/** A row of initial weights, which is a row of numbers like any other, far from mean 0 and variance 1. */
function someRow(addnorm: Addnorm, seed: number): Float64Array {
  const model = addnorm.createModel(CONFIG.model, { seed });
  const row = Float64Array.from(model.parameter('tok_embedding.weight').slice(0, 16), (x) => 5 * x + 3);
  model.dispose();
  return row;
}

/** How far LayerNorm is from giving back what went in, plain and with gamma = sigma and beta = mu of this row. */
function undo(addnorm: Addnorm, seed: number) {
  const x = someRow(addnorm, seed);
  const dModel = x.length;
  const plain = addnorm.layerNorm([...x], { dModel });
  const gamma = new Float32Array(dModel).fill(1 / plain.rstd[0]!);
  const beta = new Float32Array(dModel).fill(plain.mean[0]!);
  const undone = addnorm.layerNorm([...x], { dModel, gamma, beta });
  const other = addnorm.layerNorm([...x.map((value) => 2 * value)], { dModel, gamma, beta });
  return {
    plain: largest(differences(plain.y, x)),
    undone: largest(differences(undone.y, x)),
    other: largest(
      differences(
        other.y,
        x.map((value) => 2 * value),
      ),
    ),
    constant: largest(
      addnorm.layerNorm([...x], { dModel, gamma: new Float32Array(dModel), beta }).y.map((y) => y - beta[0]!),
    ),
  };
}

/** Puts gamma and beta of every norm back to where they began. */
function forgetGains(model: Model): void {
  const { tensors } = readSafetensors(model.saveSafetensors());
  const changed = [...tensors].map(([name, tensor]) => {
    const value = /norm\d?\.weight$/.test(name) ? 1 : /norm\d?\.bias$/.test(name) ? 0 : undefined;
    return { ...tensor, name, data: value === undefined ? tensor.data : tensor.data.map(() => value) };
  });
  model.loadSafetensors(writeSafetensors(changed));
}

function demonstrate(
  addnorm: Addnorm,
  seed: number,
): Numbers<'plain' | 'undone' | 'other' | 'constant' | 'kept' | 'forgotten'> {
  const trained = trainModel(addnorm, CONFIG, { seed, steps: STEPS }, ({ model, trainer }) => {
    const kept = trainer.evaluate().loss;
    forgetGains(model);
    return { kept, forgotten: trainer.evaluate().loss };
  });
  return { ...undo(addnorm, seed), ...trained };
}

export const gammaBeta = defineExperiment({
  id: 'gamma-beta',
  settings: { steps: STEPS, blocks: BLOCKS, rate: RATE },
  arms: [{ id: 'pre', config: CONFIG, steps: STEPS }],
  demonstrate,
  measures: {
    plain: { format: 'number', of: ({ shown }) => shown.plain },
    undone: { format: 'number', of: ({ shown }) => shown.undone },
    other: { format: 'number', of: ({ shown }) => shown.other },
    constant: { format: 'number', of: ({ shown }) => shown.constant },
    moved: { format: 'number', of: ({ rows }) => mean([...atLast(rows.pre, 'gammaDeviation')]) },
    loss: lossOf('pre'),
    kept: { format: 'number', of: ({ shown }) => shown.kept },
    forgotten: { format: 'number', of: ({ shown }) => shown.forgotten },
    worse: { format: 'times', of: ({ shown }) => shown.forgotten / shown.kept },
  },
  claims: {
    plainDiffers: { measure: 'plain', is: '>', limit: 1, atLeast: 20 },
    undoneIsSame: { measure: 'undone', is: '<', limit: 1e-5, atLeast: 20 },
    otherDiffers: { measure: 'other', is: '>', limit: 0.1, atLeast: 20 },
    zeroGammaIsBeta: { measure: 'constant', is: '=', limit: 0, atLeast: 20 },
    gammaMoves: { measure: 'moved', is: '>', limit: 0.02, atLeast: 20 },
    worseWithout: { measure: 'worse', is: '>', limit: 2, atLeast: 18 },
  },
  prediction: {
    choices: ['same', 'scaled', 'never'],
    right: 'same',
    proof: ['undoneIsSame', 'plainDiffers'],
  },
  charts: [
    {
      id: 'undo',
      kind: 'table',
      columns: ['difference'],
      rows: [
        { id: 'plain', measures: ['plain'] },
        { id: 'undone', measures: ['undone'] },
        { id: 'other', measures: ['other'] },
        { id: 'constant', measures: ['constant'] },
      ],
    },
    { id: 'gamma', kind: 'profile', metric: 'gammaDeviation', at: 'last', scale: 'linear', arms: ['pre'] },
    {
      id: 'forget',
      kind: 'table',
      columns: ['loss'],
      rows: [
        { id: 'kept', measures: ['kept'] },
        { id: 'forgotten', measures: ['forgotten'] },
      ],
    },
  ],
  inTheLab: ['pre'],
});
