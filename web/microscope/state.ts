// Everything that can be set, as a plain value, and the ways to change it. A state is always whole: gamma, beta and the
// others have as many numbers as a row, dy has the shape of x.
import { MAX_FEATURES, MAX_ROWS } from './numbers.ts';

export type Norm = 'layer' | 'rms' | 'batch';
/** What is shown: a norm, its gradient, or one pre-LN block. */
export type View = 'forward' | 'backward' | 'block';
/** Where BatchNorm takes its statistics from: the batch (training), or what it kept of earlier ones (evaluation). */
export type Statistics = 'batch' | 'running';

export type Row = readonly number[];
export type Rows = readonly Row[];

export interface MicroscopeState {
  readonly view: View;
  readonly norm: Norm;
  readonly statistics: Statistics;
  /** (rows, features) */
  readonly x: Rows;
  /** Gradient of y, (rows, features). */
  readonly dy: Rows;
  readonly gamma: Row;
  readonly beta: Row;
  readonly runningMean: Row;
  readonly runningVar: Row;
  /** What the sub-layers of the block add, (features). */
  readonly attention: Row;
  readonly feedForward: Row;
  readonly eps: number;
  /** The row and the feature that are looked at, from 0. */
  readonly row: number;
  readonly feature: number;
  /** How many steps are shown; null for all. */
  readonly step: number | null;
}

/** The rows of numbers that have one row for all of the batch, and what a new feature has there. */
const VECTORS = {
  gamma: 1,
  beta: 0,
  runningMean: 0,
  runningVar: 1,
  attention: 0,
  feedForward: 0,
} as const;
export type Vector = keyof typeof VECTORS;
export type Matrix = 'x' | 'dy';
/** What a field may hold. */
export type Source = Matrix | Vector;

function eachVector(make: (name: Vector, filler: number) => Row): Record<Vector, Row> {
  const made = Object.entries(VECTORS).map(([name, filler]) => [name, make(name as Vector, filler)]);
  return Object.fromEntries(made) as Record<Vector, Row>;
}

/** The state of these rows, all else at its default: the lesson's row if nothing is said. */
export function stateOf(x: Rows = [[2, 4, 4, 6]], given: Partial<MicroscopeState> = {}): MicroscopeState {
  return {
    view: 'forward',
    norm: 'layer',
    statistics: 'batch',
    eps: 1e-5,
    row: 0,
    feature: 0,
    step: null,
    ...eachVector((_, filler) => x[0]!.map(() => filler)),
    x,
    dy: defaultDy(x),
    ...given,
  };
}

/** The gradient that asks what moves y₁: 1 at the first feature of the first row. */
export const defaultDy = (x: Rows): Rows =>
  x.map((row, r) => row.map((_, i) => (r === 0 && i === 0 ? 1 : 0)));

export const nRows = ({ x }: MicroscopeState): number => x.length;
export const nFeatures = ({ x }: MicroscopeState): number => x[0]!.length;

const replaced = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((item, i) => (i === index ? value : item));

/** One number set. Of what has one row for all, the row is not looked at. */
export function withNumber(
  state: MicroscopeState,
  source: Source,
  row: number,
  feature: number,
  value: number,
): MicroscopeState {
  if (source === 'x' || source === 'dy') {
    const rows = state[source];
    return { ...state, [source]: replaced(rows, row, replaced(rows[row]!, feature, value)) };
  }
  return { ...state, [source]: replaced(state[source], feature, value) };
}

const resized = (row: Row, length: number, filler: number): Row =>
  Array.from({ length }, (_, i) => row[i] ?? filler);

/** Other rows; what belongs to a feature or a row that was there already stays. */
export function withRows(state: MicroscopeState, x: Rows): MicroscopeState {
  const width = x[0]!.length;
  return {
    ...state,
    ...eachVector((name, filler) => resized(state[name], width, filler)),
    x,
    dy: x.map((_, r) => resized(state.dy[r] ?? [], width, 0)),
    row: Math.min(state.row, x.length - 1),
    feature: Math.min(state.feature, width - 1),
  };
}

/** One feature more, at the end. It begins with the mean of its row, so that the mean stays where it is. */
export function addFeature(state: MicroscopeState): MicroscopeState {
  if (nFeatures(state) >= MAX_FEATURES) return state;
  const meanOf = (row: Row) => row.reduce((sum, value) => sum + value, 0) / row.length;
  return withRows(
    state,
    state.x.map((row) => [...row, Number(meanOf(row).toPrecision(4))]),
  );
}

export const removeFeature = (state: MicroscopeState): MicroscopeState =>
  nFeatures(state) <= 1
    ? state
    : withRows(
        state,
        state.x.map((row) => row.slice(0, -1)),
      );

/** One row more: the last one, each number moved on by one feature, so that the columns have something to average. */
export function addRow(state: MicroscopeState): MicroscopeState {
  if (nRows(state) >= MAX_ROWS) return state;
  const last = state.x.at(-1)!;
  return withRows(state, [...state.x, [...last.slice(1), last[0]!]]);
}

export const removeRow = (state: MicroscopeState): MicroscopeState =>
  nRows(state) <= 1 ? state : withRows(state, state.x.slice(0, -1));

/** Every number of x under `change`, without the dust that decimal fractions gather. */
export const mapX = (state: MicroscopeState, change: (value: number) => number): MicroscopeState => ({
  ...state,
  x: state.x.map((row) => row.map((value) => Number(change(value).toPrecision(12)) || 0)),
});
