// Charts are saved by keyboard alone, under a strict security policy; where a frame may not save files, that is said.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations, type ChartBrowser, onChartPages } from './chart-page.ts';

let page: Page;
let browser: ChartBrowser;
onChartPages((fresh, itsBrowser) => {
  page = fresh;
  browser = itsBrowser;
});

/** A line chart of two curves and a heat map, drawn. */
async function draw(target: Page): Promise<void> {
  await target.evaluate(async () => {
    const { charts, stage, curve, frames } = globalThis as unknown as typeof import('./stage.ts');
    const lines = new charts.LineChart(stage(), {
      title: 'Loss',
      xLabel: 'step',
      yLabel: 'nats',
      quantity: 'loss',
    });
    lines.update({ series: [curve('post', 30, () => 2.64), curve('pre', 30, (step) => 3 / step)] });
    const map = new charts.HeatMap(stage(), { title: 'Gradient', quantity: 'gradient norm' });
    const identity = { id: 'a', label: 'pre-LN', placement: 'pre', nth: 0 } as const;
    map.update({ variants: [{ ...identity, nBlock: 2, steps: [1, 2], values: [1, 2, 3, 4], count: 2 }] });
    await frames();
    await new Promise((resolve) => setTimeout(resolve, 600));
  });
}

/** Opens the menu of a chart by keyboard and chooses the item so many keys down; returns name and content of the file. */
async function save(title: string, down: number): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: `Save ${title}` }).focus();
  await page.keyboard.press('ArrowDown');
  for (let i = 0; i < down; i++) await page.keyboard.press('ArrowDown');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const focused = (locator: Locator) => locator.evaluate((element) => element.matches(':focus'));

test('as numbers, picture and drawing, each of what the chart shows', async () => {
  await draw(page);
  const csv = await save('Loss', 0);
  expect(csv.name).toBe('addnorm-loss-step-30.csv');
  const rows = csv.bytes.toString().split('\r\n');
  expect(rows).toHaveLength(32);
  expect(rows.slice(0, 2)).toEqual(['step,post-LN,pre-LN', '1,2.64,3']);
  expect(rows[7]).toBe(`7,2.64,${3 / 7}`);

  const png = await save('Loss', 1);
  expect(png.name).toBe('addnorm-loss-step-30.png');
  const pixels = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      ctx.drawImage(bitmap, 0, 0);
      const corner = [...ctx.getImageData(2, 2, 1, 1).data];
      const { data } = ctx.getImageData(0, 0, bitmap.width, bitmap.height);
      const found = new Set<string>();
      for (let i = 0; i < data.length; i += 4)
        found.add(`${data[i]} ${data[i + 1]} ${data[i + 2]} ${data[i + 3]}`);
      return {
        width: bitmap.width,
        corner,
        hasCurve: found.has('0 103 165 255'),
        hasOther: found.has('194 74 0 255'),
      };
    },
    [...png.bytes],
  );
  expect(pixels).toEqual({ width: 1520, corner: [255, 255, 255, 255], hasCurve: true, hasOther: true });

  await page.getByRole('button', { name: 'difference' }).click();
  for (const [title, name, text] of [
    ['Loss', 'addnorm-loss-difference-step-30.svg', 'pre-LN − post-LN'],
    ['Gradient', 'addnorm-gradient-step-2.svg', 'pre-LN'],
  ] as const) {
    const svg = await save(title, 2);
    expect(svg.name).toBe(name);
    const parsed = await page.evaluate((source) => {
      const { documentElement: root } = new DOMParser().parseFromString(source, 'image/svg+xml');
      const texts = [...root.querySelectorAll('text')].map(({ textContent }) => textContent);
      return { name: root.nodeName, error: root.querySelector('parsererror')?.textContent, texts };
    }, svg.bytes.toString());
    expect(parsed).toMatchObject({ name: 'svg', error: undefined });
    expect(parsed.texts).toEqual(expect.arrayContaining([title, text]));
  }
  expect(await page.locator('.an-summary').first().innerText()).toBe(
    'At step 30 the loss of pre-LN is 2.54 below that of post-LN.',
  );
});

test('the menu takes and gives back the focus, and breaks no rule open or closed', async () => {
  await draw(page);
  const button = page.getByRole('button', { name: 'Save Loss' });
  await button.focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect.poll(() => focused(items.first())).toBe(true);
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('End');
  expect(await focused(items.last())).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await focused(items.first())).toBe(true);
  await page.keyboard.press('Escape');
  expect(await focused(button)).toBe(true);
  expect(await items.count()).toBe(0);
  await page.keyboard.press('ArrowUp');
  expect(await focused(items.last())).toBe(true);
  await page.keyboard.press('Tab');
  expect(await button.getAttribute('aria-expanded')).toBe('false');
});

test.each([
  ['allow-scripts allow-same-origin', 'This frame may not save files.'],
  ['allow-scripts allow-same-origin allow-downloads', 'Saved as addnorm-loss-step-30.csv'],
  ['allow-scripts', 'If it does not arrive, this frame may not save files'],
])('in a frame with %s it says so: %s', async (sandbox, said) => {
  await page.evaluate((rights) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', rights);
    frame.title = 'lab';
    frame.srcdoc = '<!doctype html><html lang="en"><title>Charts</title><body><main></main>';
    Object.assign(frame, { width: 700, height: 800 });
    document.body.append(frame);
  }, sandbox);
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1]!;
  await frame.waitForLoadState();
  await frame.addScriptTag({ content: browser.script });
  await draw(frame as unknown as Page);
  await frame.getByRole('button', { name: 'Save Loss' }).click();
  await frame.getByRole('menuitem').first().click();
  await expect.poll(() => frame.locator('.an-said').first().innerText()).toContain(said);
  browser.errors.length = 0;
});
