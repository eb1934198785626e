// One variant's worker, as a Lab sees it: requests go out one at a time, each settles, and a worker that dies is noticed.
// After its end nothing is left behind: no thread, no timer, no promise that waits.
import type { LoadOptions, RunConfig } from '../lib/index.ts';
import { nameLifeline, watchLifeline } from './lifeline.ts';
import {
  HELLO,
  isReply,
  type Operation,
  type Operations,
  reviveError,
  type StartArgument,
  VERSION,
  type WorkerLike,
} from './protocol.ts';

/** Milliseconds after which a silent worker counts as dead. */
export interface SilenceLimits {
  /** Until its first message. */
  readonly start: number;
  /** Until the reply to a request; a single step of a large model on a slow machine takes seconds. */
  readonly reply: number;
}

interface Pending {
  readonly id: number;
  readonly message: unknown;
  readonly limit: number;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Silence is counted in this many ticks, so that a machine that wakes from sleep does not seem to have been silent. */
const TICKS = 8;

export class Runner {
  readonly variantId: string;
  readonly #worker: WorkerLike;
  readonly #limits: SilenceLimits;
  readonly #onDeath: (error: Error, variantId: string) => void;
  readonly #ended = new AbortController();
  readonly #hello: Promise<string>;
  #hasSpoken = false;
  #current: Pending | null = null;
  #queue: Pending[] = [];
  #lastId = HELLO;
  #watchdog: ReturnType<typeof setInterval> | undefined;
  #end: Error | null = null;

  /** Takes over a worker that was made a moment ago. `onDeath` is called once if the worker ends and close() was not called. */
  constructor(
    worker: WorkerLike,
    variantId: string,
    limits: SilenceLimits,
    onDeath: (error: Error, variantId: string) => void,
  ) {
    this.#worker = worker;
    this.variantId = variantId;
    this.#limits = limits;
    this.#onDeath = onDeath;
    worker.onmessage = ({ data }: { readonly data: unknown }) => this.#receive(data);
    worker.onmessageerror = () => this.#die('sent a message that cannot be read');
    worker.onerror = (event: unknown) => this.#die(this.#failure(event));
    this.#hello = new Promise((resolve, reject) => {
      this.#expect({ id: HELLO, message: null, limit: limits.start, resolve, reject });
    });
    // Whoever starts the runner hears of a failure; a runner that is closed unstarted has nobody to tell.
    this.#hello.catch(() => {});
  }

  /** Did the worker's script run at all? */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** Waits for the worker's first message, then makes its model and trainer, or as many as `options` says. */
  async start(
    config: RunConfig,
    load: LoadOptions,
    canDieUnheard: boolean,
    options: Pick<StartArgument, 'seeds' | 'keepsSnapshots'> = {},
  ): Promise<void> {
    const version = await this.#hello;
    if (version !== VERSION) {
      this.#die(`is of version ${version} and the page of ${VERSION}; reload the page without its cache`);
    }
    const lifeline = canDieUnheard ? nameLifeline() : null;
    const { hasLifeline } = await this.request('start', { ...options, config, load, lifeline });
    if (lifeline !== null && hasLifeline) {
      watchLifeline(lifeline, this.#ended.signal, () => this.#die('was ended from outside'));
    }
  }

  /** Asks the worker, after everything asked before. Rejects with what the worker threw, or because it died or was closed. */
  request<Name extends Operation>(
    operation: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Operations[Name]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#end) {
        reject(this.#end);
        return;
      }
      const id = ++this.#lastId;
      const pending = {
        id,
        message: { id, operation, argument },
        limit: this.#limits.reply,
        resolve,
        reject,
      };
      if (this.#current) this.#queue.push(pending);
      else this.#post(pending);
    });
  }

  /** Ends the worker and rejects everything that waits. */
  close(reason: Error): void {
    if (this.#end) return;
    this.#end = reason;
    clearInterval(this.#watchdog);
    this.#ended.abort();
    this.#worker.onmessage = this.#worker.onmessageerror = this.#worker.onerror = null;
    this.#worker.terminate();
    const waiting = this.#current ? [this.#current, ...this.#queue] : this.#queue;
    this.#current = null;
    this.#queue = [];
    for (const { reject } of waiting) reject(reason);
  }

  #post(pending: Pending): void {
    this.#expect(pending);
    try {
      this.#worker.postMessage(pending.message);
    } catch (error) {
      this.#die(`could not be sent a message (${String(error)})`);
    }
  }

  #expect(pending: Pending): void {
    this.#current = pending;
    let ticks = 0;
    this.#watchdog = setInterval(() => {
      if (++ticks === TICKS) this.#die(`did not answer for ${pending.limit / 1000} s`);
    }, pending.limit / TICKS);
  }

  #receive(data: unknown): void {
    const pending = this.#current;
    if (!pending || !isReply(data) || data.id !== pending.id) {
      this.#die('sent a message that is no reply');
      return;
    }
    this.#hasSpoken = true;
    clearInterval(this.#watchdog);
    this.#current = null;
    if ('error' in data) pending.reject(reviveError(data.error, this.variantId));
    else pending.resolve(data.result as never);
    const next = this.#queue.shift();
    if (next) this.#post(next);
  }

  #die(what: string): void {
    if (this.#end) return;
    const error = new Error(`variant ${JSON.stringify(this.variantId)}: its worker ${what}`);
    this.close(error);
    this.#onDeath(error, this.variantId);
  }

  #failure(event: unknown): string {
    // The lab reports it; the console need not.
    if (event instanceof Event) event.preventDefault();
    const message = (event as { message?: unknown } | null)?.message;
    if (typeof message === 'string' && message !== '') return `stopped: ${message}`;
    return this.#hasSpoken
      ? 'stopped'
      : 'could not be started (its script was not found, or a security policy forbids it)';
  }
}
