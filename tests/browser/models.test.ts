// The models of the lab, by hand: added, duplicated, removed and told apart setting by setting, and what a narrow screen shows.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PageBrowser, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const hash = () => new URL(page.url()).hash;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const labels = () => page.evaluate(() => document.querySelector('addnorm-lab')!.variantLabels);
const drawn = () =>
  page
    .locator('.variant')
    .evaluateAll((all) => all.flatMap((one, i) => ((one as HTMLElement).offsetWidth > 0 ? [i] : [])));

test('are added, duplicated and removed, up to six, and the address has them', async () => {
  page = await browser.open(`${TINY}&stop=5`);
  await trained(page, 5);
  await button('Add model').click();
  await expect.poll(labels).toEqual(['post-LN', 'pre-LN', 'sandwich']);
  await expect.poll(hash).toContain('placement=post,pre,sandwich');
  // The one that was added is drawn, beside the one that was drawn last.
  expect(await drawn()).toEqual([0, 2]);
  await button('Duplicate sandwich').click();
  await expect.poll(labels).toEqual(['post-LN', 'pre-LN', 'sandwich (C)', 'sandwich (D)']);
  await page.locator('.shown-switch').getByRole('button', { name: 'post-LN' }).click();
  await button('Remove post-LN').click();
  await expect.poll(hash).toContain('placement=pre,sandwich,sandwich');
  for (let i = 0; i < 3; i++) await button('Add model').click();
  await expect.poll(async () => (await labels()).length).toBe(6);
  expect(await button('Add model').isDisabled()).toBe(true);
  await expect.poll(() => /placement=([^&]*)/.exec(hash())?.[1]?.split(',').length).toBe(6);
  await trained(page, 5);
  await page.reload();
  await expect.poll(async () => (await labels()).length).toBe(6);
});

test('differ in a setting where someone wants one for each, and agree again', async () => {
  page = await browser.open(`${TINY}&stop=5`);
  const each = button('Learning rate: one for each model');
  await each.click();
  await page.getByLabel('Learning rate, pre-LN').fill('0.01');
  await page.getByLabel('Learning rate, pre-LN').press('Enter');
  await expect.poll(hash).toContain('lr=0.005,0.01');
  expect(await each.getAttribute('aria-pressed')).toBe('true');
  await each.click();
  await expect.poll(hash).not.toContain('lr=');
  expect(await page.getByLabel('Learning rate', { exact: true }).inputValue()).toBe('0.005');
});

test('are shown two at a time, and one on a phone, where nothing is wider than the screen', async () => {
  page = await browser.open(`${TINY}&stop=5&placement=post,pre,sandwich,resPost,deepnorm,rezero`, {
    viewport: { width: 390, height: 844 },
  });
  await trained(page, 5);
  expect(await drawn()).toEqual([0]);
  await page.locator('.shown-switch').getByRole('button', { name: 'DeepNorm' }).click();
  expect(await drawn()).toEqual([4]);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
  expect(await drawn()).toEqual([0, 4]);
  await button('Gain of the residual, a: 1.19').first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('0.5');
  await page.keyboard.press('Enter');
  await expect.poll(labels).toContain('LN at after, a = 0.5 …');
  expect(await page.locator('.an-formula').nth(4).innerText()).toBe('y = LN(0.5·x + F(x))');
});
