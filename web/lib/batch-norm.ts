// BatchNorm over rows (Ioffe and Szegedy 2015, algorithm 1): the statistics of a feature come from all rows of the batch.
// The arithmetic is cpp/src/kernels/batch_norm.cpp.
import { invalid } from './errors.ts';
import { checkOptionalFloats, type Floats, withScratch } from './memory.ts';
import {
  checkGradient,
  checkNormArguments,
  type NormArguments,
  SHIFTED_NORM_KEYS,
  type ShiftedNormOptions,
} from './norm-arguments.ts';
import type { RawModule } from './raw.ts';

/** What BatchNorm is given besides the rows. */
export interface BatchNormOptions extends ShiftedNormOptions {
  /** Running mean before this batch, (dModel); 0 if left out. */
  readonly runningMean?: Floats | undefined;
  /** Running (unbiased) variance before this batch, (dModel), each at least 0; 1 if left out. */
  readonly runningVar?: Floats | undefined;
}

/** What BatchNorm gives in training: the rows, and the statistics they were normalised by. */
export interface BatchNormResult {
  /** (rows, dModel) */
  readonly y: Float32Array;
  /** Mean of each feature over the rows, (dModel). */
  readonly mean: Float64Array;
  /** 1 / √(variance + eps) of each feature, (dModel), with the biased variance. */
  readonly rstd: Float64Array;
  /** 0.9 · running mean + 0.1 · mean, (dModel). */
  readonly runningMean: Float32Array;
  /** 0.9 · running variance + 0.1 · unbiased variance, (dModel). */
  readonly runningVar: Float32Array;
}

/** Gradients with respect to the rows, the gain and the shift. */
export interface BatchNormGradients {
  /** (rows, dModel) */
  readonly dx: Float32Array;
  /** Summed over rows, (dModel). */
  readonly dgamma: Float32Array;
  /** Summed over rows, (dModel). */
  readonly dbeta: Float32Array;
}

const BATCH_NORM_KEYS = [...SHIFTED_NORM_KEYS, 'runningMean', 'runningVar'];

export function batchNorm(raw: RawModule, x: Floats, options: BatchNormOptions): BatchNormResult {
  const { nRows, dModel, gamma, beta, eps } = checkTrainingArguments(x, options, BATCH_NORM_KEYS);
  const running = checkRunning(options, dModel);
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const gammaIn = scratch.copyFloats(gamma);
    const betaIn = scratch.copyFloats(beta);
    const runningMean = scratch.copyFloats(running.mean);
    const runningVar = scratch.copyFloats(running.var);
    const y = scratch.floats(x.length);
    const mean = scratch.doubles(dModel);
    const rstd = scratch.doubles(dModel);
    raw._batchNorm(y, mean, rstd, runningMean, runningVar, xIn, gammaIn, betaIn, nRows, dModel, eps);
    return {
      y: scratch.readFloats(y, x.length),
      mean: scratch.readDoubles(mean, dModel),
      rstd: scratch.readDoubles(rstd, dModel),
      runningMean: scratch.readFloats(runningMean, dModel),
      runningVar: scratch.readFloats(runningVar, dModel),
    };
  });
}

export function batchNormEvaluate(
  raw: RawModule,
  x: Floats,
  options: BatchNormOptions,
): { readonly y: Float32Array } {
  const { nRows, dModel, gamma, beta, eps } = checkNormArguments(x, options, BATCH_NORM_KEYS);
  const running = checkRunning(options, dModel);
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const gammaIn = scratch.copyFloats(gamma);
    const betaIn = scratch.copyFloats(beta);
    const runningMean = scratch.copyFloats(running.mean);
    const runningVar = scratch.copyFloats(running.var);
    const y = scratch.floats(x.length);
    raw._batchNormEvaluate(y, xIn, gammaIn, betaIn, runningMean, runningVar, nRows, dModel, eps);
    return { y: scratch.readFloats(y, x.length) };
  });
}

export function batchNormBackward(
  raw: RawModule,
  dy: Floats,
  x: Floats,
  options: ShiftedNormOptions,
): BatchNormGradients {
  const { nRows, dModel, gamma, eps } = checkGradient(dy, () =>
    checkTrainingArguments(x, options, SHIFTED_NORM_KEYS),
  );
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const dyIn = scratch.copyFloats(dy);
    const gammaIn = scratch.copyFloats(gamma);
    const mean = scratch.doubles(dModel);
    const rstd = scratch.doubles(dModel);
    const running = scratch.zeros(dModel);
    const dx = scratch.floats(x.length);
    const dGamma = scratch.zeros(dModel);
    const dBeta = scratch.zeros(dModel);
    // The forward pass is run for its statistics of the batch; its output goes where dx will stand.
    raw._batchNorm(dx, mean, rstd, running, running, xIn, gammaIn, 0, nRows, dModel, eps);
    raw._batchNormBackward(dx, dGamma, dBeta, dyIn, xIn, gammaIn, mean, rstd, nRows, dModel);
    return {
      dx: scratch.readFloats(dx, x.length),
      dgamma: scratch.readFloats(dGamma, dModel),
      dbeta: scratch.readFloats(dBeta, dModel),
    };
  });
}

/** As checkNormArguments; the statistics of a batch also need two rows or more. */
function checkTrainingArguments(
  x: unknown,
  options: ShiftedNormOptions,
  keys: readonly string[],
): NormArguments {
  const checked = checkNormArguments(x, options, keys);
  if (checked.nRows > 1) return checked;
  throw new RangeError(
    invalid('x', checked.x, `must have at least 2 rows of dModel = ${checked.dModel} numbers`),
  );
}

function checkRunning(options: BatchNormOptions, dModel: number): { mean: Floats; var: Floats } {
  const mean = checkOptionalFloats('runningMean', options.runningMean, dModel, 'dModel');
  const variance = checkOptionalFloats('runningVar', options.runningVar, dModel, 'dModel');
  // NaN is no fault of the caller: it is what the statistics of a batch with a NaN are.
  const i = variance?.findIndex((value) => value < 0) ?? -1;
  if (i >= 0) throw new RangeError(invalid(`runningVar[${i}]`, variance?.[i], 'must be at least 0'));
  return {
    mean: mean ?? new Float32Array(dModel),
    var: variance ?? new Float32Array(dModel).fill(1),
  };
}
