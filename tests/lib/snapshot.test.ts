// Snapshots through the public API: what follows one is the same as the first time, and what is none changes nothing. Every
// optimiser and norm with and without dropout and clipping is gone through in tests/cpp/snapshot_test.cpp.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load, type PartialRunConfig, type Trainer } from '../../web/lib/index.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const TINY: PartialRunConfig = {
  model: { nLayer: 2, dModel: 8, nHead: 2, nCtx: 8, vocabSize: 11, dropout: 0.1, norm: 'batch' },
  batch: 4,
  clipNorm: 1,
};

function makeTrainer({ model, ...config }: PartialRunConfig = TINY): Trainer {
  return addnorm.createTrainer({ model: addnorm.createModel(model), ...config });
}

const steps = (trainer: Trainer, count: number) => Array.from({ length: count }, () => trainer.step());

describe('a snapshot', () => {
  it('takes the run back: rows, parameters and evaluation are the same again, in this trainer and in another', () => {
    const trainer = makeTrainer();
    steps(trainer, 3);
    const snapshot = trainer.snapshot();
    const after = () => [steps(trainer, 4), trainer.fingerprint(), trainer.evaluate({ batches: 1 })];
    const first = after();
    trainer.restore(snapshot);
    expect(trainer.snapshot()).toEqual(snapshot);
    expect(after()).toEqual(first);

    const other = makeTrainer();
    other.restore(snapshot);
    expect([steps(other, 4), other.fingerprint(), other.evaluate({ batches: 1 })]).toEqual(first);
    expect(other.model.saveSafetensors()).toEqual(trainer.model.saveSafetensors());
  });

  it('is the caller’s: later steps do not change it', () => {
    const trainer = makeTrainer();
    const snapshot = trainer.snapshot();
    const copy = snapshot.slice();
    steps(trainer, 3);
    expect(snapshot).toEqual(copy);
  });

  it('is as large as it says: 12 bytes a parameter with Adam, 8 with SGD', () => {
    for (const [kind, bytes] of [
      ['adam', 12],
      ['sgd', 8],
    ] as const) {
      const trainer = makeTrainer({ model: { dModel: 16 }, optimizer: kind });
      const size = trainer.model.parameters().reduce((sum, parameter) => sum + parameter.size, 0);
      expect(trainer.snapshot().length / size).toBeCloseTo(bytes, 1);
    }
  });

  it('holds where the run was no longer finite', () => {
    const trainer = makeTrainer({
      ...TINY,
      model: { ...TINY.model, norm: 'layer', placement: 'none' },
      clipNorm: 0,
      optimizer: { kind: 'sgd', lr: 100 },
    });
    const start = trainer.snapshot();
    const { nonFinite } = steps(trainer, 60).at(-1)!;
    expect(nonFinite).not.toBeNull();
    const diverged = trainer.snapshot();
    trainer.restore(start);
    expect(trainer.step().nonFinite).toBeNull();
    trainer.restore(diverged);
    expect(trainer.step().nonFinite).toEqual(nonFinite);
  });

  it('leaves nothing to look at of a step that was not taken after it', () => {
    const trainer = makeTrainer();
    const start = trainer.snapshot();
    trainer.step();
    trainer.restore(start);
    expect(() => trainer.histogram({ tensor: 'logits' })).toThrow(RangeError);
    trainer.step();
    expect(trainer.histogram({ tensor: 'logits' }).counts.length).toBe(40);
  });
});

describe('what is no snapshot of the run', () => {
  it.each([
    ['no bytes', () => 'snapshot', TypeError, 'invalid snapshot: "snapshot" (must be a Uint8Array)'],
    [
      'bytes of another kind',
      () => new Float32Array(3),
      TypeError,
      'invalid snapshot: Float32Array(3) (must be a Uint8Array)',
    ],
    [
      'too few bytes',
      (bytes: Uint8Array) => bytes.slice(1),
      RangeError,
      /^invalid snapshot: Uint8Array\(\d+\) \(must have \d+ bytes, as a snapshot of this trainer has\)$/,
    ],
    [
      'far too many bytes',
      () => new Uint8Array(300 * 2 ** 20),
      RangeError,
      /\(must have \d+ bytes, as a snapshot of this trainer has\)$/,
    ],
    [
      'changed bytes',
      (bytes: Uint8Array) => bytes.map((byte, i) => (i === 1000 ? byte ^ 1 : byte)),
      RangeError,
      /\(must be as snapshot\(\) gave it, and has been changed\)$/,
    ],
    [
      'bytes of a run with another setting',
      () => makeTrainer({ ...TINY, seed: 2 }).snapshot(),
      RangeError,
      /\(must be of a trainer with the same settings\)$/,
    ],
  ])('is refused and changes nothing: %s', (_, make, type, message) => {
    const trainer = makeTrainer();
    trainer.step();
    const before = trainer.snapshot();
    const snapshot = make(before) as Uint8Array;
    expect(() => trainer.restore(snapshot)).toThrow(type);
    expect(() => trainer.restore(snapshot)).toThrow(message);
    expect(trainer.snapshot()).toEqual(before);
  });
});

it('a trainer that is disposed of has none', () => {
  const trainer = makeTrainer();
  const snapshot = trainer.snapshot();
  trainer.dispose();
  expect(() => trainer.snapshot()).toThrow('disposed');
  expect(() => trainer.restore(snapshot)).toThrow('disposed');
});
