// This system's WebKit: its driver starts a small browser, which needs a screen, which Xvfb is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWebKitDriver } from '../../web/tools/browsers.mjs';
import { which } from '../../web/tools/run.mjs';
import type { Driver } from './engine.ts';
import { freePort } from './free-port.ts';
import { isReady, openSession } from './webdriver.ts';

export async function startWebKit(): Promise<Driver> {
  const driver = findWebKitDriver();
  if (!driver) throw new Error('no WebKitWebDriver found (npm run setup installs it)');
  const xvfb = which('Xvfb');
  if (!xvfb) throw new Error('no Xvfb found (npm run setup installs it)');
  const programs = new Programs();
  try {
    const display = await startScreen(programs, xvfb);
    const session = await openSession(await startDriver(programs, driver, display));
    return { ...session, close: () => session.close().finally(() => programs.stop()) };
  } catch (error) {
    programs.stop();
    throw error;
  }
}

/** Programs that are stopped together, with all they started: when they are told to, or when this process is gone. */
class Programs {
  readonly #stops: (() => void)[] = [];

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** Starts a program. What is returned is what it writes to its stream 3, which ends when it does. */
  start(path: string, args: string[], env: NodeJS.ProcessEnv = process.env): Readable {
    // `cat` waits for the end of our pipe to it, and however this process ends, that comes. Then all of the group goes.
    const script = '"$@" & exec 3>&-; cat; kill 0';
    const shell = spawn('sh', ['-c', script, 'sh', path, ...args], {
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    this.#stops.push(() => shell.stdin!.end());
    return shell.stdio[3] as Readable;
  }
}

/** Starts a screen under a number that is free, which it returns. */
async function startScreen(programs: Programs, xvfb: string): Promise<string> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1440x900x24'];
  const written = programs.start(xvfb, args);
  const nothing = once(written, 'end').then(() => Promise.reject(new Error('Xvfb did not start')));
  const [number] = (await Promise.race([once(written, 'data'), nothing])) as [Buffer];
  return `:${number.toString().trim()}`;
}

/** Starts the driver and returns its address. */
async function startDriver(programs: Programs, path: string, display: string): Promise<string> {
  const port = await freePort();
  const driver = programs.start(path, [`--port=${port}`], {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    // Makes navigator.language "C", which is no language tag, and must not matter.
    LC_ALL: 'C',
  });
  const address = `http://127.0.0.1:${port}`;
  driver.resume();
  while (!(await isReady(address))) {
    if (driver.readableEnded) throw new Error('WebKitWebDriver did not start');
    await sleep(50);
  }
  return address;
}
