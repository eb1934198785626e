// The tab "Share" in the hosted page: what is copied leads back to the settings, what is saved is what the lab has, and where a
// browser refuses to copy or to save the page says so.
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readSafetensors } from '../../web/lib/index.ts';
import type { AddnormLab } from '../../web/element/index.ts';
import { shareMessagesEn } from '../../web/element/messages-share.en.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { PageBrowser, recordedIn, stateOf, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';
import { serve } from './serve.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function saved(press: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return {
    name: (download satisfies Download).suggestedFilename(),
    bytes: await readFile(await download.path()),
  };
}

test('copies a link and code, by selecting them where the clipboard is refused', async () => {
  page = await browser.open(`${TINY}&placement=pre&stop=3&view=share`, {
    prepare: () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      Reflect.set(document, 'execCommand', () => false);
    },
  });
  await trained(page, 3);
  const link = await field('Link').inputValue();
  expect(link).toMatch(/\/some\/sub-path\/#v=1&placement=pre&depth=1&.*&stop=3$/);
  expect(link).not.toContain('view=');
  await button('Copy: Link').click();
  await page.getByText(shareMessagesEn.selected).waitFor();
  const selected = await page.evaluate(() => {
    const input = document.querySelector('addnorm-lab')!.shadowRoot!.activeElement as HTMLInputElement;
    return input.value.slice(input.selectionStart!, input.selectionEnd!);
  });
  expect(selected).toBe(link);
  expect(await field('Embed as a frame').inputValue()).toContain('/embed.html?v=1#placement=pre');
  expect(await field('Embed as an element').inputValue()).toContain('<addnorm-lab placement="pre" depth="1"');
});

test('copies by the clipboard where it may', async () => {
  page = await browser.open(`${TINY}&stop=3&view=share`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await button('Copy: Link').click();
  await page.getByRole('button', { name: 'Copy: Link' }).getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field('Link').inputValue());
});

test('saves the run and a model, of one step, and trains on', async () => {
  page = await browser.open(`${TINY}&stop=100000&speed=100&view=share`);
  await trained(page, 10);
  const { bytes, name } = await saved(button('JSON'));
  const run = JSON.parse(bytes.toString()) as {
    variants: { id: string; fingerprint: string; metrics: { loss: number[]; step: number[] } }[];
  };
  const steps = run.variants[0]!.metrics.step.length;
  expect(name).toBe(`addnorm-run-${steps}-steps.json`);
  const { losses } = await recordedIn(page);
  for (const { id, metrics } of run.variants) expect(metrics.loss).toEqual(losses[id]!.slice(0, steps));
  await expect.poll(() => stateOf(page)).toBe('running');
  const csv = await saved(button('CSV'));
  const rows = Number(/(\d+)-steps\.csv$/.exec(csv.name)![1]);
  expect(csv.bytes.toString().trimEnd().split('\r\n')).toHaveLength(1 + 2 * rows);

  // The fingerprint is that of the last step in the file: the same steps again end in the same bits.
  await page.evaluate(async (n) => {
    const lab = document.querySelector<AddnormLab>('addnorm-lab')!;
    lab.reset();
    lab.params = [...lab.params].map(([key, text]) => [key, key === 'stop' ? String(n) : text] as const);
    await lab.updateComplete;
    lab.start();
  }, steps);
  await expect.poll(() => stateOf(page)).toBe('done');
  const again = await saved(button('JSON'));
  expect(
    (JSON.parse(again.bytes.toString()) as typeof run).variants.map(({ fingerprint }) => fingerprint),
  ).toEqual(run.variants.map(({ fingerprint }) => fingerprint));
});

test('saves a checkpoint with the script that goes with it', async () => {
  page = await browser.open(`${TINY}&stop=5&view=share`);
  await trained(page, 5);
  await page.getByLabel('Which model').selectOption('pre-LN');
  await button('Take it now').click();
  const checkpoint = await saved(page.getByRole('link', { name: /\.safetensors/ }));
  expect(checkpoint.name).toBe('addnorm-step-5-pre-ln.safetensors');
  expect([...readSafetensors(checkpoint.bytes).tensors.keys()]).toContain('norm.weight');
  const script = await saved(page.getByRole('link', { name: /\.py/ }));
  const text = script.bytes.toString();
  expect(text).toContain(`CHECKPOINT = "${checkpoint.name}"`);
  expect(text).toContain('x = x + self.self_attn(self.norm1(x))');
  const [, loss] = /^LOSS = (\S+)$/m.exec(text)!;
  await button('One step').click();
  await trained(page, 6);
  expect((await recordedIn(page)).losses['b']![5]).toBeCloseTo(Number(loss), 5);
});

test('works in a closed frame, and says that saving may be refused there', async () => {
  const host =
    '<iframe sandbox="allow-scripts" width="900" height="900" src="./#v=1&amp;stop=3&amp;view=share"></iframe>';
  // The page has its policy with it; a module in a closed frame needs the leave of its server.
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const server = await serve(inRoot('dist', 'site'), { headers, files: { 'host.html': host } });
  page = await browser.open(TINY);
  await trained(page, 1);
  await page.goto(`${server.url}host.html`);
  const frame = page.frameLocator('iframe');
  await frame.getByText(shareMessagesEn.closedFrame).waitFor();
  await frame.getByText('3 steps of 2 models').waitFor();
  await frame.getByRole('button', { name: 'Copy: Link' }).click();
  await frame.getByRole('button', { name: 'Take it now' }).click();
  await frame.getByRole('link', { name: /step-3-.*\.py/ }).waitFor();
  await server.close();
  // The browser itself says of the clipboard that it is refused.
  const others = (text: string) => !text.startsWith('request: ') && !text.includes('Clipboard API');
  expect(browser.takeComplaints().filter(others)).toEqual([]);
});
