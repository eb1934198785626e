import { describe, expect, test } from 'vitest';
import {
  flagRuns,
  alignSeries,
  extentOf,
  indexAt,
  nearestIndex,
  nonFiniteStarts,
  sampleIndices,
} from '../../web/charts/series-data.ts';
import { markerIndices } from '../../web/charts/line-layers.ts';
import type { LineSeries } from '../../web/charts/types.ts';

const series = (y: number[], x: number[] = y.map((_, i) => i + 1)): LineSeries => ({
  id: 'a',
  label: 'a',
  placement: 'pre',
  nth: 0,
  x,
  y,
  count: y.length,
});

describe('alignSeries', () => {
  test('keeps every point of a short run', () => {
    expect(alignSeries([series([3, 2, 1]), series([6, 5, 4])], 100, false)).toEqual({
      x: [1, 2, 3],
      y: [
        [3, 2, 1],
        [6, 5, 4],
      ],
    });
  });

  test('merges curves of other steps; a step without a point is no gap, a value that is not finite is', () => {
    const aligned = alignSeries([series([1, NaN, 3], [1, 3, 5]), series([7, 8], [2, 3])], 100, false);
    expect(aligned.x).toEqual([1, 2, 3, 5]);
    expect(aligned.y).toEqual([
      [1, undefined, null, 3],
      [undefined, 7, 8, undefined],
    ]);
  });

  test('takes what is not above 0 for a gap on a logarithmic axis', () => {
    expect(alignSeries([series([1, 0, -1, Infinity, 2])], 100, true).y).toEqual([[1, null, null, null, 2]]);
  });

  test('reads only count points', () => {
    expect(alignSeries([{ ...series([1, 2, 3, 4]), count: 2 }], 100, false).x).toEqual([1, 2]);
  });

  test('keeps the smallest and largest value of each column of a long run', () => {
    const y = Array.from({ length: 5000 }, (_, i) => Math.sin(i * i));
    y[1234] = 99;
    y[4321] = -99;
    const aligned = alignSeries([series(y)], 300, false);
    expect(aligned.x).toHaveLength(600);
    expect(aligned.x.every((x, i) => i === 0 || x >= aligned.x[i - 1]!)).toBe(true);
    const kept = aligned.y[0] as number[];
    expect(kept.indexOf(99)).toBeGreaterThan(0);
    expect(Math.abs(aligned.x[kept.indexOf(99)]! - 1235)).toBeLessThan(5000 / 300);
    expect(Math.min(...kept)).toBe(-99);
    const width = 4999 / 300;
    for (let bin = 0; bin < 299; ++bin) {
      const inside = y.filter((_, i) => Math.floor(i / width) === bin);
      const pair = [kept[2 * bin]!, kept[2 * bin + 1]!].sort((a, b) => a - b);
      expect(pair).toEqual([Math.min(...inside), Math.max(...inside)]);
    }
  });

  test('leaves a gap where a whole column of a long run is not finite', () => {
    const y = Array.from({ length: 4000 }, (_, i) => (i >= 2000 ? NaN : 1));
    const column = alignSeries([series(y)], 200, false).y[0]!;
    expect(column[0]).toBe(1);
    expect(column.at(-1)).toBeNull();
  });

  test('copes with no series and with empty ones', () => {
    expect(alignSeries([], 100, false)).toEqual({ x: [], y: [] });
    expect(alignSeries([series([]), series([1])], 100, false)).toEqual({ x: [1], y: [[undefined], [1]] });
  });
});

test('nearestIndex finds the nearest of ascending values, the earlier of two', () => {
  expect([0, 1.4, 1.5, 1.6, 9].map((target) => nearestIndex([1, 2, 4], 3, target))).toEqual([0, 0, 0, 1, 2]);
  expect(nearestIndex([], 0, 1)).toBe(-1);
});

test('indexAt finds a measured step only', () => {
  const one = series([5, 6, 7], [10, 20, 30]);
  expect([10, 20, 25, 40].map((x) => indexAt(one, x))).toEqual([0, 1, -1, -1]);
});

test('nonFiniteStarts gives the start of every run of values that are not finite', () => {
  expect(nonFiniteStarts(series([1, NaN, NaN, 2, Infinity, 3, NaN]))).toEqual([1, 4, 6]);
  expect(nonFiniteStarts(series([NaN]))).toEqual([0]);
  expect(nonFiniteStarts(series([1, 2]))).toEqual([]);
});

test('extentOf leaves out what is not finite and takes in the band', () => {
  const one = { ...series([1, NaN, 4]), band: { lo: [0, 1, -2], hi: [2, 2, Infinity] } };
  expect(extentOf([one])).toEqual({ min: -2, max: 4, minPositive: 1 });
  const nothing = extentOf([]);
  expect(nothing.min).toBeGreaterThan(nothing.max);
});

test('sampleIndices keeps first and last', () => {
  expect(sampleIndices(3, 200)).toEqual([0, 1, 2]);
  const sampled = sampleIndices(5000, 200);
  expect([sampled.length, sampled[0], sampled.at(-1)]).toEqual([200, 0, 4999]);
  expect(new Set(sampled).size).toBe(200);
});

describe('markerIndices', () => {
  const layout = { every: false, xRange: [0, 500] as const, width: 600, order: 0, of: 2 };
  const long = (count: number) => series(Array.from({ length: count }, () => 1));

  test('stand still while the run grows, but for the last', () => {
    const early = markerIndices(long(300), layout);
    const late = markerIndices(long(480), layout);
    expect(late.slice(0, early.length - 1)).toEqual(early.slice(0, -1));
    expect(late.at(-1)).toBe(479);
  });

  test('are staggered between series and few', () => {
    const [first, second] = [0, 1].map((order) => markerIndices(long(500), { ...layout, order }));
    expect(first!.slice(0, -1).some((index) => second!.slice(0, -1).includes(index))).toBe(false);
    expect(first!.length).toBeLessThan(10);
  });

  test('are on every point of a short curve when asked for', () => {
    expect(markerIndices(long(4), { ...layout, every: true })).toEqual([0, 1, 2, 3]);
  });
});

test('flagRuns joins neighbouring flags and reads no further than the curve goes', () => {
  const flagged = (flags: number[] | undefined, count: number) =>
    flagRuns({
      id: 'a',
      label: 'a',
      placement: 'pre',
      nth: 0,
      x: [1, 2, 3, 4, 5, 6],
      y: Array(6).fill(0),
      count,
      flags,
    });
  expect(flagged([1, 1, 0, 1, 0, 1], 5)).toEqual([
    [0, 1],
    [3, 3],
  ]);
  expect(flagged(undefined, 6)).toEqual([]);
  // Of several seeds half or more have to agree.
  expect(flagged([0.5, 0.4, 1, 0, 0, 0], 6)).toEqual([[2, 2]]);
});
