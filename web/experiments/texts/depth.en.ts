// The experiments of the group "depth", in English.
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';

export const depthEn: Readonly<Record<(typeof GROUPS.depth)[number], ExperimentTexts>> = {
  'warm-up': {
    title: 'Deep post-LN needs a warm-up',
    intro: [
      'Two twins of {blocks} blocks learn to reverse a sequence. They start from the same weights and see the same batches; only the place of the norm differs. The learning rate is high, {highRate}, and full from the first step.',
    ],
    question: 'Which of the two will have learned the task after {steps} steps?',
    choices: { both: 'Both', pre: 'Only pre-LN', post: 'Only post-LN', neither: 'Neither' },
    arms: {
      'pre-0.001': 'pre-LN, 0.001',
      'pre-0.003': 'pre-LN, 0.003',
      'pre-0.01': 'pre-LN',
      'post-0.001': 'post-LN, 0.001',
      'post-0.003': 'post-LN, 0.003',
      'post-0.01': 'post-LN',
      'warm-0.001': 'post-LN with warm-up, 0.001',
      'warm-0.003': 'post-LN with warm-up, 0.003',
      'warm-0.01': 'post-LN with warm-up',
    },
    charts: {
      curves: {
        title: 'Loss at the learning rate {highRate}',
        note: 'A model that only guesses stays at the top.',
        x: 'step',
        y: 'loss (nats)',
        series: {},
        columns: {},
      },
    },
    measures: {
      preHigh: 'Loss of pre-LN',
      postHigh: 'Loss of post-LN',
      warmHigh: 'Loss of post-LN with warm-up',
    },
    claims: {
      preLearns: 'pre-LN ends below {preLearns.limit}',
      postGuesses: 'post-LN ends above {postGuesses.limit}',
      warmLearns: 'post-LN with {warmUp} steps of warm-up ends below {warmLearns.limit}',
    },
    answer:
      'Only pre-LN. Its loss ends at {preHigh} (median of {seeds} seeds), that of post-LN at {postHigh}: it does no better than guessing. With {warmUp} steps of warm-up post-LN learns too and ends at {warmHigh}.',
    explanation: [
      'In post-LN the norm stands on the stream itself. At the start the gradients of the last blocks are large, whatever the depth, and full steps along them throw the model to a place where every output is the same.',
      'In pre-LN the norm stands on the branch. The stream is a plain sum, and so the gradient reaches every block undiminished and of moderate size.',
    ],
    formulas: [
      { formula: 'post-LN: y = LN(x + F(x))', source: 'Vaswani et al. 2017, section 3.1' },
      { formula: 'pre-LN: y = x + F(LN(x))', source: 'Xiong et al. 2020, table 1' },
    ],
  },
};
