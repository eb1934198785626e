import { beforeAll, describe, expect, it } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';
import { expectClose } from './close.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const repeat = (value: number, count: number): number[] => new Array<number>(count).fill(value);
/** 16 values a thousandth apart, as 32-bit floats. */
const ramp = (mean: number) => Float32Array.from({ length: 16 }, (_, i) => mean + i * 1e-3);

describe('layerNorm', () => {
  it('keeps its digits on a row far from zero', () => {
    const { y, mean, rstd } = addnorm.layerNorm([40000, 40001, 40002, 40003], { dModel: 4 });
    expectClose(y, [-1.34163542, -0.44721181, 0.44721181, 1.34163542]);
    expectClose(mean, [40001.5], { absolute: 0, relative: 0 });
    expectClose(rstd, [1 / Math.sqrt(1.25 + 1e-5)], { absolute: 0, relative: 1e-7 });
  });

  it.each([
    [0, -1.3416408, 1.34164072],
    [100, -1.34152771, 1.34135713],
    [1000, -1.34150776, 1.34423718],
    [10000, -1.33133335, 1.33133335],
  ])('is right on a small variance around %s', (mean, first, last) => {
    const { y } = addnorm.layerNorm(ramp(mean), { dModel: 16 });
    expectClose([y[0]!, y[15]!], [first, last]);
  });

  it('finds the one value that differs among 10240', () => {
    const { y } = addnorm.layerNorm([...repeat(256, 10_239), 255], { dModel: 10_240 });
    expectClose([y[0]!, y.at(-1)!], [0.00941238, -96.373404]);
  });

  it.each([1234, 0.1, 1e6, -3e37])('gives beta to the bit on a constant row of %s', (value) => {
    const beta = Float32Array.from({ length: 257 }, (_, i) => 0.1 * i - 3);
    expect(addnorm.layerNorm(repeat(value, 257), { dModel: 257, beta }).y).toEqual(beta);
  });

  it('puts eps inside the root', () => {
    expectClose(addnorm.layerNorm([0.01, 0.02, 0.03], { dModel: 3 }).y, [-1.14208048, 0, 1.14208048]);
  });

  it('divides by the number of features, not by one less', () => {
    const { y } = addnorm.layerNorm([1, 0, 0, 0], { dModel: 4 });
    expectClose(y, [1.73200462, -0.57733487, -0.57733487, -0.57733487]);
  });

  it('normalises rows, not columns', () => {
    const { y } = addnorm.layerNorm([1, 2, 3, 4, 6, 8], { dModel: 3 });
    expectClose(y, [-1.22473569, 0, 1.22473569, -1.22474258, 0, 1.22474258]);
  });

  it.each([NaN, Infinity, -Infinity])('keeps %s in its own row', (bad) => {
    const clean = addnorm.layerNorm([1, 2, 3, 4], { dModel: 4 }).y;
    const { y } = addnorm.layerNorm([1, 2, 3, 4, bad, 1, 2, 3, 1, 2, 3, 4], { dModel: 4 });
    expect(y.slice(0, 4)).toEqual(clean);
    expect(y.slice(8)).toEqual(clean);
    expect([...y.slice(4, 8)]).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('computes with widths that are no multiple of 4', () => {
    expectClose(addnorm.layerNorm([0, 0, 0, 0, 10], { dModel: 5 }).y, [
      ...repeat(-0.49999984, 4),
      1.99999938,
    ]);
  });

  it('lets the caller choose eps', () => {
    const [standard, large] = [1e-5, 0.5].map((eps) => addnorm.layerNorm([1, 2, 3], { dModel: 3, eps }).y);
    expect(standard).toEqual(addnorm.layerNorm([1, 2, 3], { dModel: 3 }).y);
    expect(large).not.toEqual(standard);
  });

  it('takes a Float32Array as it takes an array of numbers, and leaves it alone', () => {
    const x = Float32Array.of(1, 2, 4);
    const options = { dModel: 3, gamma: Float32Array.of(0.5, 1, 2), beta: [0.1, 0.2, 0.3] };
    expectClose(addnorm.layerNorm(x, options).y, [-0.43452077, -0.06726038, 2.97260383]);
    expect(x).toEqual(Float32Array.of(1, 2, 4));
  });
});

describe('layerNormBackward', () => {
  it('subtracts both means, once', () => {
    const options = { dModel: 3, gamma: [0.5, 1, 2], beta: [0.1, 0.2, 0.3] };
    const { dx, dgamma, dbeta } = addnorm.layerNormBackward([1, -1, 2], [1, 2, 4], options);
    expectClose(dx, [0.91631199, -1.3744843, 0.45817231]);
    expectClose(dgamma, [-1.06904153, 0.26726038, 2.67260383]);
    expectClose(dbeta, [1, -1, 2], { absolute: 0, relative: 0 });
  });

  it('sums the gradients of gain and shift over all rows, from zero in each call', () => {
    const x = [1, 2, 4, 0, 1, -1, 3, 3, 0];
    const dy = [1, -1, 2, 0.5, 1, 0, -1, 2, 1];
    for (let call = 0; call < 2; call++) {
      const { dgamma, dbeta } = addnorm.layerNormBackward(dy, x, { dModel: 3 });
      expectClose(dgamma, [-1.77614654, 2.9062061, 1.2583938]);
      expectClose(dbeta, [0.5, 2, 3]);
    }
  });

  it('takes gamma by feature, not by row', () => {
    const options = { dModel: 3, gamma: [0.5, 1, 2] };
    const { dx } = addnorm.layerNormBackward([1, -1, 2, 1, -1, 2], [1, 2, 4, 1, 2, 4], options);
    expect(dx.slice(0, 3)).toEqual(dx.slice(3));
  });

  it('is exact where a row has one feature', () => {
    const options = { dModel: 1, gamma: [2], beta: [3] };
    expect(addnorm.layerNorm([1e6], options).y).toEqual(Float32Array.of(3));
    const { dx, dgamma, dbeta } = addnorm.layerNormBackward([1], [1e6], options);
    expect([dx[0], dgamma[0], dbeta[0]].map((value) => value! + 0)).toEqual([0, 0, 1]);
  });

  it('agrees with the difference quotient of the forward pass', () => {
    const x = [0.5, -1.25, 2, 0.75, 3, -0.5];
    const weights = [1, -2, 3, 0.5, 0.25, -1];
    const options = { dModel: 3, gamma: [0.5, 1.5, -1], beta: [0, 1, 2] };
    const loss = (at: number[]) =>
      addnorm.layerNorm(at, options).y.reduce((sum, value, i) => sum + value * weights[i]!, 0);
    const { dx } = addnorm.layerNormBackward(weights, x, options);
    const h = 2 ** -8;
    const quotient = x.map((_, i) => {
      const moved = (by: number) => x.map((value, j) => (i === j ? value + by : value));
      return (loss(moved(h)) - loss(moved(-h))) / (2 * h);
    });
    expectClose(dx, quotient, { absolute: 1e-3, relative: 1e-3 });
  });
});
