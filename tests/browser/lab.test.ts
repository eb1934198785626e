// The Lab in a real browser: its workers start from a Blob under the page's own policy, it does without them where they are
// forbidden, and it notices at once when one is gone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as LabModule from '../../web/lab/index.ts';
import { addnormWasm } from '../../web/tools/vite-plugins.mjs';
import { CONTENT_SECURITY_POLICY } from '../../web/tools/csp.mjs';
import { inRoot } from '../../web/tools/run.mjs';
import { bundleWorker, VERSION } from '../lab/node-worker.ts';
import { HUGE, trainPlainly, TWINS } from '../lab/helpers.ts';
import { launchChromium, pageErrors } from './chromium.ts';
import { serve, type StaticServer } from './serve.ts';

declare global {
  interface Window {
    lab: typeof LabModule;
  }
}

const STEPS = 30;
const folder = mkdtempSync(join(tmpdir(), 'addnorm-lab-'));
let browser: Browser;
let page: Page;
let server: StaticServer;

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [addnormWasm()],
    define: { __ADDNORM_VERSION__: JSON.stringify(VERSION) },
    worker: { format: 'iife', plugins: () => [addnormWasm()] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry: inRoot('web/lab/index.ts'), formats: ['es'], fileName: 'lab' },
    },
  });
  writeFileSync(join(folder, 'worker.js'), await bundleWorker());
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Lab</title><script type="module" src="page.js"></script>',
  );
  writeFileSync(join(folder, 'page.js'), "import * as lab from './lab.js'; window.lab = lab;");
  browser = await launchChromium();
});

afterEach(async () => {
  await page.context().close();
  await server.close();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function open(headers: Record<string, string>, path = ''): Promise<string[]> {
  server = await serve(folder, { headers });
  page = await (await browser.newContext()).newPage();
  const errors = pageErrors(page);
  await page.goto(server.url + path);
  await page.waitForFunction(() => 'lab' in window);
  return errors;
}

/** Trains the twins in the page; the rows come back as JSON, in which every double is exact. */
async function train(source: Pick<Page, 'evaluate'>) {
  return source.evaluate(
    async ([variants, steps]) => {
      const lab = new window.lab.Lab({ variants });
      const losses: Record<string, number[]> = {};
      lab.on('steps', ({ rows }) => {
        for (const [id, added] of rows) (losses[id] ??= []).push(...added.map(({ loss }) => loss));
      });
      await lab.step(steps);
      const fingerprints = Object.fromEntries(await lab.fingerprint());
      const { mode } = lab;
      lab.dispose();
      return { mode, losses, fingerprints };
    },
    [TWINS, STEPS] as const,
  );
}

async function expectedTwins() {
  const plain = await Promise.all(
    TWINS.map(async ({ id, config }) => ({ id, ...(await trainPlainly(config!, STEPS)) })),
  );
  return {
    losses: Object.fromEntries(plain.map(({ id, rows }) => [id, rows.map(({ loss }) => loss)])),
    fingerprints: Object.fromEntries(plain.map(({ id, fingerprint }) => [id, fingerprint])),
  };
}

describe('variants train in the browser to the bit as in Node', () => {
  test('in workers from a Blob, under the policy of the page', async () => {
    const errors = await open({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY });
    expect(await train(page)).toEqual({ mode: 'blob', ...(await expectedTwins()) });
    expect(errors).toEqual([]);
  });

  test('in the main thread where the policy forbids such workers', async () => {
    await open({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY.replace(/worker-src [^;]*/, "worker-src 'none'"),
    });
    expect(await train(page)).toEqual({ mode: 'main', ...(await expectedTwins()) });
  });

  test('in workers, in a sandboxed frame of opaque origin', async () => {
    const errors = await open({
      'Access-Control-Allow-Origin': '*',
      'Content-Security-Policy': 'sandbox allow-scripts',
    });
    expect(await page.evaluate(() => window.origin)).toBe('null');
    expect(await train(page)).toEqual({ mode: 'blob', ...(await expectedTwins()) });
    expect(errors).toEqual([]);
  });
});

describe('a worker of the caller', () => {
  test('that is ended from outside in the middle of a step is noticed long before its time is up', async () => {
    await open({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY });
    const result = await page.evaluate(async (config) => {
      const workers: Worker[] = [];
      const createWorker = () => {
        const worker = new Worker('worker.js');
        workers.push(worker);
        return worker;
      };
      const lab = new window.lab.Lab({ variants: [{ id: 'huge', config }], createWorker });
      await lab.start();
      const { mode } = lab;
      const ended = performance.now();
      setTimeout(() => workers[0]!.terminate(), 50);
      const message = await lab.step(1000).catch((error: unknown) => (error as Error).message);
      const elapsed = performance.now() - ended;
      const { state } = lab;
      await lab.step(1);
      const again = lab.stepsDone;
      lab.dispose();
      return { mode, message, elapsed, state, again };
    }, HUGE);
    expect(result).toMatchObject({
      mode: 'given',
      message: 'variant "huge": its worker was ended from outside',
      state: 'failed',
      again: 1,
    });
    expect(result.elapsed).toBeLessThan(20_000);
  });

  test('whose script is missing makes way for one from a Blob', async () => {
    await open({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY });
    const mode = await page.evaluate(async (variants) => {
      const lab = new window.lab.Lab({ variants, createWorker: () => new Worker('missing.js') });
      await lab.step(1);
      const { mode } = lab;
      lab.dispose();
      return mode;
    }, TWINS);
    expect(mode).toBe('blob');
  });
});
