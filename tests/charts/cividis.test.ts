import { expect, test } from 'vitest';
import { CIVIDIS, CIVIDIS_SIZE, cividis } from '../../web/charts/cividis.ts';

test('runs from the published dark blue to the published yellow', () => {
  expect(cividis(0)).toBe('rgb(0 34 78)');
  expect(cividis(1)).toBe('rgb(254 232 56)');
});

test('gets lighter from end to end, so that it can be read without colour', () => {
  const lightness = (i: number): number =>
    [0.2126, 0.7152, 0.0722].reduce(
      (sum, weight, channel) => sum + weight * CIVIDIS[3 * i + channel]! ** 2.2,
      0,
    );
  // Neighbours may be swapped by rounding to whole numbers; three entries apart may not.
  for (let i = 3; i < CIVIDIS_SIZE; ++i) expect(lightness(i)).toBeGreaterThan(lightness(i - 3));
});

test('takes the nearest end outside 0 to 1', () => {
  expect(cividis(-3)).toBe(cividis(0));
  expect(cividis(7)).toBe(cividis(1));
});
