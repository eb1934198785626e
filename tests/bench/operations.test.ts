// The operations of a step, against a count that multiplies nothing out.
import { expect, test } from 'vitest';
import {
  attentionOperations,
  productOperations,
  productsOf,
  stepOperations,
} from '../../web/bench/operations.ts';
import { STEP_WORKS } from '../../web/bench/works.ts';

const TINY = { nLayer: 2, dModel: 8, nCtx: 3, batch: 2 };

test('a product is a multiplication and an addition for each term', () => {
  let operations = 0;
  for (let row = 0; row < 5; row++)
    for (let out = 0; out < 7; out++) for (let i = 0; i < 3; i++) operations += 2;
  expect(productOperations({ rows: 5, dIn: 3, dOut: 7 })).toBe(operations);
});

test('causal attention counts the pairs of tokens it computes, forward and backward', () => {
  let operations = 0;
  for (let sequence = 0; sequence < TINY.batch; sequence++)
    for (let query = 0; query < TINY.nCtx; query++)
      for (let key = 0; key <= query; key++) operations += 6 * 2 * TINY.dModel;
  expect(attentionOperations(TINY)).toBe(operations);
});

test('the products of a step multiply each of its weights once', () => {
  const { nLayer, dModel } = TINY;
  const weights = productsOf(TINY).reduce(
    (sum, { product, count }) => sum + count * product.dIn * product.dOut,
    0,
  );
  // Attention 4 d², feed-forward 8 d² a block; the unembedding 16 d.
  expect(weights).toBe(nLayer * 12 * dModel ** 2 + 16 * dModel);
  expect(productsOf(TINY).every(({ product }) => product.rows === 6)).toBe(true);
});

test('a step is three times its products forward, and attention', () => {
  const { nLayer, dModel, nCtx, batch } = TINY;
  const weights = nLayer * 12 * dModel ** 2 + 16 * dModel;
  expect(stepOperations(TINY)).toBe(6 * batch * nCtx * weights + nLayer * attentionOperations(TINY));
});

test('the default lab takes about a quarter of a thousand million operations a step', () => {
  expect(stepOperations(STEP_WORKS[0]!) / 1e9).toBeCloseTo(0.248, 2);
});
