// @ts-check
// Where this system's browsers are. The browser tests use them; nothing downloads one.
import { existsSync } from 'node:fs';
import { which } from './run.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROMIUM = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const MAC_FIREFOX = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Its path, or undefined. CHROMIUM_PATH in the environment comes first. */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] ?? CHROMIUM.map(which).find(Boolean) ?? MAC_CHROMIUM.find(existsSync);
}

/** Its path, or undefined. FIREFOX_PATH in the environment comes first. */
export function findFirefox() {
  return (
    process.env['FIREFOX_PATH'] ?? which('firefox-esr') ?? which('firefox') ?? MAC_FIREFOX.find(existsSync)
  );
}

/** The path of WebKit's driver, which brings its own small browser, or undefined. */
export const findWebKitDriver = () => which('WebKitWebDriver');

/** Why this system can have no WebKitWebDriver, or undefined where it can be installed. */
export const noWebKitDriver =
  process.platform === 'linux'
    ? undefined
    : 'WebKitWebDriver is made for Linux only; elsewhere this engine is not tested';
