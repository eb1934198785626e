// This system's Firefox, driven over WebDriver BiDi.
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../web/tools/browsers.mjs';
import type { Driver } from './engine.ts';

export async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('no Firefox found (npm run setup installs it)');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
