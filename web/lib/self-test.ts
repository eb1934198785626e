// Known answers that an engine has to give before its SIMD is trusted: some have computed it wrongly. The rows are such that
// every usual fault shows: cancellation in the variance, a lost term of the gradient, a polluted tail of a vector.
import { layerNorm, layerNormBackward } from './layer-norm.ts';
import type { RawModule } from './raw.ts';

/** Names what the module computes wrongly; undefined if all is right. */
export function failedSelfTest(raw: RawModule): string | undefined {
  return KNOWN_ANSWERS.find(({ compute, expected }) => !isClose(compute(raw), expected))?.name;
}

interface KnownAnswer {
  readonly name: string;
  readonly compute: (raw: RawModule) => Float32Array;
  /** In double precision, to nine digits. */
  readonly expected: readonly number[];
}

const X = [1, 2, 4];
const GAMMA = [0.5, 1, 2];
const BETA = [0.1, 0.2, 0.3];

const KNOWN_ANSWERS: readonly KnownAnswer[] = [
  {
    name: 'LayerNorm of a row far from zero',
    compute: (raw) => layerNorm(raw, [40000, 40001, 40002, 40003], { dModel: 4 }).y,
    expected: [-1.34163542, -0.44721181, 0.44721181, 1.34163542],
  },
  {
    name: 'LayerNorm with gain and shift',
    compute: (raw) => layerNorm(raw, X, { dModel: 3, gamma: GAMMA, beta: BETA }).y,
    expected: [-0.43452077, -0.06726038, 2.97260383],
  },
  {
    name: 'gradient of LayerNorm',
    compute: (raw) => layerNormBackward(raw, [1, -1, 2], X, { dModel: 3, gamma: GAMMA }).dx,
    expected: [0.91631199, -1.3744843, 0.45817231],
  },
  {
    name: 'LayerNorm of a width that is no multiple of 4',
    compute: (raw) => layerNorm(raw, [0, 0, 0, 0, 10], { dModel: 5 }).y,
    expected: [-0.49999984, -0.49999984, -0.49999984, -0.49999984, 1.99999938],
  },
];

/** Written so that NaN is not close. */
function isClose(actual: Float32Array, expected: readonly number[]): boolean {
  return (
    actual.length === expected.length &&
    expected.every((value, i) => Math.abs((actual[i] ?? NaN) - value) <= 1e-6 + 1e-6 * Math.abs(value))
  );
}
