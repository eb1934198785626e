// What a page and the worker that counts for it say to each other.
import type { ExperimentId, Numbers } from '../../experiments/index.ts';

export interface CountingRequest {
  readonly id: ExperimentId;
  readonly seed: number;
}

export type CountingReply = { readonly shown: Numbers } | { readonly error: string };
