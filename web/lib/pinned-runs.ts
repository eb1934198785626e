// Training runs with the hash of all parameters that they end in on every engine. The list is fingerprints.json, which the
// tests of the native builds read too.
import type { Addnorm, Backend } from './addnorm.ts';
import type { PartialRunConfig } from './config.ts';
import { resolveRunConfig } from './config-resolve.ts';
import rows from './fingerprints.json' with { type: 'json' };

/** A run of 50 steps whose last bits are known. */
export interface PinnedRun {
  readonly name: string;
  /** What is left out takes its default. */
  readonly config: PartialRunConfig;
  /** `trainer.fingerprint()` after 50 steps. */
  readonly expected: string;
}

const STEPS = 50;

export const PINNED_RUNS: readonly PinnedRun[] = rows.map(({ name, config, fingerprint }) => ({
  name,
  config: config as PartialRunConfig,
  expected: fingerprint,
}));

/** Trains a pinned run and returns its fingerprint; `breathe` is called before each step. */
export async function trainPinned(
  addnorm: Addnorm,
  { config }: PinnedRun,
  breathe: () => Promise<void>,
): Promise<string> {
  const { model: modelConfig, ...training } = config;
  const model = addnorm.createModel(modelConfig, { seed: training.seed });
  try {
    const trainer = addnorm.createTrainer({ model, ...training });
    for (let step = 0; step < STEPS; step++) {
      await breathe();
      trainer.step();
    }
    return trainer.fingerprint();
  } finally {
    model.dispose();
  }
}

/** How much longer the scalar build takes, about. */
const SLOWNESS: Readonly<Record<Backend, number>> = { simd: 1, scalar: 3 };

/** What a run costs, in proportion to others: the multiplications of its matrix products. */
export function workOf({ config }: PinnedRun, backend: Backend): number {
  const { model, batch } = resolveRunConfig(config);
  const { nLayer, nCtx, dModel, dFf } = model;
  return SLOWNESS[backend] * batch * nCtx * nLayer * dModel * (4 * dModel + 2 * dFf);
}
