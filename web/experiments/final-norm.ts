// Why pre-LN wants one more norm after the last block: nothing else holds the stream that the logits are read from.
import { type Arm, byName, defineExperiment, type Measure } from './experiment.ts';
import { lossOf } from './measures.ts';
import { GUESSING, small } from './small.ts';

const RATE = 3e-3;
const STEPS = 200;
const DEPTHS = [2, 6, 12, 24] as const;
/** The depth that is trained. */
const TRAINED = DEPTHS[2];
type Kind = 'with' | 'without';
type ArmId = `${Kind}-${(typeof DEPTHS)[number]}`;

const idsOf = (kind: Kind) => DEPTHS.map((depth) => `${kind}-${depth}` as const);
const IDS = [...idsOf('with'), ...idsOf('without')];

function arm(id: ArmId): Arm<ArmId> {
  const [kind, depth] = id.split('-') as [Kind, string];
  const nLayer = Number(depth);
  const config = small({ placement: 'pre', nLayer, finalNorm: kind === 'with' }, RATE);
  return { id, config, steps: nLayer === TRAINED ? STEPS : 1 };
}

const first = (id: ArmId, metric: 'loss' | 'gradNorm'): Measure<ArmId, never> => ({
  format: 'number',
  of: ({ rows }) => rows[id][0]![metric],
});

export const finalNorm = defineExperiment({
  id: 'final-norm',
  settings: {
    steps: STEPS,
    rate: RATE,
    trained: TRAINED,
    shallow: DEPTHS[0],
    deep: DEPTHS[3],
    guessing: GUESSING,
  },
  arms: IDS.map(arm),
  measures: {
    ...byName(IDS, (id) => first(id, 'loss')),
    withGradient: first('with-24', 'gradNorm'),
    withoutGradient: first('without-24', 'gradNorm'),
    gradientRatio: {
      format: 'times',
      of: ({ rows }) => rows['without-24'][0]!.gradNorm / rows['with-24'][0]!.gradNorm,
    },
    withLoss: lossOf('with-12'),
    withoutLoss: lossOf('without-12'),
  },
  claims: {
    withStartsLow: { measure: 'with-24', is: '<', limit: 4, atLeast: 20 },
    withoutStartsHigh: { measure: 'without-24', is: '>', limit: 4, atLeast: 20 },
    gradientIsLarger: { measure: 'gradientRatio', is: '>', limit: 3, atLeast: 20 },
    withLearns: { measure: 'withLoss', is: '<', limit: 0.2, atLeast: 20 },
  },
  prediction: {
    choices: ['same', 'grows', 'falls'],
    right: 'grows',
    proof: ['withoutStartsHigh', 'withStartsLow'],
  },
  charts: [
    {
      id: 'depths',
      kind: 'points',
      x: DEPTHS,
      xScale: 'log',
      scale: 'linear',
      series: [
        { id: 'without', measures: idsOf('without') },
        { id: 'with', measures: idsOf('with') },
      ],
    },
    { id: 'curves', kind: 'curves', metric: 'loss', scale: 'linear', arms: ['without-12', 'with-12'] },
  ],
  inTheLab: ['without-12', 'with-12'],
});
