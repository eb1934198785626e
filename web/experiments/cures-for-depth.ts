// Cures for depth: a model too deep for post-LN without warm-up, arranged in the other ways.
import { byName, defineExperiment } from './experiment.ts';
import { lossOf } from './measures.ts';
import { GUESSING, small } from './small.ts';

const RATE = 3e-3;
const STEPS = 200;
const BLOCKS = 12;
const IDS = ['post', 'pre', 'sandwich', 'resPost', 'deepnorm', 'rezero'] as const;

export const curesForDepth = defineExperiment({
  id: 'cures-for-depth',
  settings: { steps: STEPS, blocks: BLOCKS, rate: RATE, guessing: GUESSING },
  arms: IDS.map((id) => ({ id, config: small({ placement: id, nLayer: BLOCKS }, RATE), steps: STEPS })),
  measures: {
    ...byName(IDS, lossOf),
    postGradient: { format: 'number', of: ({ rows }) => rows.post[0]!.gradNorm },
    deepnormGradient: { format: 'number', of: ({ rows }) => rows.deepnorm[0]!.gradNorm },
  },
  claims: {
    postGuesses: { measure: 'post', is: '>', limit: 1.5, atLeast: 20 },
    preLearns: { measure: 'pre', is: '<', limit: 0.2, atLeast: 20 },
    sandwichLearns: { measure: 'sandwich', is: '<', limit: 0.5, atLeast: 20 },
    resPostLearns: { measure: 'resPost', is: '<', limit: 1.5, atLeast: 18 },
    deepnormLearns: { measure: 'deepnorm', is: '<', limit: 0.5, atLeast: 20 },
    rezeroLearns: { measure: 'rezero', is: '<', limit: 0.2, atLeast: 20 },
  },
  prediction: {
    choices: ['all', 'input', 'none'],
    right: 'all',
    proof: ['sandwichLearns', 'resPostLearns', 'deepnormLearns', 'rezeroLearns', 'postGuesses'],
  },
  charts: [
    { id: 'curves', kind: 'curves', metric: 'loss', scale: 'log', arms: IDS },
    { id: 'stream', kind: 'profile', metric: 'streamRms', at: 'last', scale: 'log', arms: IDS },
  ],
  inTheLab: IDS,
});
