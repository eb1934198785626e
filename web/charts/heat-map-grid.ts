// The arithmetic of a heat map: steps are gathered into bins, one column each, and all variants share one
// colour scale, logarithmic or linear. Pure functions over plain arrays.

import { logRange, type Range, spreadRange } from './axis.ts';
import { CIVIDIS, cividisIndex } from './cividis.ts';
import { lowerBound } from './series-data.ts';
import type { VariantIdentity, YScale } from './types.ts';

export interface HeatMapVariant extends VariantIdentity {
  /** Rows of the map: blocks, or what else the map is of. */
  nBlock: number;
  /** Ascending; only the first `count` are read. */
  steps: ArrayLike<number>;
  /** (count, nBlock): one row per step, block 1 first; unless `layout` says otherwise. */
  values: ArrayLike<number>;
  count: number;
  layout?: RowLayout | undefined;
}

/** Where the numbers of a map stand among those of a step: the first, and how far the next is from one. */
export interface RowLayout {
  /** Numbers a step. */
  width: number;
  first: number;
  stride: number;
}

type Values = Pick<HeatMapVariant, 'nBlock' | 'values' | 'layout'>;

const layoutOf = ({ nBlock, layout }: Values): RowLayout => layout ?? { width: nBlock, first: 0, stride: 1 };

/** The value of a block (from 0) at the step with this index. */
export function valueAt(variant: Values, index: number, block: number): number {
  const { width, first, stride } = layoutOf(variant);
  return variant.values[index * width + first + block * stride]!;
}

/** Sizes have a logarithmic scale, where only their magnitude counts; what has a sign, or varies little, a linear one. */
export interface ColorScale {
  kind: YScale;
  range: Range;
}

/** Columns of equal width on the step axis. */
export interface StepBins {
  start: number;
  /** Steps per column. */
  width: number;
  count: number;
}

export interface HeatMapGrid {
  bins: StepBins;
  nBlock: number;
  /** (bins.count, nBlock): mean over the steps of the bin; NaN where a step was not finite. */
  means: Float64Array;
  /** Per bin: how many steps it holds. */
  filled: Uint32Array;
}

export function checkVariants(variants: readonly HeatMapVariant[]): void {
  for (const { id, nBlock, steps, values, count, layout } of variants) {
    if (!(Number.isInteger(nBlock) && nBlock >= 1)) {
      throw new RangeError(`invalid nBlock of ${id}: ${nBlock} (must be a whole number from 1)`);
    }
    const most = Math.min(steps.length, Math.floor(values.length / (layout?.width ?? nBlock)));
    if (!(Number.isInteger(count) && count >= 0 && count <= most)) {
      throw new RangeError(`invalid count of ${id}: ${count} (must be a whole number from 0 to ${most})`);
    }
  }
}

/** Bins of a whole number of steps each, not more than `most`, that cover the range. */
export function stepBins([start, end]: Range, most: number): StepBins {
  const steps = Math.max(1, end - start);
  const width = Math.ceil(steps / Math.max(1, most));
  return { start, width, count: Math.ceil(steps / width) };
}

/** Bin of a step: bin i holds the steps in (start + i·width, start + (i+1)·width], so steps count from 1. */
export const binOfStep = (step: number, { start, width, count }: StepBins): number =>
  Math.min(count - 1, Math.max(0, Math.ceil((step - start) / width) - 1));

export function gatherSteps(variant: HeatMapVariant, bins: StepBins, kind: YScale = 'log'): HeatMapGrid {
  const { nBlock, steps, values, count } = variant;
  const { width, first, stride } = layoutOf(variant);
  const means = new Float64Array(bins.count * nBlock);
  const filled = new Uint32Array(bins.count);
  for (let i = 0; i < count; ++i) {
    const bin = binOfStep(steps[i]!, bins);
    ++filled[bin]!;
    for (let block = 0; block < nBlock; ++block) {
      const value = values[i * width + first + block * stride]!;
      means[bin * nBlock + block]! += kind === 'log' ? Math.abs(value) : value;
    }
  }
  for (let bin = 0; bin < bins.count; ++bin) {
    for (let block = 0; block < nBlock; ++block) means[bin * nBlock + block]! /= filled[bin] || 1;
  }
  return { bins, nBlock, means, filled };
}

/** Smallest and largest mean of all grids, above 0 on a logarithmic scale; undefined when there is none. */
export function extentOfGrids(grids: readonly HeatMapGrid[], kind: YScale = 'log'): Range | undefined {
  let low = Infinity;
  let high = -Infinity;
  for (const { bins, nBlock, means, filled } of grids) {
    for (let bin = 0; bin < bins.count; ++bin) {
      if (filled[bin] === 0) continue;
      for (let block = 0; block < nBlock; ++block) {
        const value = means[bin * nBlock + block]!;
        if (!Number.isFinite(value) || (kind === 'log' && value <= 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** The scale that holds all means of the grids; undefined when there is nothing to show on it. */
export function colorScale(grids: readonly HeatMapGrid[], kind: YScale): ColorScale | undefined {
  const extent = extentOfGrids(grids, kind);
  return extent && { kind, range: kind === 'log' ? logRange(...extent) : spreadRange(...extent) };
}

/** Where a value stands on the scale, 0 to 1; on a logarithmic one a zero stands at its lower end. */
export function scaleFraction(value: number, { kind, range: [low, high] }: ColorScale): number {
  if (value <= low) return 0;
  return kind === 'log' ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** Colours of a grid as RGBA, (nBlock, bins.count), last block on top; empty and non-finite cells stay clear. */
export function paintGrid(
  { bins, nBlock, means, filled }: HeatMapGrid,
  scale: ColorScale,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * bins.count * nBlock);
  for (let bin = 0; bin < bins.count; ++bin) {
    if (filled[bin] === 0) continue;
    for (let block = 0; block < nBlock; ++block) {
      const value = means[bin * nBlock + block]!;
      if (!Number.isFinite(value)) continue;
      const color = 3 * cividisIndex(scaleFraction(value, scale));
      const at = 4 * ((nBlock - 1 - block) * bins.count + bin);
      pixels.set(CIVIDIS.subarray(color, color + 3), at);
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

export interface CellRun {
  block: number;
  from: number;
  to: number;
}

/** Runs of neighbouring non-finite cells of one block; bins `from` to `to`, both included. */
export function notFiniteRuns({ bins, nBlock, means, filled }: HeatMapGrid): CellRun[] {
  const runs: CellRun[] = [];
  for (let block = 0; block < nBlock; ++block) {
    let open: CellRun | undefined;
    for (let bin = 0; bin < bins.count; ++bin) {
      if (filled[bin] === 0) continue;
      if (Number.isFinite(means[bin * nBlock + block]!)) open = undefined;
      else if (open) open.to = bin;
      else runs.push((open = { block, from: bin, to: bin }));
    }
  }
  return runs;
}

/** Last bin that holds a step; -1 when there is none. */
export function lastFilledBin({ filled }: HeatMapGrid): number {
  let bin = filled.length - 1;
  while (bin >= 0 && filled[bin] === 0) --bin;
  return bin;
}

/** First and last measured step of a bin; undefined when it holds none. */
export function stepsOfBin(
  { steps, count }: HeatMapVariant,
  bin: number,
  { start, width }: StepBins,
): Range | undefined {
  const first = lowerBound(steps, count, start + bin * width + 1e-9);
  const last = lowerBound(steps, count, start + (bin + 1) * width + 1e-9) - 1;
  return first <= last ? [steps[first]!, steps[last]!] : undefined;
}
