// What the pages of experiments are made of: experiments, their texts with the outcomes in them, and what they share.
import type {
  Experiment,
  ExperimentMessages,
  ExperimentTexts,
  GroupId,
  Outcome,
} from '../../experiments/index.ts';
import type { ExperimentPageTexts } from './texts.en.ts';

/** One experiment with all that is said of it. */
export interface Entry {
  readonly experiment: Experiment;
  readonly outcome: Outcome;
  /** With the outcomes in their places. */
  readonly texts: ExperimentTexts;
  readonly group: GroupId;
  readonly file: string;
}

/** Everything in one language. */
export interface Content {
  readonly page: ExperimentPageTexts;
  readonly messages: ExperimentMessages;
  /** In the order of the pages. */
  readonly entries: readonly Entry[];
  /** How many seeds the outcomes are of. */
  readonly seeds: number;
}
