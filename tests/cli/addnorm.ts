// The command line as people start it: a process of the built package, its output, its exit code.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { inRoot } from '../../web/tools/run.mjs';

export const DIST = inRoot('dist');

beforeAll(() => {
  if (!existsSync(join(DIST, 'cli.js'))) throw new Error('dist/cli.js is missing (npm run build makes it)');
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Options {
  readonly dist?: string;
  readonly cwd?: string;
  /** Sees what has been written so far, and may interrupt the process, or read no more. */
  readonly onOutput?: (out: string, stop: () => void, leave: () => void) => void;
  /** Asked again and again; the process gets the signal once it is so. */
  readonly stopWhen?: () => boolean;
  /** Default: SIGINT, as Ctrl-C sends. */
  readonly signal?: NodeJS.Signals;
}

/** Runs `addnorm` to its end. */
export function addnorm(
  args: readonly string[],
  { dist = DIST, cwd, onOutput, stopWhen, signal = 'SIGINT' }: Options = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(dist, 'cli.js'), ...args], { cwd });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      onOutput?.(
        out,
        () => child.kill(signal),
        () => child.stdout.destroy(),
      );
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const watch = setInterval(() => {
      if (!stopWhen?.()) return;
      clearInterval(watch);
      child.kill(signal);
    }, 10);
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, out, err });
    });
  });
}

/** A folder that is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'addnorm-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
