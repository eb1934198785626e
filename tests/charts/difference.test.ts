// @vitest-environment node
// Curves minus one of them: the numbers, the sentence, and what a chart shows of them.
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../web/charts/describe-curves.ts';
import { differencesTo } from '../../web/charts/difference.ts';
import { axisOf, baseOf, sceneOf, shownState } from '../../web/charts/line-scene.ts';
import { messagesEn } from '../../web/charts/messages.en.ts';
import { departures } from '../../web/charts/series-data.ts';
import { seriesStyle } from '../../web/charts/theme.ts';
import type { LineSeries } from '../../web/charts/types.ts';

const X = [1, 2, 3, 4];
const curve = (id: string, y: number[], x: number[] = X): LineSeries => ({
  ...{ id, label: id, placement: 'pre', nth: 0 },
  ...{ x, y, count: y.length },
});
const named = (series: LineSeries[], base: LineSeries) =>
  differencesTo(series, base, (a, b) => `${a} − ${b}`);

describe('differences', () => {
  test('are of every other curve to the base, at the steps that both have taken', () => {
    const [a, b, c] = [curve('a', [1, 2, 3]), curve('b', [4, 4, 4, 4]), curve('c', [0])];
    const [first, second] = named([a, b, c], a);
    expect(first).toMatchObject({ id: 'b', label: 'b − a', count: 3 });
    expect([...(first!.y as Float64Array)]).toEqual([3, 2, 1]);
    expect([...(second!.y as Float64Array)]).toEqual([-1]);
    expect(named([a, b], b).map(({ label }) => label)).toEqual(['a − b']);
  });

  test('of curves with other steps are at those they share', () => {
    const [difference] = named(
      [curve('a', [10, 20, 40], [1, 2, 4]), curve('b', [1, 2, 3, 4])],
      curve('b', [1, 2, 3, 4]),
    );
    expect(Array.from(difference!.x)).toEqual([1, 2, 4]);
    expect(Array.from(difference!.y)).toEqual([9, 18, 36]);
  });

  test('are not finite where one of the two is not', () => {
    const [difference] = named([curve('a', [1, 1]), curve('b', [NaN, Infinity])], curve('a', [1, 1]));
    expect(Array.from(difference!.y)).toEqual([NaN, Infinity]);
  });

  test('have no band: it is none of a difference', () => {
    const banded = { ...curve('b', [1]), band: { lo: [0], hi: [2] } };
    expect(named([curve('a', [1]), banded], curve('a', [1]))[0]).not.toHaveProperty('band');
  });
});

describe('a chart of differences', () => {
  const state = {
    series: [curve('a', [1, 2, 3]), curve('b', [2, 2, 2])],
    references: [{ y: 2.64, label: 'guessing' }],
  };

  test('has a line at zero and none at the level of guessing, and no logarithm', () => {
    const shown = shownState(state, baseOf(state, undefined)!, messagesEn);
    expect(shown.references).toEqual([{ y: 0, label: '' }]);
    expect(axisOf({ yRange: [0, 1], yLimit: 6 }, 'difference')).toEqual({ yLimit: 6, scale: 'linear' });
    const { yRange } = sceneOf(shown, shown.series.map(seriesStyle), { scale: 'linear', width: 100 });
    expect(yRange[0]).toBeLessThanOrEqual(-1);
    expect(yRange[1]).toBeGreaterThanOrEqual(1);
  });

  test('compares with the one that was chosen as long as it is there, and needs two', () => {
    expect(baseOf(state, 'b')!.id).toBe('b');
    expect(baseOf(state, 'gone')!.id).toBe('a');
    expect(baseOf({ series: [curve('a', [1])] }, undefined)).toBeUndefined();
  });

  test('ends at its limit below as above', () => {
    const wild = { series: [curve('a', [1e9, 0]), curve('b', [0, 1e9])] };
    const shown = shownState(wild, wild.series[0]!, messagesEn);
    const { yRange } = sceneOf(shown, [], { scale: 'linear', width: 100, yLimit: 6 });
    expect(yRange[0]).toBeGreaterThanOrEqual(-8);
    expect(yRange[1]).toBeLessThanOrEqual(8);
  });
});

test('the sentence says which is above and by how much', () => {
  const say = (...series: LineSeries[]) =>
    describeDifferences({ quantity: 'loss', xLabel: 'step', series, base: series[0]! });
  expect(say(curve('post-LN', [3, 2.64]), curve('pre-LN', [3, 0.02]))).toBe(
    'At step 2 the loss of pre-LN is 2.62 below that of post-LN.',
  );
  expect(say(curve('a', [1]), curve('b', [1]), curve('c', [1.5]), curve('d', [NaN]))).toBe(
    'At step 1 the loss of b is that of a; the loss of c is 0.50 above that of a; the loss of d and a cannot be compared.',
  );
  expect(say(curve('a', []), curve('b', []))).toBe('Nothing measured yet.');
});

test('a curve that leaves the plot is noticed where it does, up or down, each time', () => {
  const leaving = { ...curve('a', [1, 9, 9, 1, -9, NaN, 9]), x: [1, 2, 3, 4, 5, 6, 7] };
  expect(departures(leaving, [0, 6])).toEqual([
    { index: 1, isUp: true },
    { index: 4, isUp: false },
    { index: 6, isUp: true },
  ]);
});
