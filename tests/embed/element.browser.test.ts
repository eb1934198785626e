// The lab as a part of pages that are not ours, as it is built: in slides, in notebooks, by a script tag, several times, taken
// out and put back, and next to scripts that listen to every key.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AddnormLab } from '../../web/element/index.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { framed, Host, standing } from './host.ts';
import { usePages } from '../browser/use-pages.ts';

const TINY = 'depth="1" width="8" heads="2" ctx="8" batch="2"';
const DEFINE = '<script type="module" src="define.js"></script>';

let page: Page;
const host = usePages(new Host(), () => page);

/** Does something with the first lab of the page. */
const inLab = <Result>(work: (lab: AddnormLab) => Result) =>
  page.evaluate<Result>(`(${work.toString()})(document.querySelector('addnorm-lab'))`);

test('in a slide that is scaled, the pointer finds its step, and keys turn the page unless they belong to the lab', async () => {
  page = await host.open(
    `<div style="transform: scale(0.6); transform-origin: 0 0; width: 1000px">
      <addnorm-lab ${TINY} placement="pre" stop="100"></addnorm-lab>
    </div>
    <script>
      globalThis.turned = [];
      document.addEventListener('keydown', (event) => {
        turned.push(event.key);
        event.preventDefault();
      });
    </script>${DEFINE}`,
  );
  await expect.poll(() => standing(page)).toEqual(['done', 100]);
  const turned = () => page.evaluate(() => (globalThis as unknown as { turned: string[] }).turned.splice(0));
  const chart = page.locator('.an-cursor').first();
  const shown = page.locator('.an-legend-x').first();
  // Again, since the chart may only just be coming to its size.
  const inTheMiddle = async () => {
    await page.mouse.move(0, 0);
    await chart.hover();
    await page.waitForTimeout(100);
    return shown.textContent();
  };
  await expect.poll(inTheMiddle).toBe('step 50');
  // Nothing has the focus: every key is the host's.
  for (const key of ['ArrowRight', ' ', 'n']) await page.keyboard.press(key);
  expect(await turned()).toEqual(['ArrowRight', ' ', 'n']);
  // In a chart arrows are the chart's, until Escape leaves it.
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shown.textContent()).toBe('step 2');
  expect(await turned()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  expect(await turned()).toEqual(['ArrowRight']);
  // On a button a space presses, and an arrow turns the page; in a field all is typed.
  await page.getByRole('button', { name: messagesEn.reset, exact: false }).first().focus();
  await page.keyboard.press(' ');
  await expect.poll(() => standing(page)).toEqual(['paused', 0]);
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Seed', { exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('7');
  expect(await turned()).toEqual(['ArrowRight']);
});

test('several share one compiled module and have ids of their own; the one that is taken out stops, and begins again elsewhere', async () => {
  page = await host.open(
    `<script>
      globalThis.compiled = 0;
      const { compile } = WebAssembly;
      WebAssembly.compile = (bytes) => (compiled++, compile(bytes));
    </script>
    <style>addnorm-lab { display: inline-block; width: 32%; height: 400px; overflow: auto }</style>
    ${`<addnorm-lab ${TINY} placement="pre" stop="100000" speed="100"></addnorm-lab>`.repeat(3)}${DEFINE}`,
  );
  await expect.poll(() => page.workers().length).toBe(3);
  await expect.poll(() => inLab((lab) => lab.state)).toBe('running');
  expect(await page.evaluate(() => (globalThis as unknown as { compiled: number }).compiled)).toBe(1);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids).toEqual([]);
  await page.evaluate(() => {
    const lab = document.querySelector('addnorm-lab')!;
    Object.assign(globalThis, { lab });
    lab.remove();
  });
  await expect.poll(() => page.workers().length).toBe(2);
  await page.evaluate(() => document.body.append((globalThis as unknown as { lab: AddnormLab }).lab));
  await expect.poll(() => page.workers().length).toBe(3);
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { lab: AddnormLab }).lab.stepsDone))
    .toBeGreaterThan(0);
  await page.evaluate(() => document.body.replaceChildren());
  await expect.poll(() => page.workers().length).toBe(0);
});

