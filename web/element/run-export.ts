// A whole run as a file: every metric of every step of every variant, as CSV or JSON. Both come piece by piece, since a run may
// be long; whoever writes them may breathe in between. Pure functions.
import { type History, type MatrixName, type ScalarName } from '../lab/index.ts';
import type { NonFinite, RunConfig } from '../lib/index.ts';
import { METRIC_KINDS } from '../lib/metrics.ts';
import type { Params } from './address.ts';

/** One variant of a run, as far as a file has it. */
export interface ExportedVariant {
  readonly id: string;
  readonly label: string;
  readonly config: RunConfig;
  /** Of the parameters after the last step. */
  readonly fingerprint: string;
  readonly nonFinite: NonFinite | null;
  readonly history: Pick<History, 'length' | 'scalar' | 'matrix'>;
}

export interface ExportedRun {
  /** Version of addnorm. */
  readonly version: string;
  /** The settings as an address has them. */
  readonly params: Params;
  readonly variants: readonly ExportedVariant[];
}

/** Of the form of the JSON; a reader that knows another one should say so. */
const EXPORT_VERSION = 1;

const NAMES = Object.entries(METRIC_KINDS) as [name: keyof typeof METRIC_KINDS, kind: string][];
/** In order; `step` is the first of them. */
const SCALARS = NAMES.flatMap(([name, kind]) =>
  kind === 'list' || name.startsWith('nonFinite') ? [] : [name as ScalarName],
);
const MATRICES = NAMES.flatMap(([name, kind]) => (kind === 'list' ? [name as MatrixName] : []));
/** Rows of CSV in one piece. */
const ROWS = 100;

/**
 * The run as CSV: a row for each step and variant. Columns: variant, label, the metrics with one number, then those with a list,
 * `name.0`, `name.1` and so on; empty where a variant has a shorter list.
 */
export function* runCsv({ variants }: ExportedRun): Generator<string> {
  const widths = MATRICES.map((name) =>
    Math.max(...variants.map(({ history }) => history.matrix(name).width)),
  );
  const columns = MATRICES.flatMap((name, m) => Array.from({ length: widths[m]! }, (_, i) => `${name}.${i}`));
  yield `${['variant', 'label', ...SCALARS, ...columns].join(',')}\r\n`;
  const writers = variants.map((variant) => rowWriter(variant, widths));
  const length = Math.max(...variants.map(({ history }) => history.length));
  let piece = '';
  for (let row = 0; row < length; row++) {
    variants.forEach(({ history }, v) => {
      if (row < history.length) piece += writers[v]!(row);
    });
    if (row % ROWS < ROWS - 1) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function rowWriter(
  { id, label, history }: ExportedVariant,
  widths: readonly number[],
): (row: number) => string {
  const scalars = SCALARS.map((name) => history.scalar(name));
  const matrices = MATRICES.map((name) => history.matrix(name));
  return (row) => {
    const cells = [id, quoted(label), ...scalars.map((column) => String(column[row]))];
    matrices.forEach(({ data, width }, m) => {
      for (let i = 0; i < widths[m]!; i++) cells.push(i < width ? shortFloat(data[row * width + i]!) : '');
    });
    return `${cells.join(',')}\r\n`;
  };
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * The run as JSON: `format` ("addnorm-run"), `formatVersion`, `addnorm` (the version), `params` (the settings as in an address),
 * and `variants`, each with `id`, `label`, `config`, `fingerprint`, `nonFinite`, and `metrics`: by name, one entry a step; an
 * entry is a number or a list of them. A number that is not finite is the text "NaN", "Infinity" or "-Infinity".
 */
export function* runJson({ version, params, variants }: ExportedRun): Generator<string> {
  const head = {
    format: 'addnorm-run',
    formatVersion: EXPORT_VERSION,
    addnorm: version,
    params: Object.fromEntries(params),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"variants":[`;
  for (const [v, { history, ...variant }] of variants.entries()) {
    yield `${v === 0 ? '' : ','}\n${JSON.stringify(variant).slice(0, -1)},"metrics":{`;
    for (const [i, name] of SCALARS.entries()) {
      yield `${i === 0 ? '' : ','}\n"${name}":[${Array.from(history.scalar(name), jsonNumber).join()}]`;
    }
    for (const name of MATRICES) yield* matrixJson(name, history.matrix(name));
    yield '\n}}';
  }
  yield ']}\n';
}

function* matrixJson(name: string, { data, rows, width }: ReturnType<History['matrix']>): Generator<string> {
  yield `,\n"${name}":[`;
  let piece = '';
  for (let row = 0; row < rows; row++) {
    const numbers = Array.from(data.subarray(row * width, (row + 1) * width), (x) => jsonText(shortFloat(x)));
    piece += `${row === 0 ? '' : ','}[${numbers.join()}]`;
    if (row % ROWS < ROWS - 1) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

const jsonNumber = (value: number): string => jsonText(String(value));
/** JSON has no number for these. */
const jsonText = (text: string): string => (/N|I/.test(text) ? `"${text}"` : text);

/** The fewest digits that are this 32-bit float and no other. */
export function shortFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}
