// This system's WebKit: its driver starts a small browser, which needs a screen, which Xvfb is.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWebKitDriver } from '../../web/tools/browsers.mjs';
import { which } from '../../web/tools/run.mjs';
import type { Driver } from './engine.ts';
import { isReady, openSession } from './webdriver.ts';

export async function startWebKit(): Promise<Driver> {
  const path = findWebKitDriver();
  if (!path) throw new Error('no WebKitWebDriver found (npm run setup installs it)');
  const xvfb = which('Xvfb');
  if (!xvfb) throw new Error('no Xvfb found (npm run setup installs it)');
  const processes = new Processes();
  try {
    const display = await startScreen(processes, xvfb);
    const address = await startDriver(processes, path, display);
    const session = await openSession(address);
    return { ...session, close: () => session.close().finally(() => processes.stop()) };
  } catch (error) {
    processes.stop();
    throw error;
  }
}

/** Programs that are stopped together, with all they started, at the latest when this process ends. */
class Processes {
  readonly #started: ChildProcess[] = [];
  readonly stop = (): void => {
    process.off('exit', this.stop);
    for (const { pid } of this.#started.splice(0)) {
      try {
        process.kill(-pid!);
      } catch {
        // It has ended.
      }
    }
  };

  constructor() {
    process.once('exit', this.stop);
  }

  start(path: string, args: string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
    // A group of its own, so that a signal reaches what it starts as well. The fourth stream is Xvfb's.
    const started = spawn(path, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    if (started.pid !== undefined) this.#started.push(started);
    return started;
  }
}

/** Starts a screen under a number that is free, which it returns. */
async function startScreen(processes: Processes, xvfb: string): Promise<string> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1440x900x24'];
  const screen = processes.start(xvfb, args);
  const ended = once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb did not start')));
  const [number] = (await Promise.race([once(screen.stdio[3]!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return `:${number.toString().trim()}`;
}

/** Starts the driver and returns its address. */
async function startDriver(processes: Processes, path: string, display: string): Promise<string> {
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    // Makes navigator.language "C", which is no language tag, and must not matter.
    LC_ALL: 'C',
  };
  const driver = processes.start(path, [`--port=${port}`], env);
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with exit code ${driver.exitCode}`);
    await sleep(50);
  }
  return address;
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
