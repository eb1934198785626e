// The HTML samples of the documentation of embedding: each is a page of its own, as it stands there, with the built package in the
// place of the addresses that stand for it, and has a lab that trains.
import { readFileSync } from 'node:fs';
import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messagesEn } from '../../web/element/messages.en.ts';
import type { AddnormLab } from '../../web/element/index.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { Host } from './host.ts';
import { usePages } from '../browser/use-pages.ts';

const TEXT = readFileSync(inRoot('web', 'docs', 'embedding.md'), 'utf8');
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
const SITE = 'https://example.org/addnorm/';
const CDN = `https://cdn.jsdelivr.net/npm/addnorm@${version}/dist/`;

/** The samples by the heading over them. */
const SAMPLES = [...TEXT.matchAll(/^#+ (.*)$|^```html\n([\s\S]*?)^```$/gm)].reduce<[string, string][]>(
  (samples, [, heading, code]) => {
    const last = samples.at(-1)?.[0] ?? '';
    if (heading !== undefined) return [...samples, [heading, '']];
    return [...samples, [last, code!]];
  },
  [],
);
const HTML = SAMPLES.filter(([, code]) => code !== '').map(
  ([heading, code], i) => [`${heading} (${i + 1})`, code] as const,
);

let page: Page;
const host = usePages(new Host(), () => page);

/** Where the lab is: in the page, or in its frame. */
async function placeOfLab(): Promise<Page | Frame> {
  const frame = page.locator('iframe').first();
  if ((await frame.count()) === 0) return page;
  await frame.scrollIntoViewIfNeeded();
  return (await (await frame.elementHandle()).contentFrame())!;
}

test.each(HTML)('%s', async (_, code) => {
  const here = code.replaceAll(SITE, `${host.otherUrl}site/`).replaceAll(CDN, host.otherUrl);
  expect(here).not.toMatch(/https:/);
  page = await host.open(here);
  const place = await placeOfLab();
  const play = place.getByRole('button', { name: messagesEn.play });
  const pause = place.getByRole('button', { name: messagesEn.pause });
  await play.or(pause).first().waitFor();
  if (await play.isVisible()) await play.click();
  await place.waitForFunction(() => (document.querySelector('addnorm-lab') as AddnormLab).stepsDone > 0);
  expect(await place.locator('.notice').count()).toBe(0);
});

test('all samples are of the version there is, and of the two places that are explained', async () => {
  page = await host.open('');
  expect(HTML.length).toBeGreaterThan(6);
  const versions = [...TEXT.matchAll(/addnorm@([\w.-]+)\//g)].map(([, found]) => found);
  expect(new Set(versions)).toEqual(new Set([version]));
});
