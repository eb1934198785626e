// Residuals without any norm: the stream grows with depth, and the learning rate that a model can take shrinks.
import { type Arm, byName, defineExperiment, type Evidence, type Measure } from './experiment.ts';
import { atFirst, finalLoss, lastOf } from './measures.ts';
import { small } from './small.ts';

const STEPS = 150;
const DEPTHS = [2, 4, 8] as const;
const RATES = { low: 3e-3, mid: 1e-2, high: 3e-2 } as const;
type Rate = keyof typeof RATES;
const RATE_NAMES = Object.keys(RATES) as readonly Rate[];
const KINDS = ['none', 'pre'] as const;
type Kind = (typeof KINDS)[number];
type Depth = (typeof DEPTHS)[number];
/** Not trained: only looked at. */
const DEEP = 24;
/** A loss below it counts as learned. */
const LEARNED = 1;

type ArmId = `${Kind}-${Depth}-${Rate}` | `${Kind}-${typeof DEEP}`;

const DEEP_IDS = KINDS.map((kind) => `${kind}-${DEEP}` as const);
const TRAINED_IDS = KINDS.flatMap((kind) =>
  DEPTHS.flatMap((depth) => RATE_NAMES.map((rate) => `${kind}-${depth}-${rate}` as const)),
);

function arm(id: ArmId): Arm<ArmId> {
  const [placement, depth, rate] = id.split('-') as [Kind, string, Rate | undefined];
  const config = small({ placement, nLayer: Number(depth) }, RATES[rate ?? 'low']);
  return { id, config, steps: rate ? STEPS : 1 };
}

const usableId = (kind: Kind, depth: Depth) => `${kind}Usable${depth}` as const;

/** The highest of the rates at which the model learns; 0 if there is none. */
const usable = (kind: Kind, depth: Depth): Measure<ArmId, never> => ({
  format: 'number',
  of: ({ rows }) =>
    Math.max(
      0,
      ...RATE_NAMES.filter((rate) => finalLoss(rows[`${kind}-${depth}-${rate}`]) < LEARNED).map(
        (rate) => RATES[rate],
      ),
    ),
});

/** The stream into the last sub-layer over the stream into the first. */
const growth = ({ rows }: Evidence<ArmId, never>, id: ArmId) => {
  const rms = atFirst(rows[id], 'streamRms');
  return lastOf(rms) / rms[0]!;
};

const usableIds = (kind: Kind) => DEPTHS.map((depth) => usableId(kind, depth));

export const noNorm = defineExperiment({
  id: 'no-norm',
  settings: {
    steps: STEPS,
    deep: DEEP,
    learned: LEARNED,
    shallow: DEPTHS[0],
    middle: DEPTHS[1],
    deeper: DEPTHS[2],
    ...RATES,
  },
  arms: [...DEEP_IDS, ...TRAINED_IDS].map(arm),
  measures: {
    noneGrowth: { format: 'times', of: (evidence) => growth(evidence, 'none-24') },
    preGrowth: { format: 'times', of: (evidence) => growth(evidence, 'pre-24') },
    ...byName(usableIds('none'), (id) => usable('none', Number(id.slice(-1)) as Depth)),
    ...byName(usableIds('pre'), (id) => usable('pre', Number(id.slice(-1)) as Depth)),
  },
  claims: {
    noneGrows: { measure: 'noneGrowth', is: '>', limit: 100, atLeast: 20 },
    preGrowsLittle: { measure: 'preGrowth', is: '<', limit: 10, atLeast: 20 },
    shallowUsesSome: { measure: 'noneUsable2', is: '>', limit: 0.005, atLeast: 20 },
    shallowUsesAll: { measure: 'noneUsable2', is: '>', limit: 0.02, atLeast: 15 },
    middleUsesSome: { measure: 'noneUsable4', is: '>', limit: 0.005, atLeast: 20 },
    deepUsesNone: { measure: 'noneUsable8', is: '=', limit: 0, atLeast: 20 },
    preUsesAll: { measure: 'preUsable8', is: '>', limit: 0.02, atLeast: 20 },
  },
  prediction: {
    choices: ['same', 'smaller', 'larger'],
    right: 'smaller',
    proof: ['shallowUsesSome', 'deepUsesNone', 'preUsesAll'],
  },
  charts: [
    { id: 'stream', kind: 'profile', metric: 'streamRms', at: 'first', scale: 'log', arms: DEEP_IDS },
    {
      id: 'curves',
      kind: 'curves',
      metric: 'loss',
      scale: 'log',
      arms: ['none-2-mid', 'none-4-mid', 'none-8-mid', 'pre-8-mid'],
    },
    {
      id: 'usable',
      kind: 'table',
      columns: DEPTHS.map(String),
      rows: KINDS.map((kind) => ({ id: kind, measures: usableIds(kind) })),
    },
  ],
  inTheLab: ['none-8-mid', 'pre-8-mid'],
});
