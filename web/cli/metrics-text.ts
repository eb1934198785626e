// Metrics of training steps as lines of CSV or JSON. Pure functions; who writes them knows where to.
import { shortFloat } from '../element/run-export.ts';
import type { StepMetrics } from '../lib/index.ts';
import { METRIC_KINDS } from '../lib/metrics.ts';

export type Format = 'csv' | 'jsonl';

/** What a line says of its run, besides the metrics. */
export interface RunLabel {
  readonly variant: string;
  readonly label: string;
  readonly seed: number;
}

type ListName = {
  [Name in keyof StepMetrics]: StepMetrics[Name] extends Float64Array ? Name : never;
}[keyof StepMetrics];

const NAMES = Object.entries(METRIC_KINDS).filter(([name]) => !name.startsWith('nonFinite'));
const SCALARS = NAMES.flatMap(([name, kind]) => (kind === 'list' ? [] : [name as keyof StepMetrics]));
const LISTS = NAMES.flatMap(([name, kind]) => (kind === 'list' ? [name as ListName] : []));

/** How many entries each list has at most, in the order of the columns; none of them where lists are left out. */
export type Widths = readonly number[];

export const widthsOf = (rows: readonly StepMetrics[]): Widths =>
  LISTS.map((name) => Math.max(...rows.map((row) => row[name].length)));

export function csvHead(widths: Widths): string {
  const lists = widths.flatMap((width, i) => Array.from({ length: width }, (_, n) => `${LISTS[i]!}.${n}`));
  return `${['variant', 'label', 'seed', ...SCALARS, ...lists].join(',')}\n`;
}

export function csvLine({ variant, label, seed }: RunLabel, row: StepMetrics, widths: Widths): string {
  const scalars = SCALARS.map((name) => cell(row[name] as number | boolean));
  const lists = widths.flatMap((width, i) => {
    const list = row[LISTS[i]!];
    return Array.from({ length: width }, (_, n) => (n < list.length ? float32Text(list[n]!) : ''));
  });
  return `${[variant, csvCell(label), String(seed), ...scalars, ...lists].join(',')}\n`;
}

/** A cell that may hold anything. */
export const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const cell = (value: number | boolean): string => String(Number(value));
/** As the files of the lab have them. */
const float32Text = (value: number): string => shortFloat(Math.fround(value));

/** A number that is not finite is the text "NaN", "Infinity" or "-Infinity". */
export function jsonLine(label: RunLabel, row: StepMetrics, withLists: boolean): string {
  const scalars = SCALARS.map((name) => [name, jsonValue(row[name] as number | boolean)]);
  const lists = withLists
    ? LISTS.map((name) => [name, Array.from(row[name], (value) => jsonValue(Number(float32Text(value))))])
    : [];
  return `${JSON.stringify({ ...label, ...Object.fromEntries([...scalars, ...lists]), nonFinite: row.nonFinite })}\n`;
}

export const jsonValue = (value: number | boolean): number | boolean | string =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
