// What placements are called in German: names that are published stay as they are.
import type { Placement } from '../lib/placements.ts';

export const placementsDe: Readonly<Record<Placement, string>> = {
  post: 'post-LN',
  pre: 'pre-LN',
  sandwich: 'Sandwich',
  resPost: 'res-post',
  deepnorm: 'DeepNorm',
  rezero: 'ReZero',
  none: 'ohne Norm',
  plain: 'ohne Residual',
};
