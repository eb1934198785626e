// What a pattern of attention shows, in one sentence. Pure functions; the words come from the message catalogue.

import { formatTick, spoken } from './format.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import type { VariantIdentity } from './types.ts';

/** What one head attends to in one sequence. */
export interface AttentionPattern extends VariantIdentity {
  /** As they are read, one a position. */
  tokens: readonly string[];
  /** (n, n) for n tokens: of each query, a row, the share that each key gets. */
  weights: ArrayLike<number>;
}

export interface AttentionDescription {
  step: number;
  /** "head 2 of block 1" */
  head: string;
  patterns: readonly AttentionPattern[];
}

/** A cell of a pattern; positions from 0. */
export interface AttentionCell {
  query: number;
  key: number;
}

/** "5 (position 3)" */
export const tokenText = (
  { tokens }: AttentionPattern,
  position: number,
  { attention }: ChartMessages,
): string => attention.token(tokens[position] ?? '', String(position + 1));

/**
 * Mean over the queries of the largest share, and where the largest of all is. A first token that can only look at itself says
 * nothing and does not count, unless it is alone.
 */
export function sharpnessOf({ tokens, weights }: AttentionPattern): { mean: number; largest: AttentionCell } {
  const n = tokens.length;
  const first = n > 1 && weights[0] === 1 ? 1 : 0;
  let [sum, most]: [number, number] = [0, -Infinity];
  let largest: AttentionCell = { query: first, key: 0 };
  for (let query = first; query < n; ++query) {
    let top = -Infinity;
    for (let key = 0; key < n; ++key) {
      const weight = weights[query * n + key]!;
      if (!(weight > top)) continue;
      top = weight;
      if (weight > most) [most, largest] = [weight, { query, key }];
    }
    sum += top;
  }
  return { mean: sum / (n - first), largest };
}

export function describeAttention(
  { step, head, patterns }: AttentionDescription,
  messages: ChartMessages = messagesEn,
): string {
  const { attention: say, decimalMark } = messages;
  const shown = patterns.filter(({ tokens }) => tokens.length > 0);
  if (shown.length === 0) return messages.describe.nothing;
  const clauses = shown.map((pattern) => {
    const n = pattern.tokens.length;
    const label = messages.name(pattern.label);
    const { mean, largest } = sharpnessOf(pattern);
    if (!Number.isFinite(mean)) return say.notFinite(label);
    const [query, key] = [largest.query, largest.key].map((at) => tokenText(pattern, at, messages));
    const weight = spoken(pattern.weights[largest.query * n + largest.key]!, decimalMark);
    return say.sharpness(label, spoken(mean, decimalMark), query!, key!, weight);
  });
  return say.at(formatTick(step), head, messages.sentence(clauses));
}
