// A closer look, on request, at what a model does with tokens and at the tensors of a training step: the results as plain
// data, and how they are read out of the module's memory.
import { checkInteger, checkName, invalid } from './errors.ts';
import { checkRoom, withScratch } from './memory.ts';
import type { RawModel, RawModule, RawTrainer } from './raw.ts';

/**
 * What LayerNorm or RMSNorm makes of one token: y = gamma·xHat + beta, xHat = (x - mean)·rstd, rstd = 1 / √(var + eps) (Ba,
 * Kiros and Hinton 2016, eq. 3 and 4; Zhang and Sennrich 2019, eq. 4). RMSNorm does not centre: its mean is 0, its var the
 * mean of the squares. In double; y is what the model went on with.
 */
export interface NormInternals {
  readonly mean: number;
  readonly var: number;
  readonly rstd: number;
  /** (dModel), as the next two. */
  readonly x: Float64Array;
  readonly xHat: Float64Array;
  readonly y: Float64Array;
}

/** How the numbers of a tensor are spread. */
export interface Histogram {
  /**
   * (bins + 1), from the smallest finite number to the largest, evenly; half below and half above where all are one; from 0
   * to 1 where none is finite. Bin i counts edges[i] ≤ x < edges[i + 1]; the last bin its upper edge too.
   */
  readonly edges: Float64Array;
  /** (bins) */
  readonly counts: Uint32Array;
  /** Numbers that are not finite, which no bin counts. */
  readonly nonFinite: number;
}

export function normNames(raw: RawModule, rawModel: RawModel): string[] {
  checkRoom(raw);
  return Array.from({ length: rawModel.nNorms() }, (_, index) => rawModel.normName(index));
}

/** The index of a norm by its name. Batch norm, which knows no token by itself, is refused. */
export function checkNorm(raw: RawModule, rawModel: RawModel, kind: string, name: unknown): number {
  const index = checkName('norm', name, normNames(raw, rawModel), 'must be one of model.norms()');
  if (kind !== 'batch') return index;
  throw new RangeError(
    invalid('norm', name, 'must be LayerNorm or RMSNorm: BatchNorm has no mean of a token'),
  );
}

/** Of the last forward pass. */
export function readNormInternals(
  raw: RawModule,
  rawModel: RawModel,
  norm: number,
  row: number,
  dModel: number,
): NormInternals {
  const numbers = withScratch(raw, (scratch) => {
    const size = 3 + 3 * dModel;
    const out = scratch.doubles(size);
    rawModel.normInternals(out, norm, row);
    return scratch.readDoubles(out, size);
  });
  const [mean = NaN, variance = NaN, rstd = NaN] = numbers;
  const list = (i: number) => numbers.slice(3 + i * dModel, 3 + (i + 1) * dModel);
  return { mean, var: variance, rstd, x: list(0), xHat: list(1), y: list(2) };
}

export function tensorNames(raw: RawModule, rawTrainer: RawTrainer): string[] {
  checkRoom(raw);
  return Array.from({ length: rawTrainer.nSites() }, (_, site) => rawTrainer.siteName(site));
}

/**
 * The site of a tensor by its name. Before the first step there is nothing but the parameters, which come last: then
 * `onlyLast` is how many there are, and else 0.
 */
export function checkTensor(raw: RawModule, rawTrainer: RawTrainer, name: unknown, onlyLast: number): number {
  const names = tensorNames(raw, rawTrainer);
  const site = checkName('tensor', name, names, 'must be one of trainer.tensors()');
  if (onlyLast === 0 || site >= names.length - onlyLast) return site;
  throw new RangeError(invalid('tensor', name, 'must be a parameter as long as no step has been taken'));
}

export function readHistogram(
  raw: RawModule,
  rawTrainer: RawTrainer,
  site: number,
  givenBins: unknown,
): Histogram {
  const bins = checkInteger('bins', givenBins, { min: 1, max: 1000 });
  return withScratch(raw, (scratch) => {
    const [edges, counts] = [scratch.doubles(bins + 1), scratch.doubles(bins)];
    const nonFinite = rawTrainer.histogram(edges, counts, site, bins);
    return {
      edges: scratch.readDoubles(edges, bins + 1),
      counts: Uint32Array.from(scratch.readDoubles(counts, bins)),
      nonFinite,
    };
  });
}
