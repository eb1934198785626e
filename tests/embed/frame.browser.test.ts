// A lab in a frame of another page, as it is built: what it tells and takes, how high it is, when it trains, and that it needs
// nothing: no message, no origin, no storage, no network.
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messagesEn } from '../../web/element/messages.en.ts';
import type { AddnormLab } from '../../web/element/index.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { framed, heardBy, Host, standing, TINY } from './host.ts';
import { usePages } from '../browser/use-pages.ts';

let page: Page;
const host = usePages(new Host(), () => page);

const heightOf = (index = 0) =>
  page.evaluate((i) => document.querySelectorAll('iframe')[i]!.getBoundingClientRect().height, index);

/** Waits until nothing has changed for a while. */
async function settled(read: () => Promise<number>): Promise<number> {
  for (let [before, now] = [NaN, await read()]; ; before = now, now = await read()) {
    if (before === now) return now;
    await page.waitForTimeout(700);
  }
}

const iframe = (src: string, attributes = '') =>
  `<iframe src="${src.replaceAll('&', '&amp;')}" title="Lab" ${attributes} style="display:block;border:0;width:100%;height:450px"></iframe>`;
/** A host page with the helper from another origin, which notes what it is told. */
const HELPED = (src: string, options = '{}') =>
  `${iframe(src)}<script type="module">
    import { embed } from '${new URL('../embed.js', src.replace(/[?#].*/, ''))}';
    globalThis.told = [];
    globalThis.lab = embed(document.querySelector('iframe'), {
      onReady: () => told.push('ready'), onError: (message) => told.push(message), ...${options} });
  </script>`;
const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);

test('waits for a click without any message, says in itself what it does not take, and tells how it stands', async () => {
  page = await host.open(iframe(host.frame('?theme=blue&id=left', `${TINY}&stop=20&deep=3&lr_hide=1`)));
  const frame = await framed(page);
  await frame.getByText('theme: "blue" is not allowed').waitFor();
  await frame.getByText('there is no setting "deep"').waitFor();
  expect(await frame.locator('[data-key="lr"]').count()).toBe(0);
  expect(await frame.locator('[data-key="depth"]').count()).toBe(1);
  expect(page.workers()).toHaveLength(0);
  await frame.getByRole('button', { name: messagesEn.play }).click();
  await expect
    .poll(async () => (await heardBy(page)).at(-1))
    .toMatchObject({
      type: 'addnorm:state',
      v: 1,
      id: 'left',
      state: 'done',
      step: 20,
      config: { depth: '1', stop: '20', lr_hide: '1' },
    });
  const [ready] = await heardBy(page);
  expect(ready).toMatchObject({ type: 'addnorm:ready', v: 1, id: 'left' });
  expect(ready!.height).toBeGreaterThan(450);
  // It is high enough for its first controls, and the rest can be scrolled to.
  expect(await frame.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true);
});

test('takes colours and settings from the page around it alone, and only sound ones', async () => {
  page = await host.open(
    `${iframe(host.frame())}<iframe id="stranger" srcdoc="stranger" title="Stranger"></iframe>`,
  );
  const frame = await framed(page);
  const depth = () =>
    frame.evaluate(
      () => (document.querySelector('addnorm-lab') as AddnormLab).config.variants[0]!.model.nLayer,
    );
  const theme = () => frame.evaluate(() => document.documentElement.dataset['theme']);
  const set = (body: object) =>
    page.evaluate((message) => document.querySelector('iframe')!.contentWindow!.postMessage(message, '*'), {
      type: 'addnorm:set',
      v: 1,
      id: '',
      ...body,
    });
  await set({ theme: 'dark', config: { depth: 3, placement: 'pre' } });
  await expect.poll(depth).toBe(3);
  expect(await theme()).toBe('dark');
  for (const bad of [{ v: 2, theme: 'light' }, { theme: 'blue' }, { config: [] }, { html: '<b>' }])
    await set(bad);
  await set({ id: 'another', theme: 'light' });
  await expect
    .poll(async () =>
      (await heardBy(page)).flatMap(({ type, message }) => (type === 'addnorm:error' ? [message] : [])),
    )
    .toEqual([
      'invalid v: 2 (must be 1)',
      'invalid theme: "blue" (must be "auto" or "light" or "dark")',
      'invalid config: [] (must be an object of at most 100 texts, numbers or booleans)',
      'invalid html: "<b>" (is not known)',
    ]);
  // A page in another frame, and the page itself, are not the page around it.
  const stranger = page.frames().find((other) => other.url() === 'about:srcdoc')!;
  const forged = { type: 'addnorm:set', v: 1, id: '', theme: 'light' };
  await stranger.evaluate((message) => parent.frames[0]!.postMessage(message, '*'), forged);
  await frame.evaluate((message) => postMessage(message, '*'), forged);
  // Settings that are wrong are mended and told of, as in an address.
  await set({ config: { depth: 99, width: 8, heads: 2 } });
  await expect.poll(depth).toBe(48);
  await frame.getByText('depth: "99" is not allowed').waitFor();
  expect(await theme()).toBe('dark');
});

