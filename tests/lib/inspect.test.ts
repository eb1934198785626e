import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Addnorm,
  load,
  type Model,
  type PartialModelConfig,
  readSafetensors,
  type Trainer,
} from '../../web/lib/index.ts';
import { expectClose } from './close.ts';

const CONFIG: PartialModelConfig = {
  nLayer: 2,
  dModel: 8,
  nHead: 2,
  nCtx: 8,
  vocabSize: 11,
  placement: 'pre',
};
const TOKENS = [2, 3, 4, 5, 6, 7];

let addnorm: Addnorm;
let model: Model;
beforeAll(async () => {
  addnorm = await load();
  model = addnorm.createModel(CONFIG);
});

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('attnPattern', () => {
  it('is (batch, nHead, seqLen, seqLen), rows of sum 1 over what is not masked', () => {
    const pattern = model.attnPattern(TOKENS, { batch: 2, block: 1 });
    expect(pattern.length).toBe(2 * 2 * 3 * 3);
    for (let row = 0; row < pattern.length / 3; row++) {
      const shares = [...pattern.slice(3 * row, 3 * row + 3)];
      expect(sum(shares)).toBeCloseTo(1, 6);
      expect(shares.slice((row % 3) + 1)).toEqual(Array(2 - (row % 3)).fill(0));
    }
    expect(model.attnPattern([5], { block: 0 })).toEqual(new Float32Array([1, 1]));
  });

  it('differs by block, belongs to the caller, and is of the model as it stands', () => {
    const own = addnorm.createModel(CONFIG);
    const first = own.attnPattern(TOKENS, { block: 0 });
    const copy = first.slice();
    expect(own.attnPattern(TOKENS, { block: 1 })).not.toEqual(first);
    const trainer = addnorm.createTrainer({ model: own, batch: 2 });
    for (let step = 0; step < 5; step++) trainer.step();
    expect(own.attnPattern(TOKENS, { block: 0 })).not.toEqual(first);
    expect(first).toEqual(copy);
  });

  it('takes room for one head at a time beside the pass', async () => {
    const fresh = await load();
    const seqLen = 64;
    const own = fresh.createModel({ ...CONFIG, dModel: 8, nHead: 8, nCtx: seqLen });
    const tokens = Int32Array.from({ length: 8 * seqLen }, (_, i) => 2 + ((i * i + (i >> 6)) % 5));
    own.forward(tokens, { batch: 8 });
    const before = fresh.memoryBytes;
    const pattern = own.attnPattern(tokens, { batch: 8, block: 0 });
    expect(pattern.byteLength).toBe(8 * 8 * seqLen * seqLen * 4);
    expect(fresh.memoryBytes - before).toBeLessThan(2 * 65_536);
    // Each sequence has the heads that it has by itself.
    for (let b = 0; b < 8; b++) {
      const alone = own.attnPattern(tokens.subarray(b * seqLen, (b + 1) * seqLen), { block: 0 });
      expect(pattern.subarray(b * alone.length, (b + 1) * alone.length)).toEqual(alone);
    }
  });

  it('has the entropy that a step measures of its batch', () => {
    const own = addnorm.createModel(CONFIG);
    const trainer = addnorm.createTrainer({ model: own, batch: 4 });
    const patterns = [0, 1].map((block) => own.attnPattern(trainer.batch().tokens, { batch: 4, block }));
    const entropies = patterns.flatMap((pattern) =>
      [0, 1].map((head) => {
        const ofHead = [...pattern].filter((p, i) => p > 0 && Math.floor(i / 64) % 2 === head);
        return -sum(ofHead.map((p) => p * Math.log(p))) / (4 * 8);
      }),
    );
    expectClose(trainer.step().attnEntropy, entropies);
  });
});

