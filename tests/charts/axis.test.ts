import { describe, expect, test } from 'vitest';
import {
  fractionOf,
  growingEnd,
  linearRange,
  linearTicks,
  logRange,
  logTicks,
  spreadRange,
  valueAtFraction,
  wholeTicks,
} from '../../web/charts/axis.ts';

describe('growingEnd', () => {
  test('holds every run and leaves at most half of the axis empty', () => {
    for (let largest = 20; largest < 20_000; largest = Math.ceil(largest * 1.01)) {
      const end = growingEnd(largest);
      expect(end).toBeGreaterThanOrEqual(largest);
      expect(end).toBeLessThanOrEqual(1.51 * largest);
    }
  });

  test('moves a few times per decade only', () => {
    const ends = new Set(Array.from({ length: 900 }, (_, i) => growingEnd(100 + i)));
    expect(ends.size).toBeLessThanOrEqual(10);
  });

  test('is 20 before anything was measured', () => {
    expect(growingEnd(0)).toBe(20);
  });
});

describe('linearRange', () => {
  test('starts at 0 unless there are negative values', () => {
    expect(linearRange(0.5, 2.64)).toEqual([0, 3]);
    expect(linearRange(-0.9, 0.3)).toEqual([-1, 0.4]);
    expect(linearRange(-4, -2)).toEqual([-4, 0]);
  });

  test('is 0 to 1 when there is nothing to show', () => {
    expect(linearRange(Infinity, -Infinity)).toEqual([0, 1]);
    expect(linearRange(0, 0)).toEqual([0, 1]);
    expect(linearRange(NaN, NaN)).toEqual([0, 1]);
  });
});

describe('logRange', () => {
  test('ends at 1, 2 or 5 times a power of ten', () => {
    expect(logRange(0.0037, 3.4)).toEqual([0.002, 5]);
  });

  test.each([
    [1, 1],
    [0.3, 0.31],
    [0.9, 1.1],
    [9.99, 10.01],
    [1e-12, 1e9],
  ])('holds %s to %s and spans a decade at least', (smallest, largest) => {
    const [low, high] = logRange(smallest, largest);
    expect(low).toBeLessThanOrEqual(smallest * (1 + 1e-9));
    expect(high).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
    expect(high / low).toBeGreaterThanOrEqual(9.99);
  });

  test.each([
    [0, 1],
    [-1, 1],
    [NaN, 1],
    [1, Infinity],
    [Infinity, 0],
  ])('is usable for the unusable %s to %s', (smallest, largest) => {
    expect(logRange(smallest, largest)).toEqual([0.1, 10]);
  });
});

describe('logTicks', () => {
  test('are the powers of ten, thinned to what fits', () => {
    expect(logTicks(1e-4, 1, 6)).toEqual([1e-4, 1e-3, 1e-2, 1e-1, 1]);
    expect(logTicks(1e-8, 1, 5)).toEqual([1e-8, 1e-6, 1e-4, 1e-2, 1]);
  });

  test('are 1, 2 and 5 when there are few powers of ten', () => {
    expect(logTicks(0.05, 5, 8)).toEqual([0.05, 0.1, 0.2, 0.5, 1, 2, 5]);
  });

  test('are 1 and 3 where there is no room for more, so that an axis has two ticks at least', () => {
    expect(logTicks(0.02, 0.5, 4)).toEqual([0.03, 0.1, 0.3]);
  });
});

describe('wholeTicks', () => {
  test('are whole, within the range and not more than asked for', () => {
    expect(wholeTicks([0, 300], 6)).toEqual([0, 50, 100, 150, 200, 250, 300]);
    expect(wholeTicks([0, 3], 10)).toEqual([0, 1, 2, 3]);
    expect(wholeTicks([0, 700], 4)).toEqual([0, 200, 400, 600]);
  });
});

describe('a place on a scale', () => {
  test('is a fraction of its length, or of its decades', () => {
    expect(fractionOf(25, [0, 100], false)).toBe(0.25);
    expect(fractionOf(10, [1, 10_000], true)).toBeCloseTo(0.25, 12);
    expect(valueAtFraction(0.25, [0, 100], false)).toBe(25);
    expect(valueAtFraction(0.25, [1, 10_000], true)).toBeCloseTo(10, 9);
  });

  test('is found again from its fraction', () => {
    for (const isLog of [false, true]) {
      for (const value of [0.5, 1, 7, 48, 90]) {
        expect(valueAtFraction(fractionOf(value, [0.9, 53], isLog), [0.9, 53], isLog)).toBeCloseTo(value, 9);
      }
    }
  });
});

describe('spreadRange', () => {
  test.each([
    [0.94, 1.27],
    [-0.5, 0.98],
    [1, 1],
    [0, 0],
    [-3e-7, 2e-7],
    [1e9, 1.5e9],
  ])('holds %s to %s between round ends, and not much more', (smallest, largest) => {
    const [low, high] = spreadRange(smallest, largest);
    expect(low).toBeLessThanOrEqual(smallest);
    expect(high).toBeGreaterThanOrEqual(largest);
    expect(low).toBeLessThan(high);
    const least = Math.max(Math.abs(smallest), Math.abs(largest)) / 100 || 1;
    expect(high - low).toBeLessThanOrEqual(2.5 * Math.max(largest - smallest, least));
  });

  test('does not blow up what is the same but for its last digits', () => {
    const [low, high] = spreadRange(1, 1 + 1e-7);
    expect(high - low).toBeGreaterThanOrEqual(0.005);
  });

  test('is usable where there is nothing', () => {
    expect(spreadRange(Infinity, -Infinity)).toEqual([0, 1]);
    expect(spreadRange(0, Infinity)).toEqual([0, 1]);
  });
});

test('linearTicks are round, inside, and not more than asked for', () => {
  expect(linearTicks([0.9, 1.3], 6)).toEqual([0.9, 1, 1.1, 1.2, 1.3]);
  expect(linearTicks([-0.5, 1], 4)).toEqual([-0.5, 0, 0.5, 1]);
  expect(linearTicks([0, 2.5], 6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
});
