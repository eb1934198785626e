// RMSNorm over the last axis (Zhang and Sennrich 2019, eq. 4). The arithmetic is cpp/src/kernels/rms_norm.cpp.
import { type Floats, withScratch } from './memory.ts';
import { checkGradient, checkNormArguments, NORM_KEYS, type NormOptions } from './norm-arguments.ts';
import type { RawModule } from './raw.ts';

/** The normalised rows, and what they were multiplied by. */
export interface RmsNormResult {
  /** (rows, dModel) */
  readonly y: Float32Array;
  /** 1 / √(mean of squares + eps) of each row, (rows). */
  readonly rstd: Float64Array;
}

/** Gradients with respect to the rows and the gain. */
export interface RmsNormGradients {
  /** (rows, dModel) */
  readonly dx: Float32Array;
  /** Summed over rows, (dModel). */
  readonly dgamma: Float32Array;
}

export function rmsNorm(raw: RawModule, x: Floats, options: NormOptions): RmsNormResult {
  const { nRows, dModel, gamma, eps } = checkNormArguments(x, options, NORM_KEYS);
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const y = scratch.floats(x.length);
    const rstd = scratch.doubles(nRows);
    raw._rmsNorm(y, rstd, xIn, scratch.copyFloats(gamma), nRows, dModel, eps);
    return { y: scratch.readFloats(y, x.length), rstd: scratch.readDoubles(rstd, nRows) };
  });
}

export function rmsNormBackward(
  raw: RawModule,
  dy: Floats,
  x: Floats,
  options: NormOptions,
): RmsNormGradients {
  const { nRows, dModel, gamma, eps } = checkGradient(dy, () => checkNormArguments(x, options, NORM_KEYS));
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const dyIn = scratch.copyFloats(dy);
    const gammaIn = scratch.copyFloats(gamma);
    const rstd = scratch.doubles(nRows);
    const dx = scratch.floats(x.length);
    const dGamma = scratch.zeros(dModel);
    // The forward pass is run for its statistics; its output goes where dx will stand.
    raw._rmsNorm(dx, rstd, xIn, gammaIn, nRows, dModel, eps);
    raw._rmsNormBackward(dx, dGamma, dyIn, xIn, gammaIn, rstd, nRows, dModel);
    return { dx: scratch.readFloats(dx, x.length), dgamma: scratch.readFloats(dGamma, dModel) };
  });
}
