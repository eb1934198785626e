import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';
import { expectClose } from './close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

describe('batchNorm', () => {
  it('normalises with the biased variance and keeps the unbiased one', () => {
    const { y, mean, rstd, runningMean, runningVar } = addnorm.batchNorm([1, 2, 3, 4], { dModel: 1 });
    expectClose(y, [-1.34163542, -0.44721181, 0.44721181, 1.34163542]);
    expectClose(mean, [2.5]);
    expectClose(rstd, [1 / Math.sqrt(1.25 + 1e-5)]);
    expectClose(runningMean, [0.25]);
    expectClose(runningVar, [1.06666667]);
  });

  it('is right on 144 rows', () => {
    const x = Array.from({ length: 144 }, (_, i) => (i % 4) + 1);
    expectClose(addnorm.batchNorm(x, { dModel: 1 }).runningVar, [1.02587413]);
  });

  it('moves the running statistics it is given, in a copy', () => {
    const running = { runningMean: Float32Array.of(10, 20), runningVar: Float32Array.of(2, 3) };
    const { runningMean, runningVar } = addnorm.batchNorm([1, 2, 3, 6], { dModel: 2, ...running });
    expectClose(runningMean, [9 + 0.2, 18 + 0.4]);
    expectClose(runningVar, [1.8 + 0.2, 2.7 + 0.8]);
    expect(running.runningMean).toEqual(Float32Array.of(10, 20));
  });

  it('takes its statistics by feature over the rows', () => {
    const { y } = addnorm.batchNorm([1, 10, 3, 30], { dModel: 2, eps: 1e-12 });
    expectClose(y, [-1, -1, 1, 1]);
  });

  it.each(['batchNorm', 'batchNormBackward'] as const)(
    '%s refuses one row, whose statistics say nothing',
    (name) => {
      const call = () =>
        name === 'batchNorm'
          ? addnorm.batchNorm([1, 2], { dModel: 2 })
          : addnorm.batchNormBackward([1, 2], [1, 2], { dModel: 2 });
      expect(call).toThrow(
        new RangeError('invalid x: [1, 2] (must have at least 2 rows of dModel = 2 numbers)'),
      );
    },
  );
});

describe('batchNormEvaluate', () => {
  it('uses the running statistics, so that one row is enough', () => {
    const options = {
      dModel: 2,
      runningMean: [1, 2],
      runningVar: [4, 9],
      gamma: [1, 2],
      beta: [0, 1],
      eps: 1e-12,
    };
    expectClose(addnorm.batchNormEvaluate([3, 5], options).y, [1, 3]);
  });

  it('makes NaN of a NaN among them, for its feature alone', () => {
    const options = { dModel: 2, runningMean: [1, NaN], runningVar: [NaN, 9] };
    expect(addnorm.batchNormEvaluate([3, 5], options).y).toEqual(Float32Array.of(NaN, NaN));
    const one = { dModel: 2, runningVar: [NaN, 0] };
    expect(addnorm.batchNormEvaluate([3, 0], one).y).toEqual(Float32Array.of(NaN, 0));
    expect(addnorm.batchNorm([3, 0, 4, 1], one).runningVar).toEqual(Float32Array.of(NaN, 0.05));
  });
});

describe('a running variance', () => {
  const refused: [runningVar: number[] | Float32Array, message: string][] = [
    [[-1, 0, 0, 0], 'invalid runningVar[0]: -1 (must be at least 0)'],
    [[NaN, 1, -1e-9, -2], 'invalid runningVar[2]: -1e-9 (must be at least 0)'],
    [Float32Array.of(1, 0, 0, -Infinity), 'invalid runningVar[3]: -Infinity (must be at least 0)'],
  ];
  it.each(refused)('below 0 is refused: %j', (runningVar, message) => {
    const options = { dModel: 4, runningMean: [0, 0, 0, 0], runningVar };
    expect(() => addnorm.batchNormEvaluate([1, 2, 3, 4], options)).toThrow(new RangeError(message));
    expect(() => addnorm.batchNorm([1, 2, 3, 4, 5, 6, 7, 8], options)).toThrow(new RangeError(message));
  });

  it('of 0, of -0 too, is one', () => {
    const { y } = addnorm.batchNormEvaluate([0, 0], { dModel: 2, runningVar: [0, -0] });
    expect(y).toEqual(new Float32Array(2));
  });
});

describe('batchNormBackward', () => {
  it('agrees with layerNormBackward on the transposed problem', () => {
    const x = [1, 2, 4, -1];
    const dy = [1, -1, 2, 0.5];
    const batch = addnorm.batchNormBackward(dy, x, { dModel: 1, gamma: [1] });
    const layer = addnorm.layerNormBackward(dy, x, { dModel: 4 });
    expectClose(batch.dx, layer.dx);
    expectClose(batch.dbeta, [2.5]);
  });
});
