// What the names of arms and measures have in common in every language: which there are, and their ids.
import type { Placement } from '../../lib/index.ts';

export const GRADIENT_DEPTHS = [2, 4, 8, 16, 32];
export const CUT_DEPTHS = [2, 6, 12, 24];
export const FINAL_DEPTHS = [2, 6, 12, 24];
export const LENGTHS = [32, 64, 128, 256];
export const CURES = [
  'post',
  'pre',
  'sandwich',
  'resPost',
  'deepnorm',
  'rezero',
] as const satisfies readonly Placement[];

/** An arm at each of the three learning rates. */
export const byRate = (kind: string, depth: string, name: string) => ({
  [`${kind}-${depth}-low`]: `${name}, {low}`,
  [`${kind}-${depth}-mid`]: `${name}, {mid}`,
  [`${kind}-${depth}-high`]: `${name}, {high}`,
});
