// What a run shows, in words: how the loss of its variants stands, and why one diverged. Pure functions.
import { describeLoss } from '../charts/index.ts';
import { explainDivergence } from './divergence.ts';
import { guessingLoss } from './guessing.ts';
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';
import { scalarSeries } from './run-series.ts';
import { hasQuartiles } from './spread.ts';

const MOST_EXPLAINED = 2;

/**
 * How the loss stands, in a sentence; how a run diverged, in some more, and what bands are. Losses of different tasks say
 * nothing of each other, so each task has a sentence of its own.
 */
export function verdict(variants: readonly RunVariant[], messages: LabMessages): string {
  const standings = new Set(byTask(variants).map((group) => standingOf(group, messages)));
  const reasons = reasonsOf(variants, messages);
  const { seeds = 1, history } = variants[0] ?? {};
  const bands = seeds > 1 && history?.length ? [messages.bands(seeds, hasQuartiles(seeds))] : [];
  return [...standings, ...reasons, ...bands].join(' ');
}

function standingOf(variants: readonly RunVariant[], messages: LabMessages): string {
  const series = scalarSeries(variants, 'loss');
  const guessing = sharedGuessing(variants);
  return describeLoss(guessing === undefined ? { series } : { series, guessing }, messages.charts);
}

/** The variants of each task, in their order; sequences of another length make another one. */
function byTask(variants: readonly RunVariant[]): (readonly RunVariant[])[] {
  const groups = new Map<string, RunVariant[]>();
  for (const variant of variants) {
    const { task, model } = variant.config;
    const key = JSON.stringify([task, model.vocabSize, model.nCtx]);
    groups.set(key, [...(groups.get(key) ?? []), variant]);
  }
  return groups.size > 0 ? [...groups.values()] : [[]];
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
