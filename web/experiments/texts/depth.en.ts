// The experiments of the group "depth", in English.
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { byRate, CUT_DEPTHS, GRADIENT_DEPTHS } from './names.ts';

const LOSS = { x: 'step', y: 'loss (nats)', series: {}, columns: {} };
const WARM_UP_ARMS = {
  ...byRate('pre', '6', 'pre-LN, {shallow} blocks'),
  ...byRate('post', '6', 'post-LN, {shallow} blocks'),
  ...byRate('pre', '12', 'pre-LN, {deep} blocks'),
  ...byRate('post', '12', 'post-LN, {deep} blocks'),
  'warm-6-high': 'post-LN with warm-up, {shallow} blocks, {high}',
  'warm-12-mid': 'post-LN with warm-up, {deep} blocks, {mid}',
};

const byDepth = (kind: string, name: string, depths: readonly number[]) =>
  Object.fromEntries(depths.map((depth) => [`${kind}-${depth}`, `${name}, ${depth} blocks`]));
const GRADIENT_ARMS = {
  ...byDepth('post', 'post-LN', GRADIENT_DEPTHS),
  ...byDepth('pre', 'pre-LN', GRADIENT_DEPTHS),
};
const CUT_ARMS = {
  ...byDepth('bare', 'neither norm nor residual', CUT_DEPTHS),
  ...byDepth('normed', 'norm, no residual', CUT_DEPTHS),
  ...byDepth('residual', 'norm and residual', CUT_DEPTHS),
};
const UNNORMED_ARMS = {
  ...byDepth('none', 'no norm', [24]),
  ...byDepth('pre', 'pre-LN', [24]),
  ...Object.assign({}, ...['2', '4', '8'].map((depth) => byRate('none', depth, `no norm, ${depth} blocks`))),
  ...Object.assign({}, ...['2', '4', '8'].map((depth) => byRate('pre', depth, `pre-LN, ${depth} blocks`))),
} as Readonly<Record<string, string>>;

