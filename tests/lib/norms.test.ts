// What holds for every norm alike: the eps it is given is the eps it computes with.
import { beforeAll, expect, it } from 'vitest';
import { type Addnorm, load } from '../../web/lib/index.ts';

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

const X = [1, 2, 4, 8, 0.5, -1];
const DY = [1, -1, 2, 0.5, 0.25, 3];
const GAMMA = [0.5, 1, 2];

interface Options {
  readonly dModel: number;
  readonly gamma: readonly number[];
  readonly eps?: number;
}

const norms: [name: string, call: (options: Options) => unknown][] = [
  ['layerNorm', (options) => addnorm.layerNorm(X, options).y],
  ['layerNormBackward', (options) => addnorm.layerNormBackward(DY, X, options).dx],
  ['rmsNorm', (options) => addnorm.rmsNorm(X, options).y],
  ['rmsNormBackward', (options) => addnorm.rmsNormBackward(DY, X, options).dx],
  ['batchNorm', (options) => addnorm.batchNorm(X, options).y],
  ['batchNormEvaluate', (options) => addnorm.batchNormEvaluate(X, options).y],
  ['batchNormBackward', (options) => addnorm.batchNormBackward([...DY].reverse(), X, options).dx],
];

it.each(norms)('%s computes with the eps it is given, and with 1e-5 if with none', (_, call) => {
  const given = (eps: number) => call({ dModel: 3, gamma: GAMMA, eps });
  expect(call({ dModel: 3, gamma: GAMMA })).toEqual(given(1e-5));
  expect(given(0.5)).not.toEqual(given(1e-5));
  expect(given(1e-2)).not.toEqual(given(1e-5));
});
