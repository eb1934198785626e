// What axe finds amiss on a page.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SCRIPT = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The rules that the page breaks, and what breaks them.
 *
 * @param options those of axe.run; all its rules if left out
 * @param within a selector; the whole page if left out
 */
export async function violations(page: Page, options: object = {}, within = 'html'): Promise<string[]> {
  await page.evaluate(SCRIPT);
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
