// Deep post-LN needs a warm-up of the learning rate; pre-LN does without.
import { type Arm, defineExperiment } from './experiment.ts';
import { lossOf } from './measures.ts';

const STEPS = 300;
const WARM_UP = 100;
const RATES = [1e-3, 3e-3, 1e-2] as const;

type Placement = 'post' | 'pre';
type Rate = (typeof RATES)[number];
type ArmId = `${Placement}-${Rate}` | `warm-${Rate}`;

const arm = (id: ArmId, placement: Placement, lr: Rate, warmup: number): Arm<ArmId> => ({
  id,
  config: {
    model: { placement, nLayer: 6, dModel: 16, nHead: 2, nCtx: 16 },
    batch: 16,
    optimizer: { lr },
    schedule: { warmup },
  },
  steps: STEPS,
});

export const warmUp = defineExperiment({
  id: 'warm-up',
  settings: { steps: STEPS, blocks: 6, warmUp: WARM_UP, highRate: RATES[2] },
  arms: [
    ...RATES.map((lr) => arm(`pre-${lr}`, 'pre', lr, 0)),
    ...RATES.map((lr) => arm(`post-${lr}`, 'post', lr, 0)),
    ...RATES.map((lr) => arm(`warm-${lr}`, 'post', lr, WARM_UP)),
  ],
  measures: {
    preHigh: lossOf('pre-0.01'),
    postHigh: lossOf('post-0.01'),
    warmHigh: lossOf('warm-0.01'),
  },
  claims: {
    preLearns: { measure: 'preHigh', is: '<', limit: 0.1, atLeast: 20 },
    postGuesses: { measure: 'postHigh', is: '>', limit: 2, atLeast: 18 },
    warmLearns: { measure: 'warmHigh', is: '<', limit: 1, atLeast: 18 },
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
      arms: ['post-0.01', 'pre-0.01', 'warm-0.01'],
    },
  ],
  inTheLab: ['post-0.01', 'pre-0.01', 'warm-0.01'],
});
