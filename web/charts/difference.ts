// Curves as differences: each minus one of them, where both were measured. Pure functions.

import { indexAt } from './series-data.ts';
import type { LineSeries } from './types.ts';

/**
 * Every other curve minus the base; its band is left out, since it is none of a difference.
 *
 * @param name the name of a difference: of a label, minus the label of the base
 */
export function differencesTo(
  series: readonly LineSeries[],
  base: LineSeries,
  name: (label: string, base: string) => string,
): LineSeries[] {
  return series
    .filter(({ id }) => id !== base.id)
    .map(({ id, label, placement, nth, ...one }) => {
      const points = one.x === base.x ? sharedPoints(one, base) : commonPoints(one, base);
      return { id, label: name(label, base.label), placement, nth, ...points };
    });
}

type Points = Pick<LineSeries, 'x' | 'y' | 'count'>;

/** Of curves over one and the same x, which is nearly always so. */
function sharedPoints({ x, y, count }: Points, base: Points): Points {
  const shown = Math.min(count, base.count);
  const difference = new Float64Array(shown);
  for (let i = 0; i < shown; ++i) difference[i] = y[i]! - base.y[i]!;
  return { x, y: difference, count: shown };
}

function commonPoints({ x, y, count }: Points, base: LineSeries): Points {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i < count; ++i) {
    const at = indexAt(base, x[i]!);
    if (at < 0) continue;
    xs.push(x[i]!);
    ys.push(y[i]! - base.y[at]!);
  }
  return { x: xs, y: ys, count: xs.length };
}
