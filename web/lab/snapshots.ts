// Snapshots of a variant on its way, from which a step that was done before is reached again by a short replay. They are taken
// at even distances, which double whenever there are more than the budget allows; so however long a run is, its memory is
// bounded, and so is the share of the run that a replay repeats.

/** Bytes that the snapshots of one variant may take, of all its seeds together. */
const BUDGET = 16 * 2 ** 20;
/** Taking a snapshot costs a quarter of a step at most, so that one in so many steps is not felt. */
const FIRST_DISTANCE = 25;

/** What trainers gave, one of each seed. */
export type Snapshot = readonly Uint8Array[];

export class Snapshots {
  readonly #budget: number;
  readonly #kept = new Map<number, Snapshot>();
  #distance = FIRST_DISTANCE;
  #bytes = 0;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** Memory that is taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Is a snapshot wanted of this step? */
  isDue(step: number): boolean {
    return step % this.#distance === 0 && !this.#kept.has(step);
  }

  keep(step: number, snapshot: Snapshot): void {
    const size = bytesOf(snapshot);
    if (size > this.#budget) {
      this.stop();
      return;
    }
    this.#kept.set(step, snapshot);
    this.#bytes += size;
    while (this.#bytes > this.#budget) this.#thin();
  }

  /** The last snapshot before a step. Of the step itself there are no gradients to look at unless it is taken again. */
  before(step: number): { readonly step: number; readonly snapshot: Snapshot } | undefined {
    const last = Math.max(...[...this.#kept.keys()].filter((kept) => kept < step));
    const snapshot = this.#kept.get(last);
    return snapshot && { step: last, snapshot };
  }

  /** There is no memory for more; those that are kept stay. */
  stop(): void {
    this.#distance = Infinity;
  }

  #thin(): void {
    this.#distance *= 2;
    for (const [step, snapshot] of this.#kept) {
      if (step % this.#distance === 0) continue;
      this.#kept.delete(step);
      this.#bytes -= bytesOf(snapshot);
    }
  }
}

const bytesOf = (snapshot: Snapshot): number => snapshot.reduce((sum, { length }) => sum + length, 0);
