// From curves to what one drawing needs: a common x axis, at most a few points per pixel, the extent of the
// finite values, and where a curve stopped being finite. Pure functions over plain arrays.

import type { Range } from './axis.ts';
import type { LineSeries } from './types.ts';

/** null is a gap in the curve; undefined means only that this curve has no point at this x. */
export type AlignedColumn = (number | null | undefined)[];

export interface AlignedData {
  x: number[];
  /** One column per series, each as long as x. */
  y: AlignedColumn[];
}

export function checkSeries(series: readonly LineSeries[]): void {
  const ids = new Set<string>();
  for (const { id, x, y, count, band } of series) {
    if (ids.has(id)) throw new RangeError(`invalid series id: ${id} (must be unique in a chart)`);
    ids.add(id);
    const points = Math.min(x.length, y.length, band?.lo.length ?? Infinity, band?.hi.length ?? Infinity);
    if (!(Number.isInteger(count) && count >= 0 && count <= points)) {
      throw new RangeError(
        `invalid count of series ${id}: ${count} (must be a whole number from 0 to ${points})`,
      );
    }
  }
}

/** Index of the first of `count` ascending values that is at least `target`; `count` if there is none. */
export function lowerBound(values: ArrayLike<number>, count: number, target: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the value nearest to `target` among `count` ascending values; -1 when count is 0. */
export function nearestIndex(values: ArrayLike<number>, count: number, target: number): number {
  const above = lowerBound(values, count, target);
  if (above === 0) return count > 0 ? 0 : -1;
  if (above === count) return count - 1;
  return target - values[above - 1]! <= values[above]! - target ? above - 1 : above;
}

/** Index of the value at `x`, or -1 where the curve was not measured (a tenth of a spacing is forgiven). */
export function indexAt({ x, count }: LineSeries, target: number): number {
  const index = nearestIndex(x, count, target);
  if (index < 0) return -1;
  const spacing = count > 1 ? (x[count - 1]! - x[0]!) / (count - 1) : 1;
  return Math.abs(x[index]! - target) <= 0.1 * spacing + 1e-9 ? index : -1;
}

/** Indices at which a run of non-finite values starts, at most `most` of them. */
export function nonFiniteStarts({ y, count }: LineSeries, most = 8): number[] {
  const starts: number[] = [];
  let wasFinite = true;
  for (let i = 0; i < count && starts.length < most; ++i) {
    const isFinite = Number.isFinite(y[i]!);
    if (wasFinite && !isFinite) starts.push(i);
    wasFinite = isFinite;
  }
  return starts;
}

export interface Departure {
  index: number;
  isUp: boolean;
}

/** Points at which a run of finite values outside [low, high] starts, at most `most` of them. */
export function departures({ y, count }: LineSeries, [low, high]: Range, most = 8): Departure[] {
  const found: Departure[] = [];
  let wasOutside = false;
  for (let index = 0; index < count && found.length < most; ++index) {
    const value = y[index]!;
    const isOutside = Number.isFinite(value) && (value > high || value < low);
    if (isOutside && !wasOutside) found.push({ index, isUp: value > high });
    wasOutside = isOutside;
  }
  return found;
}

/** First and last index of each run of flagged points. */
export function flagRuns({ flags, count }: LineSeries): [from: number, to: number][] {
  const runs: [number, number][] = [];
  if (!flags) return runs;
  for (let i = 0; i < count; ++i) {
    if (!(flags[i]! > 0.5)) continue;
    const last = runs.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else runs.push([i, i]);
  }
  return runs;
}

export interface Extent {
  min: number;
  max: number;
  /** Smallest value above 0, for a logarithmic axis; Infinity when there is none. */
  minPositive: number;
}

/** Extent of all finite values and bands; min > max when there are none. */
export function extentOf(series: readonly LineSeries[]): Extent {
  const extent: Extent = { min: Infinity, max: -Infinity, minPositive: Infinity };
  for (const { y, band, count } of series) {
    for (const values of band ? [y, band.lo, band.hi] : [y]) {
      for (let i = 0; i < count; ++i) {
        const value = values[i]!;
        if (!Number.isFinite(value)) continue;
        if (value < extent.min) extent.min = value;
        if (value > extent.max) extent.max = value;
        if (value > 0 && value < extent.minPositive) extent.minPositive = value;
      }
    }
  }
  return extent;
}

const sharesX = (series: readonly LineSeries[]): boolean =>
  series.every(({ x, count }) => x === series[0]!.x && count === series[0]!.count);

function unionOfX(series: readonly LineSeries[]): number[] {
  if (series.length === 0) return [];
  const first = series[0]!;
  if (sharesX(series)) return Array.from({ length: first.count }, (_, i) => first.x[i]!);
  const all = new Float64Array(series.reduce((sum, { count }) => sum + count, 0));
  let end = 0;
  for (const { x, count } of series) for (let i = 0; i < count; ++i) all[end++] = x[i]!;
  all.sort();
  return Array.from(all).filter((value, i) => i === 0 || value !== all[i - 1]);
}

function exactColumn(
  { x, y, count }: LineSeries,
  union: readonly number[],
  drawable: Drawable,
): AlignedColumn {
  const column = new Array<number | null | undefined>(union.length);
  let at = 0;
  for (let i = 0; i < count; ++i) {
    while (union[at]! < x[i]!) column[at++] = undefined;
    column[at++] = drawable(y[i]!) ? y[i]! : null;
  }
  while (at < union.length) column[at++] = undefined;
  return column;
}

/** Whether a value can stand on the axis: finite, and above 0 on a logarithmic one. */
type Drawable = (value: number) => boolean;

interface Bins {
  start: number;
  width: number;
  count: number;
}

/** Two points per bin, its smallest and its largest value in the order they came in; so no spike is lost. */
function binnedColumn({ x, y, count }: LineSeries, bins: Bins, drawable: Drawable): AlignedColumn {
  const column = new Array<number | null | undefined>(2 * bins.count).fill(undefined);
  for (let i = 0; i < count;) {
    const bin = binOf(x[i]!, bins);
    let low = -1;
    let high = -1;
    for (; i < count && binOf(x[i]!, bins) === bin; ++i) {
      const value = y[i]!;
      if (!drawable(value)) continue;
      if (low < 0 || value < y[low]!) low = i;
      if (high < 0 || value > y[high]!) high = i;
    }
    column[2 * bin] = low < 0 ? null : y[Math.min(low, high)]!;
    column[2 * bin + 1] = low < 0 ? null : y[Math.max(low, high)]!;
  }
  return column;
}

/**
 * Whether the two values of a bin usually differ by more than a twentieth of all there is to show. Such curves are
 * drawn with both points of a bin above each other: many long slanted strokes take several times as long to fill as
 * upright ones, and between upright strokes nobody sees the steps.
 */
function areNoisy(columns: readonly AlignedColumn[]): boolean {
  let [low, high, travel, pairs] = [Infinity, -Infinity, 0, 0];
  for (const column of columns) {
    for (let i = 0; i < column.length; i += 2) {
      const [first, second] = [column[i], column[i + 1]];
      if (typeof first !== 'number' || typeof second !== 'number') continue;
      low = Math.min(low, first, second);
      high = Math.max(high, first, second);
      travel += Math.abs(second - first);
      ++pairs;
    }
  }
  return travel > 0.05 * pairs * (high - low);
}

const binOf = (x: number, { start, width, count }: Bins): number =>
  Math.min(count - 1, Math.max(0, Math.floor((x - start) / width)));

/**
 * Puts curves on one x axis. As long as no curve has more than two points per column every point is kept;
 * beyond that each column keeps its smallest and its largest.
 */
export function alignSeries(series: readonly LineSeries[], columns: number, log: boolean): AlignedData {
  const drawable: Drawable = log ? (value) => value > 0 && value < Infinity : Number.isFinite;
  const most = series.reduce((longest, { count }) => Math.max(longest, count), 0);
  if (most <= 2 * Math.max(1, columns)) {
    const x = unionOfX(series);
    return { x, y: series.map((one) => exactColumn(one, x, drawable)) };
  }
  const filled = series.filter(({ count }) => count > 0);
  const start = Math.min(...filled.map(({ x }) => x[0]!));
  const end = Math.max(...filled.map(({ x, count }) => x[count - 1]!));
  const bins: Bins = { start, width: (end - start) / columns || 1, count: columns };
  const y = series.map((one) => binnedColumn(one, bins, drawable));
  const apart = areNoisy(y) ? 0 : 0.25;
  const place = (i: number): number => Math.floor(i / 2) + 0.5 + (i % 2 === 0 ? -apart : apart);
  return { x: Array.from({ length: 2 * columns }, (_, i) => start + place(i) * bins.width), y };
}

/** At most `most` indices of `count`, evenly spread, first and last included. */
export function sampleIndices(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}
