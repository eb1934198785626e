// Without residual connections: the gradient of the first block vanishes with depth; a norm after each sub-layer keeps it from
// vanishing, and still the model does not learn.
import type { Addnorm } from '../lib/index.ts';
import {
  type Arm,
  byName,
  defineExperiment,
  type Evidence,
  type Measure,
  type Numbers,
} from './experiment.ts';
import { atFirst, blockNorm, lossOf, mean } from './measures.ts';
import { GUESSING, small } from './small.ts';
import { trainModel } from './trained.ts';

const RATE = 3e-3;
const STEPS = 200;
const DEPTHS = [2, 6, 12, 24] as const;
/** The depth that is trained. */
const TRAINED = DEPTHS[1];
const KINDS = ['bare', 'normed', 'residual'] as const;
type Kind = (typeof KINDS)[number];
type ArmId = `${Kind}-${(typeof DEPTHS)[number]}`;

const MODELS = {
  bare: { placement: 'plain', slots: { after: false } },
  normed: { placement: 'plain' },
  residual: { placement: 'post' },
} as const satisfies Record<Kind, object>;

const idsOf = (kind: Kind) => DEPTHS.map((depth) => `${kind}-${depth}` as const);
const IDS = KINDS.flatMap(idsOf);

function arm(id: ArmId): Arm<ArmId> {
  const [kind, depth] = id.split('-') as [Kind, string];
  const nLayer = Number(depth);
  return { id, config: small({ ...MODELS[kind], nLayer }, RATE), steps: nLayer === TRAINED ? STEPS : 1 };
}

/** The gradient of the first block's weights over that of the last block's. */
function firstOverLast({ rows }: Evidence<ArmId>, id: ArmId): number {
  const norms = atFirst(rows[id], 'weightGradNorm');
  return blockNorm(norms, 0) / blockNorm(norms, norms.length / 2 - 1);
}

function cosine(x: Float64Array, y: Float64Array): number {
  const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

/** How alike the positions of a sequence are when they leave a fresh model's last block: mean cosine of all pairs. */
const alikeness = (addnorm: Addnorm, kind: 'normed' | 'residual', seed: number): number =>
  trainModel(addnorm, arm(`${kind}-${TRAINED}`).config, { seed, steps: 0 }, ({ model, batch }) => {
    const { nCtx, nLayer } = model.config;
    const tokens = batch.tokens.slice(0, nCtx);
    const norm = `layers.${nLayer - 1}.norm2`;
    const rows = Array.from({ length: nCtx }, (_, row) => model.normInternals(tokens, { norm, row }).y);
    return mean(rows.flatMap((x, i) => rows.slice(0, i).map((y) => cosine(x, y))));
  });

const demonstrate = (addnorm: Addnorm, seed: number): Numbers<'normedAlike' | 'residualAlike'> => ({
  normedAlike: alikeness(addnorm, 'normed', seed),
  residualAlike: alikeness(addnorm, 'residual', seed),
});

export const noResidual = defineExperiment({
  id: 'no-residual',
  settings: {
    steps: STEPS,
    rate: RATE,
    trained: TRAINED,
    deep: DEPTHS[2],
    deepest: DEPTHS[3],
    guessing: GUESSING,
  },
  arms: IDS.map(arm),
  demonstrate,
  measures: {
    ...byName(IDS, (id): Measure<ArmId> => ({
      format: 'number',
      of: (evidence) => firstOverLast(evidence, id),
    })),
    normedAlike: { format: 'number', of: ({ shown }) => shown.normedAlike },
    residualAlike: { format: 'number', of: ({ shown }) => shown.residualAlike },
    bareLoss: lossOf('bare-6'),
    normedLoss: lossOf('normed-6'),
    residualLoss: lossOf('residual-6'),
  },
  claims: {
    vanishes: { measure: 'bare-12', is: '<', limit: 1e-3, atLeast: 20 },
    vanishesDeeper: { measure: 'bare-24', is: '<', limit: 1e-6, atLeast: 20 },
    residualKeeps: { measure: 'residual-24', is: '>', limit: 0.01, atLeast: 20 },
    normKeeps: { measure: 'normed-12', is: '>', limit: 0.01, atLeast: 20 },
    normedAlike: { measure: 'normedAlike', is: '>', limit: 0.95, atLeast: 20 },
    residualDiffers: { measure: 'residualAlike', is: '<', limit: 0.95, atLeast: 20 },
    bareGuesses: { measure: 'bareLoss', is: '>', limit: 1.6, atLeast: 20 },
    normedGuesses: { measure: 'normedLoss', is: '>', limit: 1.6, atLeast: 20 },
    residualLearns: { measure: 'residualLoss', is: '<', limit: 1.4, atLeast: 20 },
  },
  prediction: {
    choices: ['learns', 'slower', 'guesses'],
    right: 'guesses',
    proof: ['normedGuesses', 'bareGuesses', 'vanishes'],
  },
  charts: [
    {
      id: 'curves',
      kind: 'curves',
      metric: 'loss',
      scale: 'linear',
      arms: ['residual-6', 'normed-6', 'bare-6'],
    },
    {
      id: 'depths',
      kind: 'points',
      x: DEPTHS,
      xScale: 'log',
      scale: 'log',
      series: KINDS.map((kind) => ({ id: kind, measures: idsOf(kind) })),
    },
  ],
  inTheLab: ['residual-6', 'normed-6', 'bare-6'],
});
