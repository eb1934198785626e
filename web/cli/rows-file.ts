// Where the rows of a run go: a file, which a run that goes on takes up where it stood, or the standard output.
import { closeSync, existsSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { invalid } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { unwritable, writeAll } from './whole-file.ts';

export interface RowsOut {
  /** Bytes so far; null where nobody counts. */
  readonly bytes: number | null;
  write(text: string): Promise<void>;
  close(): void;
}

/** The standard output; waits until what was written is on its way. */
export const standardOutput: RowsOut = {
  bytes: null,
  write: (text) =>
    new Promise((resolve) => {
      if (process.stdout.write(text)) resolve();
      else process.stdout.once('drain', resolve);
    }),
  close: () => {},
};

/**
 * @param keep bytes that stay, of a file that must be there; 0 for a new one
 * @param force may a file that is there be written over?
 * @throws UsageError if the file is not as it must be
 */
export function openRowsFile(file: string, keep: number, force: boolean): RowsOut {
  const exists = existsSync(file);
  if (keep === 0 && exists && !force)
    throw new UsageError(invalid('--out', file, 'is there already; --force writes over it'));
  if (keep > 0 && (!exists || statSync(file).size < keep))
    throw new UsageError(
      invalid('--out', file, `must hold the rows so far, ${keep} bytes; --force begins anew`),
    );
  let descriptor: number;
  try {
    // To append: a second line never lands in the middle of the first.
    descriptor = openSync(file, 'a');
    ftruncateSync(descriptor, keep);
  } catch (error) {
    throw unwritable(file, error);
  }
  return new RowsFile(file, descriptor, keep);
}

class RowsFile implements RowsOut {
  readonly #file: string;
  readonly #descriptor: number;
  #bytes: number;

  constructor(file: string, descriptor: number, bytes: number) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      writeAll(this.#descriptor, bytes);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
    this.#bytes += bytes.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
