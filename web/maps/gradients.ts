// The initial-gradient figure: how large the gradient is before the first step, against depth, over many seeds. Nothing is
// trained. Here are its settings, its runs and its statistics; no document.
//
// Xiong et al. 2020 (On Layer Normalization in the Transformer Architecture), theorem 1: the gradient of the feed-forward
// weights of the last of N blocks is at most of the order d·√(ln d) for post-LN, whatever N, and d·√(ln d / N) for pre-LN.
import type { Placement, RunConfig, StepMetrics } from '../lib/index.ts';
import { fittedPower, type Spread, spreadOf } from './statistics.ts';
import type { FigureSchema, FigureSettings } from './figure-settings.ts';

/** The depths that are measured, up to the greatest that is wanted. */
export const DEPTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48] as const;
/** The law is for deep models: in the first blocks the embeddings are most of the stream. */
export const FIT_FROM = 4;

const OWN = {
  depthTo: { type: 'integer', min: 4, max: 48, default: 48, unit: 'blocks', key: 'depth-to' },
  seeds: { type: 'integer', min: 1, max: 50, default: 10, key: 'seeds' },
  profileDepth: {
    type: 'choice',
    choices: ['1', '2', '3', '4', '6', '8', '12', '16', '24', '32', '48'],
    default: '12',
    key: 'profile-depth',
  },
} as const;

export const GRADIENT_SCHEMA: FigureSchema<typeof OWN> = {
  own: OWN,
  placements: ['post', 'pre'],
  maxPlacements: 4,
  // A small batch, since the theorem is about single inputs; and embeddings as they are, not √d times as large, so that the
  // blocks soon make up most of the stream, as in the limit of great depth.
  run: [
    ['ctx', '16'],
    ['batch', '4'],
    ['embedding-scale', '1'],
  ],
  varied: ['depth', 'lr', 'warmup', 'schedule', 'optimizer'],
};

export type GradientSettings = FigureSettings<typeof OWN>;

export interface GradientRun {
  readonly placement: Placement;
  readonly depth: number;
  readonly config: RunConfig;
}

/** The depths of a figure with these settings; the greatest is the wanted one itself. */
export function depthsOf({ values: { depthTo } }: GradientSettings): number[] {
  return [...DEPTHS.filter((depth) => depth < depthTo), depthTo];
}

/** Seed after seed, each at every depth, so that the whole curve is there at once and its band grows. */
export function gradientRuns(settings: GradientSettings): GradientRun[] {
  const first = Number(settings.text('seed'));
  const seeds = Array.from({ length: settings.values.seeds }, (_, i) => String(first + i));
  return seeds.flatMap((seed) =>
    depthsOf(settings).flatMap((depth) =>
      settings.placements.map((placement) => ({
        placement,
        depth,
        config: settings.runWith([
          ['placement', placement],
          ['depth', String(depth)],
          ['seed', seed],
        ]),
      })),
    ),
  );
}

/** Gradient norm of the feed-forward weights of each block, first to last. */
const feedForwardGradients = ({ weightGradNorm }: StepMetrics): number[] =>
  [...weightGradNorm].filter((_, i) => i % 2 === 1);

/** What has been measured: by placement and depth, one list a seed with a number a block. */
export class GradientSamples {
  readonly #samples = new Map<string, number[][]>();

  add({ placement, depth }: GradientRun, row: StepMetrics): void {
    const key = `${placement} ${depth}`;
    const lists = this.#samples.get(key) ?? [];
    lists.push(feedForwardGradients(row));
    this.#samples.set(key, lists);
  }

  /** How many seeds have been measured at this depth. */
  seeds(placement: Placement, depth: number): number {
    return this.#samples.get(`${placement} ${depth}`)?.length ?? 0;
  }

  /** Over the seeds so far: the last block of models of this depth. */
  last(placement: Placement, depth: number): Spread {
    return this.block(placement, depth, depth - 1);
  }

  /** Over the seeds so far: one block, from 0. */
  block(placement: Placement, depth: number, block: number): Spread {
    return spreadOf((this.#samples.get(`${placement} ${depth}`) ?? []).map((blocks) => blocks[block]!));
  }

  /** The power of depth that the medians of the last block follow, from FIT_FROM on. */
  power(placement: Placement, depths: readonly number[]): number {
    const fitted = depths.filter((depth) => depth >= FIT_FROM);
    return fittedPower(fitted.map((depth) => [depth, this.last(placement, depth).median]));
  }
}
