// Many short runs over a few workers: each worker takes the next run when it is free, and keeps its module from one run to the
// next. Runs know nothing of each other; what they are for, the caller knows. Variants in lockstep are the Lab's (lab.ts).
import { type Handle, supportUsing } from '../lib/disposal.ts';
import { checkInteger, checkOptions } from '../lib/errors.ts';
import { load, type StepMetrics } from '../lib/index.ts';
import { type LabMode, makeWorker, NoWorkerError } from './make-worker.ts';
import { type ResolvedWorkerOptions, resolveWorkerOptions, type WorkerOptions } from './options.ts';
import { Pace } from './pace.ts';
import { PoolJob, type PoolRun, type TrainOptions } from './pool-job.ts';
import type { StartArgument } from './protocol.ts';
import { Runner } from './runner.ts';

export interface PoolOptions extends WorkerOptions {
  /** How many workers, from 1 to 64. Default: one less than the machine has cores, at least 1 and at most 8; 1 if it does not say. */
  readonly size?: number | undefined;
}

const KEYS = ['size', 'createWorker', 'modes', 'load', 'limits'];
const MAX_SIZE = 64;
const MAX_DEFAULT_SIZE = 8;

/** A place for a worker, which is made when it is first needed and again when it has died. */
interface Seat {
  readonly id: string;
  runner: Runner | null;
  isBusy: boolean;
}

/**
 * Trains runs, each to the bit as a Lab or a Trainer would. Workers are made when there is work for them and stay until
 * `dispose()`. Where there can be none, one run after the other is trained in this thread, in short slices.
 *
 * @example
 * const pool = new Pool();
 * const rows = await pool.train({ config: { model: { placement: 'post' } }, steps: 100 });
 * console.log(rows.at(-1)?.loss);
 * pool.dispose();
 */
export class Pool implements Handle {
  static {
    supportUsing(this);
  }

  declare readonly [Symbol.dispose]: () => void;
  readonly #options: ResolvedWorkerOptions;
  readonly #seats: readonly Seat[];
  readonly #waiting: PoolJob[] = [];
  readonly #underWay = new Set<PoolJob>();
  #mode: LabMode | null = null;
  #module: Promise<StartArgument['load']> | undefined;
  #end: Error | null = null;

  /** @throws RangeError or TypeError for the first fault; nothing is loaded yet */
  constructor(options?: PoolOptions) {
    const { size = defaultSize(), ...workerOptions } = checkOptions('options', options, KEYS);
    this.#options = resolveWorkerOptions(workerOptions);
    const length = checkInteger('size', size, { min: 1, max: MAX_SIZE });
    this.#seats = Array.from({ length }, (_, i) => ({
      id: `${i + 1} of the pool`,
      runner: null,
      isBusy: false,
    }));
  }

  /** How many runs can be under way at once. */
  get size(): number {
    return this.#mode === 'main' ? 1 : this.#seats.length;
  }

  /** Where runs are trained; null until the first has started. */
  get mode(): LabMode | null {
    return this.#mode;
  }

  /**
   * Trains a run from step 0, after those asked for before. Training goes on when numbers are no longer finite, as a Lab's
   * does; whoever sees no use in that cancels.
   *
   * @returns one row a step, in order
   * @throws RangeError or TypeError for the first fault; the signal's reason (an AbortError unless it says otherwise) when
   *   cancelled; an AbortError when the pool is disposed of; an Error if the worker died or could not start
   */
  async train(run: PoolRun, options?: TrainOptions): Promise<StepMetrics[]> {
    if (this.#end) throw this.#end;
    const job = new PoolJob(run, options);
    this.#waiting.push(job);
    this.#dispatch();
    return job.promise;
  }

  /** Ends all workers; runs that are not done reject with an AbortError. Nothing can be done with the pool after that. */
  dispose(): void {
    if (this.#end) return;
    this.#end = new DOMException('this Pool has been disposed of', 'AbortError');
    for (const job of [...this.#underWay, ...this.#waiting.splice(0)]) job.fail(this.#end);
    for (const { runner } of this.#seats) runner?.close(this.#end);
  }

  /** Sets to work as many as there are runs for. Until the first worker runs nobody knows which kind can be had. */
  #dispatch(): void {
    const seats = this.#mode === null ? this.#seats.slice(0, 1) : this.#seats.slice(0, this.size);
    for (const seat of seats) {
      if (!seat.isBusy && this.#waiting.length > 0) void this.#work(seat);
    }
  }

  /** Trains what waits, until nothing does. */
  async #work(seat: Seat): Promise<void> {
    seat.isBusy = true;
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      if (job.isSettled) continue;
      this.#underWay.add(job);
      try {
        await this.#train(seat, job);
      } catch (error) {
        job.fail(error);
      }
      this.#underWay.delete(job);
    }
    seat.isBusy = false;
  }

  async #train(seat: Seat, job: PoolJob): Promise<void> {
    const { config } = job;
    if (seat.runner) await seat.runner.request('restart', { config });
    else seat.runner = await this.#startRunner(seat, config);
    const { runner } = seat;
    const pace = new Pace();
    while (!job.isSettled) {
      const steps = pace.take(performance.now(), job.stepsLeft);
      const { rows, elapsed } = await runner.request('advance', { steps });
      pace.learn(steps, elapsed, performance.now());
      job.add(rows);
    }
  }

  /** The first worker tries every kind in turn; the others are of the kind that it found. */
  async #startRunner(seat: Seat, config: StartArgument['config']): Promise<Runner> {
    const module = await this.#loadModule();
    let failure = new Error('no way to train was allowed');
    for (const mode of this.#mode === null ? this.#options.modes : [this.#mode]) {
      if (this.#end) throw this.#end;
      try {
        const runner = await this.#startAs(mode, seat, { config, load: module, lifeline: null });
        this.#mode = mode;
        this.#dispatch();
        return runner;
      } catch (error) {
        if (!(error instanceof NoWorkerError)) throw error;
        failure = error;
      }
    }
    throw new Error(failure.message);
  }

  async #startAs(mode: LabMode, seat: Seat, { config, load }: StartArgument): Promise<Runner> {
    const worker = makeWorker(mode, seat.id, this.#options.createWorker);
    const leave = () => {
      if (seat.runner === runner) seat.runner = null;
    };
    const runner: Runner = new Runner(worker, seat.id, this.#options.limits, leave);
    // From now on, so that dispose() finds it.
    seat.runner = runner;
    try {
      await runner.start(config, load, mode !== 'main');
      return runner;
    } catch (error) {
      leave();
      runner.close(error as Error);
      throw runner.hasSpoken || this.#end ? error : new NoWorkerError((error as Error).message);
    }
  }

  /** Compiled once for all workers. A failure is not remembered, so that the next run can try again. */
  #loadModule(): Promise<StartArgument['load']> {
    this.#module ??= load(this.#options.load).then(
      ({ module, backend }) => ({ wasmModule: module, simd: backend === 'scalar' ? 'off' : 'on' }),
      (error: unknown) => {
        this.#module = undefined;
        throw error;
      },
    );
    return this.#module;
  }
}

/** One core is left for the page. */
function defaultSize(): number {
  // Node 20 has no navigator.
  const { navigator } = globalThis as { readonly navigator?: Navigator };
  return Math.min(Math.max((navigator?.hardwareConcurrency ?? 1) - 1, 1), MAX_DEFAULT_SIZE);
}
