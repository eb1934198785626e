// @ts-check
// Where this system's Chromium is. The browser tests use it; nothing downloads a browser.
import { existsSync } from 'node:fs';
import { which } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Its path, or undefined. CHROMIUM_PATH in the environment comes first. */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] ?? NAMES.map(which).find(Boolean) ?? MAC_APPS.find(existsSync);
}
