// Known answers of what stands inside a model: softmax and cross-entropy, attention, activations, matrix products, optimisers.
// Each is asked of a model so small that its parameters can be written down and its output computed by hand.
import type { Addnorm, TrainerOptions } from './addnorm.ts';
import type { PartialModelConfig } from './config.ts';
import type { Model } from './model.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';
import { type KnownAnswer, START_UP_ANSWERS } from './self-test.ts';

/** Parameters by name; those that are not there are 0. */
type Parameters = Readonly<Record<string, readonly number[]>>;

/** One block without norms, one number wide, that sees no positions. */
const NARROW: PartialModelConfig = {
  placement: 'none',
  nLayer: 1,
  dModel: 1,
  nHead: 1,
  dFf: 1,
  nCtx: 3,
  vocabSize: 3,
  positional: 'none',
  embeddingScale: 1,
};

function withModel<Result>(
  addnorm: Addnorm,
  config: PartialModelConfig,
  parameters: Parameters,
  use: (model: Model) => Result,
): Result {
  const model = addnorm.createModel({ ...NARROW, ...config });
  try {
    const tensors = model.parameters().map(({ name, shape, size }) => {
      return { name, shape, data: Float32Array.from({ length: size }, (_, i) => parameters[name]?.[i] ?? 0) };
    });
    model.loadSafetensors(writeSafetensors(tensors));
    return use(model);
  } finally {
    model.dispose();
  }
}

/** Loss and its gradient for logits, which are the unembedding's bias where all else is 0. */
function crossEntropy(addnorm: Addnorm, logits: readonly number[], target: number): number[] {
  return withModel(addnorm, { vocabSize: logits.length }, { 'unembedding.bias': logits }, (model) => {
    const { loss, gradients } = model.lossAndGradients([0], [target]);
    return [loss, ...readSafetensors(gradients).tensors.get('unembedding.bias')!.data];
  });
}

/** A block through which each of three tokens goes with its number unchanged, but for attention and activation. */
const passOn = (numbers: readonly number[]): Parameters => ({
  'tok_embedding.weight': numbers,
  // Queries and keys are 0: every token that is seen weighs the same.
  'layers.0.self_attn.in_proj_weight': [0, 0, 1],
  'layers.0.self_attn.out_proj.weight': [1],
  'layers.0.linear1.weight': [1],
  'layers.0.linear2.weight': [1],
  'unembedding.weight': [1, 0, 0],
});

/** What comes out of that block, for three tokens in one sequence or in one each. */
function passedOn(addnorm: Addnorm, numbers: readonly number[], config: PartialModelConfig, batch: number) {
  return withModel(addnorm, { residualGain: 0, ...config }, passOn(numbers), (model) =>
    model.forward([0, 1, 2], { batch }).filter((_, i) => i % 3 === 0),
  );
}

/** The logits [1, 2, 3] after steps towards the third token. */
function trained(addnorm: Addnorm, optimizer: TrainerOptions['optimizer'], steps: number): Float32Array {
  return withModel(addnorm, { nCtx: 1 }, { 'unembedding.bias': [1, 2, 3] }, (model) => {
    const trainer = addnorm.createTrainer({ model, batch: 1, optimizer });
    for (let step = 0; step < steps; step++) trainer.stepOn([0], [2]);
    return model.parameter('unembedding.bias');
  });
}

const IN_MODELS: readonly KnownAnswer[] = [
  {
    name: 'cross-entropy of three classes, and its gradient',
    compute: (addnorm) => crossEntropy(addnorm, [1, 2, 3], 2),
    expected: [0.40760596, 0.09003057, 0.24472847, -0.33475904],
  },
  {
    name: 'cross-entropy of negative logits, and its gradient',
    compute: (addnorm) => crossEntropy(addnorm, [-5, -6, -7], 0),
    expected: [0.40760596, -0.33475904, 0.24472847, 0.09003057],
  },
  {
    name: 'cross-entropy of logits that overflow without care',
    compute: (addnorm) => crossEntropy(addnorm, [-249.87, -424.13, -460.29, 378.1, -292.61], 0),
    expected: [627.97, -1, 0, 0, 1, 0],
  },
  {
    name: 'causal attention of equal scores',
    compute: (addnorm) => passedOn(addnorm, [2, 10, 50], {}, 1),
    expected: [2, 6, 20.6666667],
  },
  {
    name: 'attention without a mask',
    compute: (addnorm) => passedOn(addnorm, [2, 10, 50], { causal: false }, 1),
    expected: [20.6666667, 20.6666667, 20.6666667],
  },
  {
    name: 'relu',
    compute: (addnorm) => passedOn(addnorm, [-1, 0.5, 2], { activation: 'relu' }, 3),
    expected: [0, 0.5, 2],
  },
  {
    name: 'gelu',
    compute: (addnorm) => passedOn(addnorm, [-1, 0.5, 2], { activation: 'gelu' }, 3),
    expected: [-0.158655254, 0.345731231, 1.95449974],
  },
  {
    name: 'gelu by tanh',
    compute: (addnorm) => passedOn(addnorm, [-1, 0.5, 2], { activation: 'geluTanh' }, 3),
    expected: [-0.158808009, 0.34571401, 1.95459769],
  },
  {
    name: 'matrix product of a width that is no multiple of 4',
    compute: (addnorm) =>
      withModel(
        addnorm,
        { dModel: 5 },
        {
          'tok_embedding.weight': [1, 2, 3, 4, 5],
          'unembedding.weight': [1, 1, 1, 1, 1, 1, -1, 1, -1, 1, 0, 0.5, 0, 0.25, 10],
        },
        (model) => model.forward([0]),
      ),
    expected: [15, 3, 52],
  },
  {
    name: 'a step of SGD',
    compute: (addnorm) => trained(addnorm, { kind: 'sgd', lr: 0.1, momentum: 0 }, 1),
    expected: [0.990996943, 1.97552715, 3.0334759],
  },
  {
    name: 'three steps of Adam',
    compute: (addnorm) => trained(addnorm, { kind: 'adam', lr: 0.1, beta2: 0.999, eps: 1e-8 }, 3),
    expected: [0.702211162, 1.70221114, 3.29778886],
  },
];

/** All there are. */
export const KNOWN_ANSWERS: readonly KnownAnswer[] = [...START_UP_ANSWERS, ...IN_MODELS];
