// Programs of a fixture: one that runs to its end, and a server that is asked until it answers and stopped when it is not needed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../browser/free-port.ts';

const LIMIT_MS = 300_000;

/** The path of a program that a fixture's packages brought. */
export const binOf = (folder: string, name: string): string => join(folder, 'node_modules', '.bin', name);

/** Runs a program in a folder and returns what it printed. @throws Error with all of that if it fails */
export async function runIn(folder: string, command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment(),
    timeout: LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} (exit code ${code})\n${output}`);
  return output;
}

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on a free port, and waits until it answers. */
export async function serveIn(
  folder: string,
  command: string,
  argsFor: (port: number) => readonly string[],
  path = '/',
): Promise<Server> {
  const port = await freePort();
  // In a group of its own, so that what it starts ends with it.
  const child = spawn(command, argsFor(port), {
    cwd: folder,
    env: environment(),
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}${path}`;
  const close = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break;
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, close };
    await sleep(200);
  }
  await close();
  throw new Error(`${command} did not answer at ${url}\n${output}`);
}

/** A bundler reads NODE_ENV, which here says that tests run; and reports nothing to anybody. */
const environment = (): Record<string, string | undefined> => ({
  ...process.env,
  NODE_ENV: undefined,
  VITEST: undefined,
  NEXT_TELEMETRY_DISABLED: '1',
});
