// The line chart and the block profile, in Chromium.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PALETTES } from '../../web/charts/theme.ts';
import { axeViolations, onChartPages, scriptMsPerDraw } from './chart-page.ts';
import type * as Stage from './stage.ts';

// Globals of the page; only code inside page.evaluate may use them.
declare const charts: typeof Stage.charts;
declare const stage: typeof Stage.stage;
declare const frames: typeof Stage.frames;
declare const curve: typeof Stage.curve;
declare const countColor: typeof Stage.countColor;
declare const rgb: typeof Stage.rgb;
declare let container: HTMLElement;
declare let chart: InstanceType<typeof Stage.charts.LineChart>;

const PRE = PALETTES.light.placements.pre.fill;

let page: Page;

onChartPages((fresh) => {
  page = fresh;
});

/** A chart of two curves over 200 steps, in the page's globals `container` and `chart`. */
async function twoCurves(css = ''): Promise<void> {
  await page.evaluate(async (containerCss) => {
    const globals = globalThis as unknown as { container: HTMLElement; chart: typeof chart };
    globals.container = stage(containerCss);
    globals.chart = new charts.LineChart(globals.container, {
      title: 'Loss',
      xLabel: 'step',
      yLabel: 'nats',
      describe: ({ series }) => charts.describeLoss({ series, guessing: 2.64 }),
    });
    globals.chart.update({
      series: [curve('post', 200, () => 2.64), curve('pre', 200, (step) => 3 * Math.exp(-step / 50))],
    });
    await frames();
  }, css);
}

const cursor = () => page.locator('.an-cursor');
const legend = () => page.locator('.an-legend').innerText();

