// bench.html: it measures the browser it is opened in, row by row, can be stopped, and leaves no worker behind.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nameOf, STEP_WORKS } from '../../web/bench/works.ts';
import { violations } from './axe.ts';
import { PageBrowser, TINY } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

/** Opens the page by the link that leads to it. */
async function open(options: NonNullable<Parameters<PageBrowser['open']>[1]> = {}): Promise<void> {
  page = await browser.open(TINY, { reducedMotion: 'reduce', ...options });
  await page.getByRole('link', { name: 'How fast it is in this browser' }).click();
  await page.getByRole('heading', { name: 'How fast it is here' }).waitFor();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const quick = () => page.getByLabel('Quick: about 15 seconds, less exact');
const status = () => page.getByRole('status');
const rows = () => page.locator('.report tbody tr:not(.group)');

test.each([
  ['light', 1440],
  ['dark', 320],
] as const)('measures everything, without fault of access: %s, %d px', async (colorScheme, width) => {
  await open({ colorScheme, viewport: { width, height: 800 } });
  expect(await violations(page)).toEqual([]);
  await quick().check();
  await button('Measure this browser').focus();
  await page.keyboard.press('Enter');
  await rows().first().waitFor();
  await page.getByText('% measured').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await button('Measure again').waitFor({ timeout: 240_000 });

  expect(await status().innerText()).toMatch(/^\d+ of \d+ bars are met\.$/);
  // Figures have spaces that are not broken.
  const texts = (await rows().allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
  for (const work of STEP_WORKS) {
    for (const build of ['with SIMD', 'without SIMD']) {
      expect(texts.filter((text) => text.includes(`step ${nameOf(work)}, ${build}`))).toHaveLength(1);
    }
  }
  const verdicts = await rows().locator('.result').allInnerTexts();
  for (const verdict of verdicts) expect(['✓ met', '✗ not met', '–']).toContain(verdict.trim());
  expect(texts.join('\n')).not.toMatch(/NaN|Infinity|undefined|not measured/);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await expect.poll(() => page.workers().length).toBe(0);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy as text').click();
  await page.getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(await page.evaluate(() => navigator.userAgent));
  expect(copied).toContain('so the figures are rough');
  expect(copied.split('\n').filter((line) => line.split('\t').length === 4)).toHaveLength(texts.length + 1);
});

test('can be cancelled, which ends its worker, and begun again', async () => {
  await open();
  await button('Measure this browser').click();
  await rows().first().waitFor();
  expect(await quick().isDisabled()).toBe(true);
  await button('Cancel').click();
  expect(await status().innerText()).toMatch(/^Cancelled after \d+ %\.$/);
  await expect.poll(() => page.workers().length).toBe(0);
  await button('Measure again').click();
  await button('Cancel').waitFor();
  await rows().first().waitFor();
});

test('says what is wrong where there is no WebAssembly', async () => {
  await open();
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.WebAssembly;${await response.text()}` });
  });
  await button('Measure this browser').click();
  await button('Measure again').waitFor();
  expect(await status().innerText()).toContain('The measurement could not go on: ');
  expect(await status().innerText()).toContain('WebAssembly is not available here');
});
