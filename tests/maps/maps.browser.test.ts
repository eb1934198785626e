// maps.html as people meet it: both figures are run, cancelled and gone on with, moved through by keys, kept in the address, and
// are for everyone; a cell opens in the lab.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type {} from '../../web/element/define.ts';
import { violations } from '../browser/axe.ts';
import { PageBrowser } from '../browser/page.ts';
import { usePages } from '../browser/use-pages.ts';

/** Runs that take next to no time. */
const TINY =
  'depth=1&width=8&heads=2&ctx=8&batch=2&steps=20&columns=3&rows=2&lr-from=0.001&lr-to=0.1&warmup-to=10' +
  '&gradient-width=8&gradient-heads=2&gradient-ctx=8&gradient-depth-to=6&gradient-seeds=3';

const WCAG = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] };

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

type OpenOptions = NonNullable<Parameters<PageBrowser['open']>[1]>;

async function open(settings: string, options: OpenOptions = {}): Promise<void> {
  page = await browser.open(settings, { path: 'maps.html', ...options });
  await page.locator('.initial-gradients .am-run').waitFor();
}

const map = () => page.locator('.stability-map');
const gradients = () => page.locator('.initial-gradients');
const run = (figure: typeof map) => figure().getByRole('button', { name: 'Run', exact: true }).click();
const done = (figure: typeof map) =>
  figure()
    .getByText(/^All \d+ runs are done\.$/)
    .waitFor({ timeout: 120_000 });
const params = () => new URLSearchParams(new URL(page.url()).hash.slice(1));

test('the map fills, says what it shows, is moved through by arrow keys, and a cell opens in the lab as the same run', async () => {
  await open(TINY);
  const cells = map().getByRole('gridcell').getByRole('link');
  expect(await cells.count()).toBe(12);
  await run(map);
  await done(map);
  expect(await map().locator('.am-summary').innerText()).toMatch(
    /^post-LN: (none|\d) of 6 runs learned.*; pre-LN: (none|\d) of 6 runs learned.*\.$/,
  );
  for (const name of await cells.evaluateAll((links) => links.map((link) => link.ariaLabel))) {
    expect(name).toMatch(/^(post|pre)-LN, learning rate 0\.0?0?1, (no warm-up|10 steps of warm-up): loss \d/);
  }
  const backgrounds = await cells.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  expect(backgrounds.every((color) => /^rgb\(/.test(color))).toBe(true);

  // To and fro between settings of the other figure: what was run stays.
  await gradients().getByLabel('Seeds').fill('2');
  await page.keyboard.press('Enter');
  await expect.poll(() => params().get('gradient-seeds')).toBe('2');
  await page.goBack();
  await expect.poll(() => gradients().getByLabel('Seeds').inputValue()).toBe('3');
  await done(map);

  const first = map().getByRole('grid', { name: 'Stability map of pre-LN' }).locator('a[tabindex="0"]');
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('a:focus');
  expect(await focused.getAttribute('aria-label')).toMatch(/^pre-LN, learning rate 0\.01, no warm-up: /);
  await expect
    .poll(() => map().locator('.am-readout').innerText())
    .toMatch(/^pre-LN, learning rate 0\.01, no warm-up: /);
  await page.keyboard.press('Enter');
  await page.waitForURL(/index\.html#/);
  await page.locator('addnorm-lab').waitFor();
  const opened = await page.evaluate(() => {
    const { settings } = document.querySelector('addnorm-lab')!;
    const [{ model, optimizer, batch }] = settings.configs as [(typeof settings.configs)[number]];
    return [
      settings.configs.length,
      model.placement,
      model.dModel,
      optimizer.lr,
      batch,
      settings.options.stop,
    ];
  });
  expect(opened).toEqual([1, 'pre', 8, 0.01, 2, 20]);
});

test('is cancelled at once and goes on; what is changed is in the address, and what is not allowed is said', async () => {
  await open('columns=99&rows=2&steps=300');
  expect(await map().getByRole('alert').innerText()).toContain('columns: "99" is not allowed');
  await run(map);
  await map().getByRole('button', { name: 'Cancel', exact: true }).click();
  await map().getByText('Cancelled; what is done stays.').waitFor();
  await map().getByText('More settings').click();
  await map().getByLabel('Learning rates').fill('4');
  await page.keyboard.press('Enter');
  await map().getByLabel('Steps a run').fill('10');
  await page.keyboard.press('Enter');
  await map().getByLabel('Placement 2').selectOption('none');
  await expect
    .poll(() => Object.fromEntries(params()))
    .toMatchObject({ columns: '4', steps: '10', placement: 'post,none' });
  await map().getByText('0 of 16 runs').waitFor();
  await gradients().getByLabel('Seeds').fill('2');
  await page.keyboard.press('Enter');
  await expect.poll(() => params().get('gradient-seeds')).toBe('2');
  await page.reload();
  await map().getByText('0 of 16 runs').waitFor();
  await gradients().getByText('0 of 44 runs').waitFor();
});

test('the gradient before the first step is measured, drawn, said and saved', async () => {
  await open(TINY);
  await run(gradients);
  await done(gradients);
  const summaries = gradients().locator('.an-summary');
  await expect
    .poll(() => summaries.first().innerText())
    .toMatch(
      /^From depth 4 to 6, the gradient of the last block goes with depth to the power −?\d.* in post-LN and −?\d.* in pre-LN; by theorem 1/,
    );
  await expect
    .poll(() => summaries.last().innerText())
    .toMatch(/^With 6 blocks, from the first block to the last the gradient /);
  const table = gradients().locator('details', { hasText: 'Data table' }).first();
  await table.locator('summary').click();
  expect(await table.locator('tbody th').allInnerTexts()).toEqual(['1', '2', '3', '4', '6']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    gradients().getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(download.suggestedFilename()).toBe('addnorm-initial-gradients.csv');
  await gradients().getByText('Saved as addnorm-initial-gradients.csv').waitFor();
  expect(lines).toHaveLength(1 + 2 * (1 + 2 + 3 + 4 + 6));
  expect(lines[1]).toMatch(/^post,1,1,3,\d/);
});

test('breaks no rule of WCAG 2.2 AA, empty and filled, in light, dark and forced colours, and fits 320 px', async () => {
  await open(TINY, { bypassCSP: true });
  expect(await violations(page, WCAG)).toEqual([]);
  await Promise.all([run(map), run(gradients)]);
  await Promise.all([done(map), done(gradients)]);
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media);
    expect(await violations(page, WCAG)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  // The canvases follow in the next frames.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
