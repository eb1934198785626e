// A sweep on disk: JSON lines, the first of which says what the grid is, and one more a cell, appended whole as it is done. Of
// a program that was killed the last line may be torn; whatever else is no such line is an error. Text in, data out, and back.
import { invalid, show } from '../lib/errors.ts';
import type { NonFinite } from '../lib/index.ts';
import type { Grid } from './grid.ts';
import { UsageError } from './command.ts';

const FORMAT = 'addnorm-sweep';
const FORMAT_VERSION = 1;

/** What came of a cell; the same on every machine. */
export interface CellResult {
  /** Of the cell. */
  readonly config: string;
  /** Steps that were taken: fewer than those of the grid where numbers were no longer finite. */
  readonly steps: number;
  /** Of the last step. All numbers are null where they were no longer finite. */
  readonly loss: number | null;
  readonly accuracy: number | null;
  /** Over batches that training never sees. */
  readonly heldOutLoss: number | null;
  readonly heldOutAccuracy: number | null;
  readonly nonFinite: NonFinite | null;
  /** Of all parameters. */
  readonly fingerprint: string | null;
}

export interface SweepContent {
  /** null for a file that is empty, or holds but a torn line. */
  readonly grid: Grid | null;
  readonly results: readonly CellResult[];
  /** Bytes of the whole lines. */
  readonly wholeBytes: number;
}

/** The first line. */
export const gridLine = ({ steps, variants, axes }: Grid): string =>
  `${JSON.stringify({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    addnorm: __ADDNORM_VERSION__,
    steps,
    variants,
    grid: axes,
  })}\n`;

export const resultLine = (result: CellResult): string => `${JSON.stringify(result)}\n`;

/** @throws UsageError that names the file and the line, if it is no sweep of this version of addnorm */
export function parseSweep(file: string, bytes: Buffer): SweepContent {
  // What stands after the last end of a line was torn off.
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.subarray(0, wholeBytes).toString().split('\n').slice(0, -1);
  if (lines.length === 0) return { grid: null, results: [], wholeBytes };
  const parsed = lines.map((line, i) => parseLine(line, `${file}:${i + 1}`));
  const grid = readGrid(parsed[0], file);
  const results = parsed.slice(1).flatMap((line, i) => {
    const where = `${file}:${i + 2}`;
    // Files may have been joined: the same first line again says nothing new.
    if ('format' in line) {
      if (JSON.stringify(readGrid(line, where)) !== JSON.stringify(grid))
        throw new UsageError(`${where} begins another grid than the file`);
      return [];
    }
    return [readResult(line, where)];
  });
  return { grid, results, wholeBytes };
}

type Line = Readonly<Record<string, unknown>>;

function parseLine(line: string, where: string): Line {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
  } catch {
    // Said below.
  }
  throw new UsageError(`${where} is no line of a sweep: ${show(line)}`);
}

function readGrid(line: Line | undefined, where: string): Grid {
  const { format, formatVersion, addnorm, steps, variants, grid } = line ?? {};
  if (format !== FORMAT) throw new UsageError(`${where} is no sweep (its first line must say so)`);
  if (formatVersion !== FORMAT_VERSION || addnorm !== __ADDNORM_VERSION__) {
    throw new UsageError(`${where} is of addnorm ${show(addnorm)}, and this is ${show(__ADDNORM_VERSION__)}`);
  }
  const isAxis = (axis: unknown) => Array.isArray(axis) && typeof axis[0] === 'string' && areTexts(axis[1]);
  if (Number.isInteger(steps) && areTexts(variants) && Array.isArray(grid) && grid.every(isAxis)) {
    return { steps: steps as number, variants, axes: grid as Grid['axes'] };
  }
  throw new UsageError(`${where} does not say what its grid is`);
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const NUMBERS = ['loss', 'accuracy', 'heldOutLoss', 'heldOutAccuracy'] as const;

function readResult(line: Line, where: string): CellResult {
  const { config, steps, fingerprint, nonFinite } = line;
  const fault = (name: string, rule: string) =>
    new UsageError(`${where}: ${invalid(name, line[name], rule)}`);
  if (typeof config !== 'string') throw fault('config', 'must be a string');
  if (!Number.isInteger(steps)) throw fault('steps', 'must be a whole number');
  for (const name of NUMBERS) {
    if (line[name] !== null && typeof line[name] !== 'number') throw fault(name, 'must be a number or null');
  }
  if (nonFinite === null ? !/^[0-9a-f]{16}$/.test(String(fingerprint)) : fingerprint !== null)
    throw fault('fingerprint', 'must be 16 hexadecimal digits, or null beside nonFinite');
  if (typeof nonFinite !== 'object') throw fault('nonFinite', 'must be an object or null');
  return line as unknown as CellResult;
}
