import { describe, expect, test } from 'vitest';
import { CIVIDIS } from '../../web/charts/cividis.ts';
import {
  binOfStep,
  checkVariants,
  colorScale,
  extentOfGrids,
  gatherSteps,
  type HeatMapVariant,
  lastFilledBin,
  notFiniteRuns,
  paintGrid,
  scaleFraction,
  stepBins,
  stepsOfBin,
} from '../../web/charts/heat-map-grid.ts';

const variant = (values: number[][]): HeatMapVariant => ({
  id: 'a',
  label: 'a',
  placement: 'pre',
  nth: 0,
  nBlock: values[0]?.length ?? 1,
  steps: values.map((_, i) => i + 1),
  values: values.flat(),
  count: values.length,
});

describe('stepBins', () => {
  test('are one step wide as long as there is a pixel for each', () => {
    expect(stepBins([0, 200], 300)).toEqual({ start: 0, width: 1, count: 200 });
  });

  test('hold a whole number of steps and never outnumber the pixels', () => {
    for (const end of [301, 599, 600, 601, 5000]) {
      const { width, count } = stepBins([0, end], 300);
      expect(Number.isInteger(width)).toBe(true);
      expect(count).toBeLessThanOrEqual(300);
      expect(width * count).toBeGreaterThanOrEqual(end);
    }
  });

  test('put step 1 into the first and the last step into the last', () => {
    const bins = stepBins([0, 200], 50);
    expect([1, 4, 5, 200].map((step) => binOfStep(step, bins))).toEqual([0, 0, 1, 49]);
  });

  test('know their steps', () => {
    const one = variant(Array.from({ length: 10 }, () => [1]));
    const bins = stepBins([0, 20], 5);
    expect([0, 1, 2, 3].map((bin) => stepsOfBin(one, bin, bins))).toEqual([
      [1, 4],
      [5, 8],
      [9, 10],
      undefined,
    ]);
    for (let step = 1; step <= 10; ++step) {
      const [first, last] = stepsOfBin(one, binOfStep(step, bins), bins)!;
      expect(first <= step && step <= last).toBe(true);
    }
  });
});

describe('gatherSteps', () => {
  const rows = [
    [1, 10],
    [3, 30],
    [5, NaN],
    [7, 70],
  ];
  const grid = gatherSteps(variant(rows), { start: 0, width: 2, count: 3 });

  test('takes the mean over the steps of a bin, block by block', () => {
    expect([...grid.means.subarray(0, 3)]).toEqual([2, 20, 6]);
    expect([...grid.filled]).toEqual([2, 2, 0]);
    expect(lastFilledBin(grid)).toBe(1);
  });

  test('keeps a value that is not finite visible', () => {
    expect(grid.means[3]).toBeNaN();
    expect(notFiniteRuns(grid)).toEqual([{ block: 1, from: 1, to: 1 }]);
  });

  test('joins neighbouring cells that are not finite into one run', () => {
    const broken = variant([[1], [NaN], [Infinity], [1], [NaN]]);
    expect(notFiniteRuns(gatherSteps(broken, stepBins([0, 5], 5)))).toEqual([
      { block: 0, from: 1, to: 2 },
      { block: 0, from: 4, to: 4 },
    ]);
  });
});

test('a map reads its numbers where they stand among those of a step', () => {
  const layout = { width: 4, first: 1, stride: 2 };
  const one = { ...variant([[0, 1, 0, 2]]), nBlock: 2, layout };
  expect([...gatherSteps(one, stepBins([0, 1], 1)).means]).toEqual([1, 2]);
  expect(() => checkVariants([{ ...one, count: 2 }])).toThrow('from 0 to 1');
});

describe('colours', () => {
  const grid = gatherSteps(variant([[0.1, 10, 0, NaN]]), stepBins([0, 2], 2));

  test('share a scale over all finite values above 0', () => {
    expect(extentOfGrids([grid, gatherSteps(variant([[0.02]]), stepBins([0, 1], 1))])).toEqual([0.02, 10]);
    expect(extentOfGrids([gatherSteps(variant([[0, NaN]]), stepBins([0, 1], 1))])).toBeUndefined();
  });

  const log = { kind: 'log', range: [0.1, 10] } as const;

  test('are linear where a value has a sign, over all that is there and nothing else', () => {
    const signed = gatherSteps(variant([[-0.5, 0.7]]), stepBins([0, 2], 2), 'linear');
    expect([...signed.means.subarray(0, 2)]).toEqual([-0.5, 0.7]);
    const { kind, range } = colorScale([signed], 'linear')!;
    expect(kind).toBe('linear');
    expect(range[0]).toBeCloseTo(-0.5, 12);
    expect(range[1]).toBeGreaterThanOrEqual(0.7);
    expect(scaleFraction(0.25, { kind, range: [0, 1] })).toBe(0.25);
    expect(scaleFraction(-2, { kind, range: [0, 1] })).toBe(0);
  });

  test('are logarithmic', () => {
    expect(scaleFraction(1, log)).toBeCloseTo(0.5, 12);
    expect(scaleFraction(0, log)).toBe(0);
    expect(scaleFraction(10, log)).toBe(1);
  });

  test('put the last block on top, leave empty and non-finite cells clear, and zero at the dark end', () => {
    const pixels = paintGrid(grid, log);
    const pixel = (row: number, column: number) => [
      ...pixels.subarray(4 * (2 * row + column), 4 * (2 * row + column) + 4),
    ];
    const dark = [...CIVIDIS.subarray(0, 3), 255];
    const light = [...CIVIDIS.subarray(-3), 255];
    expect([0, 1, 2, 3].map((row) => pixel(row, 0))).toEqual([[0, 0, 0, 0], dark, light, dark]);
    expect([0, 1, 2, 3].map((row) => pixel(row, 1))).toEqual(Array(4).fill([0, 0, 0, 0]));
  });
});

test('checkVariants names what does not fit', () => {
  const one = variant([[1, 2]]);
  expect(() => checkVariants([{ ...one, count: 2 }])).toThrow(
    'invalid count of a: 2 (must be a whole number from 0 to 1)',
  );
  expect(() => checkVariants([{ ...one, nBlock: 0 }])).toThrow(
    'invalid nBlock of a: 0 (must be a whole number from 1)',
  );
});
