// The works of cpp/bench, as web/bench runs them.
import { beforeAll, expect, test } from 'vitest';
import { load } from '../../web/lib/index.ts';
import { Rates } from '../../web/bench/rates-module.ts';

const SIZES = [2, 16, 8, 4] as const;
let rates: Rates;

beforeAll(async () => {
  rates = await Rates.load();
});

test('a step without probes trains as the trainer does, and as the package does', async () => {
  const on = rates.make('trainer_step', ...SIZES);
  const off = rates.make('bare_step', ...SIZES);
  const [nLayer, dModel, nCtx, batch] = SIZES;
  const addnorm = await load({ simd: 'on' });
  const model = addnorm.createModel({ nLayer, dModel, nCtx, placement: 'pre' }, { seed: 1 });
  const trainer = addnorm.createTrainer({ model, batch, seed: 1 });
  for (let step = 0; step < 20; step++) {
    const { loss } = trainer.step();
    expect(on.run(1)).toBe(loss);
    expect(off.run(1)).toBe(loss);
  }
  on.release();
  off.release();
});

test.each([
  ['multiply_and_add', [12, 10]],
  ['linear', [5, 8, 12]],
  ['linear_backward', [5, 8, 12]],
  ['attention', [2, 4, 2, 8]],
  ['layer_norm', [5, 8]],
  ['copy', [5, 8]],
  ['adam', [40]],
] as const)('%s runs, over and over, and gives a finite number', (name, sizes) => {
  const work = rates.make(name, ...sizes);
  expect(work.run(3)).toSatisfy(Number.isFinite);
  work.release();
});

test('a work that there is not is refused by name', () => {
  expect(() => rates.make('multiply_and_add', 9, 10)).toThrow('no such work: multiply_and_add(9, 10)');
});
