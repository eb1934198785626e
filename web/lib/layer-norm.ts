// LayerNorm over the last axis (Ba, Kiros and Hinton 2016, eq. 3 and 4). The arithmetic is cpp/src/kernels/layer_norm.cpp.
import { withScratch } from './memory.ts';
import type { Floats } from './memory.ts';
import {
  checkGradient,
  checkNormArguments,
  SHIFTED_NORM_KEYS,
  type ShiftedNormOptions,
} from './norm-arguments.ts';
import type { RawModule } from './raw.ts';

/** The normalised rows, and the statistics they were normalised by. */
export interface LayerNormResult {
  /** (rows, dModel) */
  readonly y: Float32Array;
  /** Mean of each row, (rows). */
  readonly mean: Float64Array;
  /** 1 / √(variance + eps) of each row, (rows), with the biased variance. */
  readonly rstd: Float64Array;
}

/** Gradients with respect to the rows, the gain and the shift. */
export interface LayerNormGradients {
  /** (rows, dModel) */
  readonly dx: Float32Array;
  /** Summed over rows, (dModel). */
  readonly dgamma: Float32Array;
  /** Summed over rows, (dModel). */
  readonly dbeta: Float32Array;
}

export function layerNorm(raw: RawModule, x: Floats, options: ShiftedNormOptions): LayerNormResult {
  const { nRows, dModel, gamma, beta, eps } = checkNormArguments(x, options, SHIFTED_NORM_KEYS);
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const y = scratch.floats(x.length);
    const mean = scratch.doubles(nRows);
    const rstd = scratch.doubles(nRows);
    raw._layerNorm(
      y,
      mean,
      rstd,
      xIn,
      scratch.copyFloats(gamma),
      scratch.copyFloats(beta),
      nRows,
      dModel,
      eps,
    );
    return {
      y: scratch.readFloats(y, x.length),
      mean: scratch.readDoubles(mean, nRows),
      rstd: scratch.readDoubles(rstd, nRows),
    };
  });
}

export function layerNormBackward(
  raw: RawModule,
  dy: Floats,
  x: Floats,
  options: ShiftedNormOptions,
): LayerNormGradients {
  const { nRows, dModel, gamma, eps } = checkGradient(dy, () =>
    checkNormArguments(x, options, SHIFTED_NORM_KEYS),
  );
  return withScratch(raw, (scratch) => {
    const xIn = scratch.copyFloats(x);
    const dyIn = scratch.copyFloats(dy);
    const gammaIn = scratch.copyFloats(gamma);
    const mean = scratch.doubles(nRows);
    const rstd = scratch.doubles(nRows);
    const dx = scratch.floats(x.length);
    const dGamma = scratch.zeros(dModel);
    const dBeta = scratch.zeros(dModel);
    // The forward pass is run for its statistics; its output goes where dx will stand.
    raw._layerNorm(dx, mean, rstd, xIn, gammaIn, 0, nRows, dModel, eps);
    raw._layerNormBackward(dx, dGamma, dBeta, dyIn, xIn, gammaIn, mean, rstd, nRows, dModel);
    return {
      dx: scratch.readFloats(dx, x.length),
      dgamma: scratch.readFloats(dGamma, dModel),
      dbeta: scratch.readFloats(dBeta, dModel),
    };
  });
}
