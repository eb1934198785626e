// What a run shows, in words: how the loss of its variants stands, and why one diverged. Pure functions.
import { describeLoss } from '../charts/index.ts';
import { explainDivergence } from './divergence.ts';
import { guessingLoss } from './guessing.ts';
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';
import { scalarSeries } from './run-series.ts';
import { hasQuartiles } from './spread.ts';

const MOST_EXPLAINED = 2;

/** How the loss stands, in a sentence; how a run diverged, in some more, and what bands are. */
export function verdict(variants: readonly RunVariant[], messages: LabMessages): string {
  const series = scalarSeries(variants, 'loss');
  const guessing = sharedGuessing(variants);
  const standing = describeLoss(guessing === undefined ? { series } : { series, guessing }, messages.charts);
  const reasons = reasonsOf(variants, messages);
  const { seeds = 1, history } = variants[0] ?? {};
  const bands = seeds > 1 && history?.length ? [messages.bands(seeds, hasQuartiles(seeds))] : [];
  return [standing, ...reasons, ...bands].join(' ');
}

/** Why runs diverged; of many only the first that did, since each has a sentence or two. */
function reasonsOf(variants: readonly RunVariant[], messages: LabMessages): string[] {
  const diverged = variants.flatMap(({ identity, nonFinite, config }) =>
    nonFinite ? [{ label: identity.label, nonFinite, config }] : [],
  );
  const first = Math.min(...diverged.map(({ nonFinite }) => nonFinite.step));
  const explained =
    diverged.length <= MOST_EXPLAINED
      ? diverged
      : [diverged.find(({ nonFinite }) => nonFinite.step === first)!];
  return explained.map(({ label, nonFinite, config }) =>
    explainDivergence(label, nonFinite, config, messages),
  );
}

/** The loss of guessing, if it is the same for all variants. */
export function sharedGuessing(variants: readonly RunVariant[]): number | undefined {
  const [first, ...others] = variants.map(({ config }) => guessingLoss(config));
  return others.every((one) => one === first) ? first : undefined;
}
