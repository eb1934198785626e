// A browser's worker on a real thread of Node: the same bundle of web/lab/worker.ts that a page would start, with the same
// events. Like a browser it says nothing when a thread is ended from outside.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { build, type Rolldown } from 'vite';
import type { WorkerLike } from '../../web/lab/index.ts';
import { addnormWasm } from '../../web/tools/vite-plugins.mjs';
import { inRoot } from '../../web/tools/run.mjs';

export const { version: VERSION } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  version: string;
};

/** The worker as one script without imports. */
export async function bundleWorker(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [addnormWasm()],
    define: { __ADDNORM_VERSION__: JSON.stringify(VERSION) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: inRoot('web/lab/worker.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** What a worker's global scope has in a browser and Node's threads lack. */
const SCOPE = `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message, { transfer } = {}) => parentPort.postMessage(message, transfer);
  parentPort.on('message', (data) => self.onmessage?.({ data }));
`;

export class NodeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  isAlive = true;
  readonly #thread: Worker;

  constructor(script: string) {
    this.#thread = new Worker(SCOPE + script, { eval: true });
    this.#thread.on('message', (data: unknown) => this.onmessage?.({ data } as never));
    this.#thread.on('messageerror', (error) => this.onmessageerror?.(error as never));
    this.#thread.on('error', (error) => this.onerror?.(error as never));
    this.ended = new Promise((resolve) => {
      this.#thread.on('exit', () => {
        this.isAlive = false;
        resolve();
      });
    });
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
