// The one schema of a run. Types, defaults, ranges, error texts, URL keys, attributes of the element, and labels of the
// controls all come from these tables; adding a setting is adding a row. Nothing is computed here but defaults that follow
// from other settings. Checking a configuration is config-resolve.ts, writing it as text is config-text.ts.
import { deepFreeze } from './deep-freeze.ts';
import { arrangementOf, PLACEMENT_NAMES, type Slots } from './placements.ts';
import type { Section, Setting } from './setting.ts';
import { SONNETS } from './sonnets.ts';

const MODEL = {
  placement: {
    type: 'choice',
    choices: PLACEMENT_NAMES,
    default: 'post',
    key: 'placement',
    label: 'Placement',
    help: 'Where the norms and the residual stand around each sub-layer.',
    group: 'basic',
  },
  norm: {
    type: 'choice',
    choices: ['layer', 'rms', 'batch'],
    default: 'layer',
    key: 'norm',
    label: 'Norm',
    help: 'LayerNorm, RMSNorm (no centring) or BatchNorm (statistics over the batch).',
    group: 'basic',
  },
  nLayer: {
    type: 'integer',
    min: 1,
    max: 48,
    default: 6,
    unit: 'blocks',
    key: 'depth',
    label: 'Depth',
    help: 'Number of blocks; each has an attention and a feed-forward sub-layer.',
    group: 'basic',
  },
  dModel: {
    type: 'integer',
    min: 1,
    max: 512,
    default: 32,
    key: 'width',
    label: 'Width',
    help: 'd_model: how many numbers the residual stream carries for each token.',
    group: 'basic',
  },
  nHead: {
    type: 'integer',
    min: 1,
    max: 64,
    default: 4,
    key: 'heads',
    label: 'Heads',
    help: 'Attention heads; the width must be a multiple of them.',
    group: 'basic',
  },
  dFf: {
    type: 'integer',
    min: 1,
    max: 2048,
    default: ({ dModel }) => 4 * dModel,
    key: 'ff',
    label: 'Feed-forward width',
    help: 'd_ff: width of the hidden layer of the feed-forward sub-layer, as a rule four times the width.',
    group: 'more',
  },
  nCtx: {
    type: 'integer',
    min: 1,
    max: 256,
    default: 32,
    unit: 'tokens',
    key: 'ctx',
    label: 'Sequence length',
    help: 'Tokens in each training sequence, and the most the model can look at.',
    group: 'more',
  },
  vocabSize: {
    type: 'integer',
    min: 3,
    max: 512,
    default: ({ textVocabSize }) => textVocabSize ?? 16,
    unit: 'tokens',
    key: 'vocab',
    label: 'Vocabulary',
    help: 'How many different tokens there are; two of them are the blank and the separator. Unless set, 16, or as many as the text needs.',
    group: 'more',
  },
  slots: {
    type: 'slots',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).slots,
    key: 'slots',
    label: 'Norm slots',
    help: 'Which of the three slots around each sub-layer hold a norm: on the way in, on the way out, after the addition.',
    group: 'more',
  },
  residualGain: {
    type: 'number',
    min: -100,
    max: 100,
    scale: 'linear',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).residualGain,
    key: 'residual',
    label: 'Residual gain',
    help: 'Factor on the residual stream before the addition; 0 cuts the residual.',
    group: 'more',
  },
  branchGain: {
    type: 'number',
    min: -100,
    max: 100,
    scale: 'linear',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).branchGain,
    key: 'branch',
    label: 'Branch gain',
    help: 'Factor on what the sub-layer adds; where it is learned, the value it starts at.',
    group: 'more',
  },
  learnBranchGain: {
    type: 'boolean',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).learnBranchGain,
    key: 'learn-branch',
    label: 'Learn the branch gain',
    help: 'Makes the branch gain a parameter of each sub-layer, as ReZero does.',
    group: 'more',
  },
  initGain: {
    type: 'number',
    min: 0,
    max: 100,
    scale: 'linear',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).initGain,
    key: 'init-gain',
    label: 'Initial weight gain',
    help: 'Factor on the initial value, output and feed-forward weights, as in DeepNorm; 0 makes every block the identity.',
    group: 'more',
  },
  finalNorm: {
    type: 'boolean',
    default: ({ placement, nLayer }) => arrangementOf(placement, nLayer).finalNorm,
    key: 'final-norm',
    label: 'Final norm',
    help: 'One more norm after the last block.',
    group: 'more',
  },
  activation: {
    type: 'choice',
    choices: ['relu', 'gelu', 'geluTanh'],
    default: 'relu',
    key: 'activation',
    label: 'Activation',
    help: 'What stands between the two layers of the feed-forward sub-layer.',
    group: 'more',
  },
  causal: {
    type: 'boolean',
    default: true,
    key: 'causal',
    label: 'Causal attention',
    help: 'Each token sees only itself and those before it.',
    group: 'more',
  },
  positional: {
    type: 'choice',
    choices: ['learned', 'sinusoidal', 'none'],
    default: 'learned',
    key: 'positions',
    label: 'Positions',
    help: 'How the model knows where in the sequence a token stands.',
    group: 'more',
  },
  init: {
    type: 'choice',
    choices: ['xavier', 'gpt2'],
    default: 'xavier',
    key: 'init',
    label: 'Initial weights',
    help: 'xavier: uniform by fan-in and fan-out; gpt2: normal with standard deviation 0.02, smaller where the stream is written.',
    group: 'more',
  },
  embeddingScale: {
    type: 'number',
    min: 1e-3,
    max: 1e3,
    scale: 'log',
    default: ({ init, dModel }) => (init === 'xavier' ? Math.sqrt(dModel) : 1),
    key: 'embedding-scale',
    label: 'Embedding scale',
    help: 'Factor on the sum of token and position embedding.',
    group: 'more',
  },
  tieEmbeddings: {
    type: 'boolean',
    default: false,
    key: 'tied',
    label: 'Tied embeddings',
    help: 'The unembedding is the token embedding, transposed.',
    group: 'more',
  },
  dropout: {
    type: 'number',
    min: 0,
    max: 1,
    scale: 'linear',
    default: 0,
    key: 'dropout',
    label: 'Dropout',
    help: 'Probability with which a value is dropped in training.',
    group: 'more',
  },
  eps: {
    type: 'number',
    min: 1e-12,
    max: 1,
    scale: 'log',
    default: 1e-5,
    key: 'eps',
    label: 'Norm epsilon',
    help: 'Added to the variance, inside the root.',
    group: 'more',
  },
} as const satisfies Section;

