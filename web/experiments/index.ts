// The public face of the guided experiments.
import { EXPERIMENT_IDS, type Experiment, type ExperimentId } from './experiment.ts';
import { warmUp } from './warm-up.ts';

const BY_ID: Readonly<Record<ExperimentId, Experiment>> = {
  'warm-up': warmUp,
};

/** Every guided experiment, in the order of the page. */
export const EXPERIMENTS: readonly Experiment[] = EXPERIMENT_IDS.map((id) => BY_ID[id]);

export * from './experiment.ts';
export { type ExperimentMessages, messagesEn } from './messages.en.ts';
export { type MeasureOutcome, N_SEEDS, type Outcome, type Outcomes } from './outcomes.ts';
export { formatMeasure, quoteTexts } from './quote.ts';
export { QUIZZES, type QuizQuestion } from './quizzes.ts';
export { runSeed, type RunOptions, type SeedRun, type Trains } from './run.ts';
export type { ChartTexts, ExperimentTexts, FormulaText, GroupTexts, QuizTexts } from './texts.ts';
