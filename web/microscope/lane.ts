// The numbers that are averaged together: a row for LayerNorm and RMSNorm, a column for BatchNorm in training. BatchNorm in
// evaluation averages nothing; its lane is a row.
import type { MicroscopeState, Row, Rows, Source } from './state.ts';

export interface Lane {
  /** What the places of the lane are: features of one row, or rows at one feature. */
  readonly axis: 'feature' | 'row';
  readonly length: number;
  /** The place that is looked at, from 0. */
  readonly index: number;
}

export const isPerFeature = ({ norm, statistics }: MicroscopeState): boolean =>
  norm === 'batch' && statistics === 'running';

/** A batch of one has no columns to speak of: its row is shown. */
export function laneOf(state: MicroscopeState): Lane {
  const isBatch = state.norm === 'batch' && state.statistics === 'batch' && state.view !== 'block';
  const isColumn = isBatch && state.x.length > 1;
  return isColumn
    ? { axis: 'row', length: state.x.length, index: state.row }
    : { axis: 'feature', length: state.x[0]!.length, index: state.feature };
}

/** Where a place of the lane is in the batch. */
export const placeOf = (
  state: MicroscopeState,
  { axis }: Lane,
  index: number,
): { row: number; feature: number } =>
  axis === 'row' ? { row: index, feature: state.feature } : { row: state.row, feature: index };

const places = (state: MicroscopeState, lane: Lane) =>
  Array.from({ length: lane.length }, (_, i) => placeOf(state, lane, i));

/** The lane's part of (rows, features). */
export const alongRows = (state: MicroscopeState, lane: Lane, rows: Rows): number[] =>
  places(state, lane).map(({ row, feature }) => rows[row]![feature]!);

/** The lane's part of (features). */
export const alongVector = (state: MicroscopeState, lane: Lane, vector: Row): number[] =>
  places(state, lane).map(({ feature }) => vector[feature]!);

/** The lane's part of what a field holds, as it is typed. */
export const alongSource = (state: MicroscopeState, lane: Lane, source: Source): number[] =>
  source === 'x' || source === 'dy'
    ? alongRows(state, lane, state[source])
    : alongVector(state, lane, state[source]);
