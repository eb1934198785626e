// What must be true of a result, checked on the numbers that are shown: each fact has what was found and whether it holds.
import type { Backward } from './backward.ts';
import type { Forward } from './forward.ts';
import type { MicroscopeState } from './state.ts';
import { formatValue } from './numbers.ts';
import { sizeOf } from './steps.ts';

export type FactId =
  'meanOfXHat' | 'sizeOfXHat' | 'meanStays' | 'sumOfDx' | 'sumOfDxStays' | 'sumOfDxXHat' | 'onePass';

export interface Fact {
  readonly id: FactId;
  /** What was found, to be read. */
  readonly found: string;
  /** What it is compared with, to be read. */
  readonly expected: string;
  /** Is it as expected? undefined where nothing is expected: the fact is only told. */
  readonly holds: boolean | undefined;
}

/** Of what 32-bit floats keep of a number; sums of sixteen have a little less. */
const ROUNDING = 2e-6;
/** From here on ε is seen in the result. */
const EPS_SHARE = 1e-4;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const average = (values: readonly number[]): number => sum(values) / values.length;

/** The part of √(variance + ε)² that is ε: next to 0 for ordinary numbers, 1 for a constant row. */
const epsShare = (variance: number, eps: number): number => eps / (variance + eps);

/** Is ε a part of the result that can be seen? */
export const doesEpsDecide = (variance: number, eps: number): boolean => epsShare(variance, eps) > EPS_SHARE;

/** What rounding leaves of a 0 is written as 0. */
const near = (value: number, size: number): string =>
  Math.abs(value) <= ROUNDING * size ? '0' : formatValue(value, size);
/** Six digits after the point: that is where ε shows. */
const fine = (value: number): string => formatValue(value, 1e-3);

export function forwardFacts(state: MicroscopeState, { x, xHat, variance }: Forward): Fact[] {
  if (state.norm === 'batch' && state.statistics === 'running') return [];
  const mean = average(xHat);
  const square = average(xHat.map((value) => value * value));
  const expected = 1 - epsShare(variance[0]!, state.eps);
  const size: Fact = {
    id: 'sizeOfXHat',
    found: fine(square),
    expected: fine(expected),
    holds: Math.abs(square - expected) <= ROUNDING,
  };
  if (state.norm === 'rms') {
    return [size, { id: 'meanStays', found: near(mean, 1), expected: '', holds: undefined }];
  }
  const holds = Math.abs(mean) <= ROUNDING;
  const centred: Fact = { id: 'meanOfXHat', found: near(mean, 1), expected: '0', holds };
  const onePass = onePassVariance(x);
  if (Math.abs(onePass - variance[0]!) <= 0.01 * variance[0]!) return [centred, size];
  const [found, wanted] = [formatValue(onePass), formatValue(variance[0]!)];
  return [centred, size, { id: 'onePass', found, expected: wanted, holds: undefined }];
}

/** The variance as mean of squares less square of the mean, in 32-bit floats: what a kernel must not do. */
function onePassVariance(x: readonly number[]): number {
  const { fround } = Math;
  const total = (values: readonly number[]) => values.reduce((so, value) => fround(so + value), 0);
  const mean = fround(total(x) / x.length);
  const squares = fround(total(x.map((value) => fround(value * value))) / x.length);
  return fround(squares - fround(mean * mean));
}

export function backwardFacts(state: MicroscopeState, backward: Backward): Fact[] {
  const { dx, xHat, difference, rstd } = backward;
  const size = Math.max(sizeOf(dx), rstd * sizeOf(backward.t)) * dx.length;
  const total = sum(dx);
  const reach = size * Math.max(sizeOf(xHat), 1);
  const along = sum(dx.map((value, i) => value * xHat[i]!));
  // What ε leaves of it: x̂ is then shorter than 1.
  const left = sum(difference.map((value, i) => value * xHat[i]!)) * rstd;
  const orthogonal: Fact = {
    id: 'sumOfDxXHat',
    found: Math.abs(along) <= EPS_SHARE * reach ? '0' : formatValue(along),
    expected: formatValue(left),
    holds: Math.abs(along - left) <= ROUNDING * reach,
  };
  const isRms = state.norm === 'rms';
  const holds = isRms ? undefined : Math.abs(total) <= ROUNDING * size;
  const shift: Fact = {
    id: isRms ? 'sumOfDxStays' : 'sumOfDx',
    found: near(total, size),
    expected: '0',
    holds,
  };
  return [shift, orthogonal];
}
