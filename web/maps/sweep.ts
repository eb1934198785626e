// Many runs over a Pool, with progress, time left, cancelling and going on. What the runs are for, whoever makes the sweep
// knows. No document.
import type { Pool, PoolRun } from '../lab/index.ts';
import type { StepMetrics } from '../lib/index.ts';

export interface SweepRun extends PoolRun {
  /** What it costs beside the others, for the time that is left. */
  readonly cost: number;
}

export interface SweepEvents {
  /** A run is over: all its rows, or those up to the first number that is not finite. */
  onRun(index: number, rows: readonly StepMetrics[]): void;
  /** Something is otherwise than it was. */
  onChange(): void;
}

/** idle: not begun. cancelled: can go on. failed: as cancelled, but not by the reader. */
export type SweepState = 'idle' | 'running' | 'cancelled' | 'done' | 'failed';

export class Sweep {
  readonly runs: readonly SweepRun[];
  readonly #pool: Pool;
  readonly #events: SweepEvents;
  readonly #isDone: boolean[];
  readonly #wholeCost: number;
  #state: SweepState = 'idle';
  #error: Error | null = null;
  #costDone = 0;
  /** Since this sweep was begun or went on: when, and the cost that was done then. */
  #since = { at: 0, costDone: 0 };
  #controllers = new Set<AbortController>();

  constructor(pool: Pool, runs: readonly SweepRun[], events: SweepEvents) {
    this.#pool = pool;
    this.runs = runs;
    this.#events = events;
    this.#isDone = runs.map(() => false);
    this.#wholeCost = runs.reduce((sum, { cost }) => sum + cost, 0);
  }

  get state(): SweepState {
    return this.#state;
  }

  /** What it failed of; null unless it has. */
  get error(): Error | null {
    return this.#error;
  }

  get runsDone(): number {
    return this.#isDone.filter(Boolean).length;
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#wholeCost === 0 ? 1 : this.#costDone / this.#wholeCost;
  }

  /** Milliseconds until all is done, about; undefined while nothing can be said. */
  get msLeft(): number | undefined {
    const cost = this.#costDone - this.#since.costDone;
    if (this.#state !== 'running' || cost === 0) return undefined;
    return ((performance.now() - this.#since.at) / cost) * (this.#wholeCost - this.#costDone);
  }

  /** Begins, or goes on with what is not done. */
  start(): void {
    if (this.#state === 'running' || this.#state === 'done') return;
    this.#since = { at: performance.now(), costDone: this.#costDone };
    this.#error = null;
    this.#state = 'running';
    this.runs.forEach((run, index) => {
      if (!this.#isDone[index]) void this.#train(run, index);
    });
    this.#events.onChange();
  }

  /** What is under way is lost, what is done stays. */
  cancel(): void {
    if (this.#state === 'running') this.#stop('cancelled');
  }

  async #train(run: SweepRun, index: number): Promise<void> {
    const controller = new AbortController();
    this.#controllers.add(controller);
    const rows: StepMetrics[] = [];
    // A run that has diverged learns no more: there is no use in its other steps.
    const onRows = (added: readonly StepMetrics[]) => {
      for (const row of added) {
        rows.push(row);
        if (!row.nonFinite) continue;
        this.#finish(index, rows, controller);
        return;
      }
    };
    const { config, steps } = run;
    try {
      await this.#pool.train({ config, steps }, { signal: controller.signal, onRows });
      this.#finish(index, rows, controller);
    } catch (error) {
      if (!controller.signal.aborted) this.#stop('failed', error as Error);
    }
  }

  #finish(index: number, rows: readonly StepMetrics[], controller: AbortController): void {
    if (!this.#controllers.delete(controller)) return;
    controller.abort();
    this.#isDone[index] = true;
    this.#costDone += this.runs[index]!.cost;
    if (this.#isDone.every(Boolean)) this.#state = 'done';
    this.#events.onRun(index, rows);
    this.#events.onChange();
  }

  #stop(state: 'cancelled' | 'failed', error: Error | null = null): void {
    if (this.#state !== 'running') return;
    this.#state = state;
    this.#error = error;
    for (const controller of this.#controllers) controller.abort();
    this.#controllers.clear();
    this.#events.onChange();
  }
}
