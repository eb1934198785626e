// One run asked of a Pool: what is trained, the rows so far, and the promise of them all. It settles once, and at once when it
// is cancelled, whatever its worker still does. Who trains it, and when, is the Pool's business (pool.ts).
import { resolveRunConfig } from '../lib/config-resolve.ts';
import { checkInteger, checkOptions, invalid } from '../lib/errors.ts';
import type { PartialRunConfig, RunConfig, StepMetrics } from '../lib/index.ts';
import { MAX_STEP } from './options.ts';

/** A run from step 0. */
export interface PoolRun {
  /** Model and training; what is left out takes its default. */
  readonly config?: PartialRunConfig | undefined;
  readonly steps: number;
}

/** How a run of a Pool is cancelled, and watched. */
export interface TrainOptions {
  /** Cancels the run: it ends unstarted if it still waits, and after the round that is out if not. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the rows of each round as they come, in order. */
  readonly onRows?: ((rows: readonly StepMetrics[]) => void) | undefined;
}

export class PoolJob {
  readonly config: RunConfig;
  readonly steps: number;
  /** Of a row for each step; rejects with the signal's reason, or with what went wrong. */
  readonly promise: Promise<StepMetrics[]>;
  readonly #rows: StepMetrics[] = [];
  readonly #onRows: TrainOptions['onRows'];
  readonly #signal: AbortSignal | undefined;
  #settle!: { readonly resolve: (rows: StepMetrics[]) => void; readonly reject: (reason: unknown) => void };
  #isSettled = false;

  /** @throws RangeError or TypeError for the first fault */
  constructor(run: PoolRun, options: TrainOptions | undefined) {
    const { config, steps } = checkOptions('run', run, ['config', 'steps']);
    const { signal, onRows } = checkOptions('options', options, ['signal', 'onRows']);
    this.config = resolveRunConfig(config);
    this.steps = checkInteger('steps', steps, { min: 1, max: MAX_STEP });
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
      throw new TypeError(invalid('signal', signal, 'must be an AbortSignal'));
    }
    if (onRows !== undefined && typeof onRows !== 'function') {
      throw new TypeError(invalid('onRows', onRows, 'must be a function'));
    }
    this.#onRows = onRows;
    this.#signal = signal;
    this.promise = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    if (signal?.aborted) this.#cancel();
    else signal?.addEventListener('abort', this.#cancel);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get stepsLeft(): number {
    return this.steps - this.#rows.length;
  }

  /** The next rows; with the last of them the run is done. */
  add(rows: readonly StepMetrics[]): void {
    if (this.#isSettled) return;
    for (const row of rows) this.#rows.push(row);
    try {
      this.#onRows?.(rows);
    } catch (error) {
      this.fail(error);
    }
    if (this.stepsLeft === 0 && this.#end()) this.#settle.resolve(this.#rows);
  }

  fail(reason: unknown): void {
    if (this.#end()) this.#settle.reject(reason);
  }

  readonly #cancel = () => this.fail(this.#signal?.reason);

  /** Is it to be settled now? Only once. */
  #end(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#signal?.removeEventListener('abort', this.#cancel);
    return true;
  }
}
