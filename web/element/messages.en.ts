// Every text of the element in English; those of settings and placements are the schema's, those of charts the charts' own.
// A translation is an object of the same shape.
import { messagesEn as chartMessagesEn } from '../charts/messages.en.ts';
import type { Setting } from '../lib/setting.ts';
import type { Choice } from './choices.ts';
import { inWords } from './in-words.ts';
import { generateMessagesEn } from './messages-generate.en.ts';
import { shareMessagesEn } from './messages-share.en.ts';
import type { ViewName } from './options.ts';
import { placementsEn } from './placements.en.ts';
import type { SettingTexts } from './setting-texts.ts';

export const messagesEn = {
  /** Its tag. */
  language: 'en',
  controls: 'Training controls',
  settings: 'Settings of the models',
  models: 'The models',
  charts: chartMessagesEn,

  // Transport.
  play: 'Play',
  pause: 'Pause',
  step: 'Step',
  steps: (n: number): string => `+${n}`,
  stepLong: 'One step',
  stepsLong: (n: number): string => `+${n} steps`,
  reset: 'Reset',
  resetLong: 'Reset to step 0',
  rewind: 'Rewind',
  rewindHelp: 'Drag back to an earlier step, or use the arrow keys and Enter. Play goes on from there.',
  rewindTo: (step: number): string => `back to ${step}`,
  rewindValue: (step: number, last: number): string => `step ${step} of ${last}`,
  rewound: (step: number): string => `Back at step ${step}.`,
  speedMax: 'fastest',
  speedOf: (perSecond: string): string =>
    perSecond === '1' ? '1 step a second' : `${perSecond} steps a second`,
  newSeed: 'New seed',
  standing: (step: number, state: string): string => `step ${step} · ${state}`,
  rate: (perSecond: string): string => `${perSecond} steps/s`,
  state: {
    idle: 'press Play to begin',
    loading: 'starting …',
    paused: 'paused',
    rewinding: 'going back …',
    done: 'at rest, Play goes on',
    failed: 'stopped',
    disposed: '',
  },

  // Variants.
  placements: placementsEn,
  placementOf: (letter: string): string => `Placement of model ${letter}`,
  custom: 'custom',
  block: {
    normAt: (norm: string, slots: string): string => `${norm} at ${slots}`,
    noNorm: 'no norm',
    noResidual: 'no residual',
    learnedGain: 'b learned',
    initGain: (gain: string): string => `initial weights × ${gain}`,
    andMore: (name: string): string => `${name} …`,
    slots: { input: 'input', output: 'output', after: 'after' },
  },
  normShort: { layer: 'LN', rms: 'RMS', batch: 'BN' },
  withFinalNorm: (label: string, hasFinalNorm: boolean): string =>
    hasFinalNorm ? `${label} + final norm` : `${label}, no final norm`,
  distinguished: (label: string, distinction: string): string => `${label} (${distinction})`,
  onOff: (on: boolean): string => (on ? 'on' : 'off'),
  shown: 'Drawings shown',
  addModel: 'Add model',
  addModelLong: 'Add a model like the last, with another placement',
  noMoreModels: 'Six models are the most',
  duplicateModel: (label: string): string => `Duplicate ${label}`,
  removeModel: (label: string): string => `Remove ${label}`,
  blockHint: 'Press a slot, a gain or the thick line to change it.',
  blockKey: 'rms: signal, ∇: gradient, of block',

  // Settings.
  settingOf: (setting: Setting): SettingTexts => setting,
  /** A rule of the schema, which says it in English. */
  rule: (rule: string): string => inWords(rule),
  more: 'More settings',
  groups: { model: 'Model', training: 'Training', data: 'Data' },
  forEach: (label: string): string => `${label}: one for each model`,
  ofVariant: (label: string, variant: string): string => `${label}, ${variant}`,
  range: (min: string, max: string): string => `From ${min.replace('-', '−')} to ${max}.`,
  helpHint: 'A change begins a new run.',
  newRun: 'New run: training began again at step 0.',
  choice: {
    layer: 'LayerNorm',
    rms: 'RMSNorm',
    batch: 'BatchNorm',
    relu: 'ReLU',
    gelu: 'GELU',
    geluTanh: 'GELU (tanh)',
    learned: 'learned',
    sinusoidal: 'sinusoidal',
    none: 'none',
    xavier: 'Xavier',
    gpt2: 'GPT-2',
    copy: 'copy',
    reverse: 'reverse',
    sort: 'sort',
    modularAddition: 'modular addition',
    parity: 'parity',
    induction: 'induction',
    text: 'text',
    sgd: 'SGD',
    adam: 'Adam',
    adamw: 'AdamW',
    constant: 'constant',
    linear: 'linear warm-up',
    cosine: 'cosine',
    inverseSqrt: 'inverse square root',
    noam: 'Noam',
  } satisfies Record<Choice, string>,

  // Tabs.
  views: 'Views',
  view: {
    overview: 'Overview',
    learning: 'Learning',
    gradients: 'Gradients',
    stream: 'Stream',
    norms: 'Norms',
    attention: 'Attention',
    generate: 'Generate',
    share: 'Share',
  } satisfies Record<ViewName, string>,

  // Charts.
  medianOf: (seeds: number): string => `median of ${seeds} seeds`,
  mapOfMedians: (seeds: number): string => `Colours are the median of ${seeds} seeds.`,
  bands: (seeds: number, areQuartiles: boolean): string =>
    areQuartiles
      ? `Curves are the median of ${seeds} seeds, bands the middle half of them.`
      : `Curves are the median of ${seeds} seeds, bands reach from the lowest to the highest.`,
  attention: 'What a head looks at',
  attentionShare: 'share of attention',
  ofModel: 'model',
  allModels: 'all, side by side',
  otherSequence: 'Another sequence',
  headOfBlock: (head: string, block: string): string => `head ${head} of block ${block}`,
  guessing: (value: string): string => `guessing: ${value}`,
  warmupEnds: 'warm-up ends',
  clippedIn: (label: string, steps: number, of: number): string =>
    `${label} was clipped in ${steps} of ${of} steps`,
  clipped: (clauses: readonly string[]): string => `${clauses.join(', ')} (marked along the bottom).`,
  heldOut: 'Measure on held-out data',
  heldOutLong: 'Loss and accuracy on batches that are never trained on',
  heldOutAt: (step: number, values: readonly string[]): string =>
    `Held out, after step ${step}: ${values.join('; ')}.`,
  heldOutOf: (label: string, accuracy: string, loss: string): string =>
    `${label} accuracy ${accuracy}, loss ${loss}`,
  heldOutFailed: (reason: string): string => `It could not be measured: ${reason}`,
  clippedAt: (value: string): string => `clipped at ${value}`,
  place: { block: 'block', subLayer: 'sub-layer', norm: 'norm', head: 'head' },
  subLayerOf: (block: number, isAttention: boolean): string => `${block}${isAttention ? 'a' : 'f'}`,
  headOf: (block: number, head: number): string => `${block}.${head}`,
  // Of each: the title of its chart, what its axis shows, and its name in a sentence; `overTime` is the title of its heat map.
  quantities: {
    loss: { title: 'Loss', unit: 'cross-entropy of each batch, in nats', quantity: 'loss' },
    accuracy: { title: 'Accuracy', unit: 'share of the targets predicted right', quantity: 'accuracy' },
    lr: { title: 'Learning rate', unit: 'as the schedule has it', quantity: 'learning rate' },
    gradNorm: {
      title: 'Gradient norm',
      unit: 'of the whole model, before clipping',
      quantity: 'gradient norm',
    },
    weightGradNorm: {
      title: 'Gradient by block',
      unit: 'norm of the gradient of a block’s weights',
      quantity: 'gradient norm',
      overTime: 'Gradient over time',
    },
    inputGradNorm: {
      title: 'Gradient at the input',
      unit: 'norm of the gradient with respect to a block’s input',
      quantity: 'gradient norm at the input',
      overTime: 'Gradient at the input over time',
    },
    updateRatio: {
      title: 'Update by weight',
      unit: 'norm of a step’s change of the weights over their norm; a: attention, f: feed-forward',
      quantity: 'update ratio',
      overTime: 'Update by weight over time',
    },
    streamRms: {
      title: 'Size of the stream',
      unit: 'root mean square of the residual stream that goes into a block',
      quantity: 'rms of the stream',
      overTime: 'Size of the stream over time',
    },
    branchRatio: {
      title: 'Branch by stream',
      unit: 'rms of what a sub-layer adds over that of the stream; a: attention, f: feed-forward',
      quantity: 'branch ratio',
      overTime: 'Branch by stream over time',
    },
    cosine: {
      title: 'Likeness of blocks',
      unit: 'cosine between what goes into a block and what comes out; 1: the block changes no direction',
      quantity: 'cosine',
      overTime: 'Likeness of blocks over time',
    },
    gammaAbsMean: {
      title: 'Gain γ of the norms',
      unit: 'mean of |γ| of a norm; norms in the order of the forward pass',
      quantity: 'mean |γ|',
      overTime: 'Gain γ over time',
    },
    gammaDeviation: {
      title: 'How far γ has moved',
      unit: 'root mean square of γ − 1 of a norm',
      quantity: 'deviation of γ',
      overTime: 'How far γ has moved, over time',
    },
    preNormStd: {
      title: 'Spread before each norm',
      unit: 'standard deviation of a token’s features, mean over the tokens',
      quantity: 'spread before the norm',
      overTime: 'Spread before each norm over time',
    },
    attnEntropy: {
      title: 'How widely heads look',
      unit: 'entropy of the attention in nats: 0 is one token, ln n is n tokens alike; block.head',
      quantity: 'entropy of attention',
      overTime: 'How widely heads look, over time',
    },
  },
  addWarmup: (n: number): string => `Add ${n} steps of warm-up`,
  removeWarmup: 'Remove the warm-up',

  // Divergence.
  firstNotFinite: (label: string, where: string, step: string): string =>
    `First not finite in ${label}: ${where}, at step ${step}.`,
  inBlock: (tensor: string, block: string): string => `${tensor} (block ${block})`,
  whyBeforeStep: 'It was there before any training: the initial weights are too large.',
  whyNoNorm: (lr: string): string =>
    `Nothing brings the stream back to size here: after steps of size ${lr} it grows from block to block, past what a float can hold.`,
  whyForward: (lr: string): string =>
    `After steps of size ${lr} the numbers of the forward pass grow past what a float can hold.`,
  whyBackward: (lr: string): string =>
    `The forward pass was still finite, its gradient was not: steps of size ${lr} are too large here.`,
  whyParameter: (lr: string): string =>
    `The update itself was too large for a float: the learning rate is ${lr}.`,

  // Notices and errors.
  noticesTitle: 'About the settings',
  notice: (key: string, given: string, rule: string, used: string | undefined): string =>
    `${key}: ${given} is not allowed (${rule}); ${used ?? 'the default'} is used`,
  unknownSetting: (given: string, closest: string | undefined): string =>
    `there is no setting ${given}${closest === undefined ? '' : `; did you mean ${closest}?`}`,
  textTooLong: (key: string, most: number): string =>
    `${key}: the address does not hold it, since it has more than ${most} characters; a link leads to the built-in one`,
  textsDiffer: (key: string): string =>
    `${key}: the address does not hold it, since the models have different ones; a link leads to the built-in one`,
  nothingToPredict: 'With so short a sequence the task has nothing to predict; the loss is 0.',
  ownText: 'Paste a text, or drop a .txt file here. It stays in this browser.',
  openFile: 'Open a .txt file',
  fileFaults: {
    tooLarge: 'The file is too large: a text may have 200,000 characters, a file 1 MB.',
    notText: 'The file is no text in UTF-8. Save it as UTF-8 and try again.',
    unreadable: 'The file could not be read.',
  },
  characters: (min: string, max: string): string =>
    `From ${min} to ${max} characters, at most 510 of them different.`,
  seedsRoom: (room: number, seed: number) => `must be at most ${room} with the seed ${seed}`,
  seedRoom: (largest: number, seeds: number) => `must be at most ${largest} where there are ${seeds} seeds`,
  tooManyVariants: (given: number, most: number): string =>
    `${given} variants are too many, the first ${most} are used`,
  close: 'Close',
  errorTitle: 'Training could not go on',
  errorHint: {
    wasm: 'This page needs WebAssembly. It is missing or blocked here: a current browser without its strictest security mode has it.',
    policy:
      'The security policy of this page does not let WebAssembly run. Its script-src needs ’wasm-unsafe-eval’.',
    memory:
      'This model is too large: a run may use 268 MB. A smaller depth, width or batch needs less memory.',
    other: 'The settings are kept; nothing else is lost.',
  },
  retry: 'Try again',
  panelNotLoaded: (reason: string): string => `This view could not be loaded (${reason}).`,

  generate: generateMessagesEn,
  share: shareMessagesEn,

  // Spoken, besides the verdict.
  said: {
    idle: '',
    loading: 'Starting.',
    paused: 'Paused.',
    running: 'Training.',
    rewinding: '',
    done: 'Training rests.',
    failed: 'Training stopped.',
    disposed: '',
  },
};

export type LabMessages = typeof messagesEn;
