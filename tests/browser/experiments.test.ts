// The pages of the guided experiments: one of them from question to explanation by keyboard alone, all of them without
// fault of access, and what is there when nothing can be run.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES } from '../../web/app/site/pages.ts';
import { EXPERIMENTS, messagesEn, OUTCOMES } from '../../web/experiments/index.ts';
import { violations } from './axe.ts';
import { PageBrowser } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

/** An experiment that is quick, counts in a worker of its own, and has curves, points or tables. */
const QUICK = EXPERIMENTS.find(({ id }) => id === 'gamma-beta')!;
const TEXTS = messagesEn.experiments[QUICK.id];

/** Every page but the documentation's (tests/docs); of the experiments, which differ in their texts, the last. */
const FILES = PAGES.map(({ file }) => file).filter(
  (file) => !/^docs\/|experiments\/(?!index|cost)/.test(file),
);

const focused = (of: Page) => of.evaluate(() => document.activeElement?.textContent);

test('from the question to the explanation by keyboard alone', async () => {
  page = await browser.open('', {
    path: `experiments/${QUICK.id}.html`,
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
  });
  const [first, second] = QUICK.prediction.choices;
  expect(await page.locator('.answer').isVisible()).toBe(false);
  await page.locator(`input[value="${first}"]`).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.locator(`input[value="${second}"]`).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('seven');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'whole number' }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.locator('.verdict').filter({ hasText: TEXTS.choices[second!]! }).waitFor();
  // The keyboard was on what ends a run while it was made, and is on what came of it.
  expect(await focused(page)).toBe('What happened');

  const right = TEXTS.choices[QUICK.prediction.right]!;
  expect(await page.locator('.verdict').innerText()).toContain(
    `It came out as “${right}”. So it did in ${OUTCOMES.seeds} of ${OUTCOMES.seeds} seeds`,
  );
  expect(await page.locator('[data-claim] .here').allInnerTexts()).toEqual(
    Object.keys(QUICK.claims).map(() => '✓ holds'),
  );
  await expect.poll(() => new URL(page.url()).hash).toBe(`#v=1&seed=7&prediction=${second}`);
  expect(await page.locator('.charts .chart').count()).toBe(QUICK.charts.length);
  expect(await page.locator('.charts td').allInnerTexts()).not.toContain('–');
  const question = page.locator('.question').first();
  await question.locator(`input[value="${await question.getAttribute('data-right')}"]`).press('Space');
  await page.locator('.quiz-score').filter({ hasText: '1 of 1 right' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.reload();
  expect(await page.locator(`input[value="${second}"]`).isChecked()).toBe(true);
  await page.evaluate(() => {
    location.hash = '#v=1&seed=9&prediction=rain&sed=8';
  });
  await expect.poll(() => page.locator('.seed input').inputValue()).toBe('9');
  await page.getByText('prediction: "rain" is not allowed (must be "').waitFor();
  await page.getByText('there is no setting "sed"').waitFor();
  expect(await page.locator('input[name=prediction]:checked').count()).toBe(0);
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').waitFor();
  expect(await focused(page)).toBe('Run it');
});

test.each([
  ['light', 'none', 1440],
  ['dark', 'active', 320],
] as const)(
  'no page has a fault of access, or takes an address amiss in silence: %s, forced colours %s, %d px',
  async (colorScheme, forcedColors, width) => {
    page = await browser.open('', {
      path: 'bench.html',
      ...{ colorScheme, forcedColors, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
    });
    for (const file of FILES) {
      await page.goto(`${browser.addressOf(file)}#v=2&theme=green`);
      await page.getByText('this address is of version 2 and this page knows version 1').waitFor();
      await page.getByText('theme: "green" is not allowed').waitFor();
      await page.evaluate(() => document.querySelector('.after')?.classList.add('shown'));
      expect(await violations(page), file).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), file).toBeLessThanOrEqual(
        width,
      );
    }
  },
);

test('without WebAssembly every page says so, and what experiments showed stands there', async () => {
  page = await browser.open('', {
    path: 'experiments/warm-up.html',
    prepare: () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
  });
  expect(await page.locator('.answer').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Run it' }).isVisible()).toBe(false);
  for (const file of FILES.slice(1)) {
    await page.goto(browser.addressOf(file));
    expect(await page.getByText('There is no WebAssembly in this browser').isVisible(), file).toBe(true);
  }
});
