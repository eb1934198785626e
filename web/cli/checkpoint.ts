// What a run leaves behind to go on from: each model as safetensors, and beside them one `.state` file with all that its
// trainers have to know, written whole. The state alone is read again; a line of JSON, then the snapshots one after another.
import { existsSync, readFileSync } from 'node:fs';
import { invalid, show } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import type { RowsMark } from './rows-file.ts';
import { writeWhole } from './whole-file.ts';

const FORMAT = 'addnorm-state';
const ENDING = '.safetensors';

/** Where a run stood. */
export interface State {
  readonly step: number;
  /** The file with the rows, as of that step; null if there was none. */
  readonly out: RowsMark | null;
  /** One a run. */
  readonly snapshots: readonly Uint8Array[];
}

/** What the runs are: a state is good for the same ones only. */
export interface StateOf {
  /** Settings as text, one a run. */
  readonly runs: readonly string[];
  /** What the lines of the file with the rows look like. */
  readonly rows: string;
}

interface Head extends StateOf {
  readonly format: string;
  readonly addnorm: string;
  readonly step: number;
  readonly out: RowsMark | null;
  readonly sizes: readonly number[];
}

/** @throws UsageError if it is no name for one */
export function checkCheckpointName(file: string): string {
  if (file.endsWith(ENDING) && file.length > ENDING.length) return file;
  throw new UsageError(invalid('--checkpoint', file, `must end in ${ENDING}`));
}

export const stateFile = (file: string): string => `${file.slice(0, -ENDING.length)}.state`;

/** The file of one of several models. @param part what tells it from the others; '' if there are no others */
export const modelFile = (file: string, part: string): string =>
  part === '' ? file : `${file.slice(0, -ENDING.length)}.${part}${ENDING}`;

export function writeState(file: string, of: StateOf, { step, out, snapshots }: State): void {
  const sizes = snapshots.map(({ length }) => length);
  const head: Head = { format: FORMAT, addnorm: __ADDNORM_VERSION__, ...of, step, out, sizes };
  writeWhole(stateFile(file), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...snapshots]));
}

/**
 * Where the runs stood; undefined if there is no state yet.
 *
 * @throws UsageError if the file is no state of these runs
 */
export function readState(file: string, of: StateOf): State | undefined {
  const name = stateFile(file);
  if (!existsSync(name)) return undefined;
  const bytes = readFileSync(name);
  const head = readHead(name, bytes);
  const { addnorm, step, out, sizes, runs, rows } = head;
  if (addnorm !== __ADDNORM_VERSION__)
    throw wrong(name, `is of addnorm ${addnorm}, and this is ${__ADDNORM_VERSION__}`);
  if (runs.join('\n') !== of.runs.join('\n')) throw wrong(name, 'is of a run with other settings');
  if (out !== null && rows !== of.rows)
    throw wrong(name, `goes with rows of the form ${show(rows)}, not ${show(of.rows)}`);
  let at = bytes.indexOf('\n') + 1;
  if (bytes.length !== sizes.reduce((sum, size) => sum + size, at)) throw wrong(name, 'is not complete');
  const snapshots = sizes.map((size) => new Uint8Array(bytes.subarray(at, (at += size))));
  return { step, out, snapshots };
}

function readHead(name: string, bytes: Buffer): Head {
  const line = bytes.subarray(0, Math.max(bytes.indexOf('\n'), 0)).toString();
  try {
    const head = JSON.parse(line) as Head;
    if (head.format === FORMAT) return head;
  } catch {
    // Said below.
  }
  throw wrong(name, 'is no state of a run');
}

const wrong = (name: string, what: string): UsageError =>
  new UsageError(`${name} ${what} (give another --checkpoint, or --force to begin anew)`);
