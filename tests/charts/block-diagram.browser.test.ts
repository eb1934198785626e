// The block diagram, in Chromium; and, for all views, that every word comes from the catalogue.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations, onChartPages } from './chart-page.ts';
import type * as Stage from './stage.ts';

// Globals of the page; only code inside page.evaluate may use them.
declare const charts: typeof Stage.charts;
declare const stage: typeof Stage.stage;
declare const frames: typeof Stage.frames;
declare const curve: typeof Stage.curve;
declare let container: HTMLElement;
declare let toggled: string[];
declare let show: (change: Partial<Stage.charts.BlockDiagramState>) => Promise<void>;

let page: Page;

onChartPages((fresh) => {
  page = fresh;
});

/** A post-LN block in the page's globals: `show` changes it, `toggled` lists the parts that were pressed. */
async function postLn(css = 'width: 280px', interactive = true): Promise<void> {
  await page.evaluate(
    async ([css, interactive]) => {
      const globals = globalThis as unknown as {
        container: HTMLElement;
        toggled: string[];
        show: typeof show;
      };
      globals.container = stage(css as string);
      globals.toggled = [];
      const onToggle = (part: string) => globals.toggled.push(part);
      const onGain: Stage.charts.ChangeGain = (gain, change) => {
        globals.toggled.push(`${gain} ${JSON.stringify(change)}`);
        return change.text === 'x' ? 'must be a number' : undefined;
      };
      const diagram = new charts.BlockDiagram(globals.container, interactive ? { onToggle, onGain } : {});
      const state: Stage.charts.BlockDiagramState = {
        ...{ id: 'post', label: 'post-LN', placement: 'post', nth: 0, norm: 'layer', nLayer: 6 },
        ...{
          slots: { input: false, output: false, after: true },
          residualGain: 1,
          branchGain: 1,
          finalNorm: false,
        },
      };
      globals.show = async (change) => {
        diagram.update(Object.assign(state, change));
        await frames();
      };
      await globals.show({});
    },
    [css, interactive],
  );
}

const buttons = () => page.getByRole('button');
const svgText = () => page.locator('.an-block-svg text').allTextContents();

describe('slots and residual', () => {
  test('are buttons that say what they are and whether a norm stands there', async () => {
    await postLn();
    const seen = await buttons().evaluateAll((all) =>
      all.map((button) => `${button.ariaLabel}: ${button.getAttribute('aria-pressed')}`),
    );
    expect(seen).toEqual([
      'Residual connection: true',
      'LayerNorm on the input of the branch: false',
      'LayerNorm on the output of the branch: false',
      'LayerNorm after the addition, on the residual stream: true',
      'final LayerNorm: false',
      'Gain of the residual, a: 1: null',
      'Gain of the branch, b: 1: null',
    ]);
  });

  test('tell the owner which part was pressed, by mouse in either sub-layer and by keyboard', async () => {
    await postLn();
    for (const part of ['input', 'output', 'after', 'residual']) {
      for (const nth of [0, 1]) await page.locator(`.an-part-${part}`).nth(nth).click();
    }
    await page.locator('.an-part-input').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'final LayerNorm' }).click();
    const expected = ['input', 'output', 'after', 'residual'].flatMap((part) => [part, part]);
    expect(await page.evaluate(() => toggled)).toEqual([...expected, 'input', 'input', 'finalNorm']);
  });

  test('are met once each by the Tab key', async () => {
    await postLn();
    const stops = [];
    for (let i = 0; i < 8; ++i) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => container.querySelector(':focus')?.className ?? 'elsewhere'));
    }
    const names = ['residual', 'input', 'output', 'after', 'finalNorm', 'residual-gain', 'branch-gain'];
    const parts = names.map((part) => `an-part an-part-${part}`);
    expect(stops).toEqual([...parts, 'elsewhere']);
  });

  test('are at least 24 px high and wide and do not overlap in a container of 280 px', async () => {
    await postLn();
    const boxes = await page
      .locator('.an-part')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart).toBe(true);
      }
    }
  });

  test('lie over what they stand for, at every width and scale', async () => {
    await postLn('width: 320px; transform: scale(0.7); transform-origin: 0 0');
    for (const nth of [0, 1]) {
      const norm = (await page.locator('.an-norm').nth(nth).boundingBox())!;
      const button = (await page.locator('.an-part-after').nth(nth).boundingBox())!;
      expect(button.x + button.width / 2).toBeCloseTo(norm.x + norm.width / 2, 0);
      expect(button.y + button.height / 2).toBeCloseTo(norm.y + norm.height / 2, 0);
    }
  });

  test('are not there when nobody listens', async () => {
    await postLn('width: 280px', false);
    expect(await buttons().count()).toBe(0);
  });
});

