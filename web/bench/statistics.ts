// Medians and lines through measured points. Machines are noisy: a ratio is taken of samples that were made side by side, and
// then the median of those ratios.

/** The middle one, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The median of above[i] / below[i]. */
export function medianRatio(above: readonly number[], below: readonly number[]): number {
  if (above.length !== below.length)
    throw new RangeError(`${above.length} samples do not stand beside ${below.length}`);
  return median(above.map((value, i) => value / below[i]!));
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of y that the line explains. */
  readonly r2: number;
}

/** The line of least squares through points (x, y), at least two of them with different x. */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [xMean, yMean] = [mean(x), mean(y)];
  const products = x.map((value, i) => (value - xMean) * (y[i]! - yMean));
  const slope = mean(products) / mean(x.map((value) => (value - xMean) ** 2));
  const intercept = yMean - slope * xMean;
  const left = mean(y.map((value, i) => (value - intercept - slope * x[i]!) ** 2));
  const all = mean(y.map((value) => (value - yMean) ** 2));
  return { slope, intercept, r2: all === 0 ? 1 : 1 - left / all };
}
