// The tab "Generate": token by token, by keyboard and pointer, with what each could have been and whether it is right.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PageBrowser, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const tokens = () => page.locator('.token.new').allTextContents();

test('continues an example of the task, says what is right, and stops when it is asked to', async () => {
  page = await browser.open('view=generate&placement=pre&task=copy&depth=2&ctx=8&stop=300&vocab=6');
  await trained(page, 300);
  await expect.poll(() => field('Begin with').inputValue()).toMatch(/^\d \d \d \d \|$/);
  await field('Begin with').fill('3 1 0 2 |');
  await button('One token').click();
  await expect.poll(tokens).toEqual(['3']);
  expect(await page.locator('.candidate').count()).toBe(6);
  expect(await page.locator('.candidate.drawn').innerText()).toMatch(/^3\s+(9\d|100)\.\d %\s+drawn$/);
  await button('Continue').click();
  await page.getByText('All 4 are right: this is the answer.').waitFor();
  expect(await tokens()).toEqual(['3', '1', '0', '2']);
  await page.getByRole('button', { name: /^Token 2: 1, / }).press('Enter');
  await page.getByText('What token 2 could have been').waitFor();
  await field('Begin with').fill('3 1 9 |');
  await page.getByText('"9" is none of them: 0 to 3, | or _.').waitFor();
  expect(await button('One token').isDisabled()).toBe(true);
});

test('continues a text with its characters, until it is stopped; other settings begin afresh', async () => {
  page = await browser.open(`view=generate&task=text&${TINY}&stop=3`);
  await trained(page, 3);
  await field('Begin with').fill('To be, or ');
  await field('Temperature').fill('0,8');
  await button('Continue').click();
  await expect.poll(async () => (await tokens()).length).toBeGreaterThan(2);
  await button('Stop').click();
  const { length } = await tokens();
  await expect.poll(tokens).toHaveLength(length);
  await page.getByText('There is no one right continuation here.').waitFor();
  await field('Begin with').fill('To be 4');
  await page.getByText('"4" does not occur in the text that is learned.').waitFor();
  await page.getByLabel('Seed', { exact: true }).first().fill('2');
  await page.keyboard.press('Enter');
  await expect.poll(tokens).toEqual([]);
});
