// What the initial-gradient figure shows, in words and as lines of the theory; computed from what was measured.
import { formatNumber } from '../charts/format.ts';
import type { GuideLine } from '../charts/types.ts';
import type { Placement } from '../lib/index.ts';
import { FIT_FROM, type GradientSamples } from './gradients.ts';
import type { MapMessages } from './messages.en.ts';
import { nameOf } from './names.ts';

export interface GradientState {
  readonly placements: readonly Placement[];
  readonly depths: readonly number[];
  readonly samples: GradientSamples;
}

/** The theory is drawn through what was measured at this depth, or the last one before it. */
const ANCHOR = 12;
/** Powers of depth in theorem 1 of Xiong et al. 2020. */
const THEORY: Partial<Record<Placement, number>> = { post: 0, pre: -0.5 };

/** The power laws of the theory, each through one measured point. */
export function theoryLines(
  { placements, depths, samples }: GradientState,
  messages: MapMessages,
): GuideLine[] {
  const anchor = depths.filter((depth) => depth <= ANCHOR).at(-1)!;
  return placements.flatMap((placement) => {
    const power = THEORY[placement];
    const { median } = samples.last(placement, anchor);
    if (power === undefined || !(median > 0)) return [];
    const label = power === 0 ? messages.theoryFlat : messages.theoryFalls;
    return [{ x: depths, y: depths.map((depth) => median * (depth / anchor) ** power), label }];
  });
}

/** How the gradient of the last block goes with depth, and how by the theory. */
export function describeSlopes(
  { placements, depths, samples }: GradientState,
  messages: MapMessages,
): string {
  const powers = placements
    .map((placement) => [placement, samples.power(placement, depths)] as const)
    .filter(([, power]) => !Number.isNaN(power));
  if (powers.length === 0) return messages.nothingYet;
  const text = (power: number) => formatNumber(Number(power.toFixed(2)), messages.decimalMark, 2);
  const measured = powers.map(([placement, power]) =>
    messages.powerOf(text(power), nameOf(placement, messages)),
  );
  const sentence = messages.slopes(measured, Math.max(FIT_FROM, depths[0]!), depths.at(-1)!);
  const known = powers.flatMap(([placement]) => {
    const power = THEORY[placement];
    return power === undefined ? [] : [messages.powerOf(text(power), nameOf(placement, messages))];
  });
  return sentence + (known.length > 0 ? messages.theorySlopes(known) : '') + messages.end;
}

/** Less than this factor is called about as large. */
const SAME = 1.25;

/** How the gradient goes from the first block to the last in models of one depth. */
export function describeProfile(
  { placements, samples }: GradientState,
  depth: number,
  messages: MapMessages,
): string {
  const parts = placements.flatMap((placement) => {
    const ratio =
      samples.block(placement, depth, depth - 1).median / samples.block(placement, depth, 0).median;
    if (!(ratio > 0)) return [];
    const label = nameOf(placement, messages);
    if (ratio < SAME && ratio > 1 / SAME) return [messages.stays(label)];
    const times = formatNumber(Math.max(ratio, 1 / ratio), messages.decimalMark, 2);
    return [ratio > 1 ? messages.grows(label, times) : messages.shrinks(label, times)];
  });
  return parts.length === 0 ? messages.nothingYet : messages.profileSentence(parts, depth) + messages.end;
}

/** A line a block of each depth; the columns have the names that they have in code, whatever the language. */
export function gradientCsv({ placements, depths, samples }: GradientState): (string | number)[][] {
  const lines = placements.flatMap((placement) =>
    depths.flatMap((depth) =>
      Array.from({ length: depth }, (_, block) => {
        const { low, median, high } = samples.block(placement, depth, block);
        const numbers = [median, low, high].map((value) => (Number.isNaN(value) ? '' : value));
        return [placement, depth, block + 1, samples.seeds(placement, depth), ...numbers];
      }),
    ),
  );
  const names = ['placement', 'depth', 'block', 'seeds', 'median', 'lowerQuartile', 'upperQuartile'];
  return [names, ...lines];
}
