// The hosted page, as people meet it: it trains, it is driven by keyboard, it keeps its settings in the address, it is
// accessible, it fails plainly, and it leaves nothing running behind.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PLACEMENTS } from '../../web/lib/placements.ts';
import type {} from '../../web/element/define.ts';
import { violations } from './axe.ts';
import { PageBrowser, recordedIn, stateOf, stepsDone, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

const hash = () => new URL(page.url()).hash;
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });

describe('training', () => {
  test('pre-LN learns within 200 steps and post-LN does not', async () => {
    page = await browser.open();
    await trained(page, 200);
    const { losses } = await recordedIn(page);
    expect(losses['b']![199]).toBeLessThan(0.1);
    expect(losses['a']![199]).toBeGreaterThan(2.5);
    await expect
      .poll(() => page.locator('.loss .an-summary').innerText())
      .toMatch(/pre-LN has learned the task .*post-LN is still at the level of guessing \(2\.64\)/);
  });

  test('with 200 steps of warm-up in the address post-LN learns within 500', async () => {
    page = await browser.open('placement=post&warmup=200&stop=500');
    await trained(page, 500);
    const { losses, events } = await recordedIn(page);
    expect(losses['a']![499]).toBeLessThan(0.2);
    expect(events).toEqual(['addnorm-ready', 'addnorm-done']);
  });

  test('one press adds the warm-up, writes it into the address, and begins again', async () => {
    page = await browser.open(TINY);
    await trained(page, 1);
    await button('Add 200 steps of warm-up').click();
    await expect.poll(hash).toContain('warmup=200');
    await button('Remove the warm-up').click();
    await expect.poll(hash).not.toContain('warmup');
  });

  test('a run that diverges goes on, and says where, when and why', async () => {
    page = await browser.open('placement=none&lr=1&stop=5');
    await trained(page, 5);
    const verdict = page.locator('.loss .an-summary');
    await expect
      .poll(() => verdict.innerText())
      .toContain('First not finite in “no norm”: layers.4.self_attn output (block 5), at step 2.');
    expect(await verdict.innerText()).toContain('Nothing brings the stream back to size');
  });

  test('goes on without a network', async () => {
    page = await browser.open(TINY);
    // Idle is not enough: a busy machine may not have asked for everything yet.
    await trained(page, 1);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const firstLoss = async () => (await recordedIn(page)).losses['b']![0];
    const before = await firstLoss();
    await button('New seed').click();
    await expect.poll(firstLoss).not.toBe(before);
    await trained(page, 50);
  });
});

