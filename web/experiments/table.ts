// The outcomes as a page of Markdown: every claim with its limit and in how many seeds it held, and every measure.
import type { Claim, Experiment } from './experiment.ts';
import type { ExperimentMessages } from './messages.en.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { formatMeasure, quoteTexts } from './quote.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const head = (cells: readonly string[]) => [row(cells), `|${'---|'.repeat(cells.length)}`];

export function outcomesPage(
  experiments: readonly Experiment[],
  outcomes: Outcomes,
  messages: ExperimentMessages,
): string {
  const { title, intro } = messages.page;
  const parts = experiments.map((experiment) =>
    section(experiment, outcomes.experiments[experiment.id], outcomes.seeds, messages),
  );
  return `${[`# ${title}`, intro(outcomes.version, outcomes.seeds), ...parts].join('\n\n')}\n`;
}

function section(
  experiment: Experiment,
  outcome: Outcome,
  nSeeds: number,
  messages: ExperimentMessages,
): string {
  const texts = quoteTexts(experiment, outcome, nSeeds, messages);
  const { page } = messages;
  const claimRow = ([id, { atLeast }]: [string, Claim]) =>
    row([texts.claims[id]!, page.held(outcome.held[id]!, nSeeds), page.held(atLeast, 20)]);
  const measureRow = ([name, { format }]: [string, Experiment['measures'][string]]) => {
    const { median, min, max } = outcome.measures[name]!;
    return row([
      texts.measures[name]!,
      ...[median, min, max].map((value) => formatMeasure(value, format, messages)),
    ]);
  };
  return [
    `## ${texts.title}`,
    '',
    texts.answer,
    '',
    ...head([page.claim, page.heldIn, page.hasToHoldIn]),
    ...Object.entries(experiment.claims).map(claimRow),
    '',
    ...head([page.measure, page.median, page.least, page.most]),
    ...Object.entries(experiment.measures).map(measureRow),
  ].join('\n');
}
