import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';
import { expectClose } from './close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const SMALL_ROW = [1e-3, 1e-3, 1e-3, 1e-3];

describe('rmsNorm', () => {
  it.each([
    [1e-5, 0.30151134],
    [1e-6, 0.70710678],
    [2 ** -23, 0.94524491],
  ])('puts eps = %s inside the root', (eps, expected) => {
    const { y, rstd } = addnorm.rmsNorm(SMALL_ROW, { dModel: 4, eps });
    expectClose(y, [expected, expected, expected, expected]);
    expectClose(rstd, [expected * 1000], { absolute: 0, relative: 1e-6 });
  });

  it('uses 1e-5 if no eps is given', () => {
    expect(addnorm.rmsNorm(SMALL_ROW, { dModel: 4 })).toEqual(
      addnorm.rmsNorm(SMALL_ROW, { dModel: 4, eps: 1e-5 }),
    );
  });

  it('does not centre', () => {
    expectClose(addnorm.rmsNorm([3, 3, 3], { dModel: 3 }).y, [1, 1, 1]);
  });
});

describe('rmsNormBackward', () => {
  it('does not forget the weight', () => {
    const options = { dModel: 3, gamma: [0.5, 1, 2], eps: 1e-6 };
    expectClose(addnorm.rmsNorm([1, 2, 3], options).y, [0.231455, 0.92582, 2.77746]);
    expectClose(
      addnorm.rmsNormBackward([1, 1, 1], [1, 2, 3], options).dx,
      [-0.04959744, -0.09919488, 0.08266268],
    );
  });

  it('is right where x and dy are the same array', () => {
    const x = Float32Array.of(1, 0, 0, 0);
    expectClose(addnorm.rmsNormBackward(x, x, { dModel: 4, eps: 1e-4 }).dx, [0.00079952, 0, 0, 0]);
  });

  it('sums the gradient of gamma over all rows', () => {
    const x = [1, 2, 3, 4, 5, 6];
    const rows = [x.slice(0, 3), x.slice(3)].map(
      (row) => addnorm.rmsNormBackward([1, 2, 3], row, { dModel: 3 }).dgamma,
    );
    const { dgamma } = addnorm.rmsNormBackward([1, 2, 3, 1, 2, 3], x, { dModel: 3 });
    expectClose(
      dgamma,
      rows[0]!.map((value, i) => value + rows[1]![i]!),
    );
  });
});