const TASK = {
  kind: {
    type: 'choice',
    choices: ['copy', 'reverse', 'sort', 'modularAddition', 'parity', 'induction', 'text'],
    default: 'reverse',
    key: 'task',
    label: 'Task',
    help: 'What the model has to learn.',
    group: 'basic',
  },
  modulus: {
    type: 'integer',
    min: 1,
    max: 510,
    default: ({ vocabSize }) => vocabSize - 2,
    key: 'modulus',
    label: 'Modulus',
    help: 'The modulus of modular addition.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['modularAddition'] },
  },
  text: {
    type: 'text',
    min: 4,
    max: 200_000,
    default: SONNETS,
    unit: 'characters',
    key: 'text',
    label: 'Text',
    help: 'What the model learns to continue, character by character; the last tenth is kept for evaluation.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['text'] },
  },
} as const satisfies Section;

const OPTIMIZER = {
  kind: {
    type: 'choice',
    choices: ['sgd', 'adam', 'adamw'],
    default: 'adam',
    key: 'optimizer',
    label: 'Optimiser',
    help: 'How the gradients become changes of the parameters.',
    group: 'basic',
  },
  lr: {
    type: 'number',
    min: 0,
    max: 100,
    scale: 'log',
    default: 5e-3,
    key: 'lr',
    label: 'Learning rate',
    help: 'Size of a step, before the schedule; the schedule of Noam does not use it.',
    group: 'basic',
  },
  momentum: {
    type: 'number',
    min: 0,
    max: 0.9999,
    scale: 'linear',
    default: 0.9,
    key: 'momentum',
    label: 'Momentum',
    help: 'How much of the last step goes on into this one.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['sgd'] },
  },
  beta1: {
    type: 'number',
    min: 0,
    max: 0.9999,
    scale: 'linear',
    default: 0.9,
    key: 'beta1',
    label: 'Beta 1',
    help: 'Decay of the running mean of the gradient.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['adam', 'adamw'] },
  },
  beta2: {
    type: 'number',
    min: 0,
    max: 0.999999,
    scale: 'linear',
    default: 0.98,
    key: 'beta2',
    label: 'Beta 2',
    help: 'Decay of the running mean of the squared gradient.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['adam', 'adamw'] },
  },
  eps: {
    type: 'number',
    min: 1e-12,
    max: 1,
    scale: 'log',
    default: 1e-9,
    key: 'adam-eps',
    label: 'Adam epsilon',
    help: 'Added to the denominator, outside the root.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['adam', 'adamw'] },
  },
  weightDecay: {
    type: 'number',
    min: 0,
    max: 10,
    scale: 'linear',
    default: ({ kind }) => (kind === 'adamw' ? 0.01 : 0),
    key: 'decay',
    label: 'Weight decay',
    help: 'Pulls the matrices towards 0: directly in AdamW, by way of the gradient in the others; norms and biases are left alone.',
    group: 'more',
  },
} as const satisfies Section;

