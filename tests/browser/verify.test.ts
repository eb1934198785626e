// The panel that verifies the browser it is opened in: nothing of it is loaded before it is wanted; then it shows each row as
// it comes, what is right and what is not, and can be stopped.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { KNOWN_ANSWERS } from '../../web/lib/known-answers.ts';
import { PINNED_RUNS } from '../../web/lib/pinned-runs.ts';
import { violations } from './axe.ts';
import { PageBrowser, TINY } from './page.ts';
import { usePages } from './use-pages.ts';

const RUNS = 2 * PINNED_RUNS.length;
const ANSWERS = 2 * KNOWN_ANSWERS.length;

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

type OpenOptions = NonNullable<Parameters<PageBrowser['open']>[1]>;

async function open(options: OpenOptions = {}): Promise<void> {
  page = await browser.open(TINY, { reducedMotion: 'reduce', ...options });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const status = () => page.locator('.verify').getByRole('status');
const rows = () => page.locator('.verify-panel tbody tr:not(.group)');
const verified = () => button('Verify again').waitFor({ timeout: 240_000 });

/** Serves the panel's worker with one pinned fingerprint changed, as if this browser came to another. */
async function expectOtherBits(): Promise<void> {
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(PINNED_RUNS[2]!.expected, '0123456789abcdef');
    await route.fulfill({ response, body });
  });
}

/** Where the two figures of a row begin and end: their text, not their cells. */
const edgesOfFigures = (row: Locator): Promise<number[]> =>
  row.locator('.figure').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right } = range.getBoundingClientRect();
      return [left, right];
    }),
  );

test('everything is right in this browser, and is told so in a sentence', async () => {
  const requests: string[] = [];
  await open();
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);
  await button('Verify this browser').click();
  await page
    .getByText(`of ${RUNS + ANSWERS}`)
    .first()
    .waitFor();
  await verified();
  expect(requests.some((path) => path.includes('worker-'))).toBe(true);
  expect(await status().innerText()).toBe(
    `All ${RUNS} runs ended in the same bits as everywhere else, and all ${ANSWERS} known answers are right.`,
  );
  expect(await rows().count()).toBe(RUNS + ANSWERS);
  expect(await rows().filter({ hasText: '✓ ok' }).count()).toBe(RUNS + ANSWERS);
  for (const { name, expected } of PINNED_RUNS) {
    const cells = await rows().filter({ hasText: name }).first().locator('td').allInnerTexts();
    expect(cells).toEqual([expected, expected, '✓ ok']);
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy as text').click();
  // Told too to who cannot see it.
  await page.locator('[aria-live=polite]').getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(await page.evaluate(() => navigator.userAgent));
  expect(copied.split('\n').filter((line) => line.endsWith('\tok'))).toHaveLength(RUNS + ANSWERS);
});

test.each([
  ['light', 1440],
  ['dark', 320],
] as const)(
  'a run that ends in other bits is shown by sign and word, without fault of access: %s, %d px',
  async (colorScheme, width) => {
    await open({ colorScheme, viewport: { width, height: 800 } });
    await expectOtherBits();
    await button('Verify this browser').focus();
    await page.keyboard.press('Enter');
    await rows().first().waitFor();
    expect(await violations(page, {}, '.verify')).toEqual([]);
    await verified();
    expect(await status().innerText()).toBe(
      `2 of ${RUNS} runs ended in other bits than everywhere else: the curves of this browser are not those of the others.`,
    );
    const wrong = rows().filter({ hasText: '✗ wrong' });
    expect(await wrong.count()).toBe(2);
    const { name, expected } = PINNED_RUNS[2]!;
    expect(await wrong.first().locator('th').innerText()).toBe(name);
    expect(await wrong.first().locator('td').allInnerTexts()).toEqual([
      '0123456789abcdef',
      expected,
      '✗ wrong',
    ]);
    const [start, end, actualStart] = await edgesOfFigures(wrong.first());
    expect(end).toBeLessThan(actualStart!);
    expect(await edgesOfFigures(rows().first())).toEqual([
      start,
      expect.any(Number),
      actualStart,
      expect.any(Number),
    ]);
    expect(await violations(page, {}, '.verify')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test('can be cancelled, which ends its worker, and begun again', async () => {
  await open();
  await button('Verify this browser').click();
  await rows().first().waitFor();
  await button('Cancel').click();
  expect(await status().innerText()).toMatch(new RegExp(`^Cancelled after \\d+ of ${RUNS + ANSWERS}\\.$`));
  await expect.poll(() => page.workers().length).toBe(0);
  await button('Verify again').click();
  await button('Cancel').waitFor();
  await rows().first().waitFor();
});

test('says what is wrong where there is no WebAssembly', async () => {
  await open();
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.WebAssembly;${await response.text()}` });
  });
  await button('Verify this browser').click();
  await verified();
  expect(await status().innerText()).toContain('WebAssembly is not available here');
});

test('says so where the page may have no worker', async () => {
  await open({
    prepare: () => {
      globalThis.Worker = function refuse() {
        throw new DOMException('not here', 'SecurityError');
      } as never;
    },
  });
  await button('Verify this browser').click();
  await verified();
  expect(await status().innerText()).toBe('The verification could not go on: SecurityError: not here');
});
