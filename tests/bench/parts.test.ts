// What a step is made of, from the times of its kernels.
import { expect, test } from 'vitest';
import { messagesDe } from '../../web/bench/messages.de.ts';
import { messagesEn } from '../../web/bench/messages.en.ts';
import { attentionOperations, productOperations, stepOperations } from '../../web/bench/operations.ts';
import { kernelRunsOf, partsOf } from '../../web/bench/parts.ts';
import { STEP_WORKS } from '../../web/bench/works.ts';
import { load } from '../../web/lib/index.ts';

test.each(STEP_WORKS)('the kernels are those of a step: $nLayer blocks of width $dModel', async (work) => {
  const { nLayer, dModel, nCtx, batch } = work;
  const runs = kernelRunsOf(work);
  const operations = runs.map(({ name, count, sizes: [rows = NaN, dIn = NaN, dOut = NaN] }) => {
    if (name === 'attention') return count * attentionOperations(work);
    if (name === 'layer_norm') return 0;
    return count * (name === 'linear' ? 1 : 2) * productOperations({ rows, dIn, dOut });
  });
  expect(operations.reduce((a, b) => a + b)).toBe(stepOperations(work));
  const norms = runs.filter(({ part }) => part === 'norms');
  const model = (await load()).createModel({ nLayer, dModel, nCtx, placement: 'pre' });
  expect(norms).toMatchObject([{ count: model.norms().length, sizes: [batch * nCtx, dModel] }]);
  model.dispose();
});

test('a part is the time of its kernels, each as often as a step runs it, over that of the step beside it', () => {
  const step = [100, 200, 100];
  const parts = partsOf(
    [
      { part: 'products', count: 6, samples: [5, 10, 50] },
      { part: 'products', count: 1, samples: [10, 20, 10] },
      { part: 'attention', count: 6, samples: [2, 4, 2] },
      { part: 'norms', count: 13, samples: [1, 2, 1] },
    ],
    step,
  );
  // Of three samples the middle ratio: 6 · 5 / 100 + 10 / 100, whatever disturbed the last.
  expect(parts.products).toBeCloseTo(0.4, 12);
  expect(parts.attention).toBeCloseTo(0.12, 12);
  expect(parts.norms).toBeCloseTo(0.13, 12);
  expect(messagesEn.partsMeasured(parts)).toBe('40 % products, 12 % attention, 13 % norms, 35 % rest');
  expect(messagesDe.partsMeasured(parts)).toBe('40 % Produkte, 12 % Attention, 13 % Normen, 35 % Rest');
});

test('where noise makes more of the parts than of the step, it says so', () => {
  const parts = { products: 0.9, attention: 0.14, norms: 0.05 };
  expect(messagesEn.partsMeasured(parts)).toMatch(/, no rest: noise$/);
  expect(messagesDe.partsMeasured(parts)).toMatch(/, kein Rest: Rauschen$/);
});

test('what was not measured is no share', () => {
  const parts = partsOf([{ part: 'norms', count: 1, samples: [] }], []);
  expect(parts.norms).toBeNaN();
});
