// The library against PyTorch, case by case: every placement, norm, activation, kind of positions and odd size that
// tests/golden/generate.py writes, in double: logits, loss, every gradient, and 20 steps of each optimiser.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import NAMES from '../golden/torch.json' with { type: 'json' };
import {
  type Addnorm,
  arrangementOf,
  load,
  type Model,
  type OptimizerConfig,
  type PartialModelConfig,
  PLACEMENT_NAMES,
  readSafetensors,
} from '../../web/lib/index.ts';
import { expectClose, relativeL2 } from './close.ts';

interface TorchCase {
  readonly config: PartialModelConfig;
  readonly batch: number;
  readonly tokens: number[];
  readonly targets: number[];
  /** In training. */
  readonly loss: number;
  /** In evaluation. */
  readonly logits: number[];
  readonly curves: {
    readonly optimizer: Partial<OptimizerConfig> & { kind: OptimizerConfig['kind'] };
    /** Before each step. */
    readonly losses: number[];
    /** After them all, in evaluation; left out where rounding decides it. */
    readonly lossAfter?: number;
  }[];
}

const FOLDER = new URL('../golden/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, FOLDER));

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

/** Mean cross-entropy over the targets that are not -1, by log-sum-exp. */
function crossEntropy(logits: Float32Array, targets: readonly number[]): number {
  const vocabSize = logits.length / targets.length;
  const losses = targets.flatMap((target, row) => {
    if (target < 0) return [];
    const ofRow = logits.subarray(row * vocabSize, (row + 1) * vocabSize);
    const max = Math.max(...ofRow);
    const sum = ofRow.reduce((total, logit) => total + Math.exp(logit - max), 0);
    return [max + Math.log(sum) - ofRow[target]!];
  });
  return losses.reduce((total, loss) => total + loss, 0) / losses.length;
}

it('has every case that is there in its list, for every placement and norm', () => {
  const files = readdirSync(FOLDER).filter((file) => /^torch_.*\.json$/.test(file));
  expect(files.map((file) => file.slice(0, -'.json'.length)).sort()).toEqual([...NAMES].sort());
  for (const placement of PLACEMENT_NAMES) {
    const hasNorm = Object.values(arrangementOf(placement, 2).slots).includes(true);
    for (const norm of hasNorm ? ['layer', 'rms', 'batch'] : ['layer'])
      expect(NAMES).toContain(`torch_${placement}_${norm}`);
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
      // A bias in front of a batch norm has no gradient; what stands there is rounding.
      if (data.every((value) => value === 0))
        expect(Math.hypot(...computed), tensor).toBeLessThanOrEqual(1e-6);
      else expect(relativeL2(computed, data), tensor).toBeLessThanOrEqual(1e-5);
    }
  });

  it.each(torch.curves)('follows 20 steps of $optimizer.kind', ({ optimizer, losses, lossAfter }) => {
    const model = loadModel();
    const trainer = addnorm.createTrainer({ model, optimizer, batch });
    const actual = losses.map(() => trainer.stepOn(tokens, targets).loss);
    const after = crossEntropy(model.forward(tokens, { batch }), targets);
    model.dispose();
    expect(losses).toHaveLength(20);
    expectClose(actual, losses, { absolute: 1e-4, relative: 0 });
    if (lossAfter !== undefined) expectClose([after], [lossAfter], { absolute: 1e-4, relative: 0 });
  });
});
