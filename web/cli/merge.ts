// `addnorm merge`: the files of a sweep as one table. Refuses what does not belong together, and cells that came out
// differently on different machines; says what is missing.
import { invalid } from '../lib/errors.ts';
import { textOf } from './arguments.ts';
import { type Arguments, type Command, EXIT_CODES, UsageError } from './command.ts';
import { type Cell, cellsOf, type Grid, variedKeys } from './grid.ts';
import { csvCell } from './metrics-text.ts';
import { readBytes, settingText } from './plan.ts';
import { readFormat } from './run.ts';
import { optionLine } from './setting-options.ts';
import { type CellResult, gridLine, parseSweep, resultLine } from './sweep-file.ts';
import { writeWhole } from './whole-file.ts';

const MAX_LISTED = 10;

const HELP = `Usage: addnorm merge FILE … [options]

Makes one table of the files of a sweep. They must be of one grid and one version of addnorm, and a
cell that is in several of them must have come out the same, to the bit. What is missing is listed.

Options:
${optionLine('--out FILE', 'Write the table there, not to the standard output.')}
${optionLine('--format csv|jsonl', 'CSV, or the lines of a sweep, which addnorm sweep goes on with. (default: as the file is called; csv)')}
${optionLine('--help', 'Print this text.')}

Exit code: 0 if every cell of the grid is there; 1 if one is missing (the table has the others) or
came out differently (there is no table), 2 if the command was not understood or a file is no sweep.
`;

export const mergeCommand: Command = {
  summary: 'make one table of the files of a sweep',
  help: HELP,
  options: { out: { type: 'string' }, format: { type: 'string' } },
  mostPositionals: Infinity,
  run: merge,
};

async function merge(given: Arguments): Promise<number> {
  if (given.positionals.length === 0) throw new UsageError('no files were given');
  const out = textOf(given, 'out');
  const format = readFormat(textOf(given, 'format'), out);
  const { grid, results } = joined(
    given.positionals.map((file) => ({ file, ...parseSweep(file, readBytes(file)) })),
  );
  const cells = cellsOf(grid);
  checkCells(cells, results);
  const found = cells.filter(({ text }) => results.has(text));
  const lines = found.map(({ text }) => results.get(text)!.result);
  const text =
    format === 'csv' ? sweepCsv(grid, found, lines) : gridLine(grid) + lines.map(resultLine).join('');
  if (out === undefined) process.stdout.write(text);
  else writeWhole(out, text);
  const missing = cells.filter((cell) => !results.has(cell.text));
  process.stderr.write(`${found.length} of ${cells.length} cells are there\n${missingText(missing)}`);
  return missing.length === 0 ? EXIT_CODES.ok : EXIT_CODES.failed;
}

interface NamedSweep {
  readonly file: string;
  readonly grid: Grid | null;
  readonly results: readonly CellResult[];
}

/** By the text of the cell: what came of it, and in which file that stands. */
type Results = ReadonlyMap<string, { readonly file: string; readonly result: CellResult }>;

/**
 * @throws UsageError if the files are of different grids
 * @throws Error if a cell came out differently in two of them
 */
export function joined(sweeps: readonly NamedSweep[]): { readonly grid: Grid; readonly results: Results } {
  const begun = sweeps.filter((sweep): sweep is NamedSweep & { grid: Grid } => sweep.grid !== null);
  const first = begun[0];
  if (!first) throw new UsageError('the files are empty');
  const results = new Map<string, { readonly file: string; readonly result: CellResult }>();
  for (const { file, grid, results: found } of begun) {
    const difference = differenceOf(first.grid, grid);
    if (difference !== undefined)
      throw new UsageError(`${file} is of another grid than ${first.file}: its ${difference} differ`);
    for (const result of found) {
      const other = results.get(result.config);
      if (other && resultLine(other.result) !== resultLine(result))
        throw new Error(conflictText(result, file, other.result, other.file));
      results.set(result.config, { file, result });
    }
  }
  return { grid: first.grid, results };
}

const differenceOf = (a: Grid, b: Grid): keyof Grid | undefined =>
  (['steps', 'variants', 'axes'] as const).find(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );

const conflictText = (a: CellResult, fileOfA: string, b: CellResult, fileOfB: string): string =>
  `cell ${a.config} came out differently: fingerprint ${a.fingerprint ?? 'none'} in ${fileOfA}, ` +
  `${b.fingerprint ?? 'none'} in ${fileOfB} (addnorm verify tells which machine is at fault)`;

function checkCells(cells: readonly Cell[], results: Results): void {
  const known = new Set(cells.map(({ text }) => text));
  for (const [text, { file }] of results) {
    if (!known.has(text))
      throw new UsageError(`${file}: ${invalid('config', text, 'is no cell of the grid')}`);
  }
}

const COLUMNS = ['steps', 'loss', 'accuracy', 'heldOutLoss', 'heldOutAccuracy'] as const;

/** A row a cell: the settings in which cells differ, what came out, and where numbers stopped being finite. */
export function sweepCsv(grid: Grid, cells: readonly Cell[], results: readonly CellResult[]): string {
  const keys = variedKeys(grid);
  const rows = results.map((result, i) => {
    const { nonFinite, fingerprint } = result;
    return [
      ...keys.map((key) => settingText(cells[i]!.config, key)),
      ...COLUMNS.map((name) => String(result[name] ?? '')),
      String(nonFinite?.step ?? ''),
      nonFinite?.tensor ?? '',
      fingerprint ?? '',
    ];
  });
  const head = [...keys, ...COLUMNS, 'nonFiniteStep', 'nonFiniteTensor', 'fingerprint'];
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function missingText(missing: readonly Cell[]): string {
  if (missing.length === 0) return '';
  const listed = missing.slice(0, MAX_LISTED).map(({ text }) => `  ${text}\n`);
  const more = missing.length > MAX_LISTED ? `  and ${missing.length - MAX_LISTED} more\n` : '';
  return `missing:\n${listed.join('')}${more}`;
}
