// @vitest-environment node
// What stays in one line: figures in what is measured, and short cells of the documentation's tables.
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../web/app/docs/markdown.ts';
import { unbroken } from '../../web/app/unbroken.ts';

/** With a sign for the space that is not broken. */
const shown = (text: string) => text.replaceAll('\u00a0', '~');

test.each([
  ['92 %; lowest 91 %, (512, 32) × (32, 16)', '92~%; lowest 91~%, (512,~32)~×~(32,~16)'],
  ['step L6 d128 T64 B8, without SIMD', 'step L6~d128~T64~B8, without SIMD'],
  ['a line, R² ≥ 0.99', 'a line, R²~≥~0.99'],
  ['1,27 ms je Block, dazu −0,17 ms; R² 0,9999', '1,27~ms je Block, dazu −0,17~ms; R²~0,9999'],
  ['≤ 45.0 kB', '≤~45.0~kB'],
  ['538 million/s', '538~million/s'],
  ['layer norm, (1024, 64), over a copy', 'layer norm, (1024,~64), over a copy'],
  ['two twins in 2 workers, 3 samples', 'two twins in 2 workers, 3 samples'],
])('%s', (text, unbrokenText) => {
  expect(shown(unbroken(text))).toBe(unbrokenText);
});

test('a table of the documentation keeps its short cells and its figures together, and code as it is', () => {
  const source = '| what | met? |\n|---|---|\n| `sleep 5 s`, which takes 5 s | ✗ not met |\n';
  const { markup } = renderMarkdown(source);
  const withoutSpans = shown(markup.text).replace(/<\/?span[^>]*>/g, '');
  expect(withoutSpans).toContain('<code>sleep 5 s</code>, which takes 5~s');
  expect(markup.text).toMatch(/<td class="short">✗ not met<\/td>/);
  expect(markup.text.match(/class="short"/g)).toHaveLength(1);
});

test('code is broken between its words, and inside a long one that is no option', () => {
  const long = 'web/tools/peers/of/many/names.mjs';
  const { markup } = renderMarkdown(`\`node ${long} -- --benchmark_filter=layer_norm\``);
  const whole = [...markup.text.matchAll(/<span class="word">([^<]*)<\/span>/g)].map(([, word]) => word);
  expect(whole).toEqual(['node', '--', '--benchmark_filter=layer_norm']);
  expect(markup.text.replace(/<[^>]*>/g, '')).toContain(`node ${long} -- --benchmark_filter=layer_norm`);
});
