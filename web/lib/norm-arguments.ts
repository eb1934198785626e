// What the norms' functions take, checked: rows, width, gain, shift and epsilon. No norm is computed here.
import { checkInteger, checkNumber, checkOptions, invalid } from './errors.ts';
import { checkFloats, checkOptionalFloats, type Floats } from './memory.ts';
import { SCHEMA } from './config.ts';

/** What all norms take. */
export interface NormOptions {
  /** Width of a row. */
  readonly dModel: number;
  /** Gain, (dModel); 1 if left out. */
  readonly gamma?: Floats | undefined;
  /** Added to the variance inside the root; 1e-5 if left out. */
  readonly eps?: number | undefined;
}

/** What norms with a shift take. */
export interface ShiftedNormOptions extends NormOptions {
  /** Shift, (dModel); 0 if left out. */
  readonly beta?: Floats | undefined;
}

/** The arguments of a norm, checked. */
export interface NormArguments {
  readonly x: Floats;
  readonly nRows: number;
  readonly dModel: number;
  readonly gamma: Floats | undefined;
  readonly beta: Floats | undefined;
  readonly eps: number;
}

/** Options of every norm, and of those with a shift. */
export const NORM_KEYS: readonly string[] = ['dModel', 'gamma', 'eps'];
export const SHIFTED_NORM_KEYS: readonly string[] = [...NORM_KEYS, 'beta'];

const MAX_D_MODEL = 2 ** 24;

/** Checks the arguments of a norm over `x`, (rows, dModel). `keys` are the options it has. */
export function checkNormArguments(
  x: unknown,
  options: ShiftedNormOptions | undefined,
  keys: readonly string[],
): NormArguments {
  const rows = checkFloats('x', x);
  const given = checkOptions('options', options, keys);
  const dModel = checkInteger('dModel', given.dModel, { min: 1, max: MAX_D_MODEL });
  if (rows.length === 0 || rows.length % dModel !== 0) {
    throw new RangeError(
      invalid('x', rows, `must have one or more whole rows of dModel = ${dModel} numbers`),
    );
  }
  return {
    x: rows,
    nRows: rows.length / dModel,
    dModel,
    gamma: checkOptionalFloats('gamma', given.gamma, dModel, 'dModel'),
    beta: checkOptionalFloats('beta', given.beta, dModel, 'dModel'),
    eps: given.eps === undefined ? SCHEMA.model.eps.default : checkNumber('eps', given.eps, SCHEMA.model.eps),
  };
}

/**
 * Checks the gradient of a norm's output, which stands before the norm's own arguments: numbers, then what `checkOthers` checks,
 * then as many numbers as x has.
 */
export function checkGradient(dy: unknown, checkOthers: () => NormArguments): NormArguments {
  const gradient = checkFloats('dy', dy);
  const checked = checkOthers();
  const { length } = checked.x;
  if (gradient.length === length) return checked;
  throw new RangeError(invalid('dy', gradient, `must have as many numbers as x, ${length}`));
}
