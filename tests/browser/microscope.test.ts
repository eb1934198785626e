// The microscope in its page: numbers are typed, pasted, pulled and moved by keys, steps are gone through, the address holds all
// of it, and it is for everyone.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type {} from '../../web/microscope/define.ts';
import { PRESET_IDS, PRESETS } from '../../web/microscope/presets.ts';
import { toParams } from '../../web/microscope/params.ts';
import type { MicroscopeState } from '../../web/microscope/state.ts';
import { violations } from './axe.ts';
import { PageBrowser } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

type OpenOptions = NonNullable<Parameters<PageBrowser['open']>[1]>;

async function open(settings = '', options: OpenOptions = {}): Promise<void> {
  page = await browser.open(settings, { path: 'microscope.html', ...options });
  await page.locator('.grid').waitFor();
}

const hash = () => new URL(page.url()).hash;
const field = (name: string) => page.locator('.grid').getByRole('spinbutton', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const numbersOf = (step: string) => page.locator(`[data-step=${step}] .number`).allInnerTexts();
const sentence = () => page.locator('.sentence').innerText();

describe('numbers', () => {
  test('are typed, moved by keys, pulled and pasted, and everything follows', async () => {
    await open();
    expect(await numbersOf('y')).toEqual(['−1.414', '0', '0', '1.414']);
    await field('x, feature 4').fill('16');
    expect(await numbersOf('mean')).toEqual(['6.5']);
    await field('x, feature 4').fill('1o');
    await page.getByText('"1o" is not a number').waitFor();
    expect(await field('x, feature 4').getAttribute('aria-invalid')).toBe('true');
    expect(await numbersOf('mean')).toEqual(['6.5']);
    await page.keyboard.press('Escape');
    expect(await field('x, feature 4').inputValue()).toBe('16');
    await field('x, feature 1').press('ArrowUp');
    await field('x, feature 1').press('Shift+ArrowUp');
    expect(await field('x, feature 1').inputValue()).toBe('13');
    await expect.poll(hash).toBe('#v=1&x=13,4,4,16');
    await field('γ, feature 2').press('Shift+ArrowUp');
    expect(await field('γ, feature 2').inputValue()).toBe('2');
    await field('x, feature 3').evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '[1; 5; 9]');
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
      );
    });
    expect(await numbersOf('mean')).toEqual(['5']);
    await page.getByLabel('The numbers x').fill('1 2 3\n3, 2, 7');
    expect(await page.locator('.matrix').count()).toBe(2);
    await page.getByLabel('The numbers x').fill('1 2 3\n3, 2');
    await page.getByText('row 2 has 2 numbers, the first has 3').waitFor();
    await button('Reset to the first example').click();
    await expect.poll(hash).toBe('');
    expect(await numbersOf('y')).toEqual(['−1.414', '0', '0', '1.414']);
  });

  test('a bar follows the pointer while the page stands still', async () => {
    await open();
    const bars = page.locator('[data-step=x] .plot');
    const before = (await bars.nth(0).boundingBox())!;
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const [x, y, whole] = [before.x + before.width / 2, before.y + before.height / 2, await height()];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - before.height / 4, { steps: 5 });
    // A quarter of the plot is half of the scale, which ends at 6.
    const pulled = Number(await field('x, feature 1').inputValue());
    expect(Math.abs(pulled - 5)).toBeLessThanOrEqual(0.2);
    await page.mouse.move(x, y + 2 * before.height, { steps: 5 });
    expect(await field('x, feature 1').inputValue()).toMatch(/^−/);
    await page.mouse.up();
    await page.mouse.move(x, y - 80);
    expect(await field('x, feature 1').inputValue()).toMatch(/^−/);
    expect(await bars.nth(0).boundingBox()).toEqual(before);
    expect(await height()).toBe(whole);
  });

  test('a shift and a stretch of all of x leave y', async () => {
    await open();
    await button('Add 5 to all').click();
    await page.getByText('Add 5 to all: x changed, y did not').waitFor();
    await button('Times 10').click();
    await page.getByText('Times 10: x changed, y did not').waitFor();
    expect(await page.locator('[data-step=y] .mark').count()).toBe(4);
    await field('x, feature 1').press('ArrowUp');
    expect(await page.locator('[data-step=y] .mark').count()).toBe(0);
    await field('x, feature 1').press('ArrowDown');
    expect(await numbersOf('y')).toEqual(['−1.414', '0', '0', '1.414']);
    await button('RMSNorm').click();
    await button('Add 5 to all').click();
    await page.getByText(/Add 5 to all: y changed by up to/).waitFor();
  });
});

