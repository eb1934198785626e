// The tabs of the lab on the hosted page: opened by keyboard, kept in the address, right at once, and of no cost while closed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type {} from '../../web/element/define.ts';
import { VIEWS } from '../../web/element/panels.ts';
import { violations } from './axe.ts';
import { PageBrowser, stateOf, stepsDone, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

const WCAG = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const hash = () => new URL(page.url()).hash;
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const panel = () => page.locator('[role=tabpanel]:visible');
const stepOf = async (place: string) =>
  Number((await page.locator(`${place} .an-legend-x`).first().textContent())!.replace('step ', ''));

test('keys open a tab and put it into the address; the run goes on, and only the open tab follows it', async () => {
  page = await browser.open(`${TINY}&stop=1000000&speed=30`);
  await trained(page, 10);
  await tab('Overview').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(hash).toContain('view=learning');
  expect(await tab('Learning').getAttribute('aria-selected')).toBe('true');
  expect(await tab('Learning').evaluate((element) => element.matches(':focus'))).toBe(true);
  const left = await stepOf('.loss');
  await trained(page, left + 30);
  expect(await stepOf('.loss')).toBe(left);
  expect(await stepOf('#panel-learning')).toBeGreaterThan(left);
  expect(await panel().locator('figure').count()).toBe(4);

  await page.keyboard.press('Home');
  await expect.poll(() => stepOf('.loss')).toBeGreaterThan(left + 20);
  await expect.poll(hash).not.toContain('view=');
  await page.keyboard.press('End');
  const last = `view=${VIEWS.at(-1)}`;
  await expect.poll(hash).toContain(last);
  await page.reload();
  await expect.poll(() => page.locator(`#tab-${VIEWS.at(-1)}`).getAttribute('aria-selected')).toBe('true');
  expect(hash()).toContain(last);
});

test('every tab shows charts without breaking a rule, and none is wider than the page at 320 px', async () => {
  page = await browser.open(`${TINY}&placement=post,pre,resPost&seeds=2&stop=12`, {
    viewport: { width: 320, height: 800 },
  });
  await trained(page, 12);
  // Nothing moves under a mouse that is held down.
  const { x, y, width } = (await tab('Gradients').boundingBox())!;
  await page.mouse.move(x + width - 8, y + 8);
  await page.mouse.down();
  await page.waitForTimeout(200);
  await page.mouse.up();
  await expect.poll(() => tab('Gradients').getAttribute('aria-selected')).toBe('true');
  for (const view of VIEWS) {
    await page.locator(`#tab-${view}`).click();
    await expect.poll(() => panel().count()).toBeGreaterThan(0);
    await page.waitForTimeout(700);
    expect(await violations(page, WCAG), view).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect([view, scrollWidth]).toEqual([view, clientWidth]);
    for (const summary of await panel().locator('.an-summary').allInnerTexts()) {
      expect(summary).toMatch(/\S/);
      expect(summary).not.toMatch(/undefined|NaN/);
    }
  }
});

test('what a head looks at is read by keys, in all models at once; held-out data on request', async () => {
  page = await browser.open(`${TINY}&view=attention&stop=20`);
  await trained(page, 20);
  await expect.poll(() => stateOf(page)).toBe('done');
  const maps = page.locator('.an-attn-map [role=application]');
  await expect.poll(() => maps.count()).toBe(2);
  await maps.first().focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect
    .poll(() => page.locator('.an-attention .an-readout').innerText())
    .toMatch(/^from \S+ \(position 2\) to \S+ \(position 1\): post-LN [\d.]+, pre-LN [\d.]+$/);
  await page.locator('.an-choices select').nth(2).selectOption('2');
  await expect
    .poll(() => page.locator('.an-attention .an-summary').innerText())
    .toContain('head 2 of block 1');

  await tab('Learning').click();
  await page.getByRole('button', { name: 'Measure on held-out data' }).click();
  await expect
    .poll(() => page.locator('.held-out-answer').innerText())
    .toMatch(/^Held out, after step 20: post-LN accuracy [\d.]+, loss [\d.]+; pre-LN accuracy/);
  expect(await stepsDone(page)).toBe(20);
});