describe('by keyboard alone', () => {
  /** Presses Tab until the control of this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    for (let i = 0; i < 150; i++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const labelled = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
        return (element?.getAttribute('aria-label') ?? labelled ?? element?.textContent ?? '').trim();
      });
      if (focused === name) return;
    }
    throw new Error(`no Tab leads to "${name}"`);
  }

  test('pauses, steps, resets, takes a seed and plays', async () => {
    page = await browser.open(`${TINY}&stop=1000000`);
    await trained(page, 1);
    await tabTo('Pause');
    await page.keyboard.press('Space');
    await expect.poll(() => stateOf(page)).toBe('paused');
    const paused = await stepsDone(page);
    await tabTo('One step');
    await page.keyboard.press('Enter');
    await expect.poll(() => stepsDone(page)).toBe(paused + 1);
    await tabTo('+10 steps');
    await page.keyboard.press('Enter');
    await expect.poll(() => stepsDone(page)).toBe(paused + 11);
    await tabTo('Reset to step 0');
    await page.keyboard.press('Enter');
    await expect.poll(() => stepsDone(page)).toBe(0);
    await tabTo('Seed');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('42');
    await page.keyboard.press('Enter');
    await expect.poll(hash).toContain('seed=42');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await trained(page, 5);
  });

  test('a slot of the drawing is a button, and what it makes has its name', async () => {
    page = await browser.open(`${TINY}&placement=post`);
    await tabTo('LayerNorm after the addition, on the residual stream');
    await page.keyboard.press('Enter');
    await tabTo('LayerNorm on the input of the branch');
    await page.keyboard.press('Enter');
    await expect.poll(hash).toContain('placement=pre');
    expect(await field('Placement of model A').inputValue()).toBe('pre');
  });

  test('the skip link leads to the explanation and leaves the settings alone', async () => {
    page = await browser.open(TINY);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('explanation');
    expect(hash()).toContain('depth=1');
  });
});

describe('settings', () => {
  test('stand in the address, come back with it, and only those that differ', async () => {
    page = await browser.open(TINY);
    await field('Depth (blocks)').fill('2');
    await field('Task').selectOption('copy');
    await field('Placement of model B').selectOption('sandwich');
    await expect
      .poll(hash)
      .toBe('#v=1&placement=post,sandwich&depth=2&width=8&heads=2&ctx=8&task=copy&batch=2');
    await page.reload();
    expect(await field('Depth (blocks)').inputValue()).toBe('2');
    expect(await field('Task').inputValue()).toBe('copy');
    expect(await field('Placement of model B').inputValue()).toBe('sandwich');
    await page.evaluate(() => (location.hash = '#v=1&depth=1&width=8&heads=2'));
    await expect.poll(() => field('Depth (blocks)').inputValue()).toBe('1');
    await page.goBack();
    await expect.poll(() => field('Depth (blocks)').inputValue()).toBe('2');
  });

  test('that are not allowed are mended, and the page says so', async () => {
    page = await browser.open(`depth=99&width=8&heads=2&ctx=8&dept=3&speed=1`);
    const notice = page.getByRole('status').filter({ hasText: 'About the settings' });
    await notice.waitFor();
    const text = await notice.innerText();
    expect(text).toContain('depth: "99" is not allowed (must be a whole number from 1 to 48); 48 is used');
    expect(text).toContain('there is no setting "dept"; did you mean "depth"?');
    expect(await field('Depth (blocks)').inputValue()).toBe('48');
    await button('Close').click();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('are checked while they are typed, with the rule beside the field', async () => {
    page = await browser.open(TINY);
    await trained(page, 1);
    const width = field('Width');
    await width.fill('7');
    expect(await width.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Width must be a multiple of Heads = 2').waitFor();
    expect(hash()).toContain('width=8');
    await width.press('Escape');
    expect(await width.inputValue()).toBe('8');
    expect(await width.getAttribute('aria-invalid')).toBe('false');
  });

  test('have a text to learn: one of the page, or ones own, which the address holds if it is short', async () => {
    page = await browser.open(TINY, { reducedMotion: 'reduce' });
    await field('Task').selectOption('text');
    await page.getByText('More settings').click();
    const text = page.getByRole('textbox', { name: 'Text (characters)' });
    expect(await text.inputValue()).toContain('Shall I compare thee to a summer');
    expect(await field('Vocabulary (tokens)').inputValue()).toBe('53');
    await text.fill('too');
    await page.getByText('must have 4 to 200000 characters, not 3').waitFor();
    await text.fill('one, two, three\n'.repeat(5));
    await expect.poll(() => field('Vocabulary (tokens)').inputValue()).toBe('12');
    await expect.poll(hash).toContain('task=text&text=one,+two,+three%0A');
    await page.reload();
    await page.getByText('More settings').click();
    expect(await text.inputValue()).toBe('one, two, three\n'.repeat(5));
    await text.fill('one, two, three\n'.repeat(200));
    await page.getByText('text: the address does not hold it').waitFor();
    await expect.poll(hash).not.toContain('text=');
    await button('Play').click();
    await trained(page, 1);
  });

  test('of every link of the page are sound, and every row of the table is a placement', async () => {
    page = await browser.open('', { reducedMotion: 'reduce' });
    const links = await page
      .locator('article a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    expect(links.length).toBeGreaterThanOrEqual(14);
    for (const link of links) {
      await page.evaluate((address) => {
        document.querySelector('addnorm-lab')!.params = new URLSearchParams(address.replace(/^#v=1&?/, ''));
      }, link);
      await page.evaluate(() => document.querySelector('addnorm-lab')!.updateComplete);
      expect(await page.getByText('About the settings').count(), link).toBe(0);
    }
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [row.children[0]!.textContent, row.children[3]!.textContent]));
    expect(rows).toEqual(Object.values(PLACEMENTS).map(({ label, source }) => [label, source]));
  });
});

describe('for everyone', () => {
  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('axe finds nothing: %s, %d px', async (colorScheme, width) => {
    page = await browser.open(`${TINY}&stop=20`, { colorScheme, viewport: { width, height: 900 } });
    await trained(page, 20);
    await page.getByText('More settings').click();
    expect(await violations(page)).toEqual([]);
  });

  test('nothing is wider than the window, from 320 px up', async () => {
    page = await browser.open(`${TINY}&stop=5`, { viewport: { width: 320, height: 800 } });
    await trained(page, 5);
    await page.getByText('More settings').click();
    for (const width of [320, 390, 600, 640, 768, 1080, 1144, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // The charts follow in the next frame.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `at ${width} px` })
        .toBeLessThanOrEqual(width);
    }
  });

  test('no choice of a setting is cut off, and a text has the whole row', async () => {
    page = await browser.open(`${TINY}&task=text&stop=5`);
    await page.getByText('More settings').click();
    for (const width of [390, 1144, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = page.locator('.settings select').evaluateAll((selects) =>
        selects.flatMap((select) => {
          const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
          const context = document.createElement('canvas').getContext('2d')!;
          context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
          const names = [...(select as HTMLSelectElement).options].map(({ text }) => text.trim());
          return names.filter((name) => context.measureText(name).width > room);
        }),
      );
      expect(await cut, `at ${width} px`).toEqual([]);
    }
    const boxes = ['Text (characters)', 'Sequence length (tokens)', 'Vocabulary (tokens)'].map((name) =>
      field(name).boundingBox(),
    );
    const [text, length, vocabulary] = await Promise.all(boxes);
    expect(text!.x).toBe(length!.x);
    expect(text!.x + text!.width).toBeCloseTo(vocabulary!.x + vocabulary!.width, 0);
  });

  test('the first screen is whole at 1440 by 900, and stands still while it trains', async () => {
    page = await browser.open('', { reducedMotion: 'reduce' });
    const heights = () =>
      page.evaluate(() => document.querySelector('addnorm-lab')!.getBoundingClientRect().bottom);
    await page.locator('.an-chart canvas').first().waitFor();
    const before = await heights();
    expect(before).toBeLessThanOrEqual(912);
    await button('+10 steps').click();
    await trained(page, 10);
    expect(Math.abs((await heights()) - before)).toBeLessThanOrEqual(1);
  });

  test('where motion is reduced training waits to be asked', async () => {
    page = await browser.open(TINY, { reducedMotion: 'reduce' });
    await button('Play').waitFor();
    expect(await stateOf(page)).toBe('idle');
    await button('Play').click();
    await trained(page, 1);
  });

  test('a dark theme is chosen, kept in the address, and taken from it', async () => {
    page = await browser.open(`${TINY}&stop=5`);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(255, 255, 255)');
    await button('Dark').click();
    expect(await background()).toBe('rgb(18, 20, 23)');
    await expect.poll(hash).toContain('theme=dark');
    await page.reload();
    expect(await background()).toBe('rgb(18, 20, 23)');
  });
});

describe('when something is missing', () => {
  test('no WebAssembly: a message and a way to try again, and the page is not blank', async () => {
    page = await browser.open('', { prepare: () => Reflect.deleteProperty(globalThis, 'WebAssembly') });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('This page needs WebAssembly.');
    expect((await recordedIn(page)).events).toEqual(['addnorm-error']);
    await button('Try again').click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.an-block').count()).toBe(2);
  });

  test('a worker that dies is reported, and training can begin again', async () => {
    page = await browser.open(TINY, {
      prepare: () => {
        const workers: Worker[] = [];
        Object.assign(globalThis, { workers });
        const RealWorker = Worker;
        globalThis.Worker = class extends RealWorker {
          constructor(...args: ConstructorParameters<typeof Worker>) {
            super(...args);
            workers.push(this);
          }
        };
      },
    });
    await trained(page, 1);
    await page.evaluate(() => (globalThis as unknown as { workers: Worker[] }).workers[0]!.terminate());
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('Training could not go on');
    await button('Try again').click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await trained(page, 5);
  });

  test('the element takes its workers with it when it goes, and trains again when it comes back', async () => {
    page = await browser.open(TINY);
    await trained(page, 1);
    expect(page.workers()).toHaveLength(2);
    await page.evaluate(() => {
      const lab = document.querySelector('addnorm-lab')!;
      Object.assign(globalThis, { removed: lab });
      lab.remove();
    });
    await expect.poll(() => page.workers().length).toBe(0);
    await page.evaluate(() => {
      const { removed } = globalThis as unknown as { removed: HTMLElement };
      document.body.append(removed);
      // It trains where it is seen.
      removed.scrollIntoView();
    });
    await trained(page, 1);
    expect(page.workers()).toHaveLength(2);
  });
});
