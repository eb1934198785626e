// What all pages of the site have in common, in a browser: they are kept for when there is no network, and stand in other
// pages without head and foot.
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type {} from '../../web/element/define.ts';
import { messagesDe } from '../../web/element/messages.de.ts';
import { messagesDe as microscopeDe } from '../../web/microscope/messages.de.ts';
import { SCHEMA } from '../../web/lib/config.ts';
import { PAGES } from '../../web/app/site/pages.ts';
import { textsDe } from '../../web/app/site/texts.de.ts';
import { textsEn } from '../../web/app/site/texts.en.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { PageBrowser, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);
/** Of a host that answers for index.html with the address of its folder. */
const leadOn = usePages(new PageBrowser({ leadsOn: true }), () => page);

test('is kept at the first visit: without a network every page is there, and trains, with SIMD and without', async () => {
  page = await leadOn.open(TINY, { serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const isActive = () => active!.state === 'activated';
    while (!isActive()) await new Promise((resolve) => active!.addEventListener('statechange', resolve));
  });
  await page.context().setOffline(true);
  await page.reload();
  await trained(page, 1);
  for (const { file, inLanguage } of PAGES) {
    await page.goto(leadOn.addressOf(`${file}?embed`));
    expect(await page.title()).toBe(inLanguage('en').title);
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode();
      }
    });
  }
  await page.addInitScript(() => {
    const { compile } = WebAssembly;
    let calls = 0;
    WebAssembly.compile = (bytes) =>
      calls++ === 0 ? Promise.reject(new Error('no SIMD here')) : compile(bytes);
  });
  await page.goto(leadOn.addressOf(`de/index.html#v=1&dept=1&${TINY}`));
  await trained(page, 1);
  // The translation is loaded when it is wanted, and was kept, too. Charts, drawings, settings and notices are in it.
  const lab = page.locator('addnorm-lab');
  for (const text of [
    messagesDe.quantities.loss.title,
    messagesDe.charts.chart.table,
    messagesDe.charts.describe.blockAfter,
    messagesDe.settingOf(SCHEMA.optimizer.lr).label,
    messagesDe.unknownSetting('"dept"', '"depth"'),
  ]) {
    await lab.getByText(text, { exact: true }).first().waitFor();
  }
  await expect.poll(() => lab.locator('.standing').textContent()).toMatch(/^Schritt \d+ · /);
});

test('stands in another page without head, foot and explanation, and keeps nothing there', async () => {
  page = await browser.open('', { path: `?embed&theme=dark#v=1&${TINY}`, serviceWorkers: 'allow' });
  await trained(page, 1);
  for (const selector of ['.page-head', '.page-foot', '.skip', '#explanation']) {
    expect(await page.locator(selector).isVisible(), selector).toBe(false);
  }
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 20, 23)');
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
});

test('a notice about an address is in the language of its page', async () => {
  page = await browser.open('', { path: 'de/microscope.html#v=1&nrom=rms' });
  await page.getByText(microscopeDe.unknownKey('nrom')).waitFor();
});

test('a number is written as in the language of its page, and with a point in the address', async () => {
  page = await browser.open('', { path: `de/index.html#v=1&${TINY}&lr=0.25&branch=0.5` });
  const rate = page.locator('#set-lr');
  await expect.poll(() => rate.inputValue()).toBe('0,25');
  await rate.press('ArrowDown');
  expect(await rate.inputValue()).toBe('0,2');
  await expect.poll(() => new URL(page.url()).hash).toContain('lr=0.2&');
  expect(await rate.inputValue()).toBe('0,2');
  await page.locator('.an-part-branch-gain').first().click();
  expect(await page.locator('.an-gain-input').first().inputValue()).toBe('0,5');
});

test('leads from page to page by keyboard, in the colours and the language that were chosen', async () => {
  page = await browser.open('', { path: 'de/experiments/index.html' });
  const current = page.locator('.site-nav [aria-current]');
  expect(await current.innerText()).toBe('Experimente');
  await page.getByRole('button', { name: 'Dunkel' }).click();
  await page.getByRole('link', { name: 'English' }).press('Enter');
  await page.waitForURL('**/sub-path/experiments/index.html#v=1&theme=dark');
  await page.getByRole('link', { name: 'Microscope' }).press('Enter');
  await page.waitForURL('**/microscope.html#v=1&theme=dark');
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test.each([
  ['index.html', textsEn],
  ['de/experiments/warm-up.html', textsDe],
])('opened from the disk, where no script is loaded, %s says so', async (file, texts) => {
  page = await browser.open(TINY);
  await page.goto(pathToFileURL(inRoot('dist', 'site', file)).href);
  await page.getByText(texts.fromDisk).waitFor();
  // The browser tells of each file that it does not load.
  browser.takeComplaints();
});
