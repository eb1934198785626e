// The quizzes, one for each group, in English.
import type { GroupId } from '../experiment.ts';
import type { QuizTexts } from '../texts.ts';

export const quizzesEn: Readonly<Record<GroupId, Readonly<Record<string, QuizTexts>>>> = {
  depth: {
    residual: {
      question: 'Why does a residual connection help to train a deep stack of blocks?',
      choices: {
        weights: 'It halves the number of weights that have to be learned',
        path: 'It gives the gradient a second way back, on which no sub-layer can shrink it',
        smaller: 'It makes all gradients smaller, so that none explodes',
        norm: 'It normalises the stream, so that no norm is needed',
      },
      why: 'Without it the gradient has to pass through every sub-layer on its way back, and is multiplied by each of their Jacobians. With it each factor is the identity plus a Jacobian, and the product always contains the gradient of the output itself, unchanged.',
    },
    'warm-up': {
      question: 'Why does deep post-LN often need a warm-up of the learning rate, and pre-LN not?',
      choices: {
        memory: 'Because it needs more memory in its first steps',
        data: 'Because it needs easier sequences first',
        steep: 'Because its last blocks have large gradients while the weights are still random',
      },
      why: 'Those gradients do not get smaller with depth, and full steps along them throw the model off before it has learned anything. A warm-up keeps the first steps short. In pre-LN the gradients fall with depth, and the stream carries them back through an identity path, so the full rate does no harm.',
    },
    placement: {
      question: 'What does pre-LN leave as it is that post-LN changes in every block?',
      choices: {
        clean: 'The residual stream: only a copy of it is normalised',
        cheap: 'The number of operations: it needs only half as many norms',
        same: 'Nothing: the two differ in how they are written down only',
      },
      why: 'In x + F(LN(x)) the x of the sum has gone through no norm, from the first block to the last. In LN(x + F(x)) the sum itself is normalised in every block. The deeper the model, the more this matters.',
    },
    jobs: {
      question: 'Which of these is true of residual connections and layer norm?',
      choices: {
        replace: 'With residual connections, norms are not needed',
        batch: 'LayerNorm takes its statistics over the batch, as BatchNorm does',
        both: 'Residuals give gradients a direct way through the stack; norms keep activations in a range that does not depend on depth or batch',
        order: 'Where the norm stands makes no difference to training',
      },
      why: 'They solve different problems, and you have seen what is missing without either: without residuals nothing is learned, without norms the stream grows with every block and the usable learning rate shrinks.',
    },
  },
  norm: {
    'by-hand': {
      question: 'A token is [2, 4, 4, 6]. What does LayerNorm make of it, before γ and β?',
      choices: {
        halves: '[−1, 0, 0, 1]',
        quarters: '[−2, 0, 0, 2]',
        roots: '[−1.414, 0, 0, 1.414]',
      },
      why: 'The mean is 4, the deviations are −2, 0, 0, 2, and their squares 4, 0, 0, 4 have the mean 2: that is the variance. Divided by √2 = 1.414 the deviations become −1.414, 0, 0, 1.414.',
    },
    'gamma-beta': {
      question: 'Why does LayerNorm have γ and β, and does not stop at mean 0 and variance 1?',
      choices: {
        zero: 'So that it never divides by zero',
        freedom:
          'So that the model can choose the scale and shift that the next layer needs, up to undoing the norm',
        speed: 'So that it is faster to compute',
      },
      why: 'Mean 0 and variance 1 at every input would be a restriction. γ and β are learned and lift it: the range stays under control, and the model can still represent what it could without the norm. Against dividing by zero there is ε.',
    },
    generation: {
      question:
        'Why does it matter, when a text is generated token by token, that LayerNorm takes its statistics over the features of a token?',
      choices: {
        causal: 'Because otherwise attention could not be causal',
        batch:
          'Because there is often a batch of one then, and LayerNorm gives the same for a token whatever else is in the batch',
        long: 'Because a text can be longer than the sequences of the training',
      },
      why: 'Statistics over a batch of one sequence say little, and of a single token they do not exist. BatchNorm has to fall back on those it kept from training. LayerNorm needs nothing but the token itself, in training and after it.',
    },
    'trade-off': {
      question: 'What does pre-LN pay for its clean identity path?',
      choices: {
        none: 'Nothing: it is better in every respect',
        late: 'Its stream grows, so that late blocks change it less and less, and the end needs a norm of its own',
        warm: 'It needs a longer warm-up than post-LN',
      },
      why: 'Each block adds about as much as the others to a stream that grows. The share of the last blocks gets small, and without a final norm the logits would grow with the depth of the model.',
    },
  },
  design: {
    'post-line': {
      question: 'Which line is a sub-layer with post-LN?',
      choices: {
        after: 'x = layer_norm(x + sublayer(x))',
        before: 'x = x + sublayer(layer_norm(x))',
        branch: 'x = x + layer_norm(sublayer(x))',
      },
      why: 'Post-LN adds first and normalises the sum. The second line is pre-LN, the third res-post.',
    },
    'pre-line': {
      question: 'And which is a sub-layer with pre-LN?',
      choices: {
        after: 'x = layer_norm(x + sublayer(x))',
        before: 'x = x + sublayer(layer_norm(x))',
        copy: 'n = layer_norm(x); x = n + sublayer(n)',
      },
      why: 'The sub-layer gets a normalised copy, but what it computes is added to the x that was not normalised. The third line is a common mistake: it adds to the copy and so normalises the stream after all.',
    },
    depth: {
      question: '“With residuals, depth cannot hurt.” What does that say?',
      choices: {
        trains: 'That a deeper model always trains better',
        represents:
          'That a deeper model can represent all that a shallower one can, because its further blocks can be the identity',
        faster: 'That a deeper model needs fewer steps',
      },
      why: 'A block whose output weights are zero passes on the stream bit by bit. Whether training finds something better is another question, and depends on norms, learning rate and initial weights.',
    },
    cost: {
      question:
        'Sequences get ever longer. What becomes of the share of norms and residuals in the work of a block?',
      choices: {
        half: 'It stays about a half',
        grows: 'It grows: there are more tokens to normalise',
        shrinks: 'It shrinks: they grow with n, attention with n²',
      },
      why: 'A norm takes a fixed number of operations for each of n·d numbers. Attention compares each token with all those before it, which is O(n²·d).',
    },
  },
};
