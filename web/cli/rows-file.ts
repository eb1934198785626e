// Where the rows of a run go: a file, which a run that goes on takes up where it stood, or the standard output.
import { closeSync, existsSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs';
import { invalid } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { unwritable, writeAll } from './whole-file.ts';

/** How far rows were written. */
export interface RowsMark {
  readonly bytes: number;
  /** The last of them, as text: another file that is long enough has others there. */
  readonly end: string;
}

const NOTHING: RowsMark = { bytes: 0, end: '' };
const END_LENGTH = 200;

export interface RowsOut {
  /** What is there so far; null where nobody counts. */
  readonly mark: RowsMark | null;
  write(text: string): Promise<void>;
  close(): void;
}

/** The standard output; waits until what was written is on its way. */
export const standardOutput: RowsOut = {
  mark: null,
  write: (text) =>
    new Promise((resolve) => {
      if (process.stdout.write(text)) resolve();
      else process.stdout.once('drain', resolve);
    }),
  close: () => {},
};

/**
 * @param keep the rows that stay, of a file that must be there; left out for a new one
 * @param force may a file that is there be written over?
 * @throws UsageError if the file is not as it must be; nothing in it is changed then
 */
export function openRowsFile(file: string, keep: RowsMark = NOTHING, force = false): RowsOut {
  const isNew = keep.bytes === 0;
  if (isNew && existsSync(file) && !force)
    throw new UsageError(invalid('--out', file, 'is there already; --force writes over it'));
  if (!isNew && !holds(file, keep))
    throw new UsageError(
      invalid('--out', file, `must hold the rows so far, ${keep.bytes} bytes; --force begins anew`),
    );
  let descriptor: number;
  try {
    // To append: a second line never lands in the middle of the first.
    descriptor = openSync(file, 'a');
    ftruncateSync(descriptor, keep.bytes);
  } catch (error) {
    throw unwritable(file, error);
  }
  return new RowsFile(file, descriptor, keep);
}

function holds(file: string, { bytes, end }: RowsMark): boolean {
  if (!existsSync(file) || statSync(file).size < bytes) return false;
  const found = Buffer.alloc(Buffer.byteLength(end));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, found, 0, found.length, bytes - found.length);
  } finally {
    closeSync(descriptor);
  }
  return found.toString() === end;
}

class RowsFile implements RowsOut {
  readonly #file: string;
  readonly #descriptor: number;
  #mark: RowsMark;

  constructor(file: string, descriptor: number, mark: RowsMark) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#mark = mark;
  }

  get mark(): RowsMark {
    return this.#mark;
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      writeAll(this.#descriptor, bytes);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
    this.#mark = {
      bytes: this.#mark.bytes + bytes.length,
      end: (this.#mark.end + text).slice(-END_LENGTH),
    };
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
