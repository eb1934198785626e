// What a run shows, in words: how the loss of its variants stands, and why one diverged. Pure functions.
import { describeLoss } from '../charts/index.ts';
import { explainDivergence } from './divergence.ts';
import { guessingLoss } from './guessing.ts';
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';
import { scalarSeries } from './run-series.ts';
import { hasQuartiles } from './spread.ts';

/** How the loss stands, in a sentence; how a run diverged, in some more, and what bands are. */
export function verdict(variants: readonly RunVariant[], messages: LabMessages): string {
  const series = scalarSeries(variants, 'loss');
  const guessing = sharedGuessing(variants);
  const standing = describeLoss(guessing === undefined ? { series } : { series, guessing });
  const reasons = variants.flatMap(({ identity, nonFinite, config }) =>
    nonFinite ? [explainDivergence(identity.label, nonFinite, config, messages)] : [],
  );
  const seeds = variants[0]?.seeds ?? 1;
  const bands = seeds > 1 ? [messages.bands(seeds, hasQuartiles(seeds))] : [];
  return [standing, ...reasons, ...bands].join(' ');
}

/** The loss of guessing, if it is the same for all variants. */
export function sharedGuessing(variants: readonly RunVariant[]): number | undefined {
  const [first, ...others] = variants.map(({ config }) => guessingLoss(config));
  return others.every((one) => one === first) ? first : undefined;
}
