// Every text of the guided experiments, in English. A translation is an object of the same shape. The experiments of each
// group have a file of texts/.
import type { ExperimentId, Format, GroupId } from './experiment.ts';
import type { ExperimentTexts, GroupTexts } from './texts.ts';
import { depthEn } from './texts/depth.en.ts';
import { designEn } from './texts/design.en.ts';
import { normEn } from './texts/norm.en.ts';
import { quizzesEn } from './texts/quizzes.en.ts';

export const messagesEn = {
  decimalMark: '.',
  /** What stands after a figure of this format. */
  unit: { number: '', percent: ' %', times: '×', integer: '', milliseconds: ' ms' } as Record<Format, string>,
  /** The page of all outcomes, which `npm run experiments` writes. */
  page: {
    title: 'What the guided experiments claim, and what came out',
    intro: (version: string, seeds: number): string =>
      `Written by \`npm run experiments\` with addnorm ${version}: each experiment over ${seeds} seeds. The run fails if a claim holds in fewer seeds than it has to. Every machine gets the same numbers, but for times.`,
    claim: 'Claim',
    heldIn: 'Held in',
    hasToHoldIn: 'Has to hold in',
    held: (seeds: number, of: number): string => `${seeds} of ${of}`,
    measure: 'Measure',
    median: 'Median',
    least: 'Least',
    most: 'Most',
  },
  groups: {
    depth: {
      title: 'Depth',
      intro: 'What becomes of gradients and of the stream when blocks are stacked.',
      quiz: quizzesEn.depth,
    },
    norm: {
      title: 'What the norm does',
      intro: 'What a norm changes, what it depends on, and what it costs the late blocks.',
      quiz: quizzesEn.norm,
    },
    design: {
      title: 'Design',
      intro: 'What arrangements people have found, and what they rest on.',
      quiz: quizzesEn.design,
    },
  } as Readonly<Record<GroupId, GroupTexts>>,
  experiments: { ...depthEn, ...normEn, ...designEn } as Readonly<Record<ExperimentId, ExperimentTexts>>,
};

export type ExperimentMessages = typeof messagesEn;
