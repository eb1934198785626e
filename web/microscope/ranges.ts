// How far a number moves: the value that a bar's full height is worth while it is pulled, and one press of an arrow key.
import { stepFor } from './numbers.ts';
import type { Scene } from './scene.ts';
import type { MicroscopeState, Source } from './state.ts';
import { roundScale, sizeOf } from './steps.ts';

/** A bar of x is worth at most so many times the largest difference from the mean: far from zero that is what one pulls at. */
const DEVIATIONS = 4;
/** Numbers like γ are near 1, or 0 at first: a tenth is a good step for them. */
const LEAST_RANGE = 2;

export function rangeOf(state: MicroscopeState, scene: Scene | undefined, source: Source): number {
  if (source === 'attention' || source === 'feedForward') return roundScale(sizeOf(state[source]));
  if (source !== 'x') return roundScale(Math.max(sizeOf([state[source]].flat(2)), LEAST_RANGE));
  const x = scene?.scales.get('x') ?? 1;
  const deviations = scene?.steps.find(({ id }) => id === 'deviation');
  const spread = DEVIATIONS * sizeOf(deviations?.bars ?? []);
  return spread > 0 ? Math.min(x, roundScale(spread)) : x;
}

export const stepOf = (state: MicroscopeState, scene: Scene | undefined, source: Source): number =>
  stepFor(rangeOf(state, scene, source));
