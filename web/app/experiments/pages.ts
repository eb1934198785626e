// The pages of the guided experiments: the list of them, and one for each.
import {
  type Experiment,
  EXPERIMENTS,
  type ExperimentId,
  type ExperimentMessages,
  type GroupId,
  GROUPS,
  messagesEn as experimentsEn,
  OUTCOMES,
  quoteTexts,
} from '../../experiments/index.ts';
import { messagesDe as experimentsDe } from '../../experiments/messages.de.ts';
import { inLanguages } from '../site/languages.ts';
import { definePage, type Page } from '../site/page.ts';
import { experimentMain } from './experiment-page.ts';
import type { Content, Entry } from './content.ts';
import { listMain } from './list-page.ts';
import { textsDe } from './texts.de.ts';
import { type ExperimentPageTexts, textsEn } from './texts.en.ts';

const groupOf = (id: ExperimentId): GroupId =>
  (Object.keys(GROUPS) as GroupId[]).find((group) =>
    (GROUPS[group] as readonly ExperimentId[]).includes(id),
  )!;

/** Everything the pages say, in one language. */
function contentIn(page: ExperimentPageTexts, messages: ExperimentMessages): Content {
  const entries = EXPERIMENTS.map((experiment): Entry => {
    const outcome = OUTCOMES.experiments[experiment.id];
    const texts = quoteTexts(experiment, outcome, OUTCOMES.seeds, messages);
    return { experiment, outcome, texts, group: groupOf(experiment.id), file: fileOf(experiment) };
  });
  return { page, messages, entries, seeds: OUTCOMES.seeds };
}

const fileOf = ({ id }: Experiment) => `experiments/${id}.html`;

const CONTENT = inLanguages(contentIn(textsEn, experimentsEn), { de: contentIn(textsDe, experimentsDe) });

const listPage = definePage({
  file: 'experiments/index.html',
  script: 'experiments/list.ts',
  style: 'experiments/experiments.css',
  place: 'navigation',
  texts: CONTENT,
  says: ({ page: { list } }) => list,
  main: listMain,
});

const pageOf = ({ id }: Experiment, index: number): Page =>
  definePage({
    file: `experiments/${id}.html`,
    script: 'experiments/main.ts',
    style: 'experiments/experiments.css',
    texts: CONTENT,
    says: ({ page, entries }) => {
      const { title, question } = entries[index]!.texts;
      return { title: page.pageTitle(title), name: title, description: question };
    },
    main: (content, surroundings) => experimentMain(index, content, surroundings),
  });

export const experimentPages: readonly Page[] = [listPage, ...EXPERIMENTS.map(pageOf)];