const SCHEDULE = {
  warmup: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 0,
    unit: 'steps',
    key: 'warmup',
    label: 'Warm-up',
    help: 'Steps over which the learning rate rises from zero; 0 is none.',
    group: 'basic',
    onlyWith: { setting: 'kind', values: ['linear', 'cosine', 'inverseSqrt', 'noam'] },
  },
  kind: {
    type: 'choice',
    choices: ['constant', 'linear', 'cosine', 'inverseSqrt', 'noam'],
    default: ({ warmup }) => (warmup > 0 ? 'linear' : 'constant'),
    key: 'schedule',
    label: 'Schedule',
    help: 'How the learning rate changes with the steps; linear rises through the warm-up and then stays.',
    group: 'more',
  },
  totalSteps: {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    default: 1000,
    unit: 'steps',
    key: 'total-steps',
    label: 'Length of the schedule',
    help: 'The step at which the cosine reaches its end.',
    group: 'more',
    onlyWith: { setting: 'kind', values: ['cosine'] },
  },
} as const satisfies Section;

const RUN = {
  batch: {
    type: 'integer',
    min: 1,
    max: 256,
    default: 16,
    unit: 'sequences',
    key: 'batch',
    label: 'Batch',
    help: 'Sequences in each training step.',
    group: 'more',
  },
  seed: {
    type: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 1,
    key: 'seed',
    label: 'Seed',
    help: 'Initial weights and batches follow from it: the same seed is the same run, on every machine.',
    group: 'basic',
  },
  clipNorm: {
    type: 'number',
    min: 0,
    max: 1e6,
    scale: 'log',
    default: 0,
    key: 'clip',
    label: 'Clip gradients at',
    help: 'Largest norm of the whole gradient; 0 is no clipping.',
    group: 'more',
  },
} as const satisfies Section;

/** All settings of a run by section. `run` holds those that stand at the top of a trainer's configuration. */
export const SCHEMA = deepFreeze({
  model: MODEL,
  task: TASK,
  optimizer: OPTIMIZER,
  schedule: SCHEDULE,
  run: RUN,
} as const);

type ValueOf<S> = S extends { type: 'integer' | 'number' }
  ? number
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { type: 'choice'; choices: readonly (infer Choice)[] }
      ? Choice
      : S extends { type: 'text' }
        ? string
        : Slots;
type Values<S extends Section> = { readonly [Name in keyof S]: ValueOf<S[Name]> };
/** What may be left out, or given as undefined, to take the default. */
type Given<T> = { readonly [Name in keyof T]?: (T[Name] extends Slots ? Given<Slots> : T[Name]) | undefined };
type GivenKind<T extends { kind: string }> = T['kind'] | Given<T> | undefined;

/** Every setting of a model. */
export type ModelConfig = Values<typeof MODEL>;
/** Every setting of a task; which of them count depends on its kind. */
export type TaskConfig = Values<typeof TASK>;
/** Every setting of an optimiser; which of them count depends on its kind. */
export type OptimizerConfig = Values<typeof OPTIMIZER>;
/** Every setting of a schedule. */
export type ScheduleConfig = Values<typeof SCHEDULE>;
/** Every setting of a trainer. */
export type TrainerConfig = {
  readonly task: TaskConfig;
  readonly optimizer: OptimizerConfig;
  readonly schedule: ScheduleConfig;
} & Values<typeof RUN>;
/** Every setting of a run: the model and what trains it. */
export type RunConfig = { readonly model: ModelConfig } & TrainerConfig;

/** A model as callers give it: what is left out takes its default. */
export type PartialModelConfig = Given<ModelConfig>;
/** A trainer as callers give it; a string is short for `{ kind }`. */
export type PartialTrainerConfig = {
  readonly task?: GivenKind<TaskConfig>;
  readonly optimizer?: GivenKind<OptimizerConfig>;
  readonly schedule?: GivenKind<ScheduleConfig>;
} & Given<Values<typeof RUN>>;
/** A run as callers give it: what is left out takes its default. */
export type PartialRunConfig = { readonly model?: PartialModelConfig | undefined } & PartialTrainerConfig;

/** A row of the schema with its place in a configuration: section and name, and both as a path ("model.dModel", "seed"). */
export interface SettingPlace {
  readonly section: keyof typeof SCHEMA;
  readonly name: string;
  readonly path: string;
  readonly setting: Setting;
}

/** Every row of the schema with its place, in order. */
export const SETTINGS: readonly SettingPlace[] = deepFreeze(
  (Object.keys(SCHEMA) as (keyof typeof SCHEMA)[]).flatMap((section) =>
    Object.entries<Setting>(SCHEMA[section]).map(([name, setting]) => ({
      section,
      name,
      path: section === 'run' ? name : `${section}.${name}`,
      setting,
    })),
  ),
);
