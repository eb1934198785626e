// A stability map as tables to read and as lines to save. Pure.
import { formatNumber } from '../charts/format.ts';
import type { TableData } from '../charts/types.ts';
import { describeResult, type StabilityState } from './describe-stability.ts';
import type { MapMessages } from './messages.en.ts';
import { labelOf, shortNumber, signOf } from './names.ts';
import type { CellResult } from './stability.ts';

/** One a placement: a row a warm-up or depth, a column a learning rate. */
export function stabilityTables(state: StabilityState, messages: MapMessages): TableData[] {
  const { by, grid, placements, results } = state;
  return placements.map((placement) => {
    const resultAt = (row: number, column: number) =>
      results[
        grid.cells.findIndex(
          (cell) => cell.placement === placement && cell.row === row && cell.column === column,
        )
      ];
    return {
      caption: `${messages.mapOf(labelOf(placement, messages))}: ${messages.lossAtEnd}`,
      columns: [
        messages.rowTitle[by],
        ...grid.learningRates.map((value) => shortNumber(value, messages.decimalMark)),
      ],
      rows: grid.rowValues.map((value, row) => [
        String(value),
        ...grid.learningRates.map((_, column) => tableCell(resultAt(row, column), messages)),
      ]),
    };
  });
}

function tableCell(result: CellResult | undefined, messages: MapMessages): string {
  if (!result || result.divergedAt !== null) return describeResult(result, messages);
  return `${formatNumber(result.loss, messages.decimalMark)} ${signOf(result)}`.trim();
}

/** A line a cell; the columns have the names that settings and rows have in code, whatever the language. */
export function stabilityCsv({ by, grid, results }: StabilityState, steps: number): (string | number)[][] {
  const lines = grid.cells.map(({ placement, row, column, config }, i) => {
    const result = results[i];
    const loss = result && result.divergedAt === null ? result.loss : '';
    const place = [placement, grid.learningRates[column]!, grid.rowValues[row]!];
    return [...place, config.seed, steps, loss, result?.divergedAt ?? ''];
  });
  return [['placement', 'lr', by, 'seed', 'steps', 'loss', 'divergedAt'], ...lines];
}
