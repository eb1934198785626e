// What texts an experiment, a quiz and a group have; messages.en.ts has them in English. Measured numbers are quoted, not
// typed: quote.ts says how.

/** A formula, and where it is from: paper and equation. A subscript stands after an underscore: x_l, W_last. */
export interface FormulaText {
  readonly formula: string;
  readonly source: string;
}

export interface ChartTexts {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly note: string;
  /** Names of the axes; not of a table. */
  readonly x: string;
  readonly y: string;
  /** Names of series, or rows, that are no arms. */
  readonly series: Readonly<Record<string, string>>;
  /** Names of a table's columns. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The texts of one experiment, in the order in which they are read. */
export interface ExperimentTexts {
  readonly title: string;
  /** What is set up and why; gives nothing away. */
  readonly intro: readonly string[];
  readonly question: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly arms: Readonly<Record<string, string>>;
  readonly charts: Readonly<Record<string, ChartTexts>>;
  readonly measures: Readonly<Record<string, string>>;
  readonly claims: Readonly<Record<string, string>>;
  /** What happened, with the outcomes of all seeds: stands beside the prediction. */
  readonly answer: string;
  readonly explanation: readonly string[];
  readonly formulas: readonly FormulaText[];
}

export interface QuizTexts {
  readonly question: string;
  readonly choices: Readonly<Record<string, string>>;
  /** Why the right one is right. */
  readonly why: string;
}

/** What the experiments of a group have in common. */
export interface GroupTexts {
  readonly title: string;
  readonly intro: string;
  readonly quiz: Readonly<Record<string, QuizTexts>>;
}
