// What a training step reports. The module writes a row of doubles and says which field stands where; here the row becomes
// a plain object that belongs to the caller.
import { readDoubles } from './memory.ts';
import type { Pointer, RawModule, RawTrainer } from './raw.ts';

/** The first number that was not finite. */
export interface NonFinite {
  readonly step: number;
  /** Where it was seen: "layers.3.self_attn output", "gradient of norm.weight". */
  readonly tensor: string;
  /** Its block, or null if it belongs to none. */
  readonly block: number | null;
}

/**
 * Measurements of one training step, taken before the parameters change unless it is said otherwise. Lists by sub-layer
 * have 2·nLayer entries: 2·block for attention, 2·block + 1 for feed-forward.
 */
export interface StepMetrics {
  /** Counted from 1. */
  readonly step: number;
  /** Mean cross-entropy of the batch, in nats. */
  readonly loss: number;
  /** Share of the targets predicted right, from 0 to 1. */
  readonly accuracy: number;
  /** Learning rate of this step, as the schedule has it. */
  readonly lr: number;
  /** Norm of the whole gradient, before clipping. */
  readonly gradNorm: number;
  /** Was the gradient longer than clipNorm, and therefore shortened? */
  readonly isClipped: boolean;
  /** Was the update left out because the gradient is not finite? */
  readonly isSkipped: boolean;
  /** Where and when a number first was not finite; null as long as all are. */
  readonly nonFinite: NonFinite | null;
  /** Norm of the gradient of each sub-layer's weights. */
  readonly weightGradNorm: Float64Array;
  /** Norm of the gradient with respect to what goes into each sub-layer. */
  readonly inputGradNorm: Float64Array;
  /** Root mean square of the residual stream that goes into each sub-layer. */
  readonly streamRms: Float64Array;
  /** Root mean square of what each sub-layer adds. */
  readonly branchRms: Float64Array;
  /** branchRms / streamRms. */
  readonly branchRatio: Float64Array;
  /** Norm of the change of each sub-layer's weights over their norm. */
  readonly updateRatio: Float64Array;
  /** Cosine between what goes into each block and what comes out, nLayer entries. */
  readonly cosine: Float64Array;
  /**
   * How widely each head looks: the entropy of its attention in nats, mean over all tokens, before dropout; 0 is one token,
   * ln n is n tokens alike. Of long sequences only the first 65,536 / nCtx² of the batch, or one, are looked at. nLayer·nHead
   * entries, that of a head at block·nHead + head.
   */
  readonly attnEntropy: Float64Array;
  /** Mean of |gamma| of each norm; one entry a norm, in the order of `model.norms()`, as in the next two. */
  readonly gammaAbsMean: Float64Array;
  /** Root mean square of gamma - 1 of each norm: how far it is from where it began. */
  readonly gammaDeviation: Float64Array;
  /**
   * How widely a token's features are spread before each norm: their standard deviation, mean over all tokens. The same for
   * every kind of norm, also for BatchNorm, which divides by another one.
   */
  readonly preNormStd: Float64Array;
}

/** How each field leaves the row: a list may have one entry, so its length does not tell. */
export const METRIC_KINDS = {
  step: 'number',
  loss: 'number',
  accuracy: 'number',
  lr: 'number',
  gradNorm: 'number',
  isClipped: 'boolean',
  isSkipped: 'boolean',
  nonFiniteStep: 'number',
  nonFiniteSite: 'number',
  weightGradNorm: 'list',
  inputGradNorm: 'list',
  streamRms: 'list',
  branchRms: 'list',
  branchRatio: 'list',
  updateRatio: 'list',
  cosine: 'list',
  attnEntropy: 'list',
  gammaAbsMean: 'list',
  gammaDeviation: 'list',
  preNormStd: 'list',
} as const satisfies Record<
  Exclude<keyof StepMetrics, 'nonFinite'> | 'nonFiniteStep' | 'nonFiniteSite',
  'number' | 'boolean' | 'list'
>;

interface Field {
  readonly name: string;
  readonly offset: number;
  readonly count: number;
}

/** Reads the rows of one trainer. */
export class MetricsReader {
  readonly #raw: RawModule;
  readonly #trainer: RawTrainer;
  readonly #fields: readonly Field[];
  readonly #rowLength: number;

  constructor(raw: RawModule, trainer: RawTrainer) {
    this.#raw = raw;
    this.#trainer = trainer;
    this.#fields = Array.from({ length: trainer.nFields() }, (_, index) => ({
      name: trainer.fieldName(index),
      offset: trainer.fieldOffset(index),
      count: trainer.fieldCount(index),
    }));
    this.#rowLength = Math.max(...this.#fields.map(({ offset, count }) => offset + count));
  }

  read(row: Pointer): StepMetrics {
    const doubles = readDoubles(this.#raw, row, this.#rowLength);
    const metrics: Record<string, unknown> = {};
    for (const { name, offset, count } of this.#fields) {
      const kind = METRIC_KINDS[name as keyof typeof METRIC_KINDS];
      const value = doubles[offset] ?? NaN;
      if (kind === 'list') metrics[name] = doubles.slice(offset, offset + count);
      else metrics[name] = kind === 'boolean' ? value !== 0 : value;
    }
    const { nonFiniteStep, nonFiniteSite, ...rest } = metrics;
    return {
      ...rest,
      nonFinite: this.#nonFinite(nonFiniteStep as number, nonFiniteSite as number),
    } as StepMetrics;
  }

  #nonFinite(step: number, site: number): NonFinite | null {
    if (step === 0) return null;
    const block = this.#trainer.siteBlock(site);
    return { step, tensor: this.#trainer.siteName(site), block: block < 0 ? null : block };
  }
}
