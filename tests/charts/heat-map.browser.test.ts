// The heat map, in Chromium.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations, onChartPages, scriptMsPerDraw } from './chart-page.ts';
import type * as Stage from './stage.ts';

// Globals of the page; only code inside page.evaluate may use them.
declare const charts: typeof Stage.charts;
declare const stage: typeof Stage.stage;
declare const frames: typeof Stage.frames;
declare let container: HTMLElement;
declare let map: InstanceType<typeof Stage.charts.HeatMap>;

let page: Page;

onChartPages((fresh) => {
  page = fresh;
});

/**
 * Two variants of four blocks over 100 steps, in the page's globals `container` and `map`: the value of block b
 * is 10^(b − 4), the same at all steps, but that the second variant is NaN from step 60 on.
 */
async function twoMaps(css = ''): Promise<void> {
  await page.evaluate(async (containerCss) => {
    const globals = globalThis as unknown as { container: HTMLElement; map: typeof map };
    globals.container = stage(containerCss);
    globals.map = new charts.HeatMap(globals.container, {
      title: 'Gradient over time',
      quantity: 'gradient norm',
    });
    const variant = (placement: 'post' | 'pre', brokenFrom: number): Stage.charts.HeatMapVariant => ({
      ...{ id: placement, label: `${placement}-LN`, placement, nth: 0, nBlock: 4, count: 100 },
      steps: Array.from({ length: 100 }, (_, i) => i + 1),
      values: Array.from({ length: 400 }, (_, i) => (i / 4 + 1 >= brokenFrom ? NaN : 10 ** ((i % 4) - 3))),
    });
    globals.map.update({ variants: [variant('post', Infinity), variant('pre', 60)], xRange: [0, 100] });
    await frames();
  }, css);
}

const pad = (nth = 0) => page.locator('.an-map-pad').nth(nth);
const readout = () => page.locator('.an-readout').innerText();

/** Colour of the map at a step and a block, read from the canvas at the middle of the cell. */
const colorAt = (row: number, step: number, block: number) =>
  page.evaluate(
    ([row, step, block]) => {
      const canvas = container.querySelectorAll('canvas')[row!]!;
      const x = Math.floor(((step! - 0.5) / 100) * canvas.width);
      const y = Math.floor(((4 - block! + 0.5) / 4) * canvas.height);
      const [r, g, b, alpha] = canvas.getContext('2d')!.getImageData(x, y, 1, 1).data;
      return `rgb(${r} ${g} ${b})${alpha === 255 ? '' : ' clear'}`;
    },
    [row, step, block],
  );

describe('drawing', () => {
  test('says under its title what colour and rows stand for', async () => {
    await twoMaps();
    expect(await page.locator('.an-unit').innerText()).toBe('gradient norm, by block');
  });

  test('puts block 1 at the bottom and gives all maps one logarithmic scale', async () => {
    await twoMaps();
    expect(await colorAt(0, 30, 1)).toBe('rgb(0 34 78)');
    expect(await colorAt(0, 30, 4)).toBe('rgb(254 232 56)');
    for (const block of [1, 2, 3, 4]) expect(await colorAt(1, 30, block)).toBe(await colorAt(0, 30, block));
    expect(await page.locator('.an-color-ticks span').allInnerTexts()).toEqual(['0.001', '0.01', '0.1', '1']);
  });

  test('hatches what is not finite, in two colours that are not of the scale', async () => {
    await twoMaps();
    const colors = await page.evaluate(() => {
      const canvas = container.querySelectorAll('canvas')[1]!;
      const { data } = canvas.getContext('2d')!.getImageData(Math.floor(canvas.width * 0.8), 4, 40, 10);
      const greys = new Set<number>();
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === data[i + 2] || data[i]! < 60) greys.add(data[i]! >> 6);
      return greys.size;
    });
    expect(colors).toBeGreaterThanOrEqual(2);
    expect(await page.locator('.an-summary').innerText()).toContain('pre-LN is not finite from step 60 on');
  });

  test('says so when there is nothing yet, at the height it will have', async () => {
    const heights = await page.evaluate(async () => {
      const container = stage();
      const map = new charts.HeatMap(container, { title: 'Stream', quantity: 'stream RMS' });
      const variant = { id: 'a', label: 'a', placement: 'pre', nth: 0, nBlock: 6 } as const;
      const heights = [];
      for (const count of [0, 1, 40]) {
        map.update({
          variants: [
            { ...variant, steps: [...Array(count).keys()], values: Array(6 * count).fill(1), count },
          ],
        });
        await frames();
        heights.push(container.offsetHeight);
        if (count === 0) heights.push(container.querySelector<HTMLElement>('.an-empty')!.innerText);
      }
      return heights;
    });
    expect(heights[1]).toBe('Nothing measured yet.');
    expect(heights[2]).toBe(heights[0]);
    expect(heights[3]).toBe(heights[0]);
  });

  test('takes less than 8 ms to update and draw 5,000 steps of two variants of 12 blocks', async () => {
    await page.evaluate(() => {
      const globals = globalThis as unknown as { draw: () => Promise<void> };
      const map = new charts.HeatMap(stage(), { title: 'Gradient', quantity: 'gradient norm' });
      const steps = Float64Array.from({ length: 5000 }, (_, i) => i + 1);
      const values = Float32Array.from({ length: 60_000 }, (_, i) => 1 + Math.sin(i));
      const variants = (['post', 'pre'] as const).map((placement) => ({
        ...{ id: placement, label: placement, placement, nth: 0, nBlock: 12 },
        ...{ steps, values, count: 5000 },
      }));
      globals.draw = async () => {
        map.update({ variants });
        await frames(1);
      };
    });
    expect(await scriptMsPerDraw(page)).toBeLessThan(8);
  });

  test('refuses a count beyond its arrays and keeps what it showed', async () => {
    await twoMaps();
    const message = await page.evaluate(() => {
      const variant = { id: 'a', label: 'a', placement: 'pre', nth: 0, nBlock: 2 } as const;
      try {
        map.update({ variants: [{ ...variant, steps: [1], values: [1, 2], count: 2 }] });
        return 'accepted';
      } catch (error) {
        return String(error);
      }
    });
    expect(message).toBe('RangeError: invalid count of a: 2 (must be a whole number from 0 to 1)');
    expect(await pad().count()).toBe(1);
    expect(await page.locator('.an-map-pad').count()).toBe(2);
  });

  test('leaves nothing behind when disposed', async () => {
    await twoMaps();
    const left = await page.evaluate(async () => {
      map.update({ variants: [] });
      map.dispose();
      await frames();
      return container.childNodes.length;
    });
    expect(left).toBe(0);
  });
});

