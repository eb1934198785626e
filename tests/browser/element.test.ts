// <addnorm-lab> in a page that is not ours: as the package ships it, several times, with attributes, properties and events,
// in a page whose styles want to be everywhere.
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AddnormLab } from '../../web/element/index.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { CONTENT_SECURITY_POLICY } from '../../web/tools/csp.mjs';
import { inRoot } from '../../web/tools/run.mjs';
import { launchChromium, pageErrors } from './chromium.ts';
import { serve, type StaticServer } from './serve.ts';

const TINY = 'depth="1" width="8" heads="2" ctx="8" batch="2"';

let browser: Browser;
let server: StaticServer;
let page: Page;
let errors: string[];

beforeAll(async () => {
  if (!existsSync(inRoot('dist', 'define.js')))
    throw new Error('dist/define.js is missing (npm run build makes it)');
  [browser, server] = await Promise.all([launchChromium(), serve(inRoot('dist'))]);
});
afterAll(() => Promise.all([browser.close(), server.close()]));
afterEach(async () => {
  await page.close();
  expect(errors).toEqual([]);
});

/** A page with this body that registers the element, and counts its events by type and element id; `script` is early.js. */
async function open(body: string, { css = '', script = '', height = 900 } = {}): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1200, height } });
  errors = pageErrors(page);
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(globalThis, { events });
    for (const name of ['addnorm-ready', 'addnorm-done', 'addnorm-config', 'addnorm-error']) {
      addEventListener(name, (event) => events.push(`${(event.target as HTMLElement).id} ${name}`));
    }
  });
  await page.route('**/early.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY },
      body: `<!doctype html><html lang="en"><title>Host</title><style>${css}</style><body>${body}<script type="module" src="define.js"></script>`,
    }),
  );
  await page.goto(`${server.url}host.html`);
}

const events = () => page.evaluate(() => (globalThis as unknown as { events: string[] }).events);

test('two of them train beside each other, each by its own attributes', async () => {
  await open(
    `<addnorm-lab id="one" ${TINY} placement="pre" stop="20"></addnorm-lab>
     <addnorm-lab id="two" ${TINY} stop="10"></addnorm-lab>`,
    // Both are in sight.
    { height: 3000 },
  );
  await expect.poll(events).toEqual(expect.arrayContaining(['one addnorm-done', 'two addnorm-done']));
  expect(page.workers()).toHaveLength(3);
  const labels = await page.evaluate(() =>
    [...document.querySelectorAll<AddnormLab>('addnorm-lab')].map((lab) => [
      lab.stepsDone,
      ...lab.variantLabels,
    ]),
  );
  expect(labels).toEqual([
    [20, 'pre-LN'],
    [10, 'post-LN', 'pre-LN'],
  ]);
});

test('with autoplay="false" nothing is started until someone asks', async () => {
  await open(`<addnorm-lab id="lab" ${TINY} autoplay="false" controls="none" stop="5"></addnorm-lab>`);
  const play = page.getByRole('button', { name: 'Play' });
  await play.waitFor();
  expect(page.workers()).toHaveLength(0);
  // Nothing else can be pressed but what chooses what is drawn.
  expect(await page.locator('.placement:enabled').count()).toBe(0);
  for (const edits of ['Step', /^Duplicate/, /^Remove/, /warm-up/, /norm/i])
    expect(await page.getByRole('button', { name: edits }).count(), String(edits)).toBe(0);
  await play.click();
  await expect.poll(events).toEqual(['lab addnorm-ready', 'lab addnorm-done']);
});