test('a preset and what is hidden are attributes; a lab below the window waits to be seen, unless a script starts it', async () => {
  page = await host.open(
    `<div style="height: 2000px"></div>
    <addnorm-lab ${TINY} preset="no-residual" seed_hide rewind_hide models_hide="1" stop="10"></addnorm-lab>${DEFINE}`,
  );
  const play = page.getByRole('button', { name: messagesEn.play });
  await play.waitFor();
  expect(await inLab((lab) => lab.config.variants.map(({ model }) => model.placement))).toEqual([
    'plain',
    'pre',
  ]);
  for (const hidden of ['.seed', '.rewind', '.add-model', '.model-button']) {
    expect(await page.locator(hidden).count(), hidden).toBe(0);
  }
  await page.waitForTimeout(300);
  expect(await standing(page)).toEqual(['idle', 0]);
  await inLab((lab) => lab.setAttribute('preset', 'deep'));
  await expect
    .poll(() => inLab((lab) => lab.config.variants.map(({ model }) => model.placement)))
    .toEqual(['post', 'pre']);
  // An attribute of its own comes over what the preset says.
  expect(await inLab((lab) => lab.config.variants[0]!.model.nLayer)).toBe(1);
  await inLab((lab) => lab.start());
  await expect.poll(() => standing(page)).toEqual(['done', 10]);
});

test('a script tag gives the element and the library; defined a second time, the first stays', async () => {
  page = await host.open(
    `<addnorm-lab ${TINY} stop="10"></addnorm-lab><script src="global.iife.js"></script><script src="global.iife.js"></script>${DEFINE}`,
  );
  await expect.poll(() => standing(page)).toEqual(['done', 10]);
  const y = await page.evaluate(async () => {
    const { addnorm } = globalThis as unknown as { addnorm: typeof import('../../web/lib/index.ts') };
    return [...(await addnorm.load()).layerNorm([2, 4, 4, 6], { dModel: 4 }).y];
  });
  y.forEach((value, i) => expect(value).toBeCloseTo([-Math.SQRT2, 0, 0, Math.SQRT2][i]!, 4));
});

test('a script tag works in a closed frame, where nothing global may be looked through', async () => {
  const inner = `<script src='${host.otherUrl}global.iife.js'></script><addnorm-lab ${TINY.replaceAll('"', "'")} stop='10'></addnorm-lab>`;
  page = await host.open(
    `<iframe sandbox="allow-scripts" title="Lab" srcdoc="${inner}" width="1000" height="800"></iframe>`,
  );
  await expect.poll(async () => standing(await framed(page))).toEqual(['done', 10]);
});

test('a notebook gets a widget that follows its model, tells it what changes, and is cleaned up', async () => {
  page = await host.open(
    `<div id="cell"></div><script type="module">
      import widget from './anywidget.js';
      const values = { config: { depth: 2, width: 8, heads: 2, ctx: 8, batch: 2, stop: 10 }, height: 480, theme: 'dark', step: 0 };
      const listeners = new Map();
      globalThis.saved = 0;
      globalThis.model = {
        values, listeners,
        get: (name) => values[name],
        set: (name, value) => { values[name] = value; listeners.get('change:' + name)?.(); },
        save_changes: () => saved++,
        on: (event, listener) => listeners.set(event, listener),
        off: (event) => listeners.delete(event),
      };
      globalThis.cleanUp = widget.render({ model, el: document.getElementById('cell') });
    </script>`,
  );
  const inModel = <Result>(expression: string) => page.evaluate<Result>(expression);
  await expect.poll(() => standing(page)).toEqual(['done', 10]);
  await expect.poll(() => inModel('model.values.step')).toBe(10);
  expect(await inLab((lab) => [lab.theme, lab.config.variants[0]!.model.nLayer])).toEqual(['dark', 2]);
  expect(await page.locator('#cell').evaluate((cell) => cell.getBoundingClientRect().height)).toBe(480);
  await inModel("model.set('config', { ...model.values.config, depth: 3 })");
  await expect.poll(() => inLab((lab) => lab.config.variants[0]!.model.nLayer)).toBe(3);
  await inLab((lab) => void lab.change([['depth', '4']]));
  await expect.poll(() => inModel('model.values.config.depth')).toBe('4');
  expect(await inModel('saved')).toBeGreaterThan(0);
  await inModel('cleanUp()');
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await inModel('[document.querySelector("addnorm-lab"), model.listeners.size]')).toEqual([null, 0]);
});

test('can be imported where there is no document', async () => {
  page = await host.open('');
  const code = `for (const file of ['define', 'element', 'embed', 'anywidget'])
    await import('${inRoot('dist')}/' + file + '.js');
    await import('${inRoot('dist')}/global.iife.js');
    console.log(typeof addnorm.embed, typeof document);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    code,
  ]);
  expect([stdout.trim(), stderr]).toEqual(['function undefined', '']);
});
