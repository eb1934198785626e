import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load, type PartialRunConfig, type Trainer } from '../../web/lib/index.ts';
import { expectClose } from './close.ts';

let addnorm: Addnorm;
let scalar: Addnorm;
beforeAll(async () => {
  [addnorm, scalar] = await Promise.all([load({ simd: 'on' }), load({ simd: 'off' })]);
});

const TINY: PartialRunConfig = {
  model: { nLayer: 2, dModel: 8, nHead: 2, nCtx: 8, vocabSize: 11 },
  batch: 4,
};

function makeTrainer(instance: Addnorm, { model: modelConfig, ...config }: PartialRunConfig = TINY): Trainer {
  return instance.createTrainer({ model: instance.createModel(modelConfig), ...config });
}

function stepTimes(trainer: Trainer, count: number): Trainer {
  for (let i = 0; i < count; i++) trainer.step();
  return trainer;
}

describe('step', () => {
  it('reports a plain object with every measurement', () => {
    const metrics = makeTrainer(addnorm).step();
    expect(Object.keys(metrics).sort()).toEqual(
      [
        ...['step', 'loss', 'accuracy', 'lr', 'gradNorm', 'isClipped', 'isSkipped', 'nonFinite'],
        ...[
          'weightGradNorm',
          'inputGradNorm',
          'streamRms',
          'branchRms',
          'branchRatio',
          'updateRatio',
          'cosine',
          'attnEntropy',
          'gammaAbsMean',
          'gammaDeviation',
          'preNormStd',
        ],
      ].sort(),
    );
    expect(metrics).toMatchObject({ step: 1, lr: 5e-3, isClipped: false, isSkipped: false, nonFinite: null });
    for (const list of [metrics.weightGradNorm, metrics.streamRms, metrics.updateRatio])
      expect(list.length).toBe(4);
    expect(metrics.cosine.length).toBe(2);
    expect(metrics.attnEntropy.length).toBe(2 * 2);
    expect([...metrics.gammaAbsMean]).toEqual([1, 1, 1, 1]);
    expect([...metrics.gammaDeviation]).toEqual([0, 0, 0, 0]);
    for (const std of metrics.preNormStd) expect(std).toBeGreaterThan(0);
    expectClose(
      metrics.branchRatio,
      metrics.branchRms.map((rms, i) => rms / metrics.streamRms[i]!),
    );
  });

  it('reports lists of one entry as lists', () => {
    const { cosine } = makeTrainer(addnorm, { ...TINY, model: { ...TINY.model, nLayer: 1 } }).step();
    expect(cosine).toBeInstanceOf(Float64Array);
    expect(cosine.length).toBe(1);
  });

  it('gives what belongs to the caller: later steps do not change it', () => {
    const trainer = makeTrainer(addnorm);
    const first = trainer.step();
    const copy = structuredClone(first);
    stepTimes(trainer, 5);
    expect(first).toEqual(copy);
  });

  it('learns', () => {
    const trainer = makeTrainer(addnorm, {
      model: { nLayer: 1, nCtx: 8, vocabSize: 6, placement: 'pre' },
      task: 'copy',
    });
    const first = trainer.step();
    stepTimes(trainer, 300);
    const { loss, accuracy } = trainer.evaluate({ batches: 2 });
    expect(first.loss).toBeGreaterThan(1);
    expect(loss).toBeLessThan(0.1);
    expect(accuracy).toBeGreaterThan(0.98);
  });

  it('follows the schedule, counted from 1', () => {
    const trainer = makeTrainer(addnorm, { ...TINY, optimizer: { lr: 0.1 }, schedule: { warmup: 4 } });
    expectClose(
      [1, 2, 3, 4, 5].map(() => trainer.step().lr),
      [0.025, 0.05, 0.075, 0.1, 0.1],
    );
  });

  it('says that it clipped', () => {
    const { isClipped, gradNorm } = makeTrainer(addnorm, { ...TINY, clipNorm: 1e-3 }).step();
    expect(isClipped).toBe(true);
    expect(gradNorm).toBeGreaterThan(1e-3);
  });

  it('goes on when the run diverges, and names the first number that was not finite', () => {
    const trainer = makeTrainer(addnorm, {
      ...TINY,
      optimizer: { kind: 'sgd', lr: 100 },
      model: { ...TINY.model, placement: 'none' },
    });
    let metrics = trainer.step();
    for (let i = 0; i < 200 && metrics.nonFinite === null; i++) metrics = trainer.step();
    expect(metrics.nonFinite).not.toBeNull();
    const { step, tensor, block } = metrics.nonFinite!;
    expect(step).toBe(metrics.step);
    expect(tensor).toMatch(/[a-z]/);
    expect(block === null || (block >= 0 && block < 2)).toBe(true);
    expect(trainer.step().nonFinite).toEqual(metrics.nonFinite);
  });
});

