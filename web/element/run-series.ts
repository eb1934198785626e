// From what was measured of a run to what charts take. Nothing is copied: curves are the columns of the history.
import {
  type CurvesNote,
  formatNumber,
  type LineSeries,
  type ReferenceLine,
  type VerticalMark,
} from '../charts/index.ts';
import type { ScalarName } from '../lab/history.ts';
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';
import { hasQuartiles } from './spread.ts';

/** Losses above this leave the plot: a run that diverges must not make the others flat. */
export const LOSS_LIMIT = 6;

/** 1 … n, for as many steps as any run has had; only ever replaced by a longer one. */
let steps = new Float64Array(256).map((_, i) => i + 1);

/** The numbers of at least so many steps, from 1; the same array as long as it is long enough. */
export function stepNumbers(count: number): Float64Array {
  if (count > steps.length) steps = new Float64Array(2 ** Math.ceil(Math.log2(count))).map((_, i) => i + 1);
  return steps;
}

const longest = (variants: readonly RunVariant[]): number =>
  Math.max(0, ...variants.map(({ history }) => history.length));

/** The last step that any variant has taken. */
export const lastStep = (variants: readonly RunVariant[]): number =>
  Math.max(0, ...variants.map(({ history }) => history.lastStep));

/** A curve a variant of a metric with one number a step; of several seeds, their median with its band. */
export function scalarSeries(variants: readonly RunVariant[], name: ScalarName): LineSeries[] {
  const x = stepNumbers(longest(variants));
  return variants.map(({ identity, drawn, spread }) => ({
    ...identity,
    x,
    y: drawn.scalar(name),
    count: drawn.length,
    ...(spread && { band: { lo: spread.lo.scalar(name), hi: spread.hi.scalar(name) } }),
  }));
}

/** Where the warm-up of each variant ends. */
export function warmupMarks(variants: readonly RunVariant[], messages: LabMessages): VerticalMark[] {
  const ends = variants.map(({ config: { schedule } }) =>
    schedule.kind === 'constant' ? 0 : schedule.warmup,
  );
  return [...new Set(ends)].filter((x) => x > 0).map((x) => ({ x, label: messages.warmupEnds }));
}

export function guessingLine(guessing: number | undefined, messages: LabMessages): ReferenceLine[] {
  if (guessing === undefined) return [];
  return [{ y: guessing, label: messages.guessing(formatNumber(guessing, messages.charts.decimalMark)) }];
}

/** What curves of several seeds are; undefined where there is one. The sentence is left out beside a verdict, which has it. */
export function seedsNote(
  variants: readonly RunVariant[],
  messages: LabMessages,
  { hasVerdict = false } = {},
): CurvesNote | undefined {
  const seeds = variants[0]?.seeds ?? 1;
  if (seeds === 1) return undefined;
  return {
    short: messages.medianOf(seeds),
    sentence: hasVerdict ? '' : messages.bands(seeds, hasQuartiles(seeds)),
  };
}
