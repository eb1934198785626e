import { describe, expect, test } from 'vitest';
import { formatNumber, formatTick } from '../../web/charts/format.ts';

describe('formatNumber', () => {
  test.each([
    [0, '0'],
    [2.639057, '2.64'],
    [2.6, '2.60'],
    [0.0213, '0.0213'],
    [0.001, '0.00100'],
    [999.6, '1000'],
    [1234.5, '1235'],
    [12345, '1.2×10⁴'],
    [0.000012, '1.2×10⁻⁵'],
    [-0.5, '−0.500'],
    [-3e-12, '−3.0×10⁻¹²'],
    [Infinity, '∞'],
    [-Infinity, '−∞'],
    [NaN, 'NaN'],
  ])('writes %s as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  test('uses the decimal mark and the digits it is given', () => {
    expect(formatNumber(2.639057, ',')).toBe('2,64');
    expect(formatNumber(2.639057, '.', 2)).toBe('2.6');
    expect(formatNumber(0.0000123, ',', 2)).toBe('1,2×10⁻⁵');
  });
});

describe('formatTick', () => {
  test.each([
    [0, '0'],
    [500, '500'],
    [0.25, '0.25'],
    [0.1 + 0.2, '0.3'],
    [0.001, '0.001'],
    [120000, '120000'],
    [1e-4, '10⁻⁴'],
    [2e-4, '2×10⁻⁴'],
    [1e6, '10⁶'],
    [-2, '−2'],
    [NaN, 'NaN'],
  ])('writes %s as %s', (value, text) => {
    expect(formatTick(value)).toBe(text);
  });
});