describe('stepOn', () => {
  it('on the batch of the task is the same as step', () => {
    const [a, b] = [makeTrainer(addnorm), makeTrainer(addnorm)];
    for (let i = 0; i < 5; i++) {
      const { tokens, targets } = b.batch();
      expect(b.stepOn(tokens, targets)).toEqual(a.step());
    }
    expect(b.fingerprint()).toBe(a.fingerprint());
  });
});

describe('batch', () => {
  it('is the same until it is trained on, and another one then', () => {
    const trainer = makeTrainer(addnorm);
    const first = trainer.batch();
    expect(trainer.batch()).toEqual(first);
    trainer.step();
    expect(trainer.batch()).not.toEqual(first);
    expect(first.tokens.length).toBe(4 * 8);
    expect(first.targets.length).toBe(4 * 8);
  });

  it('is what the task says: the symbols after the separator are the ones before it, turned round', () => {
    const { tokens } = makeTrainer(addnorm, { ...TINY, batch: 1 }).batch();
    const symbols = [...tokens.slice(0, 4)];
    expect([...tokens.slice(4)]).toEqual([1, ...symbols.reverse().slice(0, 3)]);
  });
});

describe('evaluate', () => {
  it('changes nothing', () => {
    const [a, b] = [makeTrainer(addnorm), makeTrainer(addnorm)];
    for (let i = 0; i < 3; i++) {
      b.evaluate();
      expect(b.step()).toEqual(a.step());
    }
    expect(b.evaluate({ batches: 2 })).toEqual(a.evaluate({ batches: 2 }));
  });
});

const RUNS: PartialRunConfig[] = [
  TINY,
  { model: { ...TINY.model, placement: 'pre', norm: 'rms', activation: 'gelu' }, batch: 3, task: 'sort' },
  {
    model: { ...TINY.model, placement: 'sandwich', dModel: 10, nHead: 5, dFf: 13, dropout: 0.1 },
    optimizer: 'adamw',
    batch: 2,
  },
  {
    model: { ...TINY.model, norm: 'batch', causal: false, positional: 'sinusoidal' },
    optimizer: 'sgd',
    batch: 2,
  },
  {
    model: { ...TINY.model, placement: 'rezero', init: 'gpt2', tieEmbeddings: true },
    task: 'parity',
    clipNorm: 0.5,
    batch: 2,
  },
];

describe('a run', () => {
  it.each(RUNS)('is the same each time, and the same with SIMD and without: %j', (run) => {
    const [first, second, third] = [addnorm, addnorm, scalar].map((instance) =>
      stepTimes(makeTrainer(instance, run), 20),
    );
    expect(first!.fingerprint()).toMatch(/^[0-9a-f]{16}$/);
    expect(second!.fingerprint()).toBe(first!.fingerprint());
    expect(third!.fingerprint()).toBe(first!.fingerprint());
    expect(third!.step()).toEqual(first!.step());
  });

  it('differs with the seed, and with every setting that reaches a parameter', () => {
    const changes: PartialRunConfig[] = [
      { seed: 2 },
      { task: 'sort' },
      { optimizer: { lr: 1e-3 } },
      { schedule: { warmup: 5 } },
      { clipNorm: 1e-3 },
    ];
    const prints = [{}, ...changes].map((change) =>
      stepTimes(makeTrainer(addnorm, { ...TINY, ...change }), 3).fingerprint(),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });
});

describe('the end of a trainer', () => {
  it('leaves the model, can come twice, and every later use says what happened', () => {
    const trainer = makeTrainer(addnorm);
    trainer.dispose();
    trainer.dispose();
    const uses: (() => unknown)[] = [
      () => trainer.step(),
      () => trainer.stepOn([], []),
      () => trainer.evaluate(),
      () => trainer.batch(),
      () => trainer.fingerprint(),
      () => trainer.tensors(),
      () => trainer.histogram({ tensor: 'logits' }),
    ];
    for (const use of uses) expect(use).toThrow('this trainer has been disposed of');
    expect(trainer.model.parameters().length).toBeGreaterThan(0);
    expect(addnorm.createTrainer({ model: trainer.model, batch: 1 }).step().step).toBe(1);
  });

  it.skipIf(!('dispose' in Symbol))('comes with the block of `using`', () => {
    const trainer = makeTrainer(addnorm);
    trainer[Symbol.dispose]();
    expect(() => trainer.step()).toThrow('disposed');
  });
});
