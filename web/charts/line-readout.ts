// What a line chart says in words and numbers: the values at one x, where the cursor goes next, the table. Pure
// functions over the series.

import type { Range } from './axis.ts';
import { MAX_TABLE_ROWS } from './data-table.ts';
import { formatNumber } from './format.ts';
import type { CursorMove } from './line-cursor.ts';
import type { ChartMessages } from './messages.en.ts';
import { indexAt, nearestIndex, sampleIndices } from './series-data.ts';
import type { LineSeries, TableData } from './types.ts';

const PAGE_FRACTION = 0.1;

export interface ValueAt {
  /** undefined where the curve was not measured. */
  value: number | undefined;
  text: string;
  /** The same in words: an arrow says nothing to a listener. */
  spoken: string;
}

/** The longest curve gives the places where the cursor can stand and the rows of the table. */
export function longestOf(series: readonly LineSeries[]): LineSeries | undefined {
  return series.reduce<LineSeries | undefined>(
    (longest, one) => (one.count > (longest?.count ?? 0) ? one : longest),
    undefined,
  );
}

/** The values at x; those that lie outside the y axis are marked. */
export function valuesAt(
  series: readonly LineSeries[],
  x: number,
  [low, high]: Range,
  { chart, decimalMark }: ChartMessages,
): ValueAt[] {
  return series.map((one) => {
    const index = indexAt(one, x);
    if (index < 0) return { value: undefined, text: chart.none, spoken: chart.none };
    const value = one.y[index]!;
    const text = formatNumber(value, decimalMark);
    if (!Number.isFinite(value) || (value >= low && value <= high)) return { value, text, spoken: text };
    return value > high
      ? { value, text: `${text} ↑`, spoken: chart.aboveChart(text) }
      : { value, text: `${text} ↓`, spoken: chart.belowChart(text) };
  });
}

/** Without an axis nothing lies outside of it. */
const EVERYWHERE: Range = [-Infinity, Infinity];

/** Where a key takes the cursor that stands at `from`; one that stands nowhere starts at the last point. */
export function movedX({ x, count }: LineSeries, from: number | null, move: CursorMove): number {
  const last = count - 1;
  const page = Math.max(1, Math.round(last * PAGE_FRACTION));
  const at = from === null ? last : nearestIndex(x, count, from);
  const target: Record<CursorMove, number> = {
    first: 0,
    last,
    previous: at - 1,
    next: at + 1,
    pageBack: at - page,
    pageForward: at + page,
  };
  return x[Math.min(last, Math.max(0, target[move]))]!;
}

export function lineTable(
  series: readonly LineSeries[],
  names: { title: string; xLabel: string; xText: (x: number) => string },
  messages: ChartMessages,
): TableData {
  const longest = longestOf(series);
  const count = longest?.count ?? 0;
  const rows = sampleIndices(count, MAX_TABLE_ROWS).map((i) => {
    const x = longest!.x[i]!;
    return [names.xText(x), ...valuesAt(series, x, EVERYWHERE, messages).map(({ text }) => text)];
  });
  const sampled = rows.length < count ? ` (${messages.chart.tableSampled(rows.length, count)})` : '';
  return {
    caption: names.title + sampled,
    columns: [names.xLabel, ...series.map(({ label }) => label)],
    rows,
  };
}
