// Known answers that an engine has to give before its SIMD is trusted: some have computed it wrongly. The rows are such that
// every usual fault shows: cancellation in the variance, a lost term of the gradient, a polluted tail of a vector. `load` asks
// for these each time it makes an instance, so they are few and quick; known-answers.ts has those that need a model.
import type { Addnorm } from './addnorm.ts';

export interface KnownAnswer {
  readonly name: string;
  readonly compute: (addnorm: Addnorm) => ArrayLike<number>;
  /** In double precision, to nine digits. */
  readonly expected: readonly number[];
}

/** What an engine said to a known answer. */
export interface GivenAnswer {
  readonly name: string;
  readonly expected: readonly number[];
  readonly actual: readonly number[];
  /** The largest |actual - expected|; NaN if there is one that is no number, or if there are too few or too many. */
  readonly error: number;
  /** Is each within 1e-6 + 1e-6·|expected|? */
  readonly passed: boolean;
}

/** Names what the module computes wrongly; undefined if all is right. */
export function failedSelfTest(addnorm: Addnorm): string | undefined {
  return START_UP_ANSWERS.find((answer) => !giveAnswer(addnorm, answer).passed)?.name;
}

/** Asks an instance for one known answer. */
export function giveAnswer(addnorm: Addnorm, { name, compute, expected }: KnownAnswer): GivenAnswer {
  const actual = Array.from(compute(addnorm));
  const isLong = actual.length === expected.length;
  const errors = expected.map((value, i) => Math.abs((actual[i] ?? NaN) - value));
  // Written so that NaN is not close.
  const passed = isLong && expected.every((value, i) => errors[i]! <= 1e-6 + 1e-6 * Math.abs(value));
  return { name, expected, actual, error: isLong ? Math.max(...errors) : NaN, passed };
}

const X = [1, 2, 4];
const GAMMA = [0.5, 1, 2];
const BETA = [0.1, 0.2, 0.3];

/** Of the norms, which need no model. */
export const START_UP_ANSWERS: readonly KnownAnswer[] = [
  {
    name: 'LayerNorm of a row far from zero',
    compute: (addnorm) => addnorm.layerNorm([40000, 40001, 40002, 40003], { dModel: 4 }).y,
    expected: [-1.34163542, -0.44721181, 0.44721181, 1.34163542],
  },
  {
    name: 'LayerNorm with gain and shift',
    compute: (addnorm) => addnorm.layerNorm(X, { dModel: 3, gamma: GAMMA, beta: BETA }).y,
    expected: [-0.43452077, -0.06726038, 2.97260383],
  },
  {
    name: 'gradient of LayerNorm',
    compute: (addnorm) => addnorm.layerNormBackward([1, -1, 2], X, { dModel: 3, gamma: GAMMA }).dx,
    expected: [0.91631199, -1.3744843, 0.45817231],
  },
  {
    name: 'LayerNorm of a width that is no multiple of 4',
    compute: (addnorm) => addnorm.layerNorm([0, 0, 0, 0, 10], { dModel: 5 }).y,
    expected: [-0.49999984, -0.49999984, -0.49999984, -0.49999984, 1.99999938],
  },
  {
    name: 'RMSNorm with gain',
    compute: (addnorm) => addnorm.rmsNorm([1, 2, 3], { dModel: 3, gamma: GAMMA, eps: 1e-6 }).y,
    expected: [0.231455, 0.92582, 2.77746],
  },
  {
    name: 'gradient of RMSNorm',
    compute: (addnorm) =>
      addnorm.rmsNormBackward([1, 1, 1], [1, 2, 3], { dModel: 3, gamma: GAMMA, eps: 1e-6 }).dx,
    expected: [-0.04959744, -0.09919488, 0.08266268],
  },
  {
    name: 'BatchNorm of one feature',
    compute: (addnorm) => addnorm.batchNorm([1, 2, 3, 4], { dModel: 1 }).y,
    expected: [-1.34163542, -0.44721181, 0.44721181, 1.34163542],
  },
  {
    name: 'running variance of BatchNorm',
    compute: (addnorm) => addnorm.batchNorm([1, 2, 3, 4], { dModel: 1 }).runningVar,
    expected: [1.06666667],
  },
  {
    name: 'gradient of BatchNorm',
    compute: (addnorm) => addnorm.batchNormBackward([1, 0, 0, 0], [1, 2, 3, 4], { dModel: 1 }).dx,
    expected: [0.268330304, -0.357768372, -0.0894434346, 0.178881503],
  },
];
