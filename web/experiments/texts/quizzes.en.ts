// The quizzes, one for each group, in English.
import type { GroupId } from '../experiment.ts';
import type { QuizTexts } from '../texts.ts';

export const quizzesEn: Readonly<Record<GroupId, Readonly<Record<string, QuizTexts>>>> = {
  depth: {
    'why-warm-up': {
      question:
        'Why does a deep post-LN model often need a warm-up of the learning rate, and a pre-LN model not?',
      choices: {
        steep: 'Its gradients near the output are large before training has begun',
        memory: 'It needs more memory in the first steps',
        data: 'It needs easier sequences first',
      },
      why: 'In post-LN every sum passes through a norm, and the last blocks see large gradients while the weights are still random. Small first steps let them settle. In pre-LN the sum is left alone, and the gradient of the stream reaches every block as it is.',
    },
  },
};
