// Starts this system's Chromium for a test, and collects what a page complains of.
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../../web/tools/browsers.mjs';
import type { Driver } from './engine.ts';

/** A headless browser without sandbox (root has none) that asks the network for nothing of its own. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found (npm run setup installs it)');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export async function startChromium(): Promise<Driver> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate<unknown>(expression),
    close: () => browser.close(),
  };
}

/** Every error of the page from now on: console, exceptions, failed requests. Empty on a sound page. */
export function pageErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that goes takes with it what was still on its way: a picture, a worker that was only just starting.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request failed (${reason}): ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
  return errors;
}
