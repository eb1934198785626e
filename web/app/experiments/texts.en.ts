// The texts that all pages of experiments have, as they stand in their HTML; those that scripts write are in
// messages.en.ts, those of each experiment in web/experiments. A translation is another of these.

export const textsEn = {
  /** The list of all experiments. */
  list: {
    title: 'Guided experiments – Add & Norm Lab',
    name: 'Experiments',
    description:
      'Guided experiments on norm and residual in Transformers: predict what happens, run it in your browser, and see why.',
    heading: 'Guided experiments',
    premise: (seeds: number): string =>
      `Say first what you expect, then train the models here and see. What the pages claim was run over ${seeds} seeds beforehand; your run is one more.`,
    runs: (runs: number): string => (runs === 1 ? 'one run' : `${runs} runs`),
    time: { moments: 'a few seconds', short: 'under half a minute', long: 'about a minute' },
    quiz: (questions: number): string =>
      questions === 1 ? 'With a question at the end.' : `With ${questions} questions at the end.`,
  },
  /** The title of a page in the browser. */
  pageTitle: (title: string): string => `${title} – Add & Norm Lab`,
  place: (number: number, of: number): string => `Experiment ${number} of ${of}`,
  predict: 'Predict',
  run: 'Run',
  happened: 'What happened',
  why: 'Why',
  seed: 'Seed',
  start: 'Run it',
  progress: 'Progress of the experiment',
  cancel: 'Cancel',
  reveal: 'Read the answer without running it',
  noScript: 'Running it needs JavaScript and WebAssembly. What it showed beforehand stands below.',
  /** A run of the page has other numbers than the texts beside it. */
  medians: (seeds: number): string =>
    `Numbers in these texts are medians over ${seeds} seeds; those of your own run are in the charts and tables.`,
  claims: {
    caption: (seeds: number): string =>
      `What this experiment claims, and in how many of ${seeds} seeds it held`,
    headings: ['Claim', 'Here', 'Held in'],
    held: (seeds: number, of: number): string => `${seeds} of ${of}`,
  },
  measures: {
    summary: 'All measured numbers',
    caption: (seeds: number): string => `Measured here, and over ${seeds} seeds`,
    headings: ['Measure', 'Here', 'Median', 'Least', 'Most'],
  },
  inTheLab: 'Open it in the lab',
  inTheLabHint: 'The same models with all charts and settings.',
  source: (source: string): string => `(${source})`,
  sequence: 'Other experiments',
  previous: 'Previous',
  next: 'Next',
  quiz: {
    title: (group: string): string => `Questions on this group: ${group}`,
    answer: 'Answer',
  },
};

export type ExperimentPageTexts = typeof textsEn;
