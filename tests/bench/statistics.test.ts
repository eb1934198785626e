// Medians and fitted lines against cases worked out by hand.
import { expect, test } from 'vitest';
import { fitLine, median, medianRatio } from '../../web/bench/statistics.ts';

test('a median is the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(median([])).toBeNaN();
});

test('a ratio is the median of ratios side by side, not the ratio of medians', () => {
  expect(medianRatio([2, 30, 12], [1, 10, 2])).toBe(3);
  expect(() => medianRatio([1], [1, 2])).toThrow('1 samples do not stand beside 2');
});

test('a line through points on a line is that line', () => {
  const { slope, intercept, r2 } = fitLine([1, 2, 4], [5, 7, 11]);
  expect(slope).toBeCloseTo(2, 12);
  expect(intercept).toBeCloseTo(3, 12);
  expect(r2).toBeCloseTo(1, 12);
});

test('a line through points off a line is that of least squares', () => {
  // Slope 3/2 and intercept 2/3 by hand; residuals 1/6, -1/3, 1/6 against deviations of variance 14/9.
  const { slope, intercept, r2 } = fitLine([0, 1, 2], [1 - 1 / 6, 2.5 - 2 / 3, 4 - 1 / 6]);
  expect(slope).toBeCloseTo(1.5, 12);
  expect(intercept).toBeCloseTo(2 / 3, 12);
  expect(r2).toBeCloseTo(1 - 1 / 18 / (3 / 2 + 1 / 18), 12);
});

test('what does not change is explained in full', () => {
  expect(fitLine([1, 2, 3], [4, 4, 4])).toEqual({ slope: 0, intercept: 4, r2: 1 });
});

test('a cost that grows with the square is no line', () => {
  const x = [1, 2, 4, 8, 16];
  expect(
    fitLine(
      x,
      x.map((value) => value * value),
    ).r2,
  ).toBeLessThan(0.96);
});
