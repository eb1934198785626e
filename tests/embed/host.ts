// Pages that embed a lab, in Chromium: the built package and site under one origin, and a host page of a test's own under that
// or another one. What any of its pages complains of is collected.
import { existsSync } from 'node:fs';
import type { Browser, Frame, Page } from 'playwright-core';
import type { AddnormLab } from '../../web/element/index.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { launchChromium, pageErrors } from '../browser/chromium.ts';
import { TINY } from '../browser/page.ts';
import { serve, type StaticServer } from '../browser/serve.ts';
import type { PageSource } from '../browser/use-pages.ts';

export { TINY };

const VIEWPORT = { width: 1000, height: 900 };

export class Host implements PageSource {
  readonly #complaints: string[][] = [];
  /** The host page, as the server of the site has it. */
  readonly #files: Record<string, string> = {};
  #browser!: Browser;
  #site!: StaticServer;
  #other!: StaticServer;

  async launch(): Promise<void> {
    if (!existsSync(inRoot('dist', 'site', 'embed.html')))
      throw new Error('dist/site/embed.html is missing (npm run build makes it)');
    [this.#browser, this.#site, this.#other] = await Promise.all([
      launchChromium(),
      // No host sends a policy of its own here: what the page says of itself has to do.
      serve(inRoot('dist'), { headers: {}, files: this.#files }),
      serve(inRoot('dist'), { headers: { 'Access-Control-Allow-Origin': '*' }, base: '/cdn/' }),
    ]);
  }

  /** Where dist is, and the site in it. */
  get url(): string {
    return this.#site.url;
  }

  /** dist on another origin, whose files anyone may load. */
  get otherUrl(): string {
    return this.#other.url;
  }

  /** The page for frames, on another origin than the host page. */
  frame(query = '', settings = TINY): string {
    return `${this.otherUrl}site/embed.html${query}#${settings}`;
  }

  /** A page with this body. */
  async open(body: string): Promise<Page> {
    this.#files['host.html'] =
      `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">${body}`;
    const page = await this.#browser.newPage({ viewport: VIEWPORT, serviceWorkers: 'block' });
    this.#complaints.push(pageErrors(page));
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      if (parent === window) addEventListener('message', ({ data }) => heard.push(data));
    });
    await page.goto(`${this.url}host.html`);
    return page;
  }

  /** A page that is a file of its own, and asks for nothing else. */
  async openFile(address: string): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: VIEWPORT });
    const complaints = pageErrors(page);
    this.#complaints.push(complaints);
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.isNavigationRequest())
        complaints.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    return page;
  }

  takeComplaints(): string[] {
    return this.#complaints.splice(0).flat();
  }

  async close(): Promise<void> {
    await Promise.all([this.#browser.close(), this.#site.close(), this.#other.close()]);
  }
}

export interface Heard {
  readonly type?: string;
  readonly subject?: string;
  readonly height?: number;
  readonly state?: string;
  readonly step?: number;
  readonly message?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/** All messages that came to the page. */
export const heardBy = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);

/** The document in the first frame of a page, as soon as its lab is drawn. */
export async function framed(page: Page, index = 0): Promise<Frame> {
  const element = await page.locator('iframe').nth(index).elementHandle();
  const frame = await element.contentFrame();
  await frame!.locator('addnorm-lab .toolbar').first().waitFor();
  return frame!;
}

/** How the first lab of a document stands. */
export const standing = (frame: Frame | Page): Promise<readonly [state: string, step: number]> =>
  frame.evaluate(() => {
    const lab = document.querySelector('addnorm-lab') as AddnormLab;
    return [lab.state, lab.stepsDone] as const;
  });
