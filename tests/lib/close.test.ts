import { describe, expect, it } from 'vitest';
import { expectClose, isClose, relativeL2 } from './close.ts';

const TOLERANCE = { absolute: 1e-6, relative: 1e-6 };

describe('the comparison of numbers', () => {
  it.each([
    [NaN, Infinity, false],
    [Infinity, NaN, false],
    [Infinity, -Infinity, false],
    [NaN, 0, false],
    [0, NaN, false],
    [NaN, NaN, true],
    [Infinity, Infinity, true],
    [1e30, Infinity, false],
    [0, -0, true],
    [1e-30, 0, true],
    [1 + 1.9e-6, 1, true],
    [1 + 2.1e-6, 1, false],
  ])('%s against %s: %s', (actual, expected, close) => {
    expect(isClose(actual, expected, TOLERANCE)).toBe(close);
  });

  it('takes lists of other lengths for different', () => {
    expect(() => expectClose([1], [1, 2])).toThrow();
    expect(relativeL2([1], [1, 2])).toBe(Infinity);
  });

  it('lets a NaN through nowhere in a list', () => {
    expect(() => expectClose([1, NaN], [1, 2])).toThrow();
    expect(relativeL2([1, NaN], [1, 2])).toBeNaN();
  });
});
