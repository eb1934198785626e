// Deep post-LN needs a warm-up of the learning rate; pre-LN does without. Depth and rate are varied together, because it is
// the deep model at the high rate that fails.
import { type Arm, byName, defineExperiment } from './experiment.ts';
import { lossOf } from './measures.ts';
import { GUESSING, small } from './small.ts';

const STEPS = 400;
const WARM_UP = 200;
const DEPTHS = [6, 12] as const;
const RATES = { low: 1e-3, mid: 3e-3, high: 1e-2 } as const;
type Rate = keyof typeof RATES;
const RATE_NAMES = Object.keys(RATES) as readonly Rate[];

type ArmId = `${'pre' | 'post' | 'warm'}-${(typeof DEPTHS)[number]}-${Rate}`;

/** The highest rate at which post-LN of each depth is saved by the warm-up. */
const WARM = ['warm-6-high', 'warm-12-mid'] as const;
const FULL = (['pre', 'post'] as const).flatMap((placement) =>
  DEPTHS.flatMap((depth) => RATE_NAMES.map((rate) => `${placement}-${depth}-${rate}` as const)),
);

function arm(id: ArmId): Arm<ArmId> {
  const [kind, depth, rate] = id.split('-') as ['pre' | 'post' | 'warm', string, Rate];
  const model = { placement: kind === 'pre' ? 'pre' : 'post', nLayer: Number(depth) } as const;
  return {
    id,
    config: small(model, RATES[rate], { schedule: { warmup: kind === 'warm' ? WARM_UP : 0 } }),
    steps: STEPS,
  };
}

const series = (kind: 'pre' | 'post', depth: (typeof DEPTHS)[number]) => ({
  id: `${kind}-${depth}`,
  measures: RATE_NAMES.map((rate) => `${kind}-${depth}-${rate}` as const),
});

export const warmUp = defineExperiment({
  id: 'warm-up',
  settings: {
    steps: STEPS,
    warmUp: WARM_UP,
    guessing: GUESSING,
    shallow: DEPTHS[0],
    deep: DEPTHS[1],
    ...RATES,
  },
  arms: [...FULL, ...WARM].map(arm),
  measures: byName([...FULL, ...WARM], lossOf),
  claims: {
    preLearns: { measure: 'pre-6-high', is: '<', limit: 0.1, atLeast: 20 },
    deepPreLearns: { measure: 'pre-12-high', is: '<', limit: 0.1, atLeast: 20 },
    postLearnsSlowly: { measure: 'post-6-mid', is: '<', limit: 0.2, atLeast: 20 },
    postGuesses: { measure: 'post-6-high', is: '>', limit: 1.5, atLeast: 20 },
    deepPostGuesses: { measure: 'post-12-mid', is: '>', limit: 1, atLeast: 20 },
    warmLearns: { measure: 'warm-6-high', is: '<', limit: 1, atLeast: 20 },
    deepWarmLearns: { measure: 'warm-12-mid', is: '<', limit: 1, atLeast: 20 },
  },
  prediction: {
    choices: ['both', 'pre', 'post', 'neither'],
    right: 'pre',
    proof: ['preLearns', 'postGuesses'],
  },
  charts: [
    {
      id: 'curves',
      kind: 'curves',
      metric: 'loss',
      scale: 'linear',
      arms: ['post-6-high', 'pre-6-high', 'warm-6-high'],
    },
    {
      id: 'deep',
      kind: 'curves',
      metric: 'loss',
      scale: 'linear',
      arms: ['post-12-mid', 'pre-12-mid', 'warm-12-mid'],
    },
    {
      id: 'rates',
      kind: 'points',
      x: Object.values(RATES),
      xScale: 'log',
      scale: 'log',
      series: DEPTHS.flatMap((depth) => [series('post', depth), series('pre', depth)]),
    },
  ],
  inTheLab: ['post-6-high', 'pre-6-high', 'warm-6-high'],
});