describe('gains', () => {
  const gain = (name: RegExp) => page.getByRole('button', { name });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  test('are typed in a dialog, a moment after the last key or with Enter; Escape takes back', async () => {
    await postLn();
    await gain(/residual, a/).press('Enter');
    const input = dialog('Gain of the residual, a').getByRole('textbox');
    await expect
      .poll(() => input.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement))
      .toBe(true);
    await input.fill('0.5');
    await expect.poll(() => page.evaluate(() => toggled)).toEqual(['residual {"text":"0.5"}']);
    await input.fill('0.25');
    await input.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await gain(/residual, a/).evaluate((one) => one.matches(':focus'))).toBe(true);
    await gain(/residual, a/).click();
    await input.fill('2');
    await input.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => toggled)).toEqual(['residual {"text":"0.5"}', 'residual {"text":"2"}']);
  });

  test('say what is wrong and stay open; a learned one starts where it is said', async () => {
    await postLn();
    await page.evaluate(() => show({ branchGain: 'learned', branchStart: 0.125 }));
    await gain(/branch, b: learned/).click();
    const open = dialog('Gain of the branch, b');
    const input = open.getByRole('textbox');
    expect(await input.inputValue()).toBe('0.125');
    await input.fill('x');
    await input.press('Enter');
    await open.getByText('must be a number').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await open.getByRole('checkbox', { name: 'learned' }).uncheck();
    expect(await page.evaluate(() => toggled.at(-1))).toBe('branch {"isLearned":false}');
    expect(await axeViolations(page)).toEqual([]);
    await page.mouse.click(700, 700);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('are drawn beside the stream and on the branch, faint where they are 1', async () => {
    await postLn();
    expect((await svgText()).filter((text) => text.includes('×'))).toEqual([
      '× 6',
      '× 1',
      '× 1',
      '× 1',
      '× 1',
    ]);
    expect(await page.locator('rect.an-pill-plain').count()).toBe(4);
    await page.evaluate(() => show({ residualGain: 2.2133, branchGain: 'learned' }));
    expect(await page.locator('rect.an-pill-plain').count()).toBe(0);
  });
});

