// What a stability map shows, in one sentence that is computed from its cells; and what one cell is, in words.
import { formatNumber, formatTick } from '../charts/format.ts';
import type { Placement } from '../lib/index.ts';
import type { MapMessages } from './messages.en.ts';
import { hasLearned, labelOf } from './names.ts';
import type { Cell, CellResult, StabilityGrid } from './stability.ts';

/** A map with what is known of its cells, in their order. */
export interface StabilityState {
  readonly by: 'warmup' | 'depth';
  readonly placements: readonly Placement[];
  readonly grid: StabilityGrid;
  readonly results: readonly (CellResult | undefined)[];
}

export function describeStability(state: StabilityState, messages: MapMessages): string {
  const { placements, results } = state;
  if (!results.some((result) => result)) return messages.nothingYet;
  const clauses = placements.flatMap((placement) => describePlacement(state, placement, messages));
  const text = clauses.join('; ');
  return (results.includes(undefined) ? messages.soFar(text) : text) + messages.end;
}

interface Known {
  readonly cell: Cell;
  readonly result: CellResult;
}

function describePlacement(
  { by, grid, results }: StabilityState,
  placement: Placement,
  messages: MapMessages,
): string[] {
  const known = grid.cells.flatMap((cell, i): Known[] => {
    const result = results[i];
    return cell.placement === placement && result ? [{ cell, result }] : [];
  });
  if (known.length === 0) return [];
  const label = labelOf(placement, messages);
  const learned = known.filter(({ result }) => hasLearned(result));
  const diverged = known.filter(({ result }) => result.divergedAt !== null).length;
  const also = diverged > 0 ? ` (${messages.diverged(diverged)})` : '';
  const count = messages.learnedIn(label, learned.length, known.length) + also;
  if (learned.length === 0) return [count];
  const highest = [0, grid.rowValues.length - 1].flatMap((row) => {
    if (!known.some(({ cell }) => cell.row === row)) return [];
    const name = messages.rowUnit[by](formatTick(grid.rowValues[row]!, messages.decimalMark));
    const columns = learned.filter(({ cell }) => cell.row === row).map(({ cell }) => cell.column);
    if (columns.length === 0) return [messages.noneAt(name)];
    return [
      messages.highestAt(formatTick(grid.learningRates[Math.max(...columns)]!, messages.decimalMark), name),
    ];
  });
  return [`${count}, ${messages.highest(highest)}`];
}

/** What became of a cell's run. */
export function describeResult(result: CellResult | undefined, messages: MapMessages): string {
  if (!result) return messages.waiting;
  if (result.divergedAt !== null) return messages.divergedAt(result.divergedAt);
  const loss = formatNumber(result.loss, messages.decimalMark);
  return hasLearned(result) ? messages.learnedLoss(loss) : messages.lossOf(loss);
}

/** A cell's settings and what became of it. */
export function describeCell(
  { by, grid }: StabilityState,
  cell: Cell,
  result: CellResult | undefined,
  messages: MapMessages,
): string {
  const lr = formatTick(grid.learningRates[cell.column]!, messages.decimalMark);
  const row = messages.rowUnit[by](formatTick(grid.rowValues[cell.row]!, messages.decimalMark));
  return messages.cell(labelOf(cell.placement, messages), lr, row, describeResult(result, messages));
}
