// The model that most experiments train: small enough that a run takes less than a second. It reverses sequences of six
// letters, seven at a time.
import type { PartialModelConfig, PartialRunConfig } from '../lib/index.ts';

/** Letters, beside the blank and the separator. */
const N_LETTERS = 6;
/** ln 6: the loss of a model that takes all letters to be equally likely. */
export const GUESSING = 1.791759469228055;

/** A run of this model with the given changes. */
export const small = (
  model: PartialModelConfig,
  lr: number,
  rest: Pick<PartialRunConfig, 'schedule' | 'batch'> = {},
): PartialRunConfig => ({
  model: { dModel: 16, nHead: 2, nCtx: 16, vocabSize: N_LETTERS + 2, ...model },
  batch: 8,
  optimizer: { lr },
  ...rest,
});
