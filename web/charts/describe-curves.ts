// What curves of any quantity show now, as they are or as differences, in one sentence. Pure functions; the words come from
// the message catalogue.

import { differencesTo } from './difference.ts';
import { formatNumber, formatTick, spoken } from './format.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import type { LineSeries } from './types.ts';

export interface CurvesDescription {
  /** What the curves show, as it stands in a sentence: "accuracy". */
  quantity: string;
  /** What x counts: "step". */
  xLabel: string;
  series: readonly Pick<LineSeries, 'label' | 'x' | 'y' | 'count'>[];
}

interface Last {
  label: string;
  value: number;
  text: string;
}

/** So many values can be heard one after the other; of more, the ends are named. */
const MOST_NAMED = 3;

function lastOf(series: CurvesDescription['series'], { decimalMark, name }: ChartMessages): Last[] {
  return series
    .filter(({ count }) => count > 0)
    .map(({ label, y, count }) => {
      const value = y[count - 1]!;
      return { label: name(label), value, text: formatNumber(value, decimalMark) };
    });
}

function finiteClause(quantity: string, finite: readonly Last[], messages: ChartMessages): string[] {
  const { describe: say } = messages;
  const [first] = finite;
  if (!first) return [];
  if (finite.length === 1) return [say.curve(quantity, first.label, first.text)];
  if (finite.every(({ text }) => text === first.text)) return [say.curvesAlike(quantity, first.text)];
  const sorted = [...finite].sort((a, b) => b.value - a.value);
  const [largest, smallest] = [sorted[0]!, sorted.at(-1)!];
  if (finite.length > MOST_NAMED) {
    return [say.curvesBetween(quantity, largest.label, largest.text, smallest.label, smallest.text)];
  }
  return [
    say.curves(
      quantity,
      sorted.map(({ label, text }) => say.valueFor(text, label)),
    ),
  ];
}

/** "At step 200 the accuracy is 1 for pre-LN and 0.09 for post-LN." */
export function describeCurves(
  { quantity, xLabel, series }: CurvesDescription,
  messages: ChartMessages = messagesEn,
): string {
  const say = messages.describe;
  const last = lastOf(series, messages);
  if (last.length === 0) return say.nothing;
  const clauses = finiteClause(
    quantity,
    last.filter(({ value }) => Number.isFinite(value)),
    messages,
  );
  const broken = last.filter(({ value }) => !Number.isFinite(value)).map(({ label }) => label);
  if (broken.length > 0) clauses.push(say.curvesNotFinite(quantity, broken));
  const x = Math.max(...series.filter(({ count }) => count > 0).map(({ x: xs, count }) => xs[count - 1]!));
  return say.at(xLabel, formatTick(x, messages.decimalMark), messages.sentence(clauses));
}

export interface DifferencesDescription {
  quantity: string;
  xLabel: string;
  xName?: ((x: number) => string) | undefined;
  series: readonly LineSeries[];
  base: LineSeries;
}

/** "At step 200 the loss of pre-LN is 2.62 below that of post-LN." */
export function describeDifferences(
  { quantity, xLabel, xName, series, base }: DifferencesDescription,
  messages: ChartMessages = messagesEn,
): string {
  const say = messages.describe;
  const differences = differencesTo(series, base, messages.name).filter(({ count }) => count > 0);
  if (differences.length === 0) return say.nothing;
  const other = messages.name(base.label);
  const clauses = differences.map(({ label, y, count }) => {
    const value = y[count - 1]!;
    if (!Number.isFinite(value)) return say.noDifference(quantity, label, other);
    if (value === 0) return say.sameAs(quantity, label, other);
    const size = spoken(Math.abs(value), messages.decimalMark);
    return value > 0 ? say.above(quantity, label, size, other) : say.below(quantity, label, size, other);
  });
  const x = Math.max(...differences.map(({ x: xs, count }) => xs[count - 1]!));
  return say.at(xLabel, xName?.(x) ?? formatTick(x, messages.decimalMark), messages.sentence(clauses));
}
