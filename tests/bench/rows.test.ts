// A row says what was found and whether that is enough; nothing that could not be measured is called met.
import { expect, test } from 'vitest';
import { messagesEn } from '../../web/bench/messages.en.ts';
import {
  atLeast,
  atMost,
  cellsOf,
  markdownHead,
  markdownRow,
  plainRow,
  verdictOf,
} from '../../web/bench/rows.ts';
import { rowOfShares } from '../../web/bench/kernels.ts';

const { percent, times } = messagesEn;

test('a bar is met on it and beyond it, and by no NaN', () => {
  expect(atLeast('a', 0.85, 0.85, percent).met).toBe(true);
  expect(atLeast('a', 0.84, 0.85, percent).met).toBe(false);
  expect(atLeast('a', NaN, 0.85, percent).met).toBe(false);
  expect(atMost('a', 2, 2, times).met).toBe(true);
  expect(atMost('a', 2.1, 2, times).met).toBe(false);
  expect(atMost('a', NaN, 2, times).met).toBe(false);
});

test('what reads like its bar meets it', () => {
  expect(atLeast('a', 0.8496, 0.85, percent)).toMatchObject({ measured: '85 %', met: true });
  expect(atMost('a', 2.004, 2, times)).toMatchObject({ measured: '2.00×', met: true });
});

test('a verdict is a sign and a word, and where there is no bar neither', () => {
  expect(cellsOf(atLeast('a', 0.9, 0.85, percent))).toEqual(['a', '90 %', '≥ 85 %', '✓ met']);
  expect(cellsOf(atMost('a', 3, 2, times))).toEqual(['a', '3.00×', '≤ 2.00×', '✗ not met']);
  expect(verdictOf(plainRow('a', '3 ms'))).toEqual({ sign: '', word: '–' });
});

test('Markdown has as many cells in each line', () => {
  const cells = (line: string) => line.split('|').length;
  const [head, rule] = markdownHead().split('\n').slice(-2);
  expect(cells(rule!)).toBe(cells(head!));
  expect(cells(markdownRow(atLeast('a', 1, 2, times)))).toBe(cells(head!));
  expect(markdownRow(plainRow('a|b', 'c'))).toBe('| a\\|b | c |  | – |');
});

test('a quick measurement is called rough above its rows, and a full one is not', () => {
  expect(markdownHead(true).split('\n')).toContain(messagesEn.rough);
  expect(markdownHead(false)).not.toContain(messagesEn.rough);
});

test('figures have three digits and no exponent', () => {
  expect(messagesEn.milliseconds(2562.4)).toBe('2562 ms');
  expect(messagesEn.milliseconds(10.123)).toBe('10.1 ms');
  expect(messagesEn.milliseconds(99.96)).toBe('100 ms');
  expect(percent(0.0312)).toBe('3.1 %');
  expect([percent(-0.0312), percent(-0.0003), percent(-0)]).toEqual(['−3.1 %', '0.0 %', '0.0 %']);
});

test('products are held to the slowest of them, and time weighs their sum', () => {
  const product = (dOut: number) => ({ rows: 4, dIn: 8, dOut });
  const row = rowOfShares('products', 0.7, [
    { product: product(8), count: 3, operations: 100, share: 0.9 },
    { product: product(2), count: 1, operations: 300, share: 0.6 },
  ]);
  // 600 operations in 300 / 0.9 + 300 / 0.6 units of time.
  expect(row).toEqual({
    what: 'products',
    measured: '72 %; lowest 60 %, (4, 8) × (8, 2)',
    bar: '≥ 70 %',
    met: false,
  });
});
