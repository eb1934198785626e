// The clock. Several works are timed in turn, one sample of each after the other, so that what disturbs the machine disturbs
// them alike. It lets others of its thread have a turn between samples, and can be stopped there.
import { letOthersRun } from '../lib/let-others-run.ts';

/** Does its work so many times. */
export type Repeat = (times: number) => void;

export interface Pace {
  /** Samples of each work, if there is time for them. */
  readonly samples: number;
  /** Samples that are made however long they take. */
  readonly leastSamples: number;
  /** After so long no more samples are begun of works that are timed in turn. */
  readonly limitMs: number;
  /** A sample lasts at least this long: some browsers round their clock to a millisecond. */
  readonly sampleMs: number;
  /** How long a work runs before it is timed: engines optimise what they have seen run. */
  readonly warmUpMs: number;
}

export const FULL_PACE: Pace = { samples: 15, leastSamples: 3, limitMs: 5000, sampleMs: 20, warmUpMs: 150 };
export const QUICK_PACE: Pace = { samples: 3, leastSamples: 1, limitMs: 500, sampleMs: 5, warmUpMs: 20 };

export class Clock {
  readonly pace: Pace;
  readonly #signal: AbortSignal | undefined;

  constructor(pace: Pace, signal?: AbortSignal) {
    this.pace = pace;
    this.#signal = signal;
  }

  /** Lets others run. @throws the signal's reason once it is aborted */
  async breathe(): Promise<void> {
    await letOthersRun();
    this.#signal?.throwIfAborted();
  }

  /** Milliseconds of one run of each work, sample by sample: sample i of all of them was made in one round. */
  async samplesOf<Name extends string>(
    works: Readonly<Record<Name, Repeat>>,
    warmUpMs = this.pace.warmUpMs,
  ): Promise<Record<Name, number[]>> {
    const names = Object.keys(works) as Name[];
    const times = new Map<Name, number>();
    for (const name of names) times.set(name, await this.#timesOf(works[name], warmUpMs));
    const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
    const { samples: most, leastSamples, limitMs } = this.pace;
    const end = performance.now() + limitMs;
    for (let i = 0; i < most && (i < leastSamples || performance.now() < end); i++) {
      for (const name of names) {
        await this.breathe();
        const count = times.get(name)!;
        samples[name].push(elapsed(() => works[name](count)) / count);
      }
    }
    return samples;
  }

  /** Warms a work up; then how often it must run to fill a sample. */
  async #timesOf(work: Repeat, warmUpMs: number): Promise<number> {
    const warm = performance.now() + warmUpMs;
    let times = 1;
    for (;;) {
      await this.breathe();
      const ms = elapsed(() => work(times));
      if (ms < this.pace.sampleMs) times *= 2;
      else if (performance.now() >= warm) return times;
    }
  }
}

function elapsed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
