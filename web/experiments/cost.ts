// What norm and residual cost beside attention: operations, which are counted, and times, which are measured here and now.
import { attentionOperations } from '../bench/operations.ts';
import { Rates, withWorks } from '../bench/rates-module.ts';
import { median } from '../bench/statistics.ts';
import { Clock, QUICK_PACE } from '../bench/timing.ts';
import { N_HEAD } from '../bench/works.ts';
import { hasSimd } from '../lib/load.ts';
import { byName, defineExperiment, type Measure, type Numbers } from './experiment.ts';

const D_MODEL = 32;
const LENGTHS = [32, 64, 128, 256] as const;
type Length = (typeof LENGTHS)[number];
/**
 * Of LayerNorm for each number of a row, forward: mean 1, centring 1, variance 2, scaling 1, gamma 1, beta 1. Backward:
 * t 1, its mean 1, x̂ 2, mean of t·x̂ 2, dx 4, dgamma 2, dbeta 1.
 */
const NORM_OPERATIONS = 7 + 13;
/** An addition forward; backward the gradients of both branches are added. */
const RESIDUAL_OPERATIONS = 1 + 1;

const attention = (n: number) => attentionOperations({ dModel: D_MODEL, nCtx: n, batch: 1 });
/** Two norms and two residuals, as a block has. */
const normAndResidual = (n: number) => 2 * (NORM_OPERATIONS + RESIDUAL_OPERATIONS) * n * D_MODEL;

type TimeId = `${'norm' | 'attention'}Ms${Length}`;
const idsOf = (kind: 'norm' | 'attention') => LENGTHS.map((n) => `${kind}Ms${n}` as const);

/** Milliseconds of one norm and of attention, each forward and backward; NaN where there is no SIMD to time. */
async function demonstrate(): Promise<Numbers<TimeId>> {
  if (!hasSimd()) return byName([...idsOf('norm'), ...idsOf('attention')], () => NaN);
  const rates = await Rates.load();
  const clock = new Clock(QUICK_PACE);
  const times: [string, number][] = [];
  // The longest is timed twice and the last time counts: the first runs are of code that the browser has not optimised yet.
  for (const n of [LENGTHS[3], ...LENGTHS]) {
    const works = {
      norm: rates.make('layer_norm', n, D_MODEL),
      attention: rates.make('attention', 1, n, N_HEAD, D_MODEL / N_HEAD),
    };
    const samples = await withWorks(works, (repeats) => clock.samplesOf(repeats));
    times.push([`normMs${n}`, median(samples.norm)], [`attentionMs${n}`, median(samples.attention)]);
  }
  return Object.fromEntries(times) as Numbers<TimeId>;
}

const count = (operations: (n: number) => number, n: Length): Measure<never, never> => ({
  format: 'integer',
  of: () => operations(n),
});

export const cost = defineExperiment({
  id: 'cost',
  settings: {
    width: D_MODEL,
    short: LENGTHS[0],
    half: LENGTHS[2],
    long: LENGTHS[3],
    normOperations: NORM_OPERATIONS,
    residualOperations: RESIDUAL_OPERATIONS,
  },
  arms: [],
  demonstrate,
  measures: {
    ...byName(
      LENGTHS.map((n) => `normOps${n}` as const),
      (id) => count(normAndResidual, Number(id.slice(7)) as Length),
    ),
    ...byName(
      LENGTHS.map((n) => `attentionOps${n}` as const),
      (id) => count(attention, Number(id.slice(12)) as Length),
    ),
    normDoubles: { format: 'times', of: () => normAndResidual(256) / normAndResidual(128) },
    attentionDoubles: { format: 'times', of: () => attention(256) / attention(128) },
    shareShort: { format: 'percent', of: () => normAndResidual(32) / attention(32) },
    shareLong: { format: 'percent', of: () => normAndResidual(256) / attention(256) },
    ...byName([...idsOf('norm'), ...idsOf('attention')], (id): Measure<never, TimeId> => ({
      format: 'milliseconds',
      isTiming: true,
      of: ({ shown }) => shown[id],
    })),
  },
  claims: {
    normIsLinear: { measure: 'normDoubles', is: '=', limit: 2, atLeast: 20 },
    attentionIsQuadratic: { measure: 'attentionDoubles', is: '>', limit: 3.9, atLeast: 20 },
    shareFalls: { measure: 'shareLong', is: '<', limit: 0.05, atLeast: 20 },
  },
  prediction: {
    choices: ['more', 'same', 'less'],
    right: 'less',
    proof: ['normIsLinear', 'attentionIsQuadratic', 'shareFalls'],
  },
  charts: [
    {
      id: 'times',
      kind: 'points',
      x: LENGTHS,
      xScale: 'log',
      scale: 'log',
      series: [
        { id: 'attention', measures: idsOf('attention') },
        { id: 'norm', measures: idsOf('norm') },
      ],
    },
    {
      id: 'operations',
      kind: 'table',
      columns: LENGTHS.map(String),
      rows: [
        { id: 'attention', measures: LENGTHS.map((n) => `attentionOps${n}` as const) },
        { id: 'norm', measures: LENGTHS.map((n) => `normOps${n}` as const) },
      ],
    },
  ],
  inTheLab: [],
});
