// @ts-check
// A browser's worker on a thread of Node, for a bundle that expects one: the same events, and what its scope has there.
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What is said before the module is there waits until somebody listens. @param {string} url */
const script = (url) => `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message, { transfer } = {}) => parentPort.postMessage(message, transfer);
  import(${JSON.stringify(url)}).then(() => parentPort.on('message', (data) => self.onmessage?.({ data })));
`;

/** @typedef {((event: any) => void) | null} Listener */

export class NodeWorker {
  /** @type {Listener} */
  onmessage = null;
  /** @type {Listener} */
  onmessageerror = null;
  /** @type {Listener} */
  onerror = null;
  #thread;

  /** @param {string} path of an ES module */
  constructor(path) {
    this.#thread = new Worker(script(pathToFileURL(path).href), { eval: true });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('messageerror', (error) => this.onmessageerror?.(error));
    this.#thread.on('error', (error) => this.onerror?.(error));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    void this.#thread.terminate();
  }
}
