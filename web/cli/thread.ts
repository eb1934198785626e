// A thread of Node with the events of a browser's worker, which is what the lab speaks to.
import { Worker } from 'node:worker_threads';
import type { WorkerLike } from '../lab/protocol.ts';

export class Thread implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly #worker: Worker;

  /** @param url of an ES module that answers messages as web/cli/worker.ts does */
  constructor(url: URL) {
    this.#worker = new Worker(url);
    this.#worker.on('message', (data: unknown) => this.onmessage?.({ data } as never));
    this.#worker.on('messageerror', (error) => this.onmessageerror?.(error as never));
    this.#worker.on('error', (error) => this.onerror?.(error as never));
    // A thread that ends of itself says nothing else; one that was terminated has no listener any more.
    this.#worker.on('exit', () => this.onerror?.(new Error('its thread has ended') as never));
  }

  postMessage(message: unknown): void {
    this.#worker.postMessage(message);
  }

  terminate(): void {
    void this.#worker.terminate();
  }
}
