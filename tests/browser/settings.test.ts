// Settings in the hosted page: what is changed can be taken back, what is wrong is said once, and a text is one's own.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messagesEn } from '../../web/element/messages.en.ts';
import { PageBrowser, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const hash = () => new URL(page.url()).hash;
const field = (name: string) => page.getByLabel(name, { exact: true });

test('going back takes back a change; what is typed in one go is one change', async () => {
  page = await browser.open(`${TINY}&stop=3`);
  const begun = hash();
  await field('Norm').selectOption('rms');
  await expect.poll(hash).toContain('norm=rms');
  for (const depth of ['2', '3']) {
    await field('Depth (blocks)').fill(depth);
    await expect.poll(hash, { interval: 20 }).toContain(`depth=${depth}`);
  }
  await page.goBack();
  await expect.poll(hash).toContain('depth=1');
  expect(hash()).toContain('norm=rms');
  expect(await field('Depth (blocks)').inputValue()).toBe('1');
  await page.goBack();
  await expect.poll(hash).toBe(begun);
  expect(await field('Norm').inputValue()).toBe('layer');
  await page.goForward();
  await expect.poll(hash).toContain('norm=rms');
  await expect.poll(() => field('Norm').inputValue()).toBe('rms');
});

test('of several faults one is to be seen, that of the field in use, in the words of the page', async () => {
  page = await browser.open(`${TINY}&stop=3`);
  for (const name of ['Depth (blocks)', 'Width', 'Heads']) await field(name).fill('0');
  const bubbles = () =>
    page
      .locator('.fault')
      .evaluateAll((all) =>
        all.filter((one) => (one as HTMLElement).offsetHeight > 0).map((one) => one.textContent.trim()),
      );
  expect(await bubbles()).toEqual(['must be a whole number from 1 to 64']);
  await field('Width').focus();
  await expect.poll(bubbles).toEqual(['must be a whole number from 1 to 512']);
  await field('Width').fill('9');
  await expect.poll(bubbles).toEqual(['Width must be a multiple of Heads = 2']);
  await field('Learning rate').fill('0,01');
  await expect.poll(hash).toContain('lr=0.01');
});

test.each([
  ['Width', '9', 'Heads', '3'],
  ['Heads', '3', 'Width', '9'],
])('what goes together only is taken together: first %s %s, then %s %s', async (one, its, other, others) => {
  page = await browser.open(`${TINY}&stop=3`);
  await field(one).fill(its);
  await page.getByText('Width must be a multiple of Heads').waitFor();
  await field(other).fill(others);
  await expect.poll(hash).toContain('width=9');
  expect(hash()).toContain('heads=3');
  expect(await page.locator('.fields [aria-invalid=true]').count()).toBe(0);
});

test('a file is opened or dropped as the text to learn, or refused with the reason', async () => {
  page = await browser.open(`${TINY}&task=text&stop=3`);
  const text = page.getByRole('textbox', { name: 'Text (characters)' });
  const file = (content: string | Uint8Array) => ({
    name: 'own.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  const input = page.locator('.open-file input');
  await input.setInputFiles(file('one, two\r\n'.repeat(9)));
  await expect.poll(() => text.inputValue()).toBe('one, two\n'.repeat(9));
  await expect.poll(hash).toContain('text=one,+two%0A');
  await input.setInputFiles(file(new Uint8Array([0x47, 0xfc, 0x74])));
  await page.getByText(messagesEn.fileFaults.notText).waitFor();
  expect(await text.inputValue()).toBe('one, two\n'.repeat(9));
  await input.setInputFiles(file('a'.repeat(1_000_001)));
  await page.getByText(messagesEn.fileFaults.tooLarge).waitFor();
  await text.evaluate((area) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['three, four\n'.repeat(300)], 'own.txt', { type: 'text/plain' }));
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => text.inputValue()).toContain('three, four');
  // Too long for an address, which is said where the text stands.
  const remark = page.locator('.field[data-key=text] .remark');
  await expect.poll(() => remark.innerText()).toContain('the address does not hold it');
  await trained(page, 3);
});