describe('drawing', () => {
  test('draws each curve in the colour of its placement', async () => {
    await twoCurves();
    const counts = await page.evaluate(
      (colors) => {
        const canvas = container.querySelector('canvas')!;
        return colors.map((color) => countColor(canvas, rgb(color)));
      },
      [PRE, PALETTES.light.placements.post.fill, '#123456'],
    );
    expect(counts[0]).toBeGreaterThan(50);
    expect(counts[1]).toBeGreaterThan(50);
    expect(counts[2]).toBe(0);
  });

  test('draws once per frame however often it is updated, and shows the newest state', async () => {
    await twoCurves();
    const drawn = await page.evaluate(async () => {
      await frames();
      const context = container.querySelector('canvas')!.getContext('2d')!;
      let count = 0;
      const clear = context.clearRect.bind(context);
      context.clearRect = (...box) => {
        ++count;
        clear(...box);
      };
      for (let i = 1; i <= 50; ++i)
        chart.update({ series: [curve('post', i, () => i), curve('pre', i, () => 2 * i)] });
      const during = count;
      await frames(3);
      return { during, after: count, legend: container.querySelector('.an-legend')!.textContent };
    });
    expect(drawn).toMatchObject({ during: 0, after: 1 });
    expect(drawn.legend).toContain('step 50');
    expect(drawn.legend).toContain('100');
  });

  for (const { variants, points, budget } of [
    { variants: 2, points: 2000, budget: 4 },
    { variants: 6, points: 5000, budget: 8 },
  ]) {
    test(`takes less than ${budget} ms to update and draw ${variants} curves of ${points} points`, async () => {
      await page.evaluate(
        async ([variants, points]) => {
          const globals = globalThis as unknown as { draw: () => Promise<void> };
          const chart = new charts.LineChart(stage(), { title: 'Loss', xLabel: 'step', yLabel: 'nats' });
          const placements = ['post', 'pre', 'sandwich', 'resPost', 'rezero', 'none'] as const;
          const loss = (i: number) => (step: number) =>
            3 * Math.exp(-step / 900) + 0.1 * Math.sin(step * step + i);
          const series = placements.slice(0, variants).map((one, i) => curve(one, points!, loss(i)));
          globals.draw = async () => {
            chart.update({ series });
            await frames(1);
          };
        },
        [variants, points],
      );
      expect(await scriptMsPerDraw(page)).toBeLessThan(budget);
    });
  }

  test('leaves a gap where a curve is not finite and says from where', async () => {
    const columns = await page.evaluate(async (pre) => {
      const container = stage();
      const chart = new charts.LineChart(container, {
        title: 'Loss',
        xLabel: 'step',
        yLabel: 'nats',
        scaleToggle: false,
      });
      chart.update({ series: [curve('pre', 200, (s) => (s > 80 && s < 140 ? NaN : 1))], xRange: [0, 200] });
      await frames();
      const canvas = container.querySelector('canvas')!;
      const plot = container.querySelector<HTMLElement>('.an-cursor')!;
      const at = (step: number) => Math.round(plot.offsetLeft + (plot.offsetWidth * step) / 200);
      return [40, 100, 120, 170].map((step) => countColor(canvas, rgb(pre), at(step)) > 0);
    }, PRE);
    expect(columns).toEqual([true, false, false, true]);
  });

  test('follows the size of its container without a change of height', async () => {
    await twoCurves('width: 700px');
    const sizes = await page.evaluate(async () => {
      const read = () => [container.querySelector('canvas')!.width, chart.root.offsetHeight];
      const before = read();
      container.style.width = '500px';
      await frames(3);
      return { before, after: read() };
    });
    expect(sizes.before[0]).toBe(700);
    expect(sizes.after).toEqual([500, sizes.before[1]]);
  });

  test('draws once it gets a size, when it started without one', async () => {
    const width = await page.evaluate(async () => {
      const container = stage('display: none');
      const chart = new charts.LineChart(container, { title: 'Loss', xLabel: 'step', yLabel: 'nats' });
      chart.update({ series: [curve('pre', 10, () => 1)] });
      await frames();
      container.style.display = 'block';
      await frames(3);
      return container.querySelector('canvas')!.width;
    });
    expect(width).toBeGreaterThan(300);
  });

  test('keeps its height from empty to full, from value to value and from sentence to sentence', async () => {
    const heights = await page.evaluate(async () => {
      const container = stage('width: 400px');
      const chart = new charts.LineChart(container, {
        ...{ title: 'Loss', xLabel: 'step', yLabel: 'nats' },
        describe: ({ series }) => charts.describeLoss({ series, guessing: 2.64 }),
      });
      const heights = [];
      for (const count of [0, 1, 30, 3000]) {
        chart.update({
          series: [curve('post', count, (s) => 1e-9 * s), curve('pre', count, (s) => 1e9 / s)],
        });
        // Longer than the pace of the sentence.
        await new Promise((resolve) => setTimeout(resolve, 600));
        heights.push(container.offsetHeight);
      }
      return heights;
    });
    expect(new Set(heights).size).toBe(1);
  });

  test('reads its colours again on refreshTheme, and by itself when the system turns dark or it is printed', async () => {
    await twoCurves();
    const painted = (color: string) =>
      page.evaluate((hex) => countColor(container.querySelector('canvas')!, rgb(hex)), color);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => painted(PALETTES.dark.placements.pre.fill)).toBeGreaterThan(50);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => painted(PALETTES.light.placements.pre.fill)).toBeGreaterThan(50);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(async () => {
      container.style.setProperty('--addnorm-pre', '#123456');
      chart.refreshTheme();
      await frames();
    });
    expect(await painted('#123456')).toBeGreaterThan(50);
  });

  test('refuses two series of one id and a count beyond the arrays, and keeps what it showed', async () => {
    await twoCurves();
    const before = await legend();
    const messages = await page.evaluate(() => {
      const one = curve('pre', 10, () => 1);
      const attempts = [[one, one], [{ ...one, count: 11 }], [{ ...one, placement: 'left' as 'pre' }]];
      return attempts.map((series) => {
        try {
          chart.update({ series });
          return 'accepted';
        } catch (error) {
          return String(error);
        }
      });
    });
    expect(messages[0]).toBe('RangeError: invalid series id: pre0 (must be unique in a chart)');
    expect(messages[1]).toBe(
      'RangeError: invalid count of series pre0: 11 (must be a whole number from 0 to 10)',
    );
    expect(messages[2]).toContain('invalid placement: left (must be one of');
    await page.evaluate(() => frames());
    expect(await legend()).toBe(before);
  });

  test('leaves nothing behind when disposed', async () => {
    await twoCurves();
    const left = await page.evaluate(async () => {
      chart.update({ series: [] });
      chart.dispose();
      container.style.width = '300px';
      await frames(3);
      return container.childNodes.length;
    });
    expect(left).toBe(0);
  });
});

