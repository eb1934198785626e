import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type PartialModelConfig,
  readSafetensors,
  writeSafetensors,
} from '../../web/lib/index.ts';
import { expectClose, relativeL2 } from './close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const TINY: PartialModelConfig = { nLayer: 2, dModel: 8, nHead: 2, nCtx: 8, vocabSize: 11 };
const TOKENS = [2, 3, 4, 5, 6, 7, 8, 9];
const TARGETS = [3, 4, 5, 6, 7, 8, 9, -1];

describe('lossAndGradients', () => {
  it('starts near the loss of guessing', () => {
    const model = addnorm.createModel({ ...TINY, vocabSize: 65, init: 'gpt2', placement: 'pre' });
    expectClose([model.lossAndGradients(TOKENS, TARGETS).loss], [4.17438727], {
      absolute: 0.05,
      relative: 0,
    });
  });

  it('leaves out the targets that are to be ignored, whichever number says so', () => {
    const model = addnorm.createModel(TINY);
    const expected = model.lossAndGradients(TOKENS, TARGETS);
    const replaced = TARGETS.map((target) => (target === -1 ? -100 : target));
    expect(model.lossAndGradients(TOKENS, replaced, { ignoreIndex: -100 })).toEqual(expected);
    const byToken = model.lossAndGradients(TOKENS, [...TARGETS.slice(0, 7), 5], { ignoreIndex: 5 });
    const byMinusOne = model.lossAndGradients(TOKENS, [3, 4, -1, 6, 7, 8, 9, -1]);
    expect(byToken).toEqual(byMinusOne);
  });

  it('gives loss 0 and gradients 0 where nothing is to be predicted', () => {
    const { loss, gradients } = addnorm.createModel(TINY).lossAndGradients(
      TOKENS,
      TOKENS.map(() => -1),
    );
    expect(loss).toBe(0);
    for (const { name, data } of readSafetensors(gradients).tensors.values()) {
      expect(
        data.every((value) => value === 0),
        name,
      ).toBe(true);
    }
  });

  it('changes nothing, and gives the same twice', () => {
    const model = addnorm.createModel({ ...TINY, norm: 'batch', dropout: 0.3 });
    const before = model.saveSafetensors();
    expect(model.lossAndGradients(TOKENS, TARGETS)).toEqual(model.lossAndGradients(TOKENS, TARGETS));
    expect(model.saveSafetensors()).toEqual(before);
  });

  it('agrees with the difference quotient of the loss', () => {
    const model = addnorm.createModel(TINY, { seed: 9 });
    const { loss, gradients } = model.lossAndGradients(TOKENS, TARGETS);
    const gradient = readSafetensors(gradients).tensors.get('layers.1.norm1.weight')!.data;
    const saved = readSafetensors(model.saveSafetensors()).tensors;
    // A step along the gradient lowers the loss by its length times the gradient's norm.
    const normSq = gradient.reduce((sum, value) => sum + value * value, 0);
    const h = 1e-3 / normSq;
    saved
      .get('layers.1.norm1.weight')!
      .data.forEach((value, i, data) => (data[i] = value - h * gradient[i]!));
    model.loadSafetensors(writeSafetensors(saved.values()));
    expectClose([loss - model.lossAndGradients(TOKENS, TARGETS).loss], [1e-3], {
      absolute: 0,
      relative: 0.02,
    });
  });

  it.each<PartialModelConfig>([{ placement: 'pre' }, { placement: 'post', norm: 'rms', causal: false }])(
    'of micro-batches, weighted by their targets, is that of the whole batch: %j',
    (config) => {
      const model = addnorm.createModel({ ...TINY, ...config });
      const tokens = Array.from({ length: 4 * 8 }, (_, i) => (7 * i) % 11);
      // One target, none, eight and five.
      const targets = tokens.map((token, i) => (i === 3 || i >= 19 ? (token + 1) % 11 : -1));
      for (let i = 16; i < 24; i++) targets[i] = tokens[i]!;
      const whole = model.lossAndGradients(tokens, targets, { batch: 4 });
      const count = targets.filter((target) => target >= 0).length;
      const sums = new Map<string, Float64Array>();
      let loss = 0;
      for (let at = 0; at < 32; at += 8) {
        const part = targets.slice(at, at + 8);
        const share = part.filter((target) => target >= 0).length / count;
        const micro = model.lossAndGradients(tokens.slice(at, at + 8), part);
        loss += share * micro.loss;
        for (const { name, data } of readSafetensors(micro.gradients).tensors.values()) {
          const sum = sums.get(name) ?? new Float64Array(data.length);
          sums.set(
            name,
            sum.map((value, i) => value + share * data[i]!),
          );
        }
      }
      expectClose([whole.loss], [loss], { absolute: 0, relative: 1e-7 });
      for (const { name, data } of readSafetensors(whole.gradients).tensors.values()) {
        expect(relativeL2(data, sums.get(name)!), name).toBeLessThan(2e-6);
      }
    },
  );

  it('of a single token has no statistics for batch norm to take; a prediction needs none', () => {
    const model = addnorm.createModel({ ...TINY, norm: 'batch' });
    expect(() => model.lossAndGradients([2], [3])).toThrow(
      new RangeError('invalid tokens: [2] (must be at least 2 tokens for norm "batch")'),
    );
    expect(model.lossAndGradients([2, 3], [3, 4], { batch: 2 }).loss).toBeGreaterThan(0);
    expect(model.forward([2]).every(Number.isFinite)).toBe(true);
  });
});
