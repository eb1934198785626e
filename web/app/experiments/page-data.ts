// What the page of an experiment hands to its script: texts and outcomes, in the language of the page. It stands in the
// HTML as JSON, so that a script need not hold the texts of all pages.
import type { Experiment, ExperimentMessages, ExperimentTexts, Outcome } from '../../experiments/index.ts';
import { html, Markup } from '../site/markup.ts';

export type NumberMessages = Pick<ExperimentMessages, 'decimalMark' | 'unit'>;

export interface PageData {
  readonly id: Experiment['id'];
  readonly texts: Pick<ExperimentTexts, 'choices' | 'arms' | 'charts'>;
  readonly numbers: NumberMessages;
  /** In how many of the seeds each claim held. */
  readonly held: Outcome['held'];
  readonly seeds: number;
}

/** The seed that a page begins with: the first of those of the outcomes. */
export const FIRST_SEED = 1;

const ID = 'experiment-data';

/** The data as part of a page; no script, since it is not run. */
export const dataMarkup = (data: PageData): Markup =>
  html`<script type="application/json" id="${ID}">
    ${new Markup(JSON.stringify(data).replaceAll('<', '\\u003c'))}
  </script>`;

export const readData = (): PageData => JSON.parse(document.getElementById(ID)!.textContent) as PageData;
