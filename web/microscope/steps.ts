// What a step of a computation is: a row of bars with its numbers, symbol and formula. forward.ts, backward.ts and block.ts
// make them, the view draws them.
import { formatValue } from './numbers.ts';
import type { Source } from './state.ts';

type ForwardStep =
  | 'x'
  | 'mean'
  | 'runningMean'
  | 'deviation'
  | 'square'
  | 'variance'
  | 'meanSquare'
  | 'runningVar'
  | 'root'
  | 'xHat'
  | 'scaled'
  | 'y';
type BackwardStep =
  | 'dy'
  | 't'
  | 'meanT'
  | 'normalised'
  | 'product'
  | 'meanProduct'
  | 'centred'
  | 'along'
  | 'difference'
  | 'dx'
  | 'dgamma'
  | 'dbeta';
type BlockStep = 'stream' | 'norm1' | 'attention' | 'add1' | 'norm2' | 'feedForward' | 'add2';
export type StepId = ForwardStep | BackwardStep | BlockStep;

/** Rows of one kind of number; those of a family always have one scale. */
export type Family = 'x' | 'deviation' | 'square' | 'normalised' | 'gradient' | 'product' | 'parameter';

export interface Step {
  readonly id: StepId;
  readonly family: Family;
  /** x − μ */
  readonly symbol: string;
  /** The same with numbers put in. */
  readonly formula: string;
  /** A bar each. */
  readonly bars: readonly number[];
  /** The numbers under the bars; undefined where fields stand there or one number is for all. */
  readonly texts: readonly string[] | undefined;
  /** The one number that the step comes to. */
  readonly scalar: string | undefined;
  /** Where lines run across the bars; the bars are then only what they are the mean of. */
  readonly lines: readonly number[];
  /** Where each bar would end without this step; undefined where that is not shown. */
  readonly marks: readonly number[] | undefined;
  /** What the fields of the step hold. */
  readonly source: Source | undefined;
  /** Is the number of a field the height of its bar, so that the bar can be dragged? */
  readonly isDirect: boolean;
  /** Can the numbers be below 0? */
  readonly isSigned: boolean;
}

/** The largest magnitude; 0 of nothing. */
export const sizeOf = (values: readonly number[]): number =>
  values.reduce((size, value) => (Math.abs(value) > size ? Math.abs(value) : size), 0);

type Given = Pick<Step, 'id' | 'family' | 'symbol' | 'formula' | 'bars'> & Partial<Step>;

/** A step with a number under each bar. */
export function vectorStep(given: Given, size = sizeOf(given.bars)): Step {
  const texts = given.bars.map((value) => formatValue(value, size));
  return {
    texts,
    scalar: undefined,
    lines: [],
    marks: undefined,
    source: undefined,
    isDirect: false,
    isSigned: true,
    ...given,
  };
}

/** A step whose bars are what its fields hold. */
export const fieldStep = (given: Given & { source: Source }): Step =>
  vectorStep({ isDirect: true, texts: undefined, ...given });

/** A step that comes to one number. */
export const scalarStep = (given: Given & { scalar: string; lines: readonly number[] }): Step =>
  vectorStep({ texts: undefined, ...given });

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
/** A family that is smaller than this part of the largest cannot be read on its scale and has its own. */
const READABLE = 1 / 5;

/** A round number that holds `size`, at most half as large again; 1 of 0. */
export function roundScale(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const decade = Math.floor(Math.log10(size));
  const digit = ROUND.find((candidate) => Number(`${candidate}e${decade}`) >= size * (1 - 1e-9)) ?? 10;
  return Number(`${digit}e${decade}`);
}

/** The value at the full height of a bar, by family: one for all, but for those that would be too small to be seen. */
export function scalesOf(steps: readonly Step[]): ReadonlyMap<Family, number> {
  const sizes = new Map<Family, number>();
  for (const { family, bars, lines, marks = [] } of steps) {
    const size = sizeOf([...bars, ...lines, ...marks]);
    sizes.set(family, Math.max(sizes.get(family) ?? 0, size));
  }
  const readable = [...sizes.values()].filter((size) => size > 0);
  const largest = Math.max(...readable, 0);
  const smallest = Math.min(...readable, largest);
  const isShared = smallest >= READABLE * largest;
  return new Map(
    [...sizes].map(([family, size]) => [family, roundScale(isShared ? largest : size || largest)]),
  );
}
