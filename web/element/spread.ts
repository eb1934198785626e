// What several runs of one variant, each with a seed of its own, gave together: the median of every number of a step, and a
// band around it. From four seeds on the band is the middle half of them (from the lower quartile to the upper one), below
// that all of them (from the lowest to the highest). Knows no document.
import { History } from '../lab/index.ts';
import type { StepMetrics } from '../lib/index.ts';

/** Fewer have no quartiles worth the name. */
const LEAST_FOR_QUARTILES = 4;

/** Median, lower and upper edge. */
type Summary = readonly [median: number, lo: number, hi: number];

/** Three histories of equal length, by step. */
export class Spread {
  /** Not finite where half of the seeds or more are not. */
  readonly median = new History();
  /** Edges of the band, over the seeds that are finite. */
  readonly lo = new History();
  readonly hi = new History();

  /** Adds the rows of one step, one of each seed; returns their median. */
  append(rows: readonly StepMetrics[]): StepMetrics {
    const [median, lo, hi] = summarizeRows(rows);
    this.median.append(median);
    this.lo.append(lo);
    this.hi.append(hi);
    return median;
  }

  /** Forgets every step after `step`. */
  truncate(step: number): void {
    for (const history of [this.median, this.lo, this.hi]) history.truncate(step);
  }
}

/** Is the band of so many seeds their middle half, and not all of them? */
export function hasQuartiles(seeds: number): boolean {
  return seeds >= LEAST_FOR_QUARTILES;
}

/** Number by number; what is no number, or the same in all, is that of the first row. */
function summarizeRows(rows: readonly StepMetrics[]): [StepMetrics, StepMetrics, StepMetrics] {
  const merged: Record<string, unknown>[] = [{}, {}, {}];
  for (const [name, first] of Object.entries(rows[0]!) as [keyof StepMetrics, unknown][]) {
    const values = rows.map((row) => row[name]);
    if (first instanceof Float64Array) {
      const lists = values as Float64Array[];
      const summaries = Array.from(first, (_, i) => summarize(lists.map((list) => list[i]!)));
      merged.forEach((row, part) => (row[name] = Float64Array.from(summaries, (summary) => summary[part]!)));
    } else {
      const isNumber = typeof first === 'number' || typeof first === 'boolean';
      const summary = isNumber ? summarize(values.map(Number)) : [first, first, first];
      merged.forEach((row, part) => (row[name] = summary[part]));
    }
  }
  return merged as unknown as [StepMetrics, StepMetrics, StepMetrics];
}

function summarize(values: readonly number[]): Summary {
  // A typed array sorts NaN to the end, where what is infinite is, too: worse than any number.
  const sorted = Float64Array.from(values).sort();
  const finite = sorted.filter(Number.isFinite);
  const [lo, hi] = hasQuartiles(values.length) ? [0.25, 0.75] : [0, 1];
  return [quantile(sorted, 0.5), quantile(finite, lo), quantile(finite, hi)];
}

/** Between two of the values it lies as far as the fraction says; NaN of none. */
export function quantile(sorted: Float64Array, fraction: number): number {
  const at = fraction * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below === above ? below : below + (at - Math.floor(at)) * (above - below);
}
