// The library against PyTorch, case by case: every placement, norm, activation, kind of positions and odd size that
// tests/golden/generate.py writes, in double: logits, loss, every gradient, and 20 steps of three optimisers.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  type OptimizerConfig,
  type PartialModelConfig,
  readSafetensors,
} from '../../web/lib/index.ts';
import { expectClose, relativeL2 } from './close.ts';

interface TorchCase {
  readonly config: PartialModelConfig;
  readonly batch: number;
  readonly tokens: number[];
  readonly targets: number[];
  readonly loss: number;
  readonly logits: number[];
  readonly optimizers: (Partial<OptimizerConfig> & { kind: OptimizerConfig['kind']; losses: number[] })[];
}

const FOLDER = new URL('../golden/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, FOLDER));
const NAMES = readdirSync(FOLDER)
  .filter((file) => /^torch_.*\.json$/.test(file))
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

it('has cases for every placement', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(30);
  for (const placement of ['post', 'pre', 'sandwich', 'resPost', 'deepnorm', 'rezero', 'none', 'plain']) {
    expect(NAMES).toContain(`torch_${placement}_layer`);
  }
});

describe.each(NAMES)('%s', (name) => {
  const torch = JSON.parse(bytesOf(`${name}.json`).toString()) as TorchCase;
  const { batch, tokens, targets } = torch;
  const loadModel = (): Model => {
    const model = addnorm.createModel(torch.config);
    model.loadSafetensors(bytesOf(`${name}.safetensors`));
    return model;
  };

  it('gives the logits', () => {
    const model = loadModel();
    expectClose(model.forward(tokens, { batch }), torch.logits, { absolute: 1e-5, relative: 1e-5 });
    model.dispose();
  });

  it('gives the loss and every gradient', () => {
    const model = loadModel();
    const { loss, gradients } = model.lossAndGradients(tokens, targets, { batch });
    model.dispose();
    expectClose([loss], [torch.loss], { absolute: 1e-5, relative: 1e-5 });
    const expected = readSafetensors(bytesOf(`${name}.grads.safetensors`)).tensors;
    const actual = readSafetensors(gradients).tensors;
    expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [tensor, { shape, data }] of expected) {
      expect(actual.get(tensor)!.shape, tensor).toEqual(shape);
      const computed = actual.get(tensor)!.data;
      // A bias in front of a batch norm has no gradient; what stands there is rounding, here and in PyTorch.
      if (Math.hypot(...data) < 1e-12) expect(Math.hypot(...computed), tensor).toBeLessThanOrEqual(1e-6);
      else expect(relativeL2(computed, data), tensor).toBeLessThanOrEqual(1e-5);
    }
  });

  it.each(torch.optimizers)('follows 20 steps of $kind', ({ losses, ...optimizer }) => {
    const model = loadModel();
    const trainer = addnorm.createTrainer({ model, optimizer, batch });
    const actual = losses.map(() => trainer.stepOn(tokens, targets).loss);
    model.dispose();
    expect(losses).toHaveLength(20);
    expectClose(actual, losses, { absolute: 1e-4, relative: 0 });
  });
});
