// What is measured and what it is held to: the sizes of the steps, and the bars. Data only.

/** The parts of the table, in their order. */
export type Group = 'steps' | 'kernels' | 'growth' | 'lab';

/** A model to train: pre-LN, V 16, 4 heads, d_ff = 4 dModel, Adam. */
export interface Work {
  readonly nLayer: number;
  readonly dModel: number;
  readonly nCtx: number;
  readonly batch: number;
}

export const N_HEAD = 4;
export const VOCAB_SIZE = 16;

/** A work, and how it is to stand beside others. */
export interface StepWork extends Work {
  /** Times as fast as PyTorch, natively on one thread. */
  readonly ofTorch: number;
  /** Times as fast as TensorFlow.js on its WebAssembly back end. */
  readonly ofTfjs: number | undefined;
  /** Share of the engine's multiply-and-add peak that a whole step reaches. */
  readonly ofPeak: number | undefined;
  /** The same for each of its matrix products. */
  readonly productsOfPeak: number;
}

export const STEP_WORKS: readonly StepWork[] = [
  {
    ...{ nLayer: 6, dModel: 32, nCtx: 32, batch: 16 },
    ...{ ofTorch: 1.5, ofTfjs: 20, ofPeak: 0.45, productsOfPeak: 0.7 },
  },
  {
    ...{ nLayer: 4, dModel: 64, nCtx: 64, batch: 16 },
    ...{ ofTorch: 0.8, ofTfjs: 12, ofPeak: 0.55, productsOfPeak: 0.85 },
  },
  {
    ...{ nLayer: 6, dModel: 128, nCtx: 64, batch: 8 },
    ...{ ofTorch: 0.6, ofTfjs: undefined, ofPeak: undefined, productsOfPeak: 0.85 },
  },
];

/** The lab's own model: its twins, its start and its memory are measured, and its cost as it grows. */
export const DEFAULT_WORK: Work = STEP_WORKS[0]!;

export const DEPTHS: readonly number[] = [1, 2, 4, 8, 16];
export const BATCHES: readonly number[] = [2, 4, 8, 16, 32];

/** Bars of what is not a step. Times are in milliseconds, sizes in bytes. */
export const BARS = {
  /** Layer norm forward and backward: at most so many times as long as a copy of the bytes. */
  normOfCopy: 2,
  /** Steps a second of two workers, over those of one. */
  twins: 1.8,
  /** What probes add to a step, as a share of it. */
  probes: 0.1,
  /** From the bytes of the module to the first step. */
  start: 100,
  wasm: 45_000,
  glue: 13_000,
  /** Of the default lab, a variant. */
  memory: 8e6,
  /** A line explains at least this share of the variance of times (R²). */
  linear: 0.99,
} as const;

export const nameOf = ({ nLayer, dModel, nCtx, batch }: Work): string =>
  `L${nLayer} d${dModel} T${nCtx} B${batch}`;