test('attributes and properties that change begin another run; objects that are wrong change nothing', async () => {
  await open(`<addnorm-lab id="lab" ${TINY} stop="5"></addnorm-lab>`);
  const inLab = <Result>(work: (lab: AddnormLab) => Result) =>
    page.evaluate<Result>(`(${work.toString()})(document.getElementById('lab'))`);
  const depths = () => inLab((lab) => lab.config.variants.map(({ model }) => model.nLayer));
  await expect.poll(events).toContain('lab addnorm-done');
  await inLab((lab) => lab.setAttribute('depth', '2'));
  await expect.poll(depths).toEqual([2, 2]);
  await inLab((lab) => {
    lab.config = {
      model: { nLayer: 3, dModel: 8, nHead: 2, nCtx: 8 },
      batch: 2,
      variants: [{}, { model: { placement: 'pre' } }, { model: { placement: 'sandwich' } }],
    };
  });
  await expect.poll(depths).toEqual([3, 3, 3]);
  await expect.poll(() => page.workers().length).toBe(3);
  const message = await inLab((lab) => {
    try {
      lab.config = { model: { dModel: 7 } };
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(message).toBe('invalid dModel: 7 (must be a multiple of nHead = 4)');
  expect(await depths()).toEqual([3, 3, 3]);
  expect(await events()).not.toContain('lab addnorm-config');
});

test('what is set before the element is defined counts, over its attributes; a fault is a notice', async () => {
  await open(
    `<addnorm-lab id="lab" ${TINY} autoplay="false"></addnorm-lab>
     <addnorm-lab id="text" ${TINY} autoplay="false"></addnorm-lab>
     <addnorm-lab id="wrong" ${TINY} autoplay="false"></addnorm-lab>
     <script src="early.js"></script>`,
    {
      script: `document.getElementById('lab').config = { model: { nLayer: 3 } };
        document.getElementById('text').params = [['depth', '4']];
        document.getElementById('wrong').config = { variants: [5] };`,
    },
  );
  const depths = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<AddnormLab>('addnorm-lab')].map(
        (lab) => lab.config.variants[0]?.model.nLayer,
      ),
    );
  await expect.poll(depths).toEqual([3, 4, 1]);
  await page.locator('#wrong').getByText('invalid config.variants[0]: 5 (must be an object)').waitFor();
  await page.evaluate(() => {
    document.querySelector<AddnormLab>('#lab')!.config = { model: { nLayer: 5 } };
  });
  await expect.poll(depths).toEqual([5, 4, 1]);
});

test('the note of a new run does not come back with an element that was taken out', async () => {
  await open(`<addnorm-lab id="lab" ${TINY} stop="5"></addnorm-lab>`);
  await expect.poll(events).toContain('lab addnorm-done');
  await page.evaluate(() => void document.querySelector<AddnormLab>('#lab')!.change([['depth', '2']]));
  const note = page.getByText(messagesEn.newRun, { exact: true });
  await note.first().waitFor();
  await page.evaluate(() => {
    const lab = document.querySelector('#lab')!;
    lab.remove();
    document.body.append(lab);
  });
  await expect.poll(() => note.count(), { timeout: 2000 }).toBe(0);
});

test('goes back by the slider and the keyboard alone, rests there, and comes to the same numbers again', async () => {
  await open(
    `<addnorm-lab id="lab" ${TINY} placement="pre" seeds="3" stop="60"></addnorm-lab><script src="early.js"></script>`,
    {
      script: `globalThis.losses = [];
      addEventListener('addnorm-step', ({ detail: { rowsOfSeeds } }) => {
        const rows = [...rowsOfSeeds.values()].flat(2);
        losses.push(...rows.filter(({ step }) => step === 60).map(({ loss }) => loss));
      });`,
    },
  );
  const slider = page.getByRole('slider', { name: messagesEn.rewind });
  const standing = page.locator('.standing');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(messagesEn.rewindValue(60, 60));
  await slider.press('PageDown');
  await slider.press('ArrowLeft');
  const chosen = Number(await slider.inputValue());
  expect(chosen).toBeLessThan(59);
  expect(await standing.textContent()).toContain('step 60');
  await slider.press('Enter');
  await expect.poll(() => standing.textContent()).toBe(messagesEn.standing(chosen, messagesEn.state.paused));
  expect(await slider.getAttribute('aria-valuetext')).toBe(messagesEn.rewindValue(chosen, chosen));
  await expect.poll(() => page.locator('.spoken').textContent()).toContain(messagesEn.rewound(chosen));
  await page.getByRole('button', { name: messagesEn.play }).click();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(messagesEn.rewindValue(60, 60));
  const losses = await page.evaluate(() => (globalThis as unknown as { losses: number[] }).losses);
  expect(losses).toHaveLength(6);
  expect(losses.slice(3)).toEqual(losses.slice(0, 3));
});

test('the styles of the page stay outside', async () => {
  const lab = `<addnorm-lab id="lab" ${TINY} autoplay="false"></addnorm-lab>`;
  const looks = () =>
    page.evaluate(() => {
      const root = document.getElementById('lab')!.shadowRoot!;
      return ['.toolbar button', '.standing', 'select', '.help-line'].map((selector) => {
        const { fontSize, fontFamily, color, letterSpacing, textTransform, lineHeight } = getComputedStyle(
          root.querySelector(selector)!,
        );
        return [fontSize, fontFamily, color, letterSpacing, textTransform, lineHeight];
      });
    });
  await open(lab);
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const alone = await looks();
  await page.close();
  await open(lab, {
    css: `html{font-size:40px} body{font:italic 30px/3 fantasy;color:red;letter-spacing:5px;text-transform:uppercase;text-align:right}
     *{box-sizing:content-box} button,select,p{font-size:50px!important;color:lime!important}`,
  });
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(await looks()).toEqual(alone);
});
