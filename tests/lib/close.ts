// Comparing lists of numbers. NaN equals nothing but an expected NaN, infinities compare by sign, lengths must agree.
import { expect } from 'vitest';

export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

/** |actual - expected| ≤ absolute + relative · |expected|, written so that NaN is never close. */
export function isClose(actual: number, expected: number, { absolute, relative }: Tolerance): boolean {
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (!Number.isFinite(expected)) return actual === expected;
  return Math.abs(actual - expected) <= absolute + relative * Math.abs(expected);
}

/** Fails at the first number that is not close, and shows both. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance = { absolute: 1e-6, relative: 1e-6 },
): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const [is, shouldBe] = [actual[i] ?? NaN, expected[i] ?? NaN];
    expect(isClose(is, shouldBe, tolerance), `[${i}] is ${is}, not ${shouldBe}`).toBe(true);
  }
}

/** ‖actual - expected‖ / ‖expected‖; NaN if anything is, infinite if lengths differ. */
export function relativeL2(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let difference = 0;
  let size = 0;
  for (let i = 0; i < expected.length; i++) {
    difference += ((actual[i] ?? NaN) - (expected[i] ?? NaN)) ** 2;
    size += (expected[i] ?? NaN) ** 2;
  }
  return size === 0 ? Math.sqrt(difference) : Math.sqrt(difference / size);
}