describe('scale', () => {
  test('switches between linear and logarithmic and tells its owner', async () => {
    const told = await page.evaluate(async () => {
      const told: string[] = [];
      const container = stage();
      const onScaleChange = (scale: string) => told.push(scale);
      const chart = new charts.LineChart(container, {
        title: 'Loss',
        xLabel: 'step',
        yLabel: 'nats',
        onScaleChange,
      });
      chart.update({ series: [curve('pre', 50, (s) => (s === 10 ? 0 : 1 / s))] });
      await frames();
      const [linear, log] = container.querySelectorAll<HTMLElement>('.an-switch button');
      log!.click();
      await frames();
      return [...told, chart.scale, linear!.ariaPressed, log!.ariaPressed];
    });
    expect(told).toEqual(['log', 'log', 'false', 'true']);
  });
});

describe('cursor', () => {
  for (const scale of [0.5, 1, 2]) {
    test(`finds the step under the pointer when an ancestor is scaled by ${scale}`, async () => {
      await twoCurves(`width: 360px; transform: scale(${scale}); transform-origin: 0 0`);
      const box = (await cursor().boundingBox())!;
      // The axis runs from 0 to 200, so 3/4 of the width is step 150.
      await page.mouse.move(box.x + 0.75 * box.width, box.y + box.height / 2);
      await page.evaluate(() => frames());
      expect(await legend()).toContain('step 150');
      const line = (await page.locator('.an-cursor-line').boundingBox())!;
      expect(line.x + line.width / 2).toBeCloseTo(box.x + 0.75 * box.width, 0);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height + 300);
      await page.evaluate(() => frames());
      expect(await legend()).toContain('step 200');
    });
  }

  test('moves by keys only while it has the focus, and keeps those keys to itself', async () => {
    await twoCurves();
    await page.evaluate(() => {
      const globals = globalThis as unknown as { seen: string[] };
      globals.seen = [];
      document.addEventListener('keydown', ({ key }) => globals.seen.push(key));
    });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await page.evaluate(() => frames());
      return legend();
    };
    expect(await press('ArrowLeft', 'Home')).toContain('step 200');
    await cursor().focus();
    expect(await press('ArrowLeft')).toContain('step 199');
    expect(await press('Home')).toContain('step 1\n');
    expect(await press('ArrowRight', 'ArrowRight')).toContain('step 3\n');
    expect(await press('PageUp')).toContain('step 23\n');
    expect(await press('PageDown')).toContain('step 3\n');
    expect(await press('End')).toContain('step 200');
    expect(await press('Home', 'ArrowLeft')).toContain('step 1\n');
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([
      'ArrowLeft',
      'Home',
    ]);
    expect(await press('Escape')).toContain('step 200');
    expect(await press('ArrowLeft', 'End')).toContain('step 200');
    expect(await cursor().evaluate((element) => element.matches(':focus'))).toBe(false);
  });

  test('speaks step and values as a slider', async () => {
    await twoCurves();
    await cursor().focus();
    await page.keyboard.press('Home');
    await page.evaluate(() => frames());
    expect(await cursor().getAttribute('role')).toBe('slider');
    expect(await cursor().getAttribute('aria-valuenow')).toBe('1');
    expect(await cursor().getAttribute('aria-valuetext')).toBe('step 1, post-LN 2.64, pre-LN 2.94');
  });

  test('is shared by the charts that got the same sync', async () => {
    const seen = await page.evaluate(async () => {
      const sync = new charts.CursorSync();
      const [first, second] = ['Loss', 'Accuracy'].map((title) => {
        const container = stage();
        const chart = new charts.LineChart(container, { title, xLabel: 'step', yLabel: '', sync });
        chart.update({ series: [curve('pre', 100, (s) => s)] });
        return container;
      });
      await frames();
      sync.set(42);
      await frames();
      return [first, second].map((container) => container!.querySelector('.an-legend')!.textContent);
    });
    expect(seen[0]).toContain('step 42');
    expect(seen[1]).toContain('step 42');
  });
});