export const depthEn: Readonly<Record<(typeof GROUPS.depth)[number], ExperimentTexts>> = {
  'warm-up': {
    title: 'Deep post-LN needs a warm-up',
    intro: [
      'Two twins of {shallow} blocks learn to write a sequence backwards. They start from the same weights and see the same batches; only the place of the norm differs. The learning rate is high, {high}, and full from the first step on.',
      'Beside them other twins train: with {deep} blocks, at lower rates, and post-LN once more with a warm-up, in which the rate rises from zero over the first {warmUp} steps.',
    ],
    question:
      'Which of the two twins of {shallow} blocks will have learned the task after {steps} steps at the rate {high}?',
    choices: { both: 'Both', pre: 'Only pre-LN', post: 'Only post-LN', neither: 'Neither' },
    arms: WARM_UP_ARMS,
    charts: {
      curves: {
        ...LOSS,
        title: 'Loss, {shallow} blocks, learning rate {high}',
        note: 'A model that only guesses stays at {guessing}.',
      },
      deep: {
        ...LOSS,
        title: 'Loss, {deep} blocks, learning rate {mid}',
        note: 'In a deeper model a lower rate is already too much for post-LN without warm-up.',
      },
      rates: {
        title: 'Loss after {steps} steps, by learning rate',
        note: 'Without warm-up. Pre-LN gains from a higher rate; post-LN is thrown off by it, the deeper the sooner.',
        x: 'learning rate',
        y: 'loss (nats)',
        series: {
          'post-6': 'post-LN, {shallow} blocks',
          'pre-6': 'pre-LN, {shallow} blocks',
          'post-12': 'post-LN, {deep} blocks',
          'pre-12': 'pre-LN, {deep} blocks',
        },
        columns: {},
      },
    },
    measures: Object.fromEntries(
      Object.entries(WARM_UP_ARMS).map(([id, name]) => [id, `Loss at the end: ${name}`]),
    ),
    claims: {
      preLearns: 'Pre-LN of {shallow} blocks ends below {preLearns.limit} at {high}',
      deepPreLearns: 'Pre-LN of {deep} blocks ends below {deepPreLearns.limit} at {high}',
      postLearnsSlowly: 'Post-LN of {shallow} blocks ends below {postLearnsSlowly.limit} at {mid}',
      postGuesses: 'Post-LN of {shallow} blocks ends above {postGuesses.limit} at {high}',
      deepPostGuesses: 'Post-LN of {deep} blocks ends above {deepPostGuesses.limit} at {mid}',
      warmLearns:
        'With {warmUp} steps of warm-up, post-LN of {shallow} blocks ends below {warmLearns.limit} at {high}',
      deepWarmLearns:
        'With {warmUp} steps of warm-up, post-LN of {deep} blocks ends below {deepWarmLearns.limit} at {mid}',
    },
    answer:
      'Only pre-LN. At {high} its loss ends at {pre-6-high} (median of {seeds} seeds) and that of post-LN at {post-6-high}, where guessing is {guessing}. With a warm-up post-LN learns as well and ends at {warm-6-high}. At {mid} post-LN of {shallow} blocks needs no warm-up ({post-6-mid}), of {deep} blocks it does: {post-12-mid} without, {warm-12-mid} with.',
    explanation: [
      'In post-LN the norm stands on the stream itself: every block normalises the sum. At the start, while the weights are random, the gradients of the blocks near the output are large however deep the model is. Adam makes its first steps as long as the learning rate allows, all of them along such gradients, and the model ends up at the loss of guessing and does not get away from it.',
      'A warm-up makes the first steps short. By the time the rate is full, the weights are no longer random and the steps no longer do harm.',
      'In pre-LN the norm stands on the branch. The stream is a plain sum, its identity path leads the gradient to every block, and the gradients get smaller with depth instead of staying large. That is why the rate can be full at once.',
      'Depth decides: shallow post-LN trains without a warm-up too. The original Transformer had six blocks on either side and was given a warm-up.',
    ],
    formulas: [
      { formula: 'post-LN: y = LN(x + F(x))', source: 'Vaswani et al. 2017, section 3.1' },
      { formula: 'pre-LN: y = x + F(LN(x))', source: 'Xiong et al. 2020, table 1' },
      { formula: 'warm-up: lr(t) = lr · min(1, t / warmup)', source: 'Xiong et al. 2020, section 3.2' },
    ],
  },

  'initial-gradients': {
    title: 'Gradients at the start',
    intro: [
      'No training here: one batch goes through a fresh model, forward and back, and we look at how large the gradient of the weights is. The last block is where the steps of a deep post-LN model go wrong, so that is the block we measure, in models of {shallow} to {deep} blocks.',
    ],
    question: 'How will the gradient of the last block change from {shallow} to {deep} blocks?',
    choices: {
      bothFall: 'It falls in both',
      preFalls: 'It falls in pre-LN, not in post-LN',
      postFalls: 'It falls in post-LN, not in pre-LN',
      neither: 'It falls in neither',
    },
    arms: GRADIENT_ARMS,
    charts: {
      depths: {
        title: 'Gradient of the last block, by depth',
        note: 'Norm of the gradient of the weights of the last feed-forward sub-layer, before any training.',
        x: 'blocks',
        y: 'gradient norm',
        series: { post: 'post-LN', pre: 'pre-LN' },
        columns: {},
      },
      profile: {
        title: 'Gradient of every sub-layer, {middle} blocks',
        note: 'From the first sub-layer to the last.',
        x: 'sub-layer',
        y: 'gradient norm',
        series: {},
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(GRADIENT_ARMS).map(([id, name]) => [id, `Gradient of the last block: ${name}`]),
      ),
      postChange: 'Post-LN: {deep} blocks over {shallow}',
      preChange: 'Pre-LN: {deep} blocks over {shallow}',
      postOverPre: 'Post-LN over pre-LN, {deep} blocks',
    },
    claims: {
      preFalls: 'Pre-LN: at {deep} blocks less than {preFalls.limit} of that at {shallow}',
      postStays: 'Post-LN: at {deep} blocks more than {postStays.limit} of that at {shallow}',
      postIsLarger:
        'At {deep} blocks the gradient of post-LN is more than {postIsLarger.limit} that of pre-LN',
    },
    answer:
      'It falls in pre-LN only. From {shallow} to {deep} blocks the gradient of the last block becomes {preChange} as large in pre-LN and {postChange} in post-LN (medians of {seeds} seeds). At {deep} blocks that of post-LN is {postOverPre} that of pre-LN.',
    explanation: [
      'In pre-LN the stream is a sum to which every block adds, so it grows with depth. The final norm divides by its size, and with it the gradient of everything that writes to the stream: by about the root of the number of blocks. From {shallow} to {deep} blocks that alone would be a factor of {fall}; the embeddings, which are in the sum from the start, make it fall more slowly here.',
      'In post-LN every block normalises the sum again. The stream leaves the last block as large as it left the first, so the last block cannot tell how deep the model is, and its gradient does not get smaller.',
      'One often reads that the gradients of post-LN grow with depth. For a single block theory only says that they do not fall; here they rise a little, from {post-2} to {post-32}, and differ much from seed to seed ({postChange.min} to {postChange.max}).',
    ],
    formulas: [
      { formula: 'post-LN: ‖∂L/∂W_last‖ ≤ O(d·√ln d)', source: 'Xiong et al. 2020, theorem 1' },
      { formula: 'pre-LN: ‖∂L/∂W_last‖ ≤ O(d·√(ln d / N))', source: 'Xiong et al. 2020, theorem 1' },
    ],
  },

  'no-residual': {
    title: 'No residual, no training',
    intro: [
      'Take the residual connection away, so that a block passes on only what its sub-layers computed. We try it with a norm after each sub-layer and without, and compare with post-LN, which has both.',
      'The models of {trained} blocks are trained for {steps} steps at the learning rate {rate}. In deeper ones we only look at the gradient of the first block, compared with the last, before any training.',
    ],
    question: 'What will a model of {trained} blocks with norms but without residuals do?',
    choices: {
      learns: 'Learn as well as with residuals: the norms keep the gradients in order',
      slower: 'Learn, but more slowly',
      guesses: 'Not get past guessing',
    },
    arms: CUT_ARMS,
    charts: {
      curves: { ...LOSS, title: 'Loss, {trained} blocks', note: 'Guessing is {guessing}.' },
      depths: {
        title: 'Gradient of the first block over that of the last, by depth',
        note: 'Before any training. 1 means that the first block is told as much as the last.',
        x: 'blocks',
        y: 'first over last',
        series: {
          bare: 'neither norm nor residual',
          normed: 'norm, no residual',
          residual: 'norm and residual',
        },
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(
        Object.entries(CUT_ARMS).map(([id, name]) => [id, `First block over last: ${name}`]),
      ),
      normedAlike: 'Cosine between positions after {trained} blocks: norm, no residual',
      residualAlike: 'Cosine between positions after {trained} blocks: norm and residual',
      bareLoss: 'Loss at the end: neither norm nor residual',
      normedLoss: 'Loss at the end: norm, no residual',
      residualLoss: 'Loss at the end: norm and residual',
    },
    claims: {
      vanishes:
        'Without both, the gradient of the first of {deep} blocks is less than {vanishes.limit} of that of the last',
      vanishesDeeper: 'With {deepest} blocks it is less than {vanishesDeeper.limit}',
      residualKeeps:
        'With norm and residual it is more than {residualKeeps.limit} even with {deepest} blocks',
      normKeeps: 'With norms alone it is more than {normKeeps.limit} with {deep} blocks',
      normedAlike:
        'With norms alone, the positions of a sequence leave {trained} blocks with a cosine above {normedAlike.limit}',
      residualDiffers: 'With norm and residual it is below {residualDiffers.limit}',
      bareGuesses: 'Without both, {trained} blocks end above {bareGuesses.limit}',
      normedGuesses: 'With norms alone, {trained} blocks end above {normedGuesses.limit}',
      residualLearns: 'With norm and residual, {trained} blocks end below {residualLearns.limit}',
    },
    answer:
      'It does not get past guessing. After {steps} steps its loss is {normedLoss} (guessing is {guessing}), with residuals {residualLoss}. Without norms the gradient of the first block vanishes as well: with {deep} blocks it is {bare-12} of that of the last, with {deepest} blocks {bare-24}.',
    explanation: [
      'Going backward, a gradient is multiplied by the Jacobian of every block on its way. With freshly drawn weights each of them makes it smaller, and a product of many numbers below 1 vanishes geometrically. With a residual each factor is the identity plus a Jacobian: multiply the product out and one of its terms is the gradient of the output itself, unchanged, however small all the others are.',
      'The norms do keep the gradient from vanishing: with them alone the first of {deep} blocks still gets {normed-12} of what the last gets (from {normed-12.min} to {normed-12.max}, depending on the seed). And yet nothing is learned. A gradient of the right size is not enough if there is nothing left to tell apart: attention mixes the positions of a sequence, and without the identity path nothing brings back what each of them was. When they leave {trained} fresh blocks the cosine between two of them is {normedAlike}: they are all alike. With residuals it is {residualAlike}.',
      'So norm and residual do different jobs: the norm looks after the size, the residual after the content.',
    ],
    formulas: [
      {
        formula: 'with residual: ∂L/∂x₁ = ∂L/∂x_N · ∏ (I + ∂F_k/∂x_k)',
        source: 'He et al. 2016, Identity Mappings in Deep Residual Networks, eq. 5, written as a product',
      },
      { formula: 'without: ∂L/∂x₁ = ∂L/∂x_N · ∏ ∂F_k/∂x_k', source: 'the chain rule' },
      {
        formula: 'x_N → all rows alike, without residual',
        source: 'Dong, Cordonnier and Loukas 2021, Attention is not all you need, section 2',
      },
    ],
  },

  'no-norm': {
    title: 'No norm: a stream that grows',
    intro: [
      'Now the other way round: residuals, and no norm at all. Each block adds to the stream what it computes from it. We look at the size of the stream before training, and train models of {shallow}, {middle} and {deeper} blocks at three learning rates: {low}, {mid} and {high}. A rate counts as usable if the loss is below {learned} after {steps} steps.',
    ],
    question: 'How will the highest usable learning rate of a model without norms change with its depth?',
    choices: { same: 'It stays the same', smaller: 'It gets lower', larger: 'It gets higher' },
    arms: UNNORMED_ARMS,
    charts: {
      stream: {
        title: 'Size of the stream into each sub-layer, {deep} blocks',
        note: 'Root mean square, before any training; the scale is logarithmic, so a line is growth by the same factor every block.',
        x: 'sub-layer',
        y: 'rms of the stream',
        series: {},
        columns: {},
      },
      curves: {
        ...LOSS,
        title: 'Loss at the learning rate {mid}',
        note: 'The same rate for all; only depth and norm differ.',
      },
      usable: {
        title: 'Highest usable learning rate',
        note: 'Of {low}, {mid} and {high}; 0 if none of them is.',
        x: '',
        y: '',
        series: { none: 'no norm', pre: 'pre-LN' },
        columns: { '2': '2 blocks', '4': '4 blocks', '8': '8 blocks' },
      },
    },
    measures: {
      noneGrowth: 'Stream at the end over stream at the start, {deep} blocks, no norm',
      preGrowth: 'Stream at the end over stream at the start, {deep} blocks, pre-LN',
      noneUsable2: 'Highest usable rate: no norm, 2 blocks',
      noneUsable4: 'Highest usable rate: no norm, 4 blocks',
      noneUsable8: 'Highest usable rate: no norm, 8 blocks',
      preUsable2: 'Highest usable rate: pre-LN, 2 blocks',
      preUsable4: 'Highest usable rate: pre-LN, 4 blocks',
      preUsable8: 'Highest usable rate: pre-LN, 8 blocks',
    },
    claims: {
      noneGrows: 'Without norms the stream grows by more than {noneGrows.limit} in {deep} blocks',
      preGrowsLittle: 'In pre-LN it grows by less than {preGrowsLittle.limit}',
      shallowUsesSome: 'Without norms, {shallow} blocks can use a rate above {shallowUsesSome.limit}',
      shallowUsesAll: 'As a rule they can use one above {shallowUsesAll.limit}',
      middleUsesSome: 'Without norms, {middle} blocks can use a rate above {middleUsesSome.limit}',
      deepUsesNone: 'Without norms, {deeper} blocks can use none of the rates',
      preUsesAll: 'Pre-LN of {deeper} blocks can use a rate above {preUsesAll.limit}',
    },
    answer:
      'It gets lower. Without norms it is {noneUsable2} with {shallow} blocks and {noneUsable4} with {middle} (medians of {seeds} seeds); with {deeper} blocks none of the rates is usable, in {deepUsesNone.held} of {seeds} seeds. Pre-LN of {deeper} blocks can use {preUsable8}. Before training the stream leaves {deep} blocks without norms {noneGrowth} as large as it went in, in pre-LN {preGrowth}.',
    explanation: [
      'Without a norm a sub-layer that is given a larger stream adds more to it: each block multiplies the size by about the same factor, and the growth is exponential. The same holds backward, so the gradients of the first blocks are huge as well, and a learning rate that suits two blocks throws eight off.',
      'In pre-LN every sub-layer is given a stream of the same size, whatever its depth, so each adds about the same amount. Independent amounts add up as their squares do: the stream grows as the root of the depth.',
    ],
    formulas: [
      { formula: 'no norm: y = x + F(x), rms(x_l) grows as c^l', source: 'F doubles when x does' },
      {
        formula: 'pre-LN: (1 + l/2)·d ≤ E‖x_l‖² ≤ (1 + 3l/2)·d',
        source: 'Xiong et al. 2020, lemma 2',
      },
    ],
  },
};
