// A page in Chromium with the charts on it: the real views in a real shadow root, drawn for real. The sources are
// bundled once per test file; in the page they are the globals `charts` and `stage`.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { violations } from '../browser/axe.ts';
import { launchChromium, pageErrors } from '../browser/chromium.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A script that makes `charts` and `stage` globals. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: file('./stage.ts'), formats: ['iife'], name: 'chartTest' },
    },
  });
  const [output] = built as Rolldown.RolldownOutput[];
  return `${output!.output[0].code};Object.assign(globalThis, chartTest);`;
}

export class ChartBrowser {
  readonly #browser: Browser;
  /** Makes the charts globals of a page, or of a frame in one. */
  readonly script: string;
  /** What any page of this browser complained of. */
  readonly errors: string[][] = [];

  private constructor(browser: Browser, script: string) {
    this.#browser = browser;
    this.script = script;
  }

  static async launch(): Promise<ChartBrowser> {
    return new ChartBrowser(await launchChromium(), await bundle());
  }

  /** A fresh page, 800 px wide unless said otherwise. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: { width: 800, height: 900 }, ...options });
    this.errors.push(pageErrors(page));
    await page.setContent('<!doctype html><html lang="en"><title>Charts</title><body><main></main>');
    await page.addScriptTag({ content: this.script });
    return page;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** Gives each test of a file a page of its own; a test fails of anything that its page complains of. */
export function onChartPages(use: (page: Page, browser: ChartBrowser) => void): void {
  let browser: ChartBrowser;
  let page: Page;
  beforeAll(async () => {
    browser = await ChartBrowser.launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.open();
    use(page, browser);
  });
  afterEach(async () => {
    await page.close();
    expect(browser.errors.flat()).toEqual([]);
  });
}

/** Rules of WCAG 2.2 AA and below that the page breaks, with the places; it has no regions and no headings of its own. */
export const axeViolations = (page: Page): Promise<string[]> =>
  violations(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });

/** Script time of one call of the page's `draw`, as the main thread's own clock counts it: other work does not count. */
export async function scriptMsPerDraw(page: Page, draws = 60): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration')!.value;
  };
  const run = (count: number) =>
    page.evaluate(async (times) => {
      const { draw } = globalThis as unknown as { draw: () => Promise<void> };
      for (let i = 0; i < times; ++i) await draw();
    }, count);
  await run(10);
  const before = await scriptMs();
  await run(draws);
  return ((await scriptMs()) - before) / draws;
}
