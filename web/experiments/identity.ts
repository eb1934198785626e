// A block can be the identity: with its output weights at zero a pre-LN block gives back what it was given, to the bit. So a
// deeper model is never forced to be worse than a shallower one.
import { type Addnorm, type Model, readSafetensors, type Tensor, writeSafetensors } from '../lib/index.ts';
import { defineExperiment, type Numbers } from './experiment.ts';
import { lossOf } from './measures.ts';
import { small } from './small.ts';
import { trainModel } from './trained.ts';

const RATE = 3e-3;
const STEPS = 200;
const SHALLOW = 2;
const DEEP = 6;
type Kind = 'pre' | 'post' | 'cut';

const MODELS = {
  pre: { placement: 'pre' },
  post: { placement: 'post' },
  /** Pre-LN without the residual. */
  cut: { placement: 'pre', residualGain: 0 },
} as const satisfies Record<Kind, object>;
const configOf = (kind: Kind, nLayer: number) => small({ ...MODELS[kind], nLayer }, RATE);

const blockOf = (name: string) => Number(/^layers\.(\d+)\./.exec(name)?.[1] ?? -1);
/** What a sub-layer writes to the stream with. */
const isOutput = (name: string) => /\.(self_attn\.out_proj|linear2)\.(weight|bias)$/.test(name);

/** Gives a deeper model the weights of a shallower one, and to the blocks beyond it output weights of zero. */
function grow(deep: Model, shallow: Model): void {
  const known = readSafetensors(shallow.saveSafetensors()).tensors;
  const own = readSafetensors(deep.saveSafetensors()).tensors;
  const zero = (tensor: Tensor) => ({ ...tensor, data: tensor.data.map(() => 0) });
  const grown = [...own].map(([name, tensor]) => {
    const isNew = blockOf(name) >= shallow.config.nLayer;
    return { ...(known.get(name) ?? (isNew && isOutput(name) ? zero(tensor) : tensor)), name };
  });
  deep.loadSafetensors(writeSafetensors(grown));
}

const largestDifference = (a: Float32Array, b: Float32Array) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

/** A trained shallow model and the deeper one grown from it, which then trains on. */
function compare(addnorm: Addnorm, kind: Kind, seed: number) {
  const config = configOf(kind, SHALLOW);
  return trainModel(addnorm, config, { seed, steps: STEPS }, ({ model, trainer, batch, size }) => {
    const deep = addnorm.createModel(configOf(kind, DEEP).model, { seed });
    try {
      grow(deep, model);
      const logits = [model, deep].map((one) => one.forward(batch.tokens, { batch: size }));
      const [shallowLogits, deepLogits] = logits as [Float32Array, Float32Array];
      const before = trainer.evaluate().loss;
      const deepTrainer = addnorm.createTrainer({ ...trainer.config, model: deep });
      const grownLoss = deepTrainer.evaluate().loss;
      for (let step = 0; step < STEPS; step++) deepTrainer.step();
      return {
        otherBits: deepLogits.filter((logit, i) => logit !== shallowLogits[i]).length,
        difference: largestDifference(deepLogits, shallowLogits),
        before,
        grownLoss,
        after: deepTrainer.evaluate().loss,
      };
    } finally {
      deep.dispose();
    }
  });
}

type Shown =
  'preBits' | 'preBefore' | 'preAfter' | 'postBits' | 'postDifference' | 'cutBits' | 'cutBefore' | 'cutGrown';

function demonstrate(addnorm: Addnorm, seed: number): Numbers<Shown> {
  const [pre, post, cut] = [
    compare(addnorm, 'pre', seed),
    compare(addnorm, 'post', seed),
    compare(addnorm, 'cut', seed),
  ];
  return {
    preBits: pre.otherBits,
    preBefore: pre.before,
    preAfter: pre.after,
    postBits: post.otherBits,
    postDifference: post.difference,
    cutBits: cut.otherBits,
    cutBefore: cut.before,
    cutGrown: cut.grownLoss,
  };
}

export const identity = defineExperiment({
  id: 'identity',
  settings: { steps: STEPS, shallow: SHALLOW, deep: DEEP, rate: RATE },
  arms: [
    { id: 'shallow', config: configOf('pre', SHALLOW), steps: STEPS },
    { id: 'deep', config: configOf('pre', DEEP), steps: STEPS },
  ],
  demonstrate,
  measures: {
    preBits: { format: 'integer', of: ({ shown }) => shown.preBits },
    preBefore: { format: 'number', of: ({ shown }) => shown.preBefore },
    preAfter: { format: 'number', of: ({ shown }) => shown.preAfter },
    preChange: { format: 'times', of: ({ shown }) => shown.preAfter / shown.preBefore },
    postBits: { format: 'integer', of: ({ shown }) => shown.postBits },
    postDifference: { format: 'number', of: ({ shown }) => shown.postDifference },
    cutBits: { format: 'integer', of: ({ shown }) => shown.cutBits },
    cutBefore: { format: 'number', of: ({ shown }) => shown.cutBefore },
    cutGrown: { format: 'number', of: ({ shown }) => shown.cutGrown },
    shallowLoss: lossOf('shallow'),
    deepLoss: lossOf('deep'),
  },
  claims: {
    preSameBits: { measure: 'preBits', is: '=', limit: 0, atLeast: 20 },
    grownGetsBetter: { measure: 'preChange', is: '<', limit: 1, atLeast: 20 },
    postDiffers: { measure: 'postDifference', is: '>', limit: 0.01, atLeast: 20 },
    cutForgets: { measure: 'cutGrown', is: '>', limit: 1.7, atLeast: 20 },
  },
  prediction: {
    choices: ['bits', 'nearly', 'worse'],
    right: 'bits',
    proof: ['preSameBits'],
  },
  charts: [
    {
      id: 'grown',
      kind: 'table',
      columns: ['bits'],
      rows: [
        { id: 'pre', measures: ['preBits'] },
        { id: 'post', measures: ['postBits'] },
        { id: 'cut', measures: ['cutBits'] },
      ],
    },
    {
      id: 'losses',
      kind: 'table',
      columns: ['before', 'after'],
      rows: [{ id: 'pre', measures: ['preBefore', 'preAfter'] }],
    },
    { id: 'curves', kind: 'curves', metric: 'loss', scale: 'log', arms: ['shallow', 'deep'] },
  ],
  inTheLab: ['shallow', 'deep'],
});
