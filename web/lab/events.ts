// What a Lab says to those who listen.
import type { NonFinite, StepMetrics } from '../lib/index.ts';
import type { ResolvedVariant } from './variants.ts';

/**
 * idle: nothing is loaded yet. loading: workers start. paused, running: as they say. rewinding: on the way back to a step. done: paused, because stopAt was
 * reached. failed: a worker died or could not start; start(), step() or reset() begins afresh. disposed: for good.
 */
export type LabState =
  'idle' | 'loading' | 'paused' | 'running' | 'rewinding' | 'done' | 'failed' | 'disposed';

/** Every variant has taken the steps from `first` to `last`. */
export interface StepsEvent {
  readonly first: number;
  readonly last: number;
  /** By variant id, one row for each of these steps, in order; with several seeds, those of the first. */
  readonly rows: ReadonlyMap<string, readonly StepMetrics[]>;
  /** By variant id, for each seed in order what `rows` has for the first. */
  readonly rowsOfSeeds: ReadonlyMap<string, RowsOfSeeds>;
}

/** Rows of the same steps, list by list of one seed each. */
export type RowsOfSeeds = readonly (readonly StepMetrics[])[];

/** What a Lab tells, by name of the event. */
export interface LabEvents {
  state: LabState;
  steps: StepsEvent;
  /** Training is back at step 0, with these variants: forget the rows so far. */
  reset: { readonly variants: readonly ResolvedVariant[] };
  /**
   * Training is back at this step, with the same variants: forget the rows after it. `rows` are those of the step itself, by
   * variant id; there is none at step 0.
   */
  rewound: { readonly step: number; readonly rows: ReadonlyMap<string, StepMetrics> };
  /** Once a variant, and again if it was rewound to before: its first number that is not finite. Training goes on. */
  diverged: { readonly variantId: string; readonly nonFinite: NonFinite };
  /** stopAt was reached. */
  done: { readonly step: number };
  /** The lab has failed; the error names the variant where one is to blame. */
  error: { readonly error: Error };
}
