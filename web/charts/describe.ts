// What the loss shows now and what a block is, in plain sentences. Pure functions over the data of the charts; the words
// come from the message catalogue.

import { formatNumber, formatTick, spoken } from './format.ts';
import type { ChartMessages } from './messages.en.ts';
import { messagesEn } from './messages.en.ts';
import { nonFiniteStarts } from './series-data.ts';
import type { LineSeries, NormKind, Slots } from './types.ts';

/** A loss at or below this counts as having learned the task. */
export const LEARNED_BELOW = 0.1;
/** A loss of at least this part of the guessing level counts as guessing. */
const GUESSING_FROM = 0.95;
/** A loss that is so many nats above the guessing level counts as worse than guessing: not stuck there, but off. */
const WORSE_BY = 0.15;
/** Before this step a loss above the guessing level is that of the initial weights, not a fault of the training. */
const BEGUN_BEFORE = 20;
/** Whether a task counts as learned is judged by the median of so many steps, not by the noise of one. */
const RECENT_STEPS = 7;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

// Loss.

export interface LossDescription {
  series: readonly Pick<LineSeries, 'label' | 'x' | 'y' | 'count'>[];
  /** Loss of guessing (ln of the number of symbols), if known. */
  guessing?: number;
  learnedBelow?: number;
}

interface Standing {
  label: string;
  state: 'waiting' | 'diverged' | 'learned' | 'guessing' | 'begun' | 'worse' | 'learning';
  value: number;
  divergedAt: number;
}

function standingOf(
  series: LossDescription['series'][number],
  guessing: number,
  learnedBelow: number,
): Standing {
  const { label, x, y, count } = series;
  const standing = { label, value: NaN, divergedAt: NaN };
  if (count === 0) return { ...standing, state: 'waiting' };
  if (!Number.isFinite(y[count - 1]!)) {
    const start = nonFiniteStarts({ ...series, id: '', placement: 'custom', nth: 0 }, Infinity).at(-1)!;
    return { ...standing, state: 'diverged', divergedAt: x[start]! };
  }
  const recent = Array.from({ length: Math.min(count, RECENT_STEPS) }, (_, i) => y[count - 1 - i]!);
  const typical = median(recent.filter(Number.isFinite));
  const value = y[count - 1]!;
  if (typical <= learnedBelow) return { ...standing, value, state: 'learned' };
  if (Math.min(typical, value) >= guessing + WORSE_BY)
    return { ...standing, value, state: x[count - 1]! < BEGUN_BEFORE ? 'begun' : 'worse' };
  return { ...standing, value, state: typical >= GUESSING_FROM * guessing ? 'guessing' : 'learning' };
}

/** Cross-entropy is exactly 0 from the first step on only where no position has a target. */
const isAlwaysZero = ({ y, count }: LossDescription['series'][number]): boolean => {
  for (let i = 0; i < count; ++i) if (y[i] !== 0) return false;
  return true;
};

function learningClauses(learning: readonly Standing[], messages: ChartMessages, guessing: number): string[] {
  const say = messages.describe;
  const [best, ...rest] = [...learning].sort((a, b) => a.value - b.value);
  const worst = rest.at(-1);
  if (!best) return [];
  const low = spoken(best.value, messages.decimalMark);
  if (!worst)
    return [Number.isFinite(guessing) ? say.learning(best.label, low) : say.single(best.label, low)];
  if (worst.value < best.value * 1.05)
    return [
      say.level(
        learning.map(({ label }) => label),
        low,
      ),
    ];
  return [say.ahead(best.label, low, worst.label, spoken(worst.value, messages.decimalMark))];
}

/** "At step 200 pre-LN has learned the task (loss 0.02); post-LN is still at the level of guessing (2.64)." */
export function describeLoss(description: LossDescription, messages: ChartMessages = messagesEn): string {
  const { series, guessing = Infinity, learnedBelow = LEARNED_BELOW } = description;
  const say = messages.describe;
  const standings = series.map((one) => ({
    ...standingOf(one, guessing, learnedBelow),
    label: messages.name(one.label),
  }));
  const inState = (state: Standing['state']): Standing[] => standings.filter((one) => one.state === state);
  const labels = (group: readonly Standing[]): string[] => group.map(({ label }) => label);
  const [waiting, learned, stuck] = [inState('waiting'), inState('learned'), inState('guessing')];
  if (waiting.length === series.length) return say.nothing;
  if (guessing === 0 || series.every(isAlwaysZero)) return say.nothingToPredict;
  const clauses = learningClauses(inState('learning'), messages, guessing);
  if (learned.length > 0) {
    clauses.unshift(
      say.learned(
        labels(learned),
        learned.map(({ value }) => spoken(value, messages.decimalMark)),
      ),
    );
  }
  if (stuck.length > 0)
    clauses.push(say.guessing(labels(stuck), formatNumber(guessing, messages.decimalMark)));
  for (const state of ['begun', 'worse'] as const) {
    const above = inState(state);
    const losses = above.map(({ value }) => spoken(value, messages.decimalMark));
    if (above.length > 0)
      clauses.push(say[state](labels(above), losses, formatNumber(guessing, messages.decimalMark)));
  }
  // Where nothing goes on, the last step says nothing: the steps of divergence are named.
  const isOver = standings.every(({ state }) => state === 'diverged' || state === 'waiting');
  const diverged = inState('diverged');
  if (diverged.length > 0) {
    const steps = diverged.map(({ divergedAt }) => formatTick(divergedAt));
    clauses.push(say.diverged(labels(diverged), new Set(steps).size === 1 ? steps.slice(0, 1) : steps));
  }
  if (waiting.length > 0) clauses.push(say.waiting(labels(waiting)));
  if (isOver) return messages.sentence(clauses);
  const step = Math.max(...series.filter(({ count }) => count > 0).map(({ x, count }) => x[count - 1]!));
  return say.atStep(formatTick(step), messages.sentence(clauses));
}

// Block.

export interface BlockArrangement {
  slots: Slots;
  norm: NormKind;
  /** a of y = After(a·x + b·Output(F(Input(x)))); 0 cuts the residual. */
  residualGain: number;
  /** b of the formula. */
  branchGain: number | 'learned';
}

/** What the arrangement means for the residual stream. */
export function describeBlock(arrangement: BlockArrangement, messages: ChartMessages = messagesEn): string {
  const { slots, residualGain } = arrangement;
  const say = messages.describe;
  if (residualGain === 0) return say.blockCut;
  const branch = slots.input || slots.output;
  if (slots.after) return branch ? say.blockBoth : say.blockAfter;
  return branch ? say.blockBranch : say.blockNone;
}
