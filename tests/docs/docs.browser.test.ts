// The documentation as it is read: on a small screen, in light and dark, with formulas, by keyboard, and its samples that need a
// page in one.
import type { Page } from 'playwright-core';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { DOCS } from '../../web/app/docs/list.ts';
import type { AddnormLab } from '../../web/element/index.ts';
import { violations } from '../browser/axe.ts';
import { launchChromium, pageErrors } from '../browser/chromium.ts';
import { PageBrowser } from '../browser/page.ts';
import { usePages } from '../browser/use-pages.ts';
import { serve } from '../browser/serve.ts';
import type { Lab } from '../../web/lab/index.ts';
import { moduleOf, needsPage, ROOT, type Sample, SAMPLES } from './samples.ts';

let page: Page;
const browser = usePages(new PageBrowser(), () => page);

/** By turns: all pages have one template and one style. */
const MEDIA = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

const WCAG = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What passes is not asked for: that is quicker.
  resultTypes: ['violations'],
};

test('every page is for everyone, and never wider than a small screen', async () => {
  page = await browser.open('', {
    path: 'docs/index.html',
    bypassCSP: true,
    viewport: { width: 320, height: 640 },
  });
  for (const [i, { name }] of DOCS.entries()) {
    await page.emulateMedia(MEDIA[i % MEDIA.length]);
    await page.goto(browser.addressOf(`docs/${name}.html`));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320);
    expect(await violations(page, WCAG), name).toEqual([]);
  }
});

test('a formula is drawn as one, and needs nothing to be fetched', async () => {
  page = await browser.open('', { path: 'docs/mathematics.html' });
  const fraction = page.locator('math[display=block] mfrac').first();
  const [above, below] = await fraction.evaluate(({ children }) =>
    [...children].map((child) => child.getBoundingClientRect()),
  );
  expect(above!.bottom).toBeLessThanOrEqual(below!.top);
  expect(await page.locator('.temml-error, merror').count()).toBe(0);
});

test('anchors and colours go together: a choice is taken along to the next page, and the anchor stays', async () => {
  page = await browser.open('', { path: 'docs/mathematics.html#attention' });
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(page.url()).toMatch(/mathematics\.html\?theme=dark#attention$/);
  await page
    .getByRole('navigation', { name: 'Documentation' })
    .getByRole('link', { name: 'Performance' })
    .click();
  await page.waitForURL('**/performance.html?theme=dark');
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.getByRole('button', { name: 'Auto' }).click();
  expect(page.url()).toMatch(/performance\.html$/);
});

test('code that is too wide is scrolled by keys', async () => {
  page = await browser.open('', { path: 'docs/api.html', viewport: { width: 320, height: 640 } });
  const code = page.locator('pre').filter({ hasText: 'URLSearchParams(configToParams' });
  await code.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
});

/** Where the package is in a sample. */
const PACKAGE = /node_modules\/addnorm\/|https:\/\/cdn\.jsdelivr\.net\/npm\/addnorm@[\d.]+\//g;

/** A sample as a page whose package is the built one. */
function pageFor(sample: Sample): Record<string, string> {
  if (sample.language === 'html') {
    const script = '<script type="module" src="dist/define.js"></script>';
    return { 'sample.html': script + sample.code.replaceAll(PACKAGE, './') };
  }
  const { outputText } = ts.transpileModule(moduleOf(sample), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const code = outputText.replace(/(['"])addnorm\/(\w+)\1/g, "'./dist/$2.js'");
  // What a sample only makes is handed to the test.
  const made = code.includes('new Lab(') ? 'globalThis.lab = lab;' : '';
  return {
    'sample.html': '<body><script type="module" src="sample.js"></script>',
    'sample.js': `${code}\n${made}`,
  };
}

const ON_A_PAGE = SAMPLES.filter(({ mark }) => mark !== 'not-run').filter((sample) =>
  sample.language === 'html'
    ? sample.code.includes('<addnorm-lab')
    : sample.language === 'ts' && needsPage(sample) && !sample.code.includes('iframe'),
);

test('what needs a page works in one: the lab is there, and trains', async () => {
  expect(ON_A_PAGE.length).toBeGreaterThan(2);
  const chromium = await launchChromium();
  for (const sample of ON_A_PAGE) {
    // Samples have scripts inside them, which pages of the site have not.
    const server = await serve(ROOT, { files: pageFor(sample), headers: {} });
    page = await chromium.newPage();
    const complaints = pageErrors(page);
    await page.goto(`${server.url}sample.html`);
    await page.waitForFunction(() => customElements.get('addnorm-lab') ?? 'lab' in globalThis);
    const isMade = await page.evaluate(async () => {
      const { lab } = globalThis as { lab?: Lab };
      await lab?.step(1);
      return lab !== undefined;
    });
    if (isMade) expect(page.workers(), sample.name).toHaveLength(1);
    else await trainsOnPage(sample);
    expect(complaints, sample.name).toEqual([]);
    await page.close();
    await server.close();
  }
  await chromium.close();
});

async function trainsOnPage(sample: Sample): Promise<void> {
  // An example need not put the element anywhere.
  const count = await page.evaluate(() => {
    const labs = document.querySelectorAll<AddnormLab>('addnorm-lab');
    for (const lab of labs) lab.step(1);
    return labs.length;
  });
  expect(count > 0 || sample.mark === 'example', sample.name).toBe(true);
  const first = () => document.querySelector<AddnormLab>('addnorm-lab')?.stepsDone ?? 1;
  await expect.poll(() => page.evaluate(first), { timeout: 60_000, message: sample.name }).toBeGreaterThan(0);
}
