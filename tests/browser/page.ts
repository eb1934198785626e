// The built page in Chromium, as a host would serve it: from a sub-path, with the security policy. What a page complains of,
// and whatever it asks for outside that path, is collected.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { AddnormLab } from '../../web/element/index.ts';
import type { StepsEvent } from '../../web/lab/index.ts';
import { launchChromium, pageErrors } from './chromium.ts';
import { serve, type ServeOptions, type StaticServer } from './serve.ts';
import type { PageSource } from './use-pages.ts';

const SITE = fileURLToPath(new URL('../../dist/site', import.meta.url));

/** A model whose steps take next to no time. */
export const TINY = 'depth=1&width=8&heads=2&ctx=8&batch=2';

/** What the page keeps for the tests: losses by variant and step (from 1). */
export interface Recorded {
  readonly losses: Record<string, number[]>;
  readonly events: string[];
}

export class PageBrowser implements PageSource {
  readonly #options: ServeOptions;
  readonly #complaints: string[][] = [];
  #browser!: Browser;
  #server!: StaticServer;

  constructor(options: ServeOptions = {}) {
    this.#options = options;
  }

  async launch(): Promise<void> {
    if (!existsSync(`${SITE}/index.html`)) throw new Error('dist/site is missing (npm run build makes it)');
    [this.#browser, this.#server] = await Promise.all([launchChromium(), serve(SITE, this.#options)]);
  }

  takeComplaints(): string[] {
    return this.#complaints.splice(0).flat();
  }

  /** The address of a file of the site. */
  addressOf(path: string): string {
    return `${this.#server.url}${path}`;
  }

  /** A fresh page of the site, the lab's by default, with these settings; `prepare` runs in it before its own scripts. */
  async open(
    settings = '',
    { prepare, path = '', ...options }: BrowserContextOptions & { prepare?: () => void; path?: string } = {},
  ): Promise<Page> {
    const page = await this.#browser.newPage({
      viewport: { width: 1440, height: 900 },
      // Only who asks for it keeps the site; every page would load all of it.
      serviceWorkers: 'block',
      ...options,
    });
    const complaints = pageErrors(page);
    this.#complaints.push(complaints);
    page.on('console', (message) => {
      const isBlocking = message.text().startsWith('Service Worker registration blocked');
      if (message.type() === 'warning' && !isBlocking) complaints.push(`warning: ${message.text()}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.#server.url) && !/^(blob|data):/.test(url)) complaints.push(`request: ${url}`);
    });
    await page.addInitScript(recordEvents);
    if (prepare) await page.addInitScript(prepare);
    await page.goto(`${this.addressOf(path)}${settings === '' ? '' : `#v=1&${settings}`}`);
    return page;
  }

  async close(): Promise<void> {
    await Promise.all([this.#browser.close(), this.#server.close()]);
  }
}

/** Runs in the page: keeps what the lab's events say. */
export function recordEvents(): void {
  const recorded: Recorded = { losses: {}, events: [] };
  Object.assign(globalThis, { recorded });
  for (const name of [
    'addnorm-ready',
    'addnorm-done',
    'addnorm-diverged',
    'addnorm-error',
    'addnorm-config',
  ]) {
    addEventListener(name, () => recorded.events.push(name));
  }
  addEventListener('addnorm-step', (event) => {
    const { first, rows } = (event as CustomEvent<StepsEvent>).detail;
    if (first === 1) for (const id of Object.keys(recorded.losses)) recorded.losses[id] = [];
    for (const [id, added] of rows) {
      recorded.losses[id] = [...(recorded.losses[id] ?? []), ...added.map(({ loss }) => loss)];
    }
  });
}

export const recordedIn = (page: Page): Promise<Recorded> =>
  page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);

/** Waits until the lab has made this many steps. */
export async function trained(page: Page, steps: number): Promise<void> {
  await page.waitForFunction(
    (least) => (document.querySelector('addnorm-lab') as AddnormLab).stepsDone >= least,
    steps,
    { polling: 50, timeout: 120_000 },
  );
}

export const stepsDone = (page: Page): Promise<number> =>
  page.evaluate(() => (document.querySelector('addnorm-lab') as AddnormLab).stepsDone);

export const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => (document.querySelector('addnorm-lab') as AddnormLab).state);