describe('drawing', () => {
  test('fills a slot that holds a norm, leaves a socket where none is, and writes the formula', async () => {
    await postLn();
    const state = async () => [
      await page.locator('.an-norm').count(),
      await page.locator('.an-socket').count(),
      await page.locator('.an-formula').innerText(),
    ];
    // The last socket is that of the final norm.
    expect(await state()).toEqual([2, 5, 'y = LN(x + F(x))']);
    await page.evaluate(() =>
      show({ slots: { input: true, output: true, after: false }, norm: 'rms', finalNorm: true }),
    );
    expect(await state()).toEqual([5, 2, 'y = x + RMS(F(RMS(x)))']);
    expect(await svgText()).toContain('final RMSNorm');
  });

  test('draws the stream unbroken, and cut when the residual is', async () => {
    await postLn();
    expect(await page.locator('.an-cut').count()).toBe(0);
    await page.evaluate(() => show({ residualGain: 0 }));
    expect(await page.locator('.an-cut').count()).toBe(2);
    expect(await page.locator('.an-sum').count()).toBe(0);
    expect(await buttons().first().getAttribute('aria-pressed')).toBe('false');
    expect(await page.locator('.an-formula').innerText()).toBe('y = LN(F(x))');
  });

  test('shows gains that are not 1, and how often the block stands', async () => {
    await postLn('width: 280px', false);
    expect((await svgText()).filter((text) => text.includes('×'))).toEqual(['× 6']);
    await page.evaluate(() => show({ residualGain: 2.2133, branchGain: 'learned', nLayer: 48 }));
    expect((await svgText()).filter((text) => text.includes('×'))).toEqual([
      '× 48',
      '× 2.21',
      '× α',
      '× 2.21',
      '× α',
    ]);
  });

  test('prints the values it is given and no others, and speaks them', async () => {
    await postLn();
    await page.evaluate(() =>
      show({
        values: { attention: { streamRms: 1.02, streamGradient: 0.00031 }, feedForward: { branchRms: NaN } },
      }),
    );
    const numbers = (await svgText()).filter((text) => /rms|∇/.test(text));
    expect(numbers).toEqual(['rms 1.02   ∇ 3.1×10⁻⁴', 'rms NaN']);
    await expect
      .poll(() => page.locator('.an-block-picture').getAttribute('aria-label'))
      .toContain(
        'rms of the stream into attention 1.02; gradient norm of the stream into attention 3.1×10⁻⁴',
      );
  });

  test('moves nothing when a norm, a gain or a value comes or goes', async () => {
    await postLn();
    const layout = () =>
      page.evaluate(() => {
        const boxes = [...container.querySelectorAll('.an-f, .an-part, .an-formula, .an-summary')];
        return boxes.map((one) =>
          Object.values(one.getBoundingClientRect().toJSON() as DOMRect)
            .map(Math.round)
            .join(),
        );
      });
    const before = await layout();
    await page.evaluate(() =>
      show({
        ...{
          slots: { input: true, output: true, after: false },
          finalNorm: true,
          residualGain: 0,
          branchGain: 0.5,
        },
        values: { attention: { streamRms: 1e-9, branchRms: 1e9 }, feedForward: {}, outputRms: 3 },
      }),
    );
    expect(await layout()).toEqual(before);
  });

  test('does not touch its drawing while only values change', async () => {
    await postLn();
    const same = await page.evaluate(async () => {
      const before = container.querySelector('svg');
      for (let i = 0; i < 5; ++i) await show({ values: { attention: { streamRms: i }, feedForward: {} } });
      return before === container.querySelector('svg');
    });
    expect(same).toBe(true);
  });

  test('stays inside a container of 280 px', async () => {
    await page.setViewportSize({ width: 280, height: 700 });
    await postLn('');
    expect(await page.evaluate(() => container.scrollWidth - container.clientWidth)).toBe(0);
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
      await postLn();
      expect(await axeViolations(page)).toEqual([]);
    });
  }

  test('shows no word in any view that is not from the catalogue', async () => {
    const strays = await page.evaluate(async () => {
      // Every text of the catalogue becomes '§'; so does what the owner says. Whatever letter is left is a stray.
      const mark = (node: unknown): unknown => {
        if (typeof node === 'string') return '§';
        if (typeof node === 'function') return () => '§';
        return Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, mark(value)]));
      };
      const messages = mark(charts.messagesEn) as Stage.charts.ChartMessages;
      const owner = { title: '§', xLabel: '§', yLabel: '§', quantity: '§', messages };
      const container = stage();
      const identity = { id: 'a', label: '§', placement: 'pre', nth: 0 } as const;
      const line = new charts.LineChart(container, owner);
      line.update({ series: [{ ...curve('pre', 20, (s) => (s > 9 ? NaN : s)), label: '§' }] });
      new charts.LineChart(container, owner).update({ series: [] });
      new charts.ProfileChart(container, owner).update({
        step: 1,
        variants: [{ ...identity, values: [1, 2] }],
      });
      const map = new charts.HeatMap(container, owner);
      map.update({ variants: [{ ...identity, nBlock: 2, steps: [1], values: [1, 2], count: 1 }] });
      const block = new charts.BlockDiagram(container, { messages, onToggle: () => undefined });
      block.update({
        ...{ ...identity, norm: 'layer', nLayer: 6, residualGain: 2, branchGain: 'learned', finalNorm: true },
        slots: { input: true, output: false, after: true },
        values: { attention: { streamRms: 1 }, feedForward: {} },
      });
      await frames();
      for (const details of container.querySelectorAll('details')) details.open = true;
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const texts = [container.innerText];
      for (const element of container.querySelectorAll('*')) {
        for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt'])
          texts.push(element.getAttribute(name) ?? '');
      }
      // The variables of the formula and NaN are the same in every language.
      return texts.flatMap((text) => text.replace(/NaN/g, '').match(/\p{L}{2,}/gu) ?? []);
    });
    expect(strays).toEqual([]);
  });
});
