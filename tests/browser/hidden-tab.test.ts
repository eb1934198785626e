// The page in a tab that nobody sees: no frame is drawn and timers fire once a second. Training goes on in its workers, nothing
// piles up meanwhile, and what is drawn when the tab is looked at again is the latest. A browser without a window has no
// hidden tabs, so the page is told so.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type {} from '../../web/element/define.ts';
import { PageBrowser, stateOf, stepsDone, TINY, trained } from './page.ts';
import { usePages } from './use-pages.ts';

interface Tab {
  hide(): void;
  show(): void;
  /** The most frames that were asked for and not drawn, and the most messages to workers that were not answered. */
  readonly most: { frames: number; messages: number };
}
declare const tab: Tab;

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

/** Runs in the page, before its scripts. */
function prepare(): void {
  const real = { frame: requestAnimationFrame, cancel: cancelAnimationFrame, timer: setTimeout };
  const frames = new Map<number, FrameRequestCallback>();
  const most = { frames: 0, messages: 0 };
  let isHidden = false;
  let lastFrame = 1_000_000;
  let messages = 0;

  class CountedWorker extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', () => (messages = Math.max(0, messages - 1)));
    }
    override postMessage(message: unknown): void {
      most.messages = Math.max(most.messages, ++messages);
      super.postMessage(message);
    }
  }
  const setHidden = (value: boolean) => {
    isHidden = value;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.assign(globalThis, {
    Worker: CountedWorker,
    requestAnimationFrame: (draw: FrameRequestCallback) => {
      if (!isHidden) return real.frame.call(globalThis, draw);
      frames.set(++lastFrame, draw);
      most.frames = Math.max(most.frames, frames.size);
      return lastFrame;
    },
    cancelAnimationFrame: (frame: number) => {
      if (!frames.delete(frame)) real.cancel.call(globalThis, frame);
    },
    setTimeout: (handler: () => void, ms = 0) =>
      real.timer.call(globalThis, handler, isHidden ? Math.max(1000, ms) : ms),
    tab: {
      most,
      hide: () => setHidden(true),
      show: () => {
        setHidden(false);
        for (const draw of frames.values()) real.frame.call(globalThis, draw);
        frames.clear();
      },
    } satisfies Tab,
  });
}

test('a hidden page trains on, asks for no more than the next drawing, and then draws the latest', async () => {
  page = await browser.open(`${TINY}&stop=100000`, { prepare });
  await trained(page, 20);
  await page.evaluate(() => tab.hide());
  const before = await stepsDone(page);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const after = await stepsDone(page);
  expect(await stateOf(page)).toBe('running');
  expect(after - before).toBeGreaterThan(200);
  const { frames, messages } = await page.evaluate(() => tab.most);
  // One round for each of the two models; one drawing for each view.
  expect(messages).toBe(2);
  expect(frames).toBeGreaterThan(0);
  expect(frames).toBeLessThan(20);

  await page.evaluate(() => tab.show());
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => stateOf(page)).toBe('paused');
  const last = await stepsDone(page);
  await expect.poll(() => page.locator('.standing').innerText()).toContain(`step ${last}`);
});