describe('cell cursor', () => {
  for (const scale of [0.5, 1, 2]) {
    test(`reads the cell under the pointer when an ancestor is scaled by ${scale}`, async () => {
      await twoMaps(`width: 380px; transform: scale(${scale}); transform-origin: 0 0`);
      const box = (await pad().boundingBox())!;
      await page.mouse.move(box.x + 0.295 * box.width, box.y + (2.5 / 4) * box.height);
      expect(await readout()).toBe('post-LN, block 2, step 30: 0.0100');
      await page.mouse.move(box.x, box.y - 200);
      expect(await readout()).toBe('Point at a cell to read it.');
    });
  }

  test('moves by keys while it has the focus, speaks, keeps those keys to itself, and leaves with Escape', async () => {
    await twoMaps();
    await page.evaluate(() => {
      const globals = globalThis as unknown as { seen: string[] };
      globals.seen = [];
      document.addEventListener('keydown', ({ key }) => globals.seen.push(key));
    });
    await pad(1).focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return readout();
    };
    expect(await press('ArrowLeft')).toBe('pre-LN, block 1, step 99: not finite');
    expect(await press('Home')).toBe('pre-LN, block 1, step 1: 0.00100');
    expect(await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight')).toBe(
      'pre-LN, block 4, step 2: 1.00',
    );
    expect(await page.locator('[aria-live]').textContent()).toBe('pre-LN, block 4, step 2: 1.00');
    expect(await press('Escape')).toBe('Point at a cell to read it.');
    expect(await press('ArrowLeft')).toBe('Point at a cell to read it.');
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([
      'ArrowLeft',
    ]);
  });

  test('shares its step with the charts that got the same sync', async () => {
    const steps = await page.evaluate(async () => {
      const sync = new charts.CursorSync();
      const container = stage();
      const map = new charts.HeatMap(container, { title: 'Gradient', quantity: 'gradient norm', sync });
      const variant = { id: 'a', label: 'a', placement: 'pre', nth: 0, nBlock: 1 } as const;
      const steps = Array.from({ length: 10 }, (_, i) => i + 1);
      map.update({ variants: [{ ...variant, steps, values: steps, count: 10 }], xRange: [0, 10] });
      await frames();
      sync.set(5);
      const line = container.querySelector<HTMLElement>('.an-cursor-line')!;
      const followed = line.hidden ? 'hidden' : line.style.left;
      const pad = container.querySelector<HTMLElement>('.an-map-pad')!;
      pad.focus();
      pad.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
      return [followed, sync.x];
    });
    expect(steps).toEqual(['50%', 1]);
  });
});

describe('everyone', () => {
  test('offers its numbers as a table per variant', async () => {
    await twoMaps();
    await page.locator('summary').click();
    await page.locator('table').first().waitFor();
    expect(await page.locator('table').count()).toBe(2);
    expect(await page.locator('tbody').first().locator('tr').allInnerTexts()).toHaveLength(4);
    expect(await page.locator('tbody').first().locator('tr').first().innerText()).toMatch(/^1\t0.00100\t/);
  });

  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    test(`breaks no rule of WCAG 2.2 AA in ${Object.values(media)[0]}`, async () => {
      await page.emulateMedia(media);
      await twoMaps();
      await page.locator('summary').click();
      expect(await axeViolations(page)).toEqual([]);
    });
  }

  test('fits 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await twoMaps();
    expect(await page.evaluate(() => container.scrollWidth - container.clientWidth)).toBe(0);
  });
});
