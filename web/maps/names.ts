// What things are called in few characters, in maps, tables and sentences. Pure.
import { LEARNED_BELOW } from '../charts/describe.ts';
import type { Placement } from '../lib/index.ts';
import type { MapMessages } from './messages.en.ts';
import type { CellResult } from './stability.ts';

/** The label of a placement, as everywhere. */
export const labelOf = (placement: Placement, { placements }: MapMessages): string => placements[placement];

/** As it stands in a sentence. */
export const nameOf = (placement: Placement, messages: MapMessages): string =>
  messages.name(labelOf(placement, messages));

/** A learning rate as short as it can be written: 5e-3. */
export const shortNumber = (value: number, decimalMark: string): string =>
  Number(value.toPrecision(2)).toExponential().replace('+', '').replace('.', decimalMark);

export const hasLearned = (result: CellResult | undefined): boolean =>
  result !== undefined && result.loss < LEARNED_BELOW;

/** What a cell shows besides its colour. */
export function signOf(result: CellResult | undefined): string {
  if (!result) return '';
  if (result.divergedAt !== null) return '×';
  return hasLearned(result) ? '✓' : '';
}
