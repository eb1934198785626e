// Runs that train in lockstep, each on a thread of its own: as many steps of each, then the rows of all of them. What the runs
// are for, and what becomes of the rows, the caller knows.
import { Pace } from '../lab/pace.ts';
import type { WorkerLike } from '../lab/protocol.ts';
import { Runner, type SilenceLimits } from '../lab/runner.ts';
import { load, type RunConfig, type StepMetrics } from '../lib/index.ts';

/** A thread of Node that dies is heard of; one that is silent has a large step to take. */
const LIMITS: SilenceLimits = { start: 600_000, reply: 3_600_000 };

/** Why a thread answers no more. */
export const ENDED = new Error('the threads have been ended');

/** Starts threads that share one compiled module. */
export async function makeStarter(
  createWorker: () => WorkerLike,
): Promise<(config: RunConfig, name: string) => Promise<Runner>> {
  const { module, backend } = await load();
  return async (config, name) => {
    const runner = new Runner(createWorker(), name, LIMITS, () => {});
    try {
      await runner.start(config, { wasmModule: module, simd: backend === 'scalar' ? 'off' : 'on' }, false);
      return runner;
    } catch (error) {
      runner.close(error as Error);
      throw error;
    }
  };
}

export interface FleetRun {
  /** What errors call it. */
  readonly name: string;
  readonly config: RunConfig;
}

export class Fleet {
  readonly #runners: readonly Runner[];
  readonly #pace = new Pace();

  private constructor(runners: readonly Runner[]) {
    this.#runners = runners;
  }

  /** @throws the error of the first that cannot be started, with none left running */
  static async start(runs: readonly FleetRun[], createWorker: () => WorkerLike): Promise<Fleet> {
    const start = await makeStarter(createWorker);
    const started = await Promise.allSettled(runs.map(({ config, name }) => start(config, name)));
    const fleet = new Fleet(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return fleet;
    fleet.close();
    throw failed.reason;
  }

  /** The next steps of each run, at least one and at most `most`: rows by run. */
  async advance(most: number): Promise<readonly StepMetrics[][]> {
    const steps = this.#pace.take(performance.now(), most);
    const advances = await Promise.all(this.#runners.map((runner) => runner.request('advance', { steps })));
    const slowest = Math.max(...advances.map(({ elapsed }) => elapsed));
    this.#pace.learn(steps, slowest, performance.now());
    return advances.map(({ rows }) => rows);
  }

  snapshots(): Promise<readonly Uint8Array[]> {
    return Promise.all(this.#runners.map((runner) => runner.request('snapshot', null)));
  }

  async restore(snapshots: readonly Uint8Array[], step: number): Promise<void> {
    await Promise.all(
      this.#runners.map((runner, i) => runner.request('restore', { snapshot: snapshots[i]!, step })),
    );
  }

  /** Each model as a safetensors file. */
  checkpoints(): Promise<readonly Uint8Array[]> {
    return Promise.all(this.#runners.map((runner) => runner.request('checkpoint', null)));
  }

  fingerprints(): Promise<readonly string[]> {
    return Promise.all(this.#runners.map((runner) => runner.request('fingerprint', null)));
  }

  close(): void {
    for (const runner of this.#runners) runner.close(ENDED);
  }
}
