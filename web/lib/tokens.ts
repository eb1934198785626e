// The tokens that a caller hands to a model, checked against its sizes.
import { type ModelConfig, SCHEMA } from './config.ts';
import { checkInteger, invalid } from './errors.ts';
import { checkIntegers } from './memory.ts';

/** The tokens of one pass, checked. */
export interface Pass {
  readonly batch: number;
  readonly seqLen: number;
  /** (batch, seqLen) */
  readonly checked: Int32Array;
}

export function checkTokens(config: ModelConfig, tokens: unknown, givenBatch: unknown): Pass {
  const { nCtx } = config;
  const batch = givenBatch === undefined ? 1 : checkInteger('batch', givenBatch, SCHEMA.run.batch);
  const checked = checkTokenValues(config, 'tokens', tokens);
  const seqLen = checked.length / batch;
  if (!Number.isInteger(seqLen) || seqLen < 1 || seqLen > nCtx) {
    throw new RangeError(
      invalid('tokens', tokens, `must be batch = ${batch} sequences of 1 to nCtx = ${nCtx} tokens`),
    );
  }
  return { batch, seqLen, checked };
}

export function checkTokenValues({ vocabSize }: ModelConfig, name: string, tokens: unknown): Int32Array {
  const isToken = (token: number) => token >= 0 && token < vocabSize;
  return checkIntegers(name, tokens, isToken, `must be a token, from 0 to ${vocabSize - 1}`);
}

/** `length` targets; the one that stands for "nothing to predict" becomes -1. */
export function checkTargets(
  { vocabSize }: ModelConfig,
  targets: unknown,
  givenIgnoreIndex: unknown,
  length: number,
): Int32Array {
  const bounds = { min: -(2 ** 31), max: 2 ** 31 - 1 };
  const ignoreIndex =
    givenIgnoreIndex === undefined ? -1 : checkInteger('ignoreIndex', givenIgnoreIndex, bounds);
  const isTarget = (target: number) => target === ignoreIndex || (target >= 0 && target < vocabSize);
  const rule = `must be a token, from 0 to ${vocabSize - 1}, or ignoreIndex = ${ignoreIndex}`;
  const checked = checkIntegers('targets', targets, isTarget, rule);
  if (checked.length !== length) {
    throw new RangeError(invalid('targets', targets, `must be as many as tokens, ${length}`));
  }
  return checked.map((target) => (target === ignoreIndex ? -1 : target));
}
