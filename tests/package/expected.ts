// What tests/package/fixtures/check.js has to come to, everywhere.
import runs from '../../web/lib/fingerprints.json' with { type: 'json' };
import { expect } from 'vitest';

/** Of the run that check.js makes; the native builds end in it too (tests/cpp/fingerprint_test.cpp). */
export const FINGERPRINT = runs.find(({ name }) => name === 'induction, two blocks')!.fingerprint;

/** LayerNorm of (2, 4, 4, 6): mean 4, variance 2, so ∓2/√(2 + 1e-5) at the ends. */
const LAYER_NORM = [-1.41421003, 0, 0, 1.41421003];

export interface Result {
  layerNorm: number[] | string;
  simd: string;
  scalar: string;
  slim: string;
  lab: string;
  url: string;
  given?: string;
  main: string;
  element: string;
}

/** What check.js tells where everything works. */
export const EVERYTHING: Omit<Result, 'layerNorm'> = {
  simd: `simd ${FINGERPRINT}`,
  scalar: `scalar ${FINGERPRINT}`,
  slim: `simd ${FINGERPRINT}`,
  lab: `blob ${FINGERPRINT}`,
  url: `url ${FINGERPRINT}`,
  given: `given ${FINGERPRINT}`,
  main: `main ${FINGERPRINT}`,
  element: 'function',
};

/** Holds a result to what works where it comes from: everything, but for what is named. */
export function expectResult(actual: Result, but: Partial<Record<keyof Result, unknown>> = {}): void {
  const { layerNorm, ...others } = actual;
  expect(others).toEqual({ ...EVERYTHING, ...but });
  expect(layerNorm).toHaveLength(LAYER_NORM.length);
  LAYER_NORM.forEach((value, i) => expect(layerNorm[i]).toBeCloseTo(value, 6));
}
