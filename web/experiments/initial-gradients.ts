// Gradients at the start, before anything is learned: those of the last block do not fall with depth in post-LN, and fall as
// one over the root of the depth in pre-LN.
import { type Arm, byName, defineExperiment, type Measure } from './experiment.ts';
import { atFirst, lastOf } from './measures.ts';
import { small } from './small.ts';

const DEPTHS = [2, 4, 8, 16, 32] as const;
type Kind = 'post' | 'pre';
type ArmId = `${Kind}-${(typeof DEPTHS)[number]}`;

const idsOf = (kind: Kind) => DEPTHS.map((depth) => `${kind}-${depth}` as const);
const IDS = [...idsOf('post'), ...idsOf('pre')];

function arm(id: ArmId): Arm<ArmId> {
  const [placement, depth] = id.split('-') as [Kind, string];
  return {
    id,
    config: small({ placement, nLayer: Number(depth), dModel: 32, nHead: 4 }, 1e-3, { batch: 16 }),
    steps: 1,
  };
}

/** Norm of the gradient of the last feed-forward sub-layer's weights. */
const lastGradient = ({ rows }: Parameters<Measure<ArmId>['of']>[0], id: ArmId) =>
  lastOf(atFirst(rows[id], 'weightGradNorm'));

export const initialGradients = defineExperiment({
  id: 'initial-gradients',
  settings: {
    shallow: DEPTHS[0],
    deep: DEPTHS[4],
    middle: DEPTHS[3],
    fall: Math.sqrt(DEPTHS[0] / DEPTHS[4]),
  },
  arms: IDS.map(arm),
  measures: {
    ...byName(IDS, (id): Measure<ArmId> => ({
      format: 'number',
      of: (evidence) => lastGradient(evidence, id),
    })),
    postChange: {
      format: 'times',
      of: (evidence) => lastGradient(evidence, 'post-32') / lastGradient(evidence, 'post-2'),
    },
    preChange: {
      format: 'times',
      of: (evidence) => lastGradient(evidence, 'pre-32') / lastGradient(evidence, 'pre-2'),
    },
    postOverPre: {
      format: 'times',
      of: (evidence) => lastGradient(evidence, 'post-32') / lastGradient(evidence, 'pre-32'),
    },
  },
  claims: {
    preFalls: { measure: 'preChange', is: '<', limit: 0.9, atLeast: 20 },
    postStays: { measure: 'postChange', is: '>', limit: 0.5, atLeast: 20 },
    postIsLarger: { measure: 'postOverPre', is: '>', limit: 1.5, atLeast: 20 },
  },
  prediction: {
    choices: ['bothFall', 'preFalls', 'postFalls', 'neither'],
    right: 'preFalls',
    proof: ['preFalls', 'postStays'],
  },
  charts: [
    {
      id: 'depths',
      kind: 'points',
      x: DEPTHS,
      xScale: 'log',
      scale: 'log',
      series: [
        { id: 'post', measures: idsOf('post') },
        { id: 'pre', measures: idsOf('pre') },
      ],
    },
    {
      id: 'profile',
      kind: 'profile',
      metric: 'weightGradNorm',
      at: 'first',
      scale: 'log',
      arms: ['post-16', 'pre-16'],
    },
  ],
  inTheLab: ['post-16', 'pre-16'],
});
