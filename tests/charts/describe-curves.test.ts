// What is said of curves of any quantity.
import { expect, test } from 'vitest';
import { describeCurves } from '../../web/charts/describe-curves.ts';

const curve = (label: string, ...y: number[]) => ({ label, x: y.map((_, i) => i + 1), y, count: y.length });
const say = (...series: ReturnType<typeof curve>[]) =>
  describeCurves({ quantity: 'accuracy', xLabel: 'step', series });

test('names the last value of each curve, the largest first', () => {
  expect(say(curve('post-LN', 0, 0.1), curve('pre-LN', 0, 0.98))).toBe(
    'At step 2 the accuracy is 0.980 for pre-LN and 0.100 for post-LN.',
  );
  expect(say(curve('pre-LN', 0.5))).toBe('At step 1 the accuracy of pre-LN is 0.500.');
});

test('says once what is the same for all, and only the ends of many', () => {
  expect(say(curve('a', 0.005), curve('b', 0.005))).toBe('At step 1 the accuracy is 0.00500 for all.');
  expect(say(curve('a', 3), curve('b', 4), curve('c', 1), curve('d', 2))).toBe(
    'At step 1 the accuracy is largest for b (4.00) and smallest for c (1.00).',
  );
});

test('what is not finite is not compared, and said', () => {
  expect(say(curve('a', 1, NaN), curve('b', 1, 2), curve('c', 1, Infinity))).toBe(
    'At step 2 the accuracy of b is 2.00; the accuracy of a and c is not finite.',
  );
});

test('a curve without points is not spoken of', () => {
  expect(say(curve('a'), curve('b'))).toBe('Nothing measured yet.');
  expect(say(curve('a'), curve('b', 7))).toBe('At step 1 the accuracy of b is 7.00.');
});
