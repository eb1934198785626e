// What the figures make of several numbers. Pure.
import { quantile } from '../element/spread.ts';

/** The middle of some numbers, and the ends of their middle half; NaN of none. */
export interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}

/** The power p of y ∝ x^p that fits best, by least squares of the logarithms; NaN for fewer than two usable points. */
export function fittedPower(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points
    .filter(([x, y]) => x > 0 && y > 0 && y < Infinity)
    .map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (k: 0 | 1) => logs.reduce((sum, point) => sum + point[k], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const variance = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  if (!(variance > 0)) return NaN;
  return logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / variance;
}