describe('normInternals', () => {
  it('are those of layerNorm, and y is what it makes of them', () => {
    expect(model.norms()).toEqual([
      'layers.0.norm1',
      'layers.0.norm2',
      'layers.1.norm1',
      'layers.1.norm2',
      'norm',
    ]);
    for (const norm of model.norms()) {
      const t = model.normInternals(TOKENS, { batch: 2, norm, row: 4 });
      const expected = addnorm.layerNorm([...t.x], { dModel: 8 });
      expectClose([t.mean, t.rstd], [expected.mean[0]!, expected.rstd[0]!]);
      expectClose(t.xHat, [...expected.y]);
      expectClose(t.y, [...expected.y]);
      expect(t.var).toBeCloseTo(1 / t.rstd ** 2 - 1e-5, 10);
    }
  });

  it('tell tokens apart, and follow the row', () => {
    const at = (row: number) => model.normInternals(TOKENS, { norm: 'layers.1.norm2', row });
    expect(at(0).x).not.toEqual(at(1).x);
    expect(model.normInternals(TOKENS, { norm: 'layers.1.norm2' })).toEqual(at(0));
  });

  it('of RMSNorm do not centre', () => {
    const rms = addnorm.createModel({ ...CONFIG, norm: 'rms' });
    const t = rms.normInternals(TOKENS, { norm: 'norm', row: 2 });
    expect(t.mean).toBe(0);
    expectClose([t.var], [sum([...t.x].map((x) => x * x)) / 8]);
    expectClose(t.y, [...addnorm.rmsNorm([...t.x], { dModel: 8 }).y]);
  });

  const refused: [norm: unknown, error: Error][] = [
    [
      'layers.0.norm3',
      new RangeError(
        'invalid norm: "layers.0.norm3" (must be one of model.norms(); did you mean "layers.0.norm1"?)',
      ),
    ],
    ['x', new RangeError('invalid norm: "x" (must be one of model.norms())')],
    [7, new TypeError('invalid norm: 7 (must be one of model.norms())')],
    [undefined, new TypeError('invalid norm: undefined (must be one of model.norms())')],
  ];
  it.each(refused)('of %j are refused', (norm, error) => {
    expect(() => model.normInternals(TOKENS, { norm: norm as string })).toThrow(error);
  });

  it('of BatchNorm are refused, and of a model without norms', () => {
    const batch = addnorm.createModel({ ...CONFIG, norm: 'batch' });
    expect(() => batch.normInternals(TOKENS, { norm: 'norm' })).toThrow(
      'invalid norm: "norm" (must be LayerNorm or RMSNorm: BatchNorm has no mean of a token)',
    );
    expect(() => batch.normInternals(TOKENS, { norm: 'nor' })).toThrow(
      'invalid norm: "nor" (must be one of model.norms(); did you mean "norm"?)',
    );
    const none = addnorm.createModel({ ...CONFIG, placement: 'none', finalNorm: false });
    expect(none.norms()).toEqual([]);
    expect(() => none.normInternals(TOKENS, { norm: 'norm' })).toThrow(
      'invalid norm: "norm" (must be one of model.norms())',
    );
    expect(addnorm.createTrainer({ model: none, batch: 1 }).step().gammaAbsMean).toEqual(new Float64Array(0));
  });
});

describe('histogram', () => {
  const makeTrainer = (): Trainer =>
    addnorm.createTrainer({ model: addnorm.createModel(CONFIG), batch: 4, task: 'copy' });

  it('counts every number of every tensor', () => {
    const trainer = makeTrainer();
    trainer.step();
    const sizes = new Map(trainer.model.parameters().map(({ name, size }) => [name, size]));
    const rows = 4 * 8;
    for (const tensor of trainer.tensors()) {
      const { edges, counts, nonFinite } = trainer.histogram({ tensor, bins: 7 });
      const size = sizes.get(tensor.replace('gradient of ', '')) ?? rows * (tensor === 'logits' ? 11 : 8);
      expect([edges.length, counts.length, sum(counts), nonFinite], tensor).toEqual([8, 7, size, 0]);
    }
    expect(trainer.tensors().length).toBe(4 * 2 + 2 + 2 * sizes.size);
    expect(trainer.histogram({ tensor: 'logits' }).counts.length).toBe(40);
  });

  it('of a parameter is of its numbers as they stand', () => {
    const trainer = makeTrainer();
    const tensor = 'layers.0.linear1.weight';
    for (const isTrained of [false, true]) {
      if (isTrained) trainer.step();
      const values = [...trainer.model.parameter(tensor)];
      const { edges, counts } = trainer.histogram({ tensor, bins: 5 });
      expect([edges[0], edges[5]]).toEqual([Math.min(...values), Math.max(...values)]);
      const expected = [0, 1, 2, 3, 4].map(
        (bin) => values.filter((x) => x >= edges[bin]! && (x < edges[bin + 1]! || bin === 4)).length,
      );
      expect([...counts]).toEqual(expected);
    }
  });

  it('of a gradient is that of the last step', () => {
    const trainer = makeTrainer();
    const { tokens, targets } = trainer.batch();
    const { gradients } = trainer.model.lossAndGradients(tokens, targets, { batch: 4 });
    const values = readSafetensors(gradients).tensors.get('layers.1.linear2.weight')!.data;
    trainer.step();
    const { edges } = trainer.histogram({ tensor: 'gradient of layers.1.linear2.weight', bins: 1 });
    expect([...edges]).toEqual([Math.min(...values), Math.max(...values)]);
  });

  it('counts apart what is not finite', () => {
    const trainer = addnorm.createTrainer({
      model: addnorm.createModel({ ...CONFIG, placement: 'none' }),
      batch: 2,
      optimizer: { kind: 'sgd', lr: 100 },
    });
    for (let step = 0; step < 100; step++) trainer.step();
    const { counts, nonFinite, edges } = trainer.histogram({ tensor: 'logits', bins: 3 });
    expect(nonFinite).toBeGreaterThan(0);
    expect(sum(counts) + nonFinite).toBe(2 * 8 * 11);
    for (const edge of edges) expect(edge).not.toBeNaN();
  });

  it('refuses what there is not, or not yet', () => {
    const trainer = makeTrainer();
    const look = (tensor: unknown) => () => trainer.histogram({ tensor: tensor as string });
    expect(look('logit')).toThrow(
      new RangeError('invalid tensor: "logit" (must be one of trainer.tensors(); did you mean "logits"?)'),
    );
    expect(look(3)).toThrow(new TypeError('invalid tensor: 3 (must be one of trainer.tensors())'));
    expect(look('logits')).toThrow(
      new RangeError('invalid tensor: "logits" (must be a parameter as long as no step has been taken)'),
    );
    expect(look('gradient of norm.weight')).toThrow('as long as no step has been taken');
    expect(look('norm.weight')).not.toThrow();
    trainer.step();
    expect(look('logits')).not.toThrow();
  });
});
