// The numbers behind a chart as comma-separated values (RFC 4180): a heading row, every digit, every row. Pure functions.

import { type HeatMapVariant, valueAt } from './heat-map-grid.ts';
import { longestOf } from './line-readout.ts';
import type { ChartMessages } from './messages.en.ts';
import { indexAt } from './series-data.ts';
import type { LineSeries } from './types.ts';

/** A number with every digit it has, a text, or nothing. */
export type CsvCell = number | string | undefined;

const field = (cell: CsvCell): string => {
  const text = cell === undefined ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

/** One row an x, one column a curve; after it those of its band, if it has one. */
export function lineCsv(
  series: readonly LineSeries[],
  { xLabel, xText }: { xLabel: string; xText: (x: number) => CsvCell },
  { save }: ChartMessages,
): string {
  const longest = longestOf(series);
  const head = series.flatMap(({ label, band }) =>
    band ? [label, save.lo(label), save.hi(label)] : [label],
  );
  const rows = Array.from({ length: longest?.count ?? 0 }, (_, i) => {
    const x = longest!.x[i]!;
    const cells = series.flatMap((one): CsvCell[] => {
      const at = indexAt(one, x);
      const columns = one.band ? [one.y, one.band.lo, one.band.hi] : [one.y];
      return columns.map((column) => (at < 0 ? undefined : column[at]));
    });
    return [xText(x), ...cells];
  });
  return csvOf([[xLabel, ...head], ...rows]);
}

/** One row a step, one column a place of a variant. */
export function heatMapCsv(
  variants: readonly HeatMapVariant[],
  xLabel: string,
  placeText: (place: number) => string,
): string {
  const head = variants.flatMap(({ label, nBlock }) =>
    Array.from({ length: nBlock }, (_, block) => `${label} ${placeText(block + 1)}`),
  );
  const longest = variants.reduce((most, one) => (one.count > most.count ? one : most), variants[0]!);
  const rows = Array.from({ length: variants.length === 0 ? 0 : longest.count }, (_, i) => {
    const cells = variants.flatMap((one) =>
      Array.from({ length: one.nBlock }, (__, block) => (i < one.count ? valueAt(one, i, block) : undefined)),
    );
    return [longest.steps[i], ...cells];
  });
  return csvOf([[xLabel, ...head], ...rows]);
}