test('with the helper it is as high as its content, within bounds, and never grows for ever', async () => {
  page = await host.open(HELPED(host.frame(), "{ theme: 'light', config: { depth: 2 } }"));
  const frame = await framed(page);
  await expect.poll(told).toContain('ready');
  const content = () => frame.evaluate(() => document.querySelector('main')!.getBoundingClientRect().height);
  const height = await settled(heightOf);
  expect(height).toBe(Math.ceil(await content()));
  expect(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  expect(await frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  // A frame that is higher, or as high as the window of a host that follows it, is not answered by a greater height.
  await page.evaluate(() => Object.assign(document.querySelector('iframe')!.style, { minHeight: '200vh' }));
  await page.setViewportSize({ width: 1000, height: 2500 });
  expect(Math.ceil(await content())).toBe(height);
  const before = (await heardBy(page)).length;
  await page.waitForTimeout(500);
  expect((await heardBy(page)).slice(before).filter(({ type }) => type === 'addnorm:resize')).toEqual([]);
  // In a narrower one the content is higher.
  await page.evaluate(() =>
    Object.assign(document.querySelector('iframe')!.style, { minHeight: '0', width: '360px' }),
  );
  await expect.poll(heightOf).toBeGreaterThan(height);
});

test('the helper takes a message from its frame alone, from where it was loaded, and only a sound one', async () => {
  page = await host.open(
    `${HELPED(host.frame('?id=a'), '{ maxHeight: 600 }')}${iframe(host.frame('?id=b'))}`,
  );
  const frame = await framed(page);
  await expect.poll(heightOf).toBe(600);
  const forged = { type: 'addnorm:resize', v: 1, id: 'a', height: 333 };
  // From where the frame was loaded, but another one.
  const stranger = await framed(page, 1);
  await stranger.evaluate((message) => parent.postMessage(message, '*'), forged);
  await page.evaluate((message) => postMessage(message, '*'), forged);
  for (const wrong of [
    { height: '300' },
    { height: NaN },
    { v: 2 },
    { id: 'b' },
    { height: 1e9 },
    { more: 1 },
  ]) {
    await frame.evaluate((message) => parent.postMessage(message, '*'), { ...forged, ...wrong });
  }
  const error = { type: 'addnorm:error', v: 1, id: 'a', message: 'the last' };
  await frame.evaluate((message) => parent.postMessage(message, '*'), error);
  await expect.poll(told).toContain('the last');
  expect(await heightOf()).toBe(600);
  await frame.evaluate((message) => parent.postMessage(message, '*'), { ...forged, height: 1 });
  await expect.poll(heightOf).toBe(150);
  // The frame has gone elsewhere: what is there now is on another origin.
  const readies = async () => (await heardBy(page)).filter(({ type }) => type === 'addnorm:ready').length;
  const before = await readies();
  await page.evaluate(
    (src) => (document.querySelector('iframe')!.src = src),
    `${host.url}site/embed.html?id=a`,
  );
  await page.waitForFunction(() => {
    try {
      return document.querySelector('iframe')!.contentDocument!.querySelector('addnorm-lab') !== null;
    } catch {
      return false;
    }
  });
  await expect.poll(readies).toBeGreaterThan(before);
  expect(await heightOf()).toBe(150);
});

test('works in a sandbox of opaque origin, where storage and modules are refused, with height and workers', async () => {
  const src = host.frame('?autoplay=true&resize=lti', `${TINY}&stop=15`);
  page = await host.open(HELPED(src).replace('<iframe ', '<iframe sandbox="allow-scripts" '));
  const frame = await framed(page);
  expect(
    await frame.evaluate(() => {
      try {
        return String(localStorage.length);
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe('SecurityError');
  await expect.poll(() => standing(frame)).toEqual(['done', 15]);
  expect(page.workers()).toHaveLength(2);
  const height = await settled(heightOf);
  expect(height).toBeGreaterThan(450);
  const resized = (await heardBy(page)).filter(({ subject }) => subject === 'lti.frameResize');
  expect(resized.at(-1)?.height).toBe(height);
});

test('trains only while it is in sight, and a frame that is taken out takes its workers along', async () => {
  const src = host.frame('?autoplay=true', `${TINY}&stop=100000&speed=100`);
  page = await host.open(
    `${iframe(src)}<div style="height:3000px"></div>${iframe(src.replace('autoplay=true', 'autoplay=true&id=low'))}`,
  );
  const [high, low] = [await framed(page, 0), await framed(page, 1)];
  const states = async () => [(await standing(high))[0], (await standing(low))[0]];
  await expect.poll(states).toEqual(['running', 'idle']);
  expect(page.workers()).toHaveLength(2);
  await page.evaluate(() => scrollTo(0, 1e5));
  await expect.poll(states).toEqual(['paused', 'running']);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(states).toEqual(['running', 'paused']);
  // Who pauses it himself finds it so.
  await high.getByRole('button', { name: messagesEn.pause }).click();
  await page.evaluate(() => scrollTo(0, 1e5));
  await expect.poll(states).toEqual(['paused', 'running']);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(states).toEqual(['paused', 'paused']);
  await page.evaluate(() => document.querySelectorAll('iframe').forEach((one) => one.remove()));
  await expect.poll(() => page.workers().length).toBe(0);
});

test('one file has all of it: from disk, in a sandbox, in the language it is asked for', async () => {
  const file = inRoot('dist', 'standalone.html');
  page = await host.openFile(`${pathToFileURL(file).href}?lang=de#${TINY}&stop=12&autoplay=1`);
  await expect.poll(() => standing(page)).toEqual(['done', 12]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.close();
  page = await host.open(
    iframe(`${host.otherUrl}standalone.html#${TINY}&stop=12&autoplay=1`, 'sandbox="allow-scripts"'),
  );
  const frame = await framed(page);
  await expect.poll(() => standing(frame)).toEqual(['done', 12]);
  expect(page.workers()).toHaveLength(2);
});
