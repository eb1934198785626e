// Writing files so that whatever happens, each is the old one or the new one.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** @throws Error that says which file could not be written, and why */
export function writeWhole(file: string, content: Uint8Array | string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      writeAll(descriptor, typeof content === 'string' ? Buffer.from(content) : content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unwritable(file, error);
  }
}

/** A write may be cut short. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  let at = 0;
  while (at < bytes.length) at += writeSync(descriptor, bytes, at);
}

export const unwritable = (file: string, error: unknown): Error =>
  new Error(`${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