describe('words and numbers', () => {
  test('says in a sentence and as the name of the image what it shows', async () => {
    await twoCurves();
    const sentence =
      'At step 200 pre-LN has learned the task (loss 0.055); post-LN is still at the level of guessing (2.64).';
    await expect.poll(() => page.locator('.an-summary').innerText()).toBe(sentence);
    expect(await page.locator('.an-image').getAttribute('aria-label')).toBe(`Loss. ${sentence}`);
  });

  test('shows at most 200 rows of its data, first and last among them, and only when asked', async () => {
    await page.evaluate(async () => {
      const chart = new charts.LineChart(stage(), { title: 'Loss', xLabel: 'step', yLabel: 'nats' });
      chart.update({ series: [curve('pre', 1234, (s) => 1 / s)] });
      await frames();
    });
    expect(await page.locator('table').count()).toBe(0);
    await page.locator('summary').click();
    await page.locator('table').waitFor();
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows).toHaveLength(200);
    expect(rows[0]).toBe('1\t1.00');
    expect(rows.at(-1)).toBe('1234\t8.1×10⁻⁴');
    expect(await page.locator('caption').innerText()).toBe('Loss (200 of 1234 rows, evenly spread)');
  });
});

describe('block profile', () => {
  test('has one place per block and describes first against last', async () => {
    await page.evaluate(async () => {
      const chart = new charts.ProfileChart(stage(), {
        title: 'Gradient',
        yLabel: 'norm',
        quantity: 'gradient norm',
      });
      const identity = { id: 'a', label: 'post-LN', placement: 'post', nth: 0 } as const;
      chart.update({ step: 7, variants: [{ ...identity, values: [0.01, 0.1, 1] }] });
      await frames();
    });
    await cursor().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => frames());
    expect(await cursor().getAttribute('aria-valuetext')).toBe('block 2, post-LN 0.100');
    expect(await page.locator('.an-summary').innerText()).toBe(
      'At step 7 the gradient norm of post-LN is 100 times smaller in block 1 than in block 3.',
    );
  });
});

describe('everyone', () => {
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    test(`breaks no rule of WCAG 2.2 AA in ${Object.values(media)[0]}`, async () => {
      await page.emulateMedia(media);
      await twoCurves();
      await page.locator('summary').click();
      await page.waitForTimeout(600);
      expect(await axeViolations(page)).toEqual([]);
    });
  }

  test('fits 320 px with six variants of long names', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    const overflow = await page.evaluate(async () => {
      const container = stage();
      const chart = new charts.LineChart(container, {
        title: 'A chart with a rather long title',
        xLabel: 'step',
        yLabel: 'nats',
      });
      const placements = ['post', 'pre', 'sandwich', 'resPost', 'rezero', 'none'] as const;
      const label = 'a variant whose name somebody made far too long';
      chart.update({ series: placements.map((p) => ({ ...curve(p, 20, () => 1), label })) });
      await frames();
      return container.scrollWidth - container.clientWidth;
    });
    expect(overflow).toBe(0);
  });

  test('gives every series its own dash in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await twoCurves();
    const dashes = await page
      .locator('.an-swatch line')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')));
    expect(new Set(dashes).size).toBe(2);
  });
});
