// The public face of the guided experiments.
import outcomes from './outcomes.json';
import type { Outcomes } from './outcomes.ts';

/** What `npm run experiments` has last written. */
export const OUTCOMES: Outcomes = outcomes;

export { EXPERIMENTS } from './all.ts';
export * from './experiment.ts';
export { type ExperimentMessages, messagesEn } from './messages.en.ts';
export {
  brokenClaims,
  outcomeOf,
  type MeasureOutcome,
  N_SEEDS,
  type Outcome,
  type Outcomes,
} from './outcomes.ts';
export { prove, type ProveOptions } from './prove.ts';
export { formatMeasure, quoteTexts } from './quote.ts';
export { QUIZZES, type QuizQuestion } from './quizzes.ts';
export { runSeed, type RunOptions, type SeedRun, type Trains } from './run.ts';
export { outcomesPage } from './table.ts';
export type { ChartTexts, ExperimentTexts, FormulaText, GroupTexts, QuizTexts } from './texts.ts';
