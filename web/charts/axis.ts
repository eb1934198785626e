// Ranges and ticks. A range moves in steps, so that a growing run does not make its axes tremble.

const X_STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
const Y_STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const LOG_STEPS = [1, 2, 5, 10];

export type Range = readonly [number, number];

const decadeOf = (value: number): number => 10 ** Math.floor(Math.log10(value) + 1e-12);

function stepUp(value: number, steps: readonly number[]): number {
  const decade = decadeOf(value);
  return decade * (steps.find((step) => step * decade >= value * (1 - 1e-9)) ?? 10);
}

function stepDown(value: number, steps: readonly number[]): number {
  const decade = decadeOf(value);
  return decade * (steps.filter((step) => step * decade <= value * (1 + 1e-9)).at(-1) ?? 1);
}

/** End of the x axis for a run that has reached `largest`; at least 20. */
export const growingEnd = (largest: number): number => stepUp(Math.max(largest, 20), X_STEPS);

/** Linear range that holds [smallest, largest] and, unless there are negative values, starts at 0. */
export function linearRange(smallest: number, largest: number): Range {
  if (!(smallest <= largest)) return [0, 1];
  const low = smallest < 0 ? -stepUp(-smallest, Y_STEPS) : 0;
  const high = largest > 0 ? stepUp(largest * 1.03, Y_STEPS) : 0;
  return low < high ? [low, high] : [0, 1];
}

/** Linear range close around [smallest, largest], for what varies little: its ends are round, and 0 need not be in it. */
export function spreadRange(smallest: number, largest: number): Range {
  if (!(smallest <= largest && largest - smallest < Infinity)) return [0, 1];
  // What differs by less than a hundredth is shown as the same.
  const least = Math.max(Math.abs(smallest), Math.abs(largest)) / 100 || 1;
  const step = stepUp(Math.max(largest - smallest, least) / 4, LOG_STEPS);
  const low = Math.floor(smallest / step + 1e-9) * step;
  const high = Math.ceil(largest / step - 1e-9) * step;
  return low < high ? [low, high] : [low - step, high + step];
}

/** Ticks of a linear colour scale: round numbers, at most `most` of them. */
export function linearTicks([low, high]: Range, most: number): number[] {
  const step = stepUp((high - low) / Math.max(1, most - 1), LOG_STEPS);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Logarithmic range with ends at 1, 2 or 5 times a power of ten that holds [smallest, largest], both > 0. */
export function logRange(smallest: number, largest: number): Range {
  if (!(smallest > 0 && smallest <= largest && largest < Infinity)) return [0.1, 10];
  const low = stepDown(smallest, LOG_STEPS);
  const high = stepUp(largest, LOG_STEPS);
  if (high / low >= 9.99) return [low, high];
  return [decadeOf(low), 10 * decadeOf(low) >= high ? 10 * decadeOf(low) : 100 * decadeOf(low)];
}

/**
 * Ticks of a logarithmic axis: powers of ten, thinned to `most`; where there are fewer than three, 1, 2, 5, or 1 and 3 of each
 * decade, if there is room for them.
 */
export function logTicks(low: number, high: number, most: number): number[] {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const inside = (tick: number): boolean => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9);
  const exponents = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const ticksAt = (steps: readonly number[]): number[] =>
    exponents.flatMap((exponent) => steps.map((step) => Number(`${step}e${exponent}`))).filter(inside);
  const powers = ticksAt([1]);
  if (powers.length < 3) {
    const fine = [
      [1, 2, 5],
      [1, 3],
    ]
      .map(ticksAt)
      .find(({ length }) => length <= most && length > powers.length);
    if (fine) return fine;
  }
  const stride = Math.ceil(powers.length / Math.max(2, most));
  return powers.filter((_, i) => i % stride === 0);
}

/** Whole-numbered ticks of a linear axis, at most `most` of them. */
export function wholeTicks([start, end]: Range, most: number): number[] {
  const stride = Math.max(1, stepUp(Math.max((end - start) / Math.max(1, most), 1), [1, 2, 5, 10]));
  const ticks: number[] = [];
  for (let tick = Math.ceil(start / stride) * stride; tick <= end; tick += stride) ticks.push(tick);
  return ticks;
}

/** Where a value stands between the ends of a scale, as a fraction. */
export function fractionOf(value: number, [start, end]: Range, isLog: boolean): number {
  return isLog ? Math.log(value / start) / Math.log(end / start) : (value - start) / (end - start);
}

/** The value at a fraction of a scale. */
export function valueAtFraction(fraction: number, [start, end]: Range, isLog: boolean): number {
  return isLog ? start * (end / start) ** fraction : start + fraction * (end - start);
}
