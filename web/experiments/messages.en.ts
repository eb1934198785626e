// Every text of the guided experiments, in English. A translation is an object of the same shape. The experiments of each
// group have a file of texts/.
import type { ExperimentId, Format, GroupId } from './experiment.ts';
import type { ExperimentTexts, GroupTexts } from './texts.ts';
import { depthEn } from './texts/depth.en.ts';
import { quizzesEn } from './texts/quizzes.en.ts';

export const messagesEn = {
  decimalMark: '.',
  /** What stands behind a figure of this format. */
  unit: { number: '', percent: ' %', times: '×', integer: '', milliseconds: ' ms' } as Record<Format, string>,
  groups: {
    depth: {
      title: 'Depth',
      intro: 'What happens to gradients and to the stream as blocks are stacked.',
      quiz: quizzesEn.depth,
    },
  } as Readonly<Record<GroupId, GroupTexts>>,
  experiments: { ...depthEn } as Readonly<Record<ExperimentId, ExperimentTexts>>,
};

export type ExperimentMessages = typeof messagesEn;