test('steps are gone through by keys and buttons, and nothing moves when one is shown', async () => {
  await open();
  const heights = () =>
    page.locator('.step').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  const whole = await heights();
  await button('Step by step').click();
  expect(await heights()).toEqual(whole);
  expect(await page.locator('[data-step=mean] .number').isVisible()).toBe(false);
  await button('Next step').click();
  await page.keyboard.press('PageDown');
  await page.getByText('step 3 of 9').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(hash).toBe('#v=1&step=2');
  expect(await page.locator('[data-step=mean] .number').isVisible()).toBe(true);
  expect(await page.locator('[data-step=deviation] .number').first().isVisible()).toBe(false);
  await button('All steps').click();
  expect(await heights()).toEqual(whole);
});

test('BatchNorm of a batch of one is refused in the kernel’s words, and there are two ways on', async () => {
  await open();
  await button('BatchNorm').click();
  await page.getByText('invalid x: [2, 4, 4, 6] (must have at least 2 rows of dModel = 4 numbers)').waitFor();
  await button('Use what earlier batches left').click();
  expect(await numbersOf('xHat')).toEqual(['2', '4', '4', '6']);
  await button('the batch (training)').click();
  await page.locator('.refusal').getByRole('button', { name: 'Add a row' }).click();
  expect(await page.locator('[data-step=x] .cell').count()).toBe(2);
  expect(await page.locator('.matrix').first().locator('.framed').count()).toBe(2);
  await button('LayerNorm').click();
  expect(await page.locator('.matrix').first().locator('.framed').count()).toBe(4);
});

test('what the address does not hold is mended, and the page says so; a theme is kept', async () => {
  await open('x=2,a&norm=rms&gama=2');
  await page.getByText('there is no setting "gama"').waitFor();
  await page.getByText('x: "2,a" is not allowed ("a" is not a number); the default is used').waitFor();
  expect(await sentence()).toContain('RMSNorm takes nothing off the row');
  await button('Dark').click();
  await expect.poll(hash).toContain('theme=dark');
  await button('Close').click();
  expect(await page.getByText('gama').count()).toBe(0);
});

test('as an element it takes its settings from attributes, and tells the page of changes', async () => {
  await open();
  const seen = await page.evaluate(async () => {
    const element = document.createElement('addnorm-microscope');
    element.setAttribute('x', '1,2;3,5');
    element.setAttribute('norm', 'batch');
    const told: unknown[] = [];
    element.addEventListener('addnorm-microscope-change', (event) =>
      told.push((event as CustomEvent).detail),
    );
    document.querySelector('main')!.append(element);
    const find = (selector: string) => element.renderRoot.querySelector<HTMLElement>(selector);
    while (!find('[data-step=y]')) await new Promise((resolve) => setTimeout(resolve, 10));
    find('[data-step=y] .chosen')!.nextElementSibling!.dispatchEvent(
      new MouseEvent('click', { bubbles: true }),
    );
    await element.updateComplete;
    return { told, y: find('[data-step=y] .chosen .number')!.innerText, params: element.params };
  });
  const params = [
    ['x', '1,2;3,5'],
    ['norm', 'batch'],
    ['row', '2'],
  ];
  expect(seen).toEqual({ told: [{ params }], y: '1', params });
});

test('where there is no WebAssembly it says so', async () => {
  page = await browser.open('', {
    path: 'microscope.html',
    prepare: () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
  });
  await page.getByRole('alert').filter({ hasText: 'could not be started' }).waitFor();
});

describe('for everyone', () => {
  async function show(state: MicroscopeState): Promise<void> {
    await page.evaluate(async (params) => {
      const microscope = document.querySelector('addnorm-microscope')!;
      microscope.params = params;
      await microscope.updateComplete;
    }, toParams(state));
  }

  test('axe finds nothing, in light, dark and forced colours', async () => {
    await open();
    for (const [id, colorScheme, forcedColors] of [
      ['batch', 'light', 'none'],
      ['batchOfOne', 'light', 'none'],
      ['gradient', 'dark', 'none'],
      ['block', 'light', 'active'],
    ] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      await show({ ...PRESETS[id], step: id === 'block' ? 3 : null });
      expect(await violations(page), id).toEqual([]);
    }
  });

  test('nothing is wider than the window, from 320 px up', async () => {
    await open();
    for (const width of [320, 480, 768]) {
      await page.setViewportSize({ width, height: 800 });
      for (const id of PRESET_IDS) {
        await show(PRESETS[id]);
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(isWider, `${id}, ${width} px`).toBe(false);
      }
    }
  });
});
