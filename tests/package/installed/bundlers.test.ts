// The package in the bundlers people use: installed from its tarball, built and served as they do, under a sub-path, and opened in
// Chromium. On every page the package trains in the page's thread and in workers.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, pageErrors } from '../../browser/chromium.ts';
import { serve } from '../../browser/serve.ts';
import { EVERYTHING, expectResult, type Result } from '../expected.ts';
import { install, pack, removePacked } from '../pack.ts';
import { binOf, runIn, type Server, serveIn } from '../programs.ts';

let tarball: string;
let browser: Browser;

beforeAll(async () => {
  [tarball, browser] = await Promise.all([pack(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  removePacked(tarball);
});

/** Opens a page that leaves its result in `globalThis.result`, and what it complained of. */
async function open(url: string): Promise<{ result: Result; errors: string[] }> {
  const page = await browser.newPage();
  const errors = pageErrors(page);
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: 60_000 });
    const result = await page.evaluate(() => (globalThis as unknown as { result: Promise<Result> }).result);
    return { result, errors };
  } finally {
    await page.close();
  }
}

/** Opens the page of a folder, as a plain host serves it. */
async function openFolder(folder: string) {
  const server = await serve(folder, { headers: {} });
  return open(server.url).finally(() => server.close());
}

/** What a page says that was sent where a file is missing. */
const isPage = /\(HTTP 200, text\/html\) is not WebAssembly: it is an HTML page/;
/** What vite's server, while one develops, cannot find of a package that it has bundled before. */
const UNFOUND: Partial<Record<keyof Result, unknown>> = {
  slim: expect.stringMatching(isPage) as unknown,
  url: expect.stringMatching(/its worker (stopped|could not be started)/) as unknown,
};

describe.each([
  ['vite-8', {}],
  ['vite-7', UNFOUND],
])('%s', (name, unfound) => {
  let folder: string;
  beforeAll(async () => {
    folder = await install(name, tarball);
  });

  test('builds', async () => {
    await runIn(folder, binOf(folder, 'vite'), ['build']);
    const { result, errors } = await openFolder(join(folder, 'dist'));
    expect(errors).toEqual([]);
    expectResult(result);
  });

  test.each([
    ['vite.config.js', unfound],
    ['vite.unbundled.config.js', {}],
  ])('serves while one develops, with %s', async (config, but) => {
    const args = ['--config', config, '--host', '127.0.0.1', '--strictPort'];
    const server = await serveIn(
      folder,
      binOf(folder, 'vite'),
      (port) => [...args, '--port', String(port)],
      '/some/sub-path/',
    );
    const { result, errors } = await open(server.url).finally(() => server.close());
    if (but === UNFOUND) expect(errors.join('\n')).toMatch(/^(.*\/\.vite\/deps\/worker\.js.*\s*)+$/);
    else expect(errors).toEqual([]);
    expectResult(result, but);
  });
});

test('webpack 5', async () => {
  const folder = await install('webpack-5', tarball);
  await runIn(folder, process.execPath, ['build.cjs']);
  cpSync(join(folder, 'index.html'), join(folder, 'dist', 'index.html'));
  const { result, errors } = await openFolder(join(folder, 'dist'));
  expect(errors).toEqual([]);
  expectResult(result);
});

/** A bundler that leaves `new URL` as it is: what a script looks for there has to be copied. */
async function openAlone(folder: string) {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  cpSync(join(folder, 'index.html'), join(dist, 'index.html'));
  for (const file of ['worker.js', 'addnorm.wasm'])
    cpSync(join(folder, 'node_modules/addnorm/dist', file), join(dist, file));
  return openFolder(dist);
}

test('esbuild', async () => {
  const folder = await install('esbuild', tarball);
  const args = ['main-alone.js', '--bundle', '--minify', '--format=esm', '--outfile=dist/main.js'];
  await runIn(folder, binOf(folder, 'esbuild'), args);
  const { result, errors } = await openAlone(folder);
  expect(errors).toEqual([]);
  expectResult(result);
});

test('Rollup', async () => {
  const folder = await install('rollup', tarball);
  const args = ['main-alone.js', '--plugin', 'node-resolve', '--format', 'es', '--dir', 'dist'];
  await runIn(folder, binOf(folder, 'rollup'), [...args, '--entryFileNames', 'main.js']);
  const { result, errors } = await openAlone(folder);
  expect(errors).toEqual([]);
  expectResult(result);
});

describe('Next 16', () => {
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = await install('next-16', tarball);
    await runIn(folder, binOf(folder, 'next'), ['build']);
    server = await serveIn(
      folder,
      binOf(folder, 'next'),
      (port) => ['start', '-H', '127.0.0.1', '-p', String(port)],
      '/some/sub-path',
    );
  });
  afterAll(() => server.close());

  test('a server component trains while it is rendered', async () => {
    const html = await (await fetch(server.url)).text();
    const result = JSON.parse(/<script id="on-server"[^>]*>(.*?)<\/script>/.exec(html)![1]!) as Result;
    const noWorker: unknown = expect.stringContaining('Worker is not defined');
    expectResult(result, { lab: EVERYTHING.main, url: noWorker, given: undefined });
  });

  test('a client component trains in workers', async () => {
    const { result, errors } = await open(server.url);
    expect(errors).toEqual([]);
    expectResult(result);
  });
});
