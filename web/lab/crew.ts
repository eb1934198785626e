// The workers of all variants, kept in lockstep: everyone is asked the same, and an answer counts once everyone has given it.
// If one of them dies, all end. A crew starts once and never changes; other variants need another crew.
import type { Evaluation, RunConfig, StepMetrics } from '../lib/index.ts';
import type { StepsEvent } from './events.ts';
import { type LabMode, makeWorker, NoWorkerError } from './make-worker.ts';
import type { Operation, Operations, StartArgument, WorkerLike } from './protocol.ts';
import { Runner, type SilenceLimits } from './runner.ts';

/** A variant with its complete configuration. */
export interface CrewVariant {
  readonly id: string;
  readonly config: RunConfig;
}

export interface CrewOptions {
  /** Runs of each variant. */
  readonly seeds: number;
  /** Tried in this order, until workers start. */
  readonly modes: readonly LabMode[];
  readonly createWorker: (() => WorkerLike) | undefined;
  readonly limits: SilenceLimits;
  /** Called once if a worker dies after the crew has started; the others are ended by then. */
  readonly onDeath: (error: Error, variantId: string) => void;
}

/** What a round of steps gave, by variant. */
export interface Round extends Pick<StepsEvent, 'rows' | 'rowsOfSeeds'> {
  /** Milliseconds of the slowest variant. */
  readonly elapsed: number;
}

export class Crew {
  readonly #variants: readonly CrewVariant[];
  readonly #options: CrewOptions;
  #runners: readonly Runner[] = [];
  #mode: LabMode | null = null;
  #end: Error | null = null;

  constructor(variants: readonly CrewVariant[], options: CrewOptions) {
    this.#variants = variants;
    this.#options = options;
  }

  /** null until the crew has started. */
  get mode(): LabMode | null {
    return this.#mode;
  }

  /** Starts a worker for each variant. Rejects with the first failure, having ended what was started. */
  async start(load: StartArgument['load']): Promise<void> {
    let failure = new Error('no way to run variants was allowed');
    for (const mode of this.#options.modes) {
      try {
        await this.#startAs(mode, load);
        this.#mode = mode;
        return;
      } catch (error) {
        if (this.#end !== null) throw this.#end;
        for (const runner of this.#runners) runner.close(error as Error);
        if (!(error instanceof NoWorkerError)) throw error;
        failure = error;
      }
    }
    throw new Error(failure.message);
  }

  /** Trains every variant `steps` steps. */
  async advance(steps: number): Promise<Round> {
    const parts = await this.#askAll('advance', { steps });
    return {
      rows: new Map([...parts].map(([id, { rows }]) => [id, rows])),
      rowsOfSeeds: new Map([...parts].map(([id, { rowsOfSeeds }]) => [id, rowsOfSeeds])),
      elapsed: Math.max(...[...parts.values()].map(({ elapsed }) => elapsed)),
    };
  }

  async reset(): Promise<void> {
    await this.#askAll('reset', null);
  }

  /**
   * Takes every variant back to a step that was done before. Ends early if it is no longer wanted.
   *
   * @returns the row of that step by variant; none at step 0
   */
  async rewind(step: number, isWanted: () => boolean): Promise<Map<string, StepMetrics>> {
    const rows = new Map<string, StepMetrics>();
    const take = async (runner: Runner) => {
      let stands;
      do stands = await runner.request('rewind', { step });
      while (stands.step !== step && isWanted());
      if (stands.row) rows.set(runner.variantId, stands.row);
    };
    await Promise.all(this.#runners.map(take));
    return rows;
  }

  evaluate(batches: number): Promise<ReadonlyMap<string, Evaluation>> {
    return this.#askAll('evaluate', { batches });
  }

  fingerprint(): Promise<ReadonlyMap<string, string>> {
    return this.#askAll('fingerprint', null);
  }

  /** Asks one variant; undefined if there is no such one. */
  ask<Name extends Operation>(
    variantId: string,
    operation: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Operations[Name]['result']> | undefined {
    return this.#runners.find((runner) => runner.variantId === variantId)?.request(operation, argument);
  }

  /** Ends all workers; what waits for them, start() included, rejects. */
  close(reason: Error): void {
    this.#end ??= reason;
    for (const runner of this.#runners) runner.close(this.#end);
  }

  async #startAs(mode: LabMode, load: StartArgument['load']): Promise<void> {
    if (this.#end) throw this.#end;
    const runners: Runner[] = [];
    const { seeds } = this.#options;
    this.#runners = runners;
    for (const { id } of this.#variants) {
      const worker = makeWorker(mode, id, this.#options.createWorker);
      runners.push(new Runner(worker, id, this.#options.limits, (error) => this.#lose(error, id)));
    }
    await Promise.all(
      this.#variants.map(async ({ config }, i) => {
        const runner = runners[i]!;
        try {
          await runner.start(config, load, mode !== 'main', { seeds, keepsSnapshots: true });
        } catch (error) {
          throw runner.hasSpoken ? error : new NoWorkerError((error as Error).message);
        }
      }),
    );
  }

  #lose(error: Error, variantId: string): void {
    // While starting, the failure comes out of start().
    if (this.#mode === null || this.#end) return;
    this.close(error);
    this.#options.onDeath(error, variantId);
  }

  async #askAll<Name extends Operation>(
    operation: Name,
    argument: Operations[Name]['argument'],
  ): Promise<Map<string, Operations[Name]['result']>> {
    const ask = async (runner: Runner) =>
      [runner.variantId, await runner.request(operation, argument)] as const;
    return new Map(await Promise.all(this.#runners.map(ask)));
  }
}
