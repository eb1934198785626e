// The experiments of the group "norm", in English.
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { FINAL_DEPTHS } from './names.ts';

const LOSS = { x: 'step', y: 'loss (nats)', series: {}, columns: {} };
const TABLE = { x: '', y: '' };
const startOf = (kind: string, name: string) =>
  Object.fromEntries(FINAL_DEPTHS.map((depth) => [`${kind}-${depth}`, `${name}, ${depth} blocks`]));
const FINAL_ARMS = { ...startOf('with', 'with final norm'), ...startOf('without', 'without final norm') };

export const normEn: Readonly<Record<(typeof GROUPS.norm)[number], ExperimentTexts>> = {
  collapse: {
    title: 'Late pre-LN blocks change less and less',
    intro: [
      'How much does a block change the stream that passes through it? We compare what goes in with what comes out, by the cosine of the angle between them: 1 means that the block changed nothing about the direction. A pre-LN and a post-LN model of {deep} blocks are looked at before training, and a pre-LN model of {trained} blocks after {steps} steps.',
    ],
    question: 'Which blocks of a pre-LN model change the stream most?',
    choices: { first: 'The first ones', last: 'The last ones', alike: 'All about as much' },
    arms: {
      pre: 'pre-LN, {deep} blocks, untrained',
      post: 'post-LN, {deep} blocks, untrained',
      trained: 'pre-LN, {trained} blocks, trained',
    },
    charts: {
      cosine: {
        title: 'Cosine between input and output of each block',
        note: '1 is a block that leaves the direction of the stream as it is.',
        x: 'block',
        y: 'cosine',
        series: {},
        columns: {},
      },
      ratio: {
        title: 'What each sub-layer adds, compared with the stream',
        note: 'Root mean square of the branch over that of the stream.',
        x: 'sub-layer',
        y: 'branch / stream',
        series: {},
        columns: {},
      },
    },
    measures: {
      preEarly: 'Cosine, first quarter of the blocks: pre-LN',
      preLate: 'Cosine, last quarter: pre-LN',
      postEarly: 'Cosine, first quarter: post-LN',
      postLate: 'Cosine, last quarter: post-LN',
      trainedEarly: 'Cosine, first quarter: trained pre-LN',
      trainedLate: 'Cosine, last quarter: trained pre-LN',
      preShrinks: 'Branch over stream, last quarter over first: pre-LN',
      postShrinks: 'Branch over stream, last quarter over first: post-LN',
      trainedLoss: 'Loss of the trained model',
    },
    claims: {
      preLateIsStill: 'Pre-LN, untrained: the cosine of the last quarter is above {preLateIsStill.limit}',
      preAddsLess:
        'Its last quarter adds less than {preAddsLess.limit} of what the first adds, compared with the stream',
      postLateMoves: 'Post-LN: the cosine of the last quarter is below {postLateMoves.limit}',
      postAddsAsMuch: 'Its last quarter adds more than {postAddsAsMuch.limit} of what the first adds',
      trainedLateIsStill:
        'Pre-LN, trained: the cosine of the last quarter is above {trainedLateIsStill.limit}',
      trainedEarlyMoves: 'That of its first quarter is below {trainedEarlyMoves.limit}',
    },
    answer:
      'The first ones. In the trained model the cosine is {trainedEarly} over the first quarter of the blocks and {trainedLate} over the last (medians of {seeds} seeds). Before training pre-LN goes from {preEarly} to {preLate}, while post-LN stays at {postEarly} and {postLate}.',
    explanation: [
      'In pre-LN every sub-layer is given a normalised copy of the stream, so what it adds is about as large everywhere. The stream itself is the sum of all that was added before, and grows. The later a block, the smaller its share: here the branch of the last quarter, compared with the stream, is {preShrinks} as large as that of the first.',
      'This is called representation collapse: deep pre-LN models have late blocks that do little. It is the price of the clean identity path, and the reason why people look for arrangements in between. It does no harm at this size: the trained model ends at a loss of {trainedLoss}.',
      'In post-LN each norm sets the stream back to the same size, so the last block has as much to say as the first.',
    ],
    formulas: [
      {
        formula: 'x_N = x_0 + F_1 + F_2 + … + F_N, each F_l of about the same size',
        source: 'Xiong et al. 2020, lemma 2',
      },
      { formula: 'rms(F_l) / rms(x_l) ≈ 1/√l', source: 'follows from it' },
      {
        formula: 'collapse: late blocks of pre-LN add little',
        source: 'Liu et al. 2020, Understanding the Difficulty of Training Transformers',
      },
    ],
  },

  'final-norm': {
    title: 'Why pre-LN wants a final norm',
    intro: [
      'Pre-LN models have one norm more than blocks need: between the last block and the unembedding. We take it out and look at the loss of the very first batch, in models of {shallow} to {deep} blocks, and then train twins of {trained} blocks with and without it.',
    ],
    question: 'How does the loss of a fresh pre-LN model change with depth when it has no final norm?',
    choices: { same: 'It stays near that of guessing', grows: 'It grows', falls: 'It falls' },
    arms: FINAL_ARMS,
    charts: {
      depths: {
        title: 'Loss of the first batch, by depth',
        note: 'Guessing is {guessing}.',
        x: 'blocks',
        y: 'loss (nats)',
        series: { without: 'without final norm', with: 'with final norm' },
        columns: {},
      },
      curves: {
        ...LOSS,
        title: 'Loss, {trained} blocks, learning rate {rate}',
        note: 'The twins start from the same weights.',
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(FINAL_ARMS).map(([id, name]) => [id, `Loss of the first batch: ${name}`]),
      ),
      withGradient: 'Gradient norm of the first batch: with final norm, {deep} blocks',
      withoutGradient: 'Gradient norm of the first batch: without final norm, {deep} blocks',
      gradientRatio: 'Without over with',
      withLoss: 'Loss after {steps} steps: with final norm, {trained} blocks',
      withoutLoss: 'Loss after {steps} steps: without final norm, {trained} blocks',
    },
    claims: {
      withStartsLow: 'With final norm, {deep} blocks start below {withStartsLow.limit}',
      withoutStartsHigh: 'Without it, {deep} blocks start above {withoutStartsHigh.limit}',
      gradientIsLarger: 'The first gradient is more than {gradientIsLarger.limit} as large without it',
      withLearns: 'With final norm, {trained} blocks end below {withLearns.limit}',
    },
    answer:
      'It grows: from {without-2} with {shallow} blocks to {without-24} with {deep} (medians of {seeds} seeds). With the final norm it is {with-2} and {with-24}. The first gradient of {deep} blocks is {gradientRatio} as large without it.',
    explanation: [
      'No norm of pre-LN stands on the stream, so the stream grows from block to block, and the logits are read from its end. The larger the stream, the larger the logits, and large logits of a model that knows nothing are confident mistakes. The final norm sets the stream to the size that the unembedding is made for, at any depth.',
      'What the numbers do not show is that pre-LN could not do without: after {steps} steps the twins end at {withLoss} and {withoutLoss}. The model without it has first to unlearn its large logits, and how long that takes varies: from {withoutLoss.min} to {withoutLoss.max}.',
      'Post-LN has no need of it, because its last block ends with a norm anyway.',
    ],
    formulas: [
      {
        formula: 'logits = W · LN(x_N) + b',
        source: 'Xiong et al. 2020, table 1; Radford et al. 2019 (GPT-2), section 2.3',
      },
    ],
  },

  'batch-of-one': {
    title: 'LayerNorm does not care about the batch',
    intro: [
      'LayerNorm takes mean and variance over the features of one token, BatchNorm those of one feature over all tokens of the batch. Two twins of {blocks} blocks, one with each, learn the task well. Then we take a batch of {batch} sequences that neither has seen and compute its loss twice, as in a training step: all sequences together, and each one alone.',
    ],
    question:
      'For which of the norms is the loss of a sequence the same whether it is alone or among others?',
    choices: { both: 'For both', layer: 'Only for LayerNorm', batch: 'Only for BatchNorm' },
    arms: { layer: 'LayerNorm', batch: 'BatchNorm' },
    charts: {
      losses: {
        ...TABLE,
        title: 'Loss of the same sequences, together and alone',
        note: 'With the statistics of the batch at hand, as in training.',
        series: { layer: 'LayerNorm', batch: 'BatchNorm' },
        columns: { together: 'together', alone: 'each alone', worse: 'alone over together' },
      },
      curves: {
        ...LOSS,
        title: 'Loss in training',
        note: 'Both learn: on full batches there is little between them.',
      },
    },
    measures: {
      layerLoss: 'Loss at the end of training: LayerNorm',
      batchLoss: 'Loss at the end of training: BatchNorm',
      layerTogether: 'Loss of a new batch, together: LayerNorm',
      layerAlone: 'Loss of a new batch, each sequence alone: LayerNorm',
      layerWorse: 'Alone over together: LayerNorm',
      batchTogether: 'Loss of a new batch, together: BatchNorm',
      batchAlone: 'Loss of a new batch, each sequence alone: BatchNorm',
      batchWorse: 'Alone over together: BatchNorm',
      layerLeak: 'Change of the loss of the first answer by a later token: LayerNorm',
      batchLeak: 'Change of the loss of the first answer by a later token: BatchNorm',
      layerGenerated: 'Answers generated right, one token at a time: LayerNorm',
      batchGenerated: 'Answers generated right, one token at a time: BatchNorm',
      layerBits: 'Logits that differ when a sequence is alone, after training: LayerNorm',
      batchBits: 'Logits that differ when a sequence is alone, after training: BatchNorm',
      refused: 'BatchNorm of one row in training is refused (1 is yes)',
    },
    claims: {
      layerSame:
        'LayerNorm: the loss of sequences alone is less than {layerSame.limit} that of the same together',
      batchWorse: 'BatchNorm: it is more than {batchWorse.limit} that of the same together',
      layerSeals:
        'LayerNorm: a later token changes the loss of an earlier answer by exactly {layerSeals.limit}',
      batchLeaks: 'BatchNorm, in training: it changes it by more than {batchLeaks.limit}',
      layerBitsSame: 'LayerNorm: no logit has another bit when a sequence is computed alone',
      batchBitsSame: 'BatchNorm with the statistics it kept from training: no logit either',
      oneRowRefused: 'BatchNorm of one row in training is refused: one number has no variance',
    },
    answer:
      'Only for LayerNorm. Its loss is {layerTogether} together and {layerAlone} alone; that of BatchNorm goes from {batchTogether} to {batchAlone}, {batchWorse} as much (medians of {seeds} seeds).',
    explanation: [
      'To LayerNorm a token is all there is: its statistics are those of its own features. Others in the batch, and how many they are, change nothing, not even a bit.',
      'BatchNorm sees each token through the company it is in. Alone, a sequence has other statistics than those the weights were trained with. And a token that comes later changes the statistics of those before it, so in training the model can see a little of what it is to predict, although its attention is causal.',
      'After training BatchNorm no longer asks the batch: it uses a running mean and variance that it kept. With those it generates one token after the other as well as LayerNorm ({batchGenerated} and {layerGenerated} of the answers are right). So it does work here, where all sequences have one length and training has settled. What it cannot do is treat training and use alike, and that is what makes it awkward for sequences: the kept statistics have to fit whatever comes, and a batch of one row has none at all.',
    ],
    formulas: [
      {
        formula: 'LayerNorm: μ, σ² over the d features of one token',
        source: 'Ba, Kiros and Hinton 2016, eq. 3',
      },
      {
        formula: 'BatchNorm: μ_j, σ_j² of feature j over all tokens of the batch',
        source: 'Ioffe and Szegedy 2015, algorithm 1',
      },
    ],
  },

  'gamma-beta': {
    title: 'γ and β can undo the norm',
    intro: [
      'After normalising, LayerNorm multiplies each feature by γ and adds β, which are learned. We take a row of numbers, normalise it, and choose γ and β by hand: γ the standard deviation of this very row, β its mean.',
      'Then we train a small model and look at what it made of its own γ and β.',
    ],
    question: 'What does LayerNorm give with γ = σ and β = μ of the row?',
    choices: {
      same: 'The row as it was, but for rounding',
      scaled: 'The row with mean 0, but its old spread',
      never: 'A row with mean 0 and variance 1, as always',
    },
    arms: { pre: 'pre-LN' },
    charts: {
      undo: {
        ...TABLE,
        title: 'How far what comes out is from what went in',
        note: 'Largest difference of any feature; in the last line, from β.',
        series: {
          plain: 'γ = 1, β = 0',
          undone: 'γ = σ, β = μ of the row',
          other: 'the same γ and β, a row twice as large',
          constant: 'γ = 0: difference from β',
        },
        columns: { difference: 'largest difference' },
      },
      gamma: {
        title: 'How far γ has moved from 1 in each norm',
        note: 'Root mean square over the features, after {steps} steps; the last is the final norm.',
        x: 'norm',
        y: 'rms of γ − 1',
        series: {},
        columns: {},
      },
      forget: {
        ...TABLE,
        title: 'Loss of the trained model on sequences it has not seen',
        note: 'All other weights stay as they are.',
        series: { kept: 'with the γ and β it learned', forgotten: 'with γ = 1 and β = 0 again' },
        columns: { loss: 'loss' },
      },
    },
    measures: {
      plain: 'Largest difference from the row: γ = 1, β = 0',
      undone: 'Largest difference from the row: γ = σ, β = μ',
      other: 'The same γ and β on a row twice as large',
      constant: 'Largest difference from β with γ = 0',
      moved: 'How far γ has moved from 1, mean of all norms',
      loss: 'Loss at the end of training',
      kept: 'Loss on new sequences with the learned γ and β',
      forgotten: 'Loss on new sequences with γ = 1, β = 0 again',
      worse: 'Without over with',
    },
    claims: {
      plainDiffers: 'With γ = 1 and β = 0 the row changes by more than {plainDiffers.limit}',
      undoneIsSame: 'With γ = σ and β = μ it comes back to within {undoneIsSame.limit}',
      otherDiffers:
        'The same γ and β give back no other row: a row twice as large changes by more than {otherDiffers.limit}',
      zeroGammaIsBeta: 'With γ = 0 what comes out is β, to the bit',
      gammaMoves: 'Training moves γ away from 1 by more than {gammaMoves.limit}',
      worseWithout: 'Put back to γ = 1 and β = 0, the loss is more than {worseWithout.limit} as large',
    },
    answer:
      'The row as it was: with γ = σ and β = μ the largest difference is {undone}, with γ = 1 and β = 0 it is {plain} (medians of {seeds} seeds). The trained model makes use of γ and β: put back to where they began, its loss goes from {kept} to {forgotten}.',
    explanation: [
      'Mean 0 and variance 1 suit training, but they are not what every next layer needs: a sub-layer may want some features large and others left out. γ and β give that freedom back. In the extreme they undo the normalisation, so a model with norms can compute, for such a row, what one without can.',
      'Undoing works for rows with that mean and that spread only. γ and β are the same for all tokens, while μ and σ are each token’s own: a row twice as large comes out as the smaller one did. What LayerNorm takes away for good is how one token’s size compares with another’s.',
      'Mostly the model does something in between. Here γ has moved from 1 by {moved} on average.',
    ],
    formulas: [
      { formula: 'y = γ ⊙ (x − μ) / √(σ² + ε) + β', source: 'Ba, Kiros and Hinton 2016, eq. 4' },
      { formula: 'γ = √(σ² + ε), β = μ gives y = x', source: 'Ioffe and Szegedy 2015, section 3' },
    ],
  },
};
