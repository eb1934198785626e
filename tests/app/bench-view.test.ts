// @vitest-environment happy-dom
// What bench.html says of a measurement: how it came out, and how much the quick one is worth.
import { render } from 'lit';
import { describe, expect, test } from 'vitest';
import { messagesDe } from '../../web/app/bench/messages.de.ts';
import { messagesEn } from '../../web/app/bench/messages.en.ts';
import { type BenchState, benchText, type BenchTexts, benchView } from '../../web/app/bench/view.ts';
import { messagesDe as rowsDe } from '../../web/bench/messages.de.ts';
import { messagesEn as rowsEn } from '../../web/bench/messages.en.ts';
import { atLeast, plainRow } from '../../web/bench/rows.ts';

const performance = 'docs/performance.html';

const DONE: BenchState = {
  phase: 'done',
  rows: [
    { ...plainRow('step L6 d32 T32 B16', '9.16 ms'), group: 'steps' },
    { ...atLeast('twins', 1.9, 1.8, rowsEn.times), group: 'lab' },
    { ...atLeast('share', 0.5, 0.7, rowsEn.percent), group: 'kernels' },
  ],
  isQuick: false,
  share: 1,
  msLeft: 0,
  error: '',
  engine: 'an engine',
  note: '',
};

function shown(state: BenchState, texts: BenchTexts): HTMLElement {
  const root = document.createElement('div');
  render(
    benchView(state, texts, () => {}),
    root,
  );
  return root;
}

describe.each([
  ['English', { page: messagesEn, rows: rowsEn, performance }],
  ['German', { page: messagesDe, rows: rowsDe, performance }],
] as const)('%s', (_, texts) => {
  test('bars that are met are counted, and those missed everywhere are explained elsewhere', () => {
    expect(benchText(DONE, texts)).toContain(`\n${texts.page.done(1, 2)}\n`);
    const link = shown(DONE, texts).querySelector('a')!;
    expect([link.getAttribute('href'), link.textContent]).toEqual([performance, texts.page.everywhere]);
  });

  test('a quick measurement is called rough on the page and in what is copied, and a full one is not', () => {
    const quick = { ...DONE, isQuick: true };
    expect(shown(quick, texts).textContent).toContain(texts.rows.rough);
    expect(benchText(quick, texts)).toContain(texts.rows.rough);
    expect(shown(DONE, texts).textContent).not.toContain(texts.rows.rough);
    expect(benchText(DONE, texts)).not.toContain(texts.rows.rough);
  });

  test('what is copied has the spaces that are typed', () => {
    expect(benchText(DONE, texts)).toContain('step L6 d32 T32 B16\t9.16 ms\t\t');
  });

  test('the time that is left is told once it is known', () => {
    const running: BenchState = { ...DONE, phase: 'running', share: 0.05, msLeft: undefined };
    expect(shown(running, texts).textContent).not.toContain(texts.page.timeLeft(30));
    expect(shown({ ...running, msLeft: 30_000 }, texts).textContent).toContain(texts.page.timeLeft(30));
  });
});
