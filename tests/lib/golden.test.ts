// The library against PyTorch: files of tests/golden were made by nn.TransformerEncoder in double precision.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  type PartialModelConfig,
  readSafetensors,
} from '../../web/lib/index.ts';
import { expectClose, relativeL2 } from './close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

interface Golden {
  readonly vocab_size: number;
  readonly seq_len: number;
  readonly d_model: number;
  readonly n_head: number;
  readonly d_ff: number;
  readonly n_layer: number;
  readonly norm: 'pre' | 'post';
  readonly activation: 'relu' | 'gelu';
  readonly causal: boolean;
  readonly final_norm: boolean;
  readonly batch: number;
  readonly embedding_scale: number;
  readonly eps: number;
  readonly tokens: number[];
  readonly targets: number[];
  readonly loss: number;
  readonly logits: number[];
  readonly adam: { lr: number; beta1: number; beta2: number; eps: number; losses: number[] };
}

const CASES = ['post_gelu_bidirectional', 'post_relu_causal', 'pre_gelu_bidirectional', 'pre_relu_causal'];

const bytesOf = (name: string) => readFileSync(new URL(`../golden/${name}`, import.meta.url));

function configOf(golden: Golden): PartialModelConfig {
  return {
    vocabSize: golden.vocab_size,
    nCtx: golden.seq_len,
    dModel: golden.d_model,
    nHead: golden.n_head,
    dFf: golden.d_ff,
    nLayer: golden.n_layer,
    placement: golden.norm,
    activation: golden.activation,
    causal: golden.causal,
    finalNorm: golden.final_norm,
    embeddingScale: golden.embedding_scale,
    eps: golden.eps,
  };
}

describe.each(CASES)('%s', (name) => {
  const golden = JSON.parse(bytesOf(`${name}.json`).toString()) as Golden;
  const loadModel = (): Model => {
    const model = addnorm.createModel(configOf(golden));
    model.loadSafetensors(bytesOf(`${name}.safetensors`));
    return model;
  };

  it('gives the logits of PyTorch', () => {
    const logits = loadModel().forward(golden.tokens, { batch: golden.batch });
    expectClose(logits, golden.logits, { absolute: 1e-5, relative: 1e-5 });
  });

  it('gives the loss and every gradient of PyTorch', () => {
    const { loss, gradients } = loadModel().lossAndGradients(golden.tokens, golden.targets, {
      batch: golden.batch,
    });
    expectClose([loss], [golden.loss], { absolute: 1e-5, relative: 1e-5 });
    const expected = readSafetensors(bytesOf(`${name}.grads.safetensors`)).tensors;
    const actual = readSafetensors(gradients).tensors;
    expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [tensor, { shape, data }] of expected) {
      expect(actual.get(tensor)!.shape, tensor).toEqual(shape);
      expect(relativeL2(actual.get(tensor)!.data, data), tensor).toBeLessThanOrEqual(1e-5);
    }
  });

  it('follows the losses of Adam', () => {
    const { losses, ...adam } = golden.adam;
    const trainer = addnorm.createTrainer({
      model: loadModel(),
      optimizer: { kind: 'adam', ...adam },
      batch: golden.batch,
    });
    const actual = losses.map(() => trainer.stepOn(golden.tokens, golden.targets).loss);
    expectClose(actual, losses, { absolute: 1e-4, relative: 0 });
  });
});
