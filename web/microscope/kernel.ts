// What the WebAssembly module makes of a state: y, statistics and gradients. All of them are its own; nothing is computed here.
import type { Addnorm } from '../lib/index.ts';
import type { MicroscopeState, Row, Rows } from './state.ts';

export interface Gradients {
  readonly dx: Rows;
  readonly dgamma: Row;
  /** RMSNorm has no beta. */
  readonly dbeta: Row | undefined;
}

export interface KernelResult {
  readonly y: Rows;
  /** Of each lane: of rows for LayerNorm, of features for BatchNorm in training; undefined where none is taken. */
  readonly mean: Row | undefined;
  readonly rstd: Row | undefined;
  /** BatchNorm in evaluation takes its statistics as they are: it has no gradients of its own here. */
  readonly gradients: Gradients | undefined;
  /** What BatchNorm would keep after training on this batch. */
  readonly running: { readonly mean: Row; readonly variance: Row } | undefined;
}

/** The result, or the kernel's own words on why there is none. */
export type KernelAnswer =
  | { readonly result: KernelResult; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: string };

export function askKernel(addnorm: Addnorm, state: MicroscopeState): KernelAnswer {
  try {
    return { result: normalise(addnorm, state) };
  } catch (error) {
    if (error instanceof RangeError) return { refusal: error.message };
    throw error;
  }
}

/** LayerNorm of one row as it is before training, with γ 1 and β 0: the norms of a block. */
export function layerNormRow(addnorm: Addnorm, x: Row, eps: number) {
  const { y, mean, rstd } = addnorm.layerNorm([...x], { dModel: x.length, eps });
  return { y: Array.from(y), mean: mean[0]!, rstd: rstd[0]! };
}

function normalise(addnorm: Addnorm, state: MicroscopeState): KernelResult {
  const dModel = state.x[0]!.length;
  const [x, dy] = [state.x.flat(), state.dy.flat()];
  const [gamma, beta] = [[...state.gamma], [...state.beta]];
  const scaled = { dModel, gamma, eps: state.eps };
  const shifted = { ...scaled, beta };
  const rows = (flat: Float32Array): Rows =>
    state.x.map((_, r) => Array.from(flat.subarray(r * dModel, (r + 1) * dModel)));
  const gradients = (of: { dx: Float32Array; dgamma: Float32Array; dbeta?: Float32Array }): Gradients => ({
    dx: rows(of.dx),
    dgamma: Array.from(of.dgamma),
    dbeta: of.dbeta && Array.from(of.dbeta),
  });
  if (state.norm === 'rms') {
    const { y, rstd } = addnorm.rmsNorm(x, scaled);
    const back = gradients(addnorm.rmsNormBackward(dy, x, scaled));
    return { y: rows(y), mean: undefined, rstd: Array.from(rstd), gradients: back, running: undefined };
  }
  if (state.norm === 'layer') {
    const { y, mean, rstd } = addnorm.layerNorm(x, shifted);
    const back = gradients(addnorm.layerNormBackward(dy, x, shifted));
    return {
      y: rows(y),
      mean: Array.from(mean),
      rstd: Array.from(rstd),
      gradients: back,
      running: undefined,
    };
  }
  const running = { runningMean: [...state.runningMean], runningVar: [...state.runningVar] };
  if (state.statistics === 'running') {
    const { y } = addnorm.batchNormEvaluate(x, { ...shifted, ...running });
    return { y: rows(y), mean: undefined, rstd: undefined, gradients: undefined, running: undefined };
  }
  const { y, mean, rstd, runningMean, runningVar } = addnorm.batchNorm(x, { ...shifted, ...running });
  return {
    y: rows(y),
    mean: Array.from(mean),
    rstd: Array.from(rstd),
    gradients: gradients(addnorm.batchNormBackward(dy, x, shifted)),
    running: { mean: Array.from(runningMean), variance: Array.from(runningVar) },
  };
}
