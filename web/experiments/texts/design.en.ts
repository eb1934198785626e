// The experiments of the group "design", in English.
import { PLACEMENTS } from '../../lib/index.ts';
import type { GROUPS } from '../experiment.ts';
import type { ExperimentTexts } from '../texts.ts';
import { CURES, LENGTHS } from './names.ts';

const LOSS = { x: 'step', y: 'loss (nats)', series: {}, columns: {} };
const TABLE = { x: '', y: '' };
const CURE_ARMS = Object.fromEntries(CURES.map((name) => [name, PLACEMENTS[name].label]));
const eachLength = (name: string, what: string) =>
  Object.fromEntries(LENGTHS.map((n) => [`${name}${n}`, `${what}, ${n} tokens`]));

export const designEn: Readonly<Record<(typeof GROUPS.design)[number], ExperimentTexts>> = {
  identity: {
    title: 'A block can be the identity',
    intro: [
      'We train a pre-LN model of {shallow} blocks, then make one of {deep} blocks of it: the first blocks get its weights, and of the new ones the matrices that write to the stream are set to zero. We do the same with post-LN, and with pre-LN without residual connections.',
    ],
    question:
      'How will the logits of the pre-LN model of {deep} blocks compare with those of {shallow} blocks?',
    choices: {
      bits: 'They are the same to the last bit',
      nearly: 'They are nearly the same, but for rounding',
      worse: 'They differ: the new blocks have learned nothing yet',
    },
    arms: { shallow: 'pre-LN, {shallow} blocks', deep: 'pre-LN, {deep} blocks' },
    charts: {
      grown: {
        ...TABLE,
        title: 'Logits that differ after adding blocks of zero output',
        note: 'Of one batch, compared bit by bit.',
        series: { pre: 'pre-LN', post: 'post-LN', cut: 'pre-LN without residuals' },
        columns: { bits: 'logits that differ' },
      },
      losses: {
        ...TABLE,
        title: 'Loss of the grown pre-LN model on new sequences',
        note: 'Before and after {steps} more steps.',
        series: { pre: 'pre-LN' },
        columns: { before: 'grown', after: 'trained on' },
      },
      curves: { ...LOSS, title: 'Loss of both depths, trained from the start', note: 'Twins of one seed.' },
    },
    measures: {
      preBits: 'Logits that differ: pre-LN',
      preBefore: 'Loss of the shallow model on new sequences: pre-LN',
      preAfter: 'Loss of the grown model after {steps} more steps: pre-LN',
      preChange: 'After over before',
      postBits: 'Logits that differ: post-LN',
      postDifference: 'Largest difference of a logit: post-LN',
      cutBits: 'Logits that differ: without residuals',
      cutBefore: 'Loss of the shallow model: without residuals',
      cutGrown: 'Loss of the grown model: without residuals',
      shallowLoss: 'Loss at the end, {shallow} blocks from the start',
      deepLoss: 'Loss at the end, {deep} blocks from the start',
    },
    claims: {
      preSameBits: 'Pre-LN: no logit of the grown model differs by a bit',
      grownGetsBetter: 'Trained on, its loss is lower than before',
      postDiffers: 'Post-LN: some logit differs by more than {postDiffers.limit}',
      cutForgets: 'Without residuals the grown model has a loss above {cutForgets.limit}: it forgets all',
    },
    answer:
      'The same to the last bit: {preBits} logits differ (in {preSameBits.held} of {seeds} seeds). Trained for {steps} more steps the grown model goes from {preBefore} to {preAfter}. Without residuals the same step takes the loss from {cutBefore} to {cutGrown}.',
    explanation: [
      'A pre-LN block gives x + F(LN(x)). If the matrices that F ends with are zero, F gives zero, and x + 0 is x: exactly, also in floating point. All that a deeper model has to do to be as good as a shallower one is to do nothing, and with residuals doing nothing is easy. In principle, depth cannot hurt.',
      'In principle only: it says what the deeper model can represent, not that training finds it. Trained from the start, the two depths end at {shallowLoss} and {deepLoss}.',
      'A post-LN block with F = 0 gives LN(x): it still normalises, with a γ and β of its own. What leaves a trained norm does not have variance 1, so the next norm changes it, here a logit by up to {postDifference}. Without a residual a block of zero output passes on nothing at all.',
    ],
    formulas: [
      {
        formula: 'F = 0: x + F(LN(x)) = x',
        source: 'He et al. 2016, Identity Mappings in Deep Residual Networks, eq. 3',
      },
      { formula: 'post-LN, F = 0: LN(x + F(x)) = LN(x)', source: 'Vaswani et al. 2017, section 3.1' },
    ],
  },

  'rms-norm': {
    title: 'RMSNorm: what is lost without centring?',
    intro: [
      'RMSNorm divides by the root mean square and leaves out two things that LayerNorm does: it subtracts no mean, and it has no β. Twins of {blocks} blocks learn the task, one with each.',
    ],
    question: 'How will the model with RMSNorm learn, compared with LayerNorm?',
    choices: { asWell: 'As well', slower: 'Clearly more slowly', fails: 'Not at all' },
    arms: { layer: 'LayerNorm', rms: 'RMSNorm' },
    charts: {
      curves: { ...LOSS, title: 'Loss, {blocks} blocks', note: 'The same seed, rate and batches.' },
      shift: {
        ...TABLE,
        title: 'What {shift} added to every feature of a row changes',
        note: 'Largest change of any feature of what comes out.',
        series: { layer: 'LayerNorm', rms: 'RMSNorm' },
        columns: { change: 'largest change' },
      },
    },
    measures: {
      layerLoss: 'Loss at the end: LayerNorm',
      rmsLoss: 'Loss at the end: RMSNorm',
      layerShift: 'Change by {shift} added to every feature: LayerNorm',
      rmsShift: 'Change by {shift} added to every feature: RMSNorm',
      meanShare: 'Share of the mean in the mean square before a norm, trained model',
    },
    claims: {
      layerLearns: 'LayerNorm ends below {layerLearns.limit}',
      rmsLearns: 'RMSNorm ends below {rmsLearns.limit}',
      layerBlindToShift:
        'LayerNorm: {shift} added to every feature changes less than {layerBlindToShift.limit}',
      rmsSeesShift: 'RMSNorm: it changes more than {rmsSeesShift.limit}',
      meanIsSmall:
        'In the trained model the mean is less than {meanIsSmall.limit} of the mean square before a norm',
    },
    answer:
      'As well: after {steps} steps LayerNorm is at {layerLoss} and RMSNorm at {rmsLoss} (medians of {seeds} seeds).',
    explanation: [
      'What is lost is one invariance. LayerNorm does not notice if the same number is added to all features of a token; RMSNorm does. Here {shift} added to every feature changes what LayerNorm gives by {layerShift}, and RMSNorm by {rmsShift}. Both do not notice if a token is multiplied by a number, and that is the one that keeps training stable.',
      'The mean is hardly worth subtracting: in the trained model it makes up {meanShare} of the mean square that reaches a norm ({meanShare.min} to {meanShare.max}, depending on the seed). If a model wants it gone, the weights before and after can see to it.',
      'What is won is a sum less over each row and half the parameters of a norm. Large models of today mostly use RMSNorm.',
    ],
    formulas: [
      { formula: 'y = γ ⊙ x / √(mean(x²) + ε)', source: 'Zhang and Sennrich 2019, eq. 4' },
      { formula: 'mean(x²) = σ² + μ²', source: 'so it is LayerNorm where μ = 0 and β = 0' },
    ],
  },

  'cures-for-depth': {
    title: 'Cures for depth',
    intro: [
      'Post-LN with {blocks} blocks does not train at the rate {rate} without a warm-up. Pre-LN is one cure, but not the only one. Four more arrangements start from the same weights and see the same batches:',
      'Sandwich has a norm at both ends of the branch, and res-post only at its end. DeepNorm leaves the norm on the stream, but makes the residual larger and the initial weights smaller. ReZero has no norm at all: it multiplies each branch by a learned number that starts at zero.',
    ],
    question: 'Which of the four will have left guessing behind after {steps} steps?',
    choices: {
      all: 'All of them',
      input: 'Only sandwich, which has a norm before the sub-layer',
      none: 'None: only pre-LN does',
    },
    arms: CURE_ARMS,
    charts: {
      curves: {
        ...LOSS,
        title: 'Loss, {blocks} blocks, learning rate {rate}',
        note: 'No warm-up. Guessing is {guessing}.',
      },
      stream: {
        title: 'Size of the stream into each sub-layer',
        note: 'Root mean square, after {steps} steps.',
        x: 'sub-layer',
        y: 'rms of the stream',
        series: {},
        columns: {},
      },
    },
    measures: {
      ...Object.fromEntries(CURES.map((name) => [name, `Loss at the end: ${PLACEMENTS[name].label}`])),
      postGradient: 'Norm of the first gradient: post-LN',
      deepnormGradient: 'Norm of the first gradient: DeepNorm',
    },
    claims: {
      postGuesses: 'Post-LN ends above {postGuesses.limit}',
      preLearns: 'Pre-LN ends below {preLearns.limit}',
      sandwichLearns: 'Sandwich ends below {sandwichLearns.limit}',
      resPostLearns: 'Res-post ends below {resPostLearns.limit}',
      deepnormLearns: 'DeepNorm ends below {deepnormLearns.limit}',
      rezeroLearns: 'ReZero ends below {rezeroLearns.limit}',
    },
    answer:
      'All of them. Post-LN ends at {post}, where guessing is {guessing}; sandwich at {sandwich}, DeepNorm at {deepnorm}, ReZero at {rezero} and pre-LN at {pre}. Res-post is the slowest, at {resPost} (from {resPost.min} to {resPost.max} over {seeds} seeds).',
    explanation: [
      'All cures keep the early steps from being too large, each in its own way. Sandwich and res-post take the norm off the stream, like pre-LN, and hold what a branch may add to a fixed size. Sandwich also gives each sub-layer a normalised input; res-post does not, and here it pays for that.',
      'DeepNorm keeps post-LN’s norm on the stream. But with α x + F(x) and α above 1 a block changes the stream less, and smaller initial weights less still: its first gradient is {deepnormGradient}, where that of post-LN is {postGradient}.',
      'ReZero starts as the identity, to the bit: all branches are multiplied by zero. The model lets each of them in as far as it helps.',
      'None of them is best everywhere. Their authors cared for much larger models than these, and what wins here in {steps} steps says little about those.',
    ],
    formulas: [
      { formula: 'sandwich: y = x + LN(F(LN(x)))', source: 'Ding et al. 2021 (CogView), section 2.4' },
      { formula: 'res-post: y = x + LN(F(x))', source: 'Liu et al. 2022 (Swin v2), section 3.2' },
      { formula: 'DeepNorm: y = LN(α·x + F(x)), α = (2N)^¼', source: 'Wang et al. 2022, section 3.2' },
      { formula: 'ReZero: y = x + α·F(x), α = 0 at the start', source: 'Bachlechner et al. 2020, section 3' },
    ],
  },

  cost: {
    title: 'What norm and residual cost',
    intro: [
      'How much work do the norms and residuals of a block add beside its attention? We count operations, forward and backward, for a width of {width} and sequences of {short} to {long} tokens, and take the time of both on your machine, now.',
    ],
    question: 'When sequences get twice as long, the share of norm and residual beside attention gets …',
    choices: { more: 'larger', same: 'neither larger nor smaller', less: 'smaller' },
    arms: {},
    charts: {
      times: {
        title: 'Time on this machine, by length',
        note: 'One LayerNorm and the attention of one sequence, each forward and backward. Times are measured anew on each run.',
        x: 'tokens',
        y: 'milliseconds',
        series: { attention: 'attention', norm: 'LayerNorm' },
        columns: {},
      },
      operations: {
        ...TABLE,
        title: 'Operations of one block, by length',
        note: 'Scores and weighted values of attention; two norms and two residuals. The matrix products beside them are in neither.',
        series: { attention: 'attention', norm: 'norms and residuals' },
        columns: Object.fromEntries(LENGTHS.map((n) => [n, `${n} tokens`])),
      },
    },
    measures: {
      ...eachLength('normOps', 'Operations of norms and residuals'),
      ...eachLength('attentionOps', 'Operations of attention'),
      normDoubles: 'Norms and residuals: {long} tokens over {half}',
      attentionDoubles: 'Attention: {long} tokens over {half}',
      shareShort: 'Norms and residuals, of attention: {short} tokens',
      shareLong: 'Norms and residuals, of attention: {long} tokens',
      ...eachLength('normMs', 'Time of one LayerNorm'),
      ...eachLength('attentionMs', 'Time of attention'),
    },
    claims: {
      normIsLinear: 'Twice the tokens are exactly {normIsLinear.limit} the operations of norms and residuals',
      attentionIsQuadratic: 'They are more than {attentionIsQuadratic.limit} the operations of attention',
      shareFalls: 'With {long} tokens norms and residuals are less than {shareFalls.limit} of attention',
    },
    answer:
      'Smaller. From {half} to {long} tokens the operations of norms and residuals grow by {normDoubles}, those of attention by {attentionDoubles}. With {short} tokens norms and residuals are {shareShort} of attention, with {long} they are {shareLong}.',
    explanation: [
      'A norm looks at each number of each token a few times: {normOperations} operations for each of the n·d numbers, forward and backward together, and a residual {residualOperations}. Twice the tokens are twice the work: O(n·d).',
      'Attention compares every token with every other one before it: n²/2 pairs, each a product over d features. Twice the tokens are four times the work: O(n²·d).',
      'So what makes deep models trainable costs next to nothing, and less the longer the sequence. Where you do feel a norm is memory: it does little with each number it fetches, and on large machines it waits for them. Of the runs behind these figures, the fastest took {normMs256.min} for a LayerNorm of {long} tokens and {attentionMs256.min} for their attention.',
    ],
    formulas: [
      { formula: 'attention: O(n²·d)', source: 'Vaswani et al. 2017, table 1' },
      {
        formula: 'norm and residual: O(n·d)',
        source: 'a fixed number of operations for each of n·d numbers',
      },
    ],
  },
};
