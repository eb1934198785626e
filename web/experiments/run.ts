// Runs one seed of an experiment: every arm in a pool of workers, then what is counted with the library here. The same in a
// page and in Node.
import type { Pool } from '../lab/index.ts';
import type { Addnorm, StepMetrics } from '../lib/index.ts';
import { type Evidence, type Experiment, measure, type Numbers, stepsOf } from './experiment.ts';

/** What trains a run from its first step: a Pool of addnorm/lab. */
export type Trains = Pick<Pool, 'train'>;

export interface RunOptions {
  readonly pool: Trains;
  /** Gives the library; asked only by experiments that demonstrate. */
  readonly load: () => Promise<Addnorm>;
  /** Aborting it makes `runSeed` reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with new rows of an arm as they come. */
  readonly onRows?: ((armId: string, rows: readonly StepMetrics[]) => void) | undefined;
  /** Called with the steps that are done, of those of all arms together. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface SeedRun extends Evidence {
  readonly seed: number;
  /** Every measure of the experiment. */
  readonly numbers: Numbers;
}

/** @throws what the pool throws, or the signal's reason */
export async function runSeed(
  experiment: Experiment,
  seed: number,
  { pool, load, signal, onRows, onProgress }: RunOptions,
): Promise<SeedRun> {
  const total = stepsOf(experiment);
  let done = 0;
  const trained = experiment.arms.map(async ({ id, config, steps }) => {
    const run = { config: { ...config, seed }, steps };
    const rows = await pool.train(run, {
      signal,
      onRows: (some) => {
        done += some.length;
        onRows?.(id, some);
        onProgress?.(done, total);
      },
    });
    return [id, rows] as const;
  });
  const rows = Object.fromEntries(await Promise.all(trained));
  signal?.throwIfAborted();
  const shown = (await experiment.demonstrate?.(await load(), seed)) ?? {};
  signal?.throwIfAborted();
  return { seed, rows, shown, numbers: measure(experiment, { rows, shown }) };
}
