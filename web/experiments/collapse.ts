// Late pre-LN blocks change the stream less and less: it grows, and what a block adds does not.
import { defineExperiment } from './experiment.ts';
import { atFirst, atLast, lossOf, meanOfPart } from './measures.ts';
import { small } from './small.ts';

const RATE = 3e-3;
const STEPS = 200;
const DEEP = 24;
const TRAINED = 12;

export const collapse = defineExperiment({
  id: 'collapse',
  settings: { deep: DEEP, trained: TRAINED, steps: STEPS, rate: RATE },
  arms: [
    { id: 'pre', config: small({ placement: 'pre', nLayer: DEEP }, RATE), steps: 1 },
    { id: 'post', config: small({ placement: 'post', nLayer: DEEP }, RATE), steps: 1 },
    { id: 'trained', config: small({ placement: 'pre', nLayer: TRAINED }, RATE), steps: STEPS },
  ],
  measures: {
    preEarly: { format: 'number', of: ({ rows }) => meanOfPart(atFirst(rows.pre, 'cosine'), 'first') },
    preLate: { format: 'number', of: ({ rows }) => meanOfPart(atFirst(rows.pre, 'cosine'), 'last') },
    postEarly: { format: 'number', of: ({ rows }) => meanOfPart(atFirst(rows.post, 'cosine'), 'first') },
    postLate: { format: 'number', of: ({ rows }) => meanOfPart(atFirst(rows.post, 'cosine'), 'last') },
    trainedEarly: { format: 'number', of: ({ rows }) => meanOfPart(atLast(rows.trained, 'cosine'), 'first') },
    trainedLate: { format: 'number', of: ({ rows }) => meanOfPart(atLast(rows.trained, 'cosine'), 'last') },
    preShrinks: {
      format: 'times',
      of: ({ rows }) => {
        const ratio = atFirst(rows.pre, 'branchRatio');
        return meanOfPart(ratio, 'last') / meanOfPart(ratio, 'first');
      },
    },
    postShrinks: {
      format: 'times',
      of: ({ rows }) => {
        const ratio = atFirst(rows.post, 'branchRatio');
        return meanOfPart(ratio, 'last') / meanOfPart(ratio, 'first');
      },
    },
    trainedLoss: lossOf('trained'),
  },
  claims: {
    preLateIsStill: { measure: 'preLate', is: '>', limit: 0.95, atLeast: 20 },
    preAddsLess: { measure: 'preShrinks', is: '<', limit: 0.8, atLeast: 20 },
    postLateMoves: { measure: 'postLate', is: '<', limit: 0.85, atLeast: 20 },
    postAddsAsMuch: { measure: 'postShrinks', is: '>', limit: 0.8, atLeast: 20 },
    trainedLateIsStill: { measure: 'trainedLate', is: '>', limit: 0.95, atLeast: 20 },
    trainedEarlyMoves: { measure: 'trainedEarly', is: '<', limit: 0.95, atLeast: 20 },
  },
  prediction: {
    choices: ['last', 'first', 'alike'],
    right: 'first',
    proof: ['preAddsLess', 'trainedLateIsStill', 'trainedEarlyMoves'],
  },
  charts: [
    {
      id: 'cosine',
      kind: 'profile',
      metric: 'cosine',
      at: 'last',
      scale: 'linear',
      arms: ['pre', 'post', 'trained'],
    },
    {
      id: 'ratio',
      kind: 'profile',
      metric: 'branchRatio',
      at: 'last',
      scale: 'log',
      arms: ['pre', 'post', 'trained'],
    },
  ],
  inTheLab: ['pre', 'post'],
});
