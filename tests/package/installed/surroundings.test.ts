// The package without a bundler, where pages stand in the way: other hosts, security policies, sandboxed frames, the disk, engines
// that lack something or compute wrongly. It works as far as it can, and says what it lacks.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../../web/tools/csp.mjs';
import { inRoot } from '../../../web/tools/run.mjs';
import { launchChromium } from '../../browser/chromium.ts';
import { Engine, ENGINES } from '../../browser/engine.ts';
import { serve, type ServeOptions, type StaticServer } from '../../browser/serve.ts';
import { EVERYTHING, expectResult, FINGERPRINT, type Result } from '../expected.ts';
import { install, pack, removePacked } from '../pack.ts';
import { makePlainHost } from '../plain-host.ts';
import { binOf, runIn } from '../programs.ts';

let tarball: string;
let folder: string;
let browser: Browser;
const servers: StaticServer[] = [];

beforeAll(async () => {
  tarball = await pack();
  folder = await makePlainHost('plain', tarball);
  browser = await launchChromium();
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
afterAll(async () => {
  await browser.close();
  removePacked(tarball);
});

const policy = (text: string) => ({ headers: { 'Content-Security-Policy': text } });
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** The address of a folder on a host of its own. */
async function host(files = folder, options: ServeOptions = {}): Promise<string> {
  const server = await serve(files, { headers: {}, ...options });
  servers.push(server);
  return server.url;
}

/** What a page finds in `globalThis.result`; `prepare` runs in it before its own scripts. */
async function resultAt(url: string, prepare?: () => void): Promise<Result> {
  const page = await browser.newPage();
  if (prepare) await page.addInitScript(prepare);
  await page.goto(url);
  await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: 60_000 });
  return resultIn(page).finally(() => page.close());
}

const resultIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { result: Promise<Result> }).result);

const NO_URL_WORKER = { url: like(/its worker could not be/), given: like(/its worker could not be/) };

describe('a security policy', () => {
  test('as strict as that of the hosted page lets everything work', async () => {
    expectResult(await resultAt(await host(folder, policy(CONTENT_SECURITY_POLICY))));
  });

  test('that forbids workers from a Blob leaves those from a file', async () => {
    const without = CONTENT_SECURITY_POLICY.replace(' blob:;', ';');
    expectResult(await resultAt(await host(folder, policy(without))), { lab: EVERYTHING.url });
  });

  test('that forbids workers leaves the thread of the page', async () => {
    const without = CONTENT_SECURITY_POLICY.replace(/worker-src [^;]*/, "worker-src 'none'");
    const result = await resultAt(await host(folder, policy(without)));
    expectResult(result, { ...NO_URL_WORKER, lab: EVERYTHING.main });
  });

  test('that forbids WebAssembly is named, with what it must have', async () => {
    const without = CONTENT_SECURITY_POLICY.replace(" 'wasm-unsafe-eval'", '');
    const { element, ...others } = await resultAt(await host(folder, policy(without)));
    expect(element).toBe('function');
    for (const said of Object.values(others))
      expect(said).toContain(
        "(the page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src)",
      );
  });
});

describe('a frame', () => {
  test.each([
    ['allow-scripts allow-same-origin', {}],
    // A page of no origin may start no worker from an address.
    ['allow-scripts', NO_URL_WORKER],
  ])('with sandbox="%s" trains in workers', async (sandbox, but) => {
    const frame = `<!doctype html><title>Host</title><iframe sandbox="${sandbox}" src="index.html"></iframe>`;
    const url = await host(folder, { headers: ANY_ORIGIN, files: { 'host.html': frame } });
    const prepare = () => {
      if (parent !== self) return;
      const heard = new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data));
      });
      Object.assign(globalThis, { result: heard });
    };
    expectResult(await resultAt(`${url}host.html`, prepare), but);
  });
});

describe('from another host', () => {
  test('that lets everybody read, it works; a worker it would start comes from a Blob', async () => {
    const there = await host(folder, { headers: ANY_ORIGIN });
    const here = await makePlainHost('plain-here', tarball, `${there}addnorm/`);
    expectResult(await resultAt(await host(here)), NO_URL_WORKER);
  });

  test('that does not, the page hears that it cannot be imported, and slim that its file cannot be fetched', async () => {
    const there = await host();
    const here = await makePlainHost('plain-here', tarball, `${there}addnorm/`);
    expect(await resultAt(await host(here))).toMatch(/Failed to fetch dynamically imported module/);
    const slim = await slimError(await host(), `${there}addnorm/addnorm.wasm`);
    expect(slim).toBe(`cannot fetch ${there}addnorm/addnorm.wasm: Failed to fetch`);
  });
});

/** What slim says of a file, by default of the one beside it; it has to say so within two seconds. */
async function slimError(url: string, wasmUrl?: string): Promise<string> {
  const options = JSON.stringify(wasmUrl === undefined ? {} : { wasmUrl });
  const page = await browser.newPage();
  await page.goto(`${url}index.html`);
  // As text: what runs these tests would put something else in the place of the import.
  const { message, elapsed } = await page.evaluate<{ message: string; elapsed: number }>(`(async () => {
    const { load } = await import('./addnorm/slim.js');
    const start = performance.now();
    const message = await load(${options}).then(() => 'works', (error) => error.message);
    return { message, elapsed: performance.now() - start };
  })()`);
  expect(elapsed).toBeLessThan(2000);
  await page.close();
  return message;
}

describe('slim, where the file beside it', () => {
  /** A copy of the host whose WebAssembly file is something else. */
  const changed = (name: string, change: (file: string) => void): string => {
    const copy = inRoot('build', 'package', `plain-${name}`);
    rmSync(copy, { recursive: true, force: true });
    cpSync(folder, copy, { recursive: true });
    change(join(copy, 'addnorm', 'addnorm.wasm'));
    return copy;
  };

  test.each<[string, (file: string) => void, RegExp]>([
    [
      'is missing',
      (file) => rmSync(file),
      /^cannot load WebAssembly from \S+addnorm\.wasm \(HTTP 404, no content type\)$/,
    ],
    [
      'is a page',
      (file) => writeFileSync(file, '<!doctype html>'),
      /\(HTTP 200, application\/wasm\) is not WebAssembly: it is an HTML page/,
    ],
    [
      'is cut off',
      (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000)),
      /\(HTTP 200, application\/wasm\) cannot be compiled \(5000 bytes\)/,
    ],
    [
      'is of another version',
      (file) =>
        writeFileSync(
          file,
          readFileSync(file)
            .toString('latin1')
            .replace(/addnorm\d/, 'addnorm9'),
          'latin1',
        ),
      /is of addnorm 9\S+, and this is addnorm /,
    ],
  ])('%s, says so at once', async (_, change, message) => {
    expect(await slimError(await host(changed('changed', change)))).toMatch(message);
  });

  test('has the wrong type, works', async () => {
    const url = await host(changed('renamed', (file) => renameSync(file, `${file}.bin`)));
    expect(await slimError(url, 'addnorm/addnorm.wasm.bin')).toBe('works');
  });

  test('computes wrongly, the scalar build does the work', async () => {
    const [add, subtract] = ['\xfd\xe4\x01', '\xfd\xe5\x01'];
    const wrong = changed('wrong', (file) =>
      writeFileSync(file, readFileSync(file).toString('latin1').replaceAll(add, subtract), 'latin1'),
    );
    expectResult(await resultAt(await host(wrong)), { slim: EVERYTHING.scalar });
  });
});

describe('an engine', () => {
  test('without WebAssembly is told so', async () => {
    const without = () => delete (globalThis as { WebAssembly?: unknown }).WebAssembly;
    const { element, ...others } = await resultAt(await host(), without);
    expect(element).toBe('function');
    for (const said of Object.values(others)) expect(said).toContain('WebAssembly is not available here');
  });

  test('that refuses SIMD gets the scalar build, which computes the same', async () => {
    const refuse = () => {
      const { compile, compileStreaming } = WebAssembly;
      const hasVectors = (bytes: BufferSource) =>
        (bytes as Uint8Array).length > 100 && isSimd(bytes as Uint8Array);
      const isSimd = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).includes(' simd');
      WebAssembly.validate = () => false;
      WebAssembly.compile = async (bytes) => {
        if (hasVectors(bytes)) throw new WebAssembly.CompileError('invalid value type');
        return compile.call(WebAssembly, bytes);
      };
      WebAssembly.compileStreaming = async (source) => compileStreaming.call(WebAssembly, source);
    };
    const result = await resultAt(await host(), refuse);
    expectResult(result, { simd: like(/cannot be compiled/), slim: EVERYTHING.scalar });
  });
});

test('on the disk, bundled as one classic script, it trains in workers', async () => {
  const fixture = await install('esbuild', tarball);
  const args = ['main-alone.js', '--bundle', '--format=iife', '--outfile=disk/main.js', '--log-level=error'];
  await runIn(fixture, binOf(fixture, 'esbuild'), args);
  mkdirSync(join(fixture, 'disk'), { recursive: true });
  const page = readFileSync(join(fixture, 'index.html'), 'utf8').replace(' type="module"', '');
  writeFileSync(join(fixture, 'disk', 'index.html'), page);
  expectResult(await resultAt(pathToFileURL(join(fixture, 'disk', 'index.html')).href), {
    ...NO_URL_WORKER,
    slim: like(/^Error: cannot fetch file:.*\(read the file, and give its bytes as wasmBinary\)$/),
  });
});

describe.each(ENGINES)('$name', ({ name, absence }) => {
  let engine: Engine | undefined;
  beforeAll(async () => {
    if (absence === undefined) engine = await Engine.start(name);
  });
  afterAll(() => engine?.close());
  beforeEach((context) => {
    if (absence !== undefined) context.skip(absence);
  });

  /** Runs in the page. */
  const wait = async () => {
    while (!('result' in globalThis)) await new Promise((next) => setTimeout(next, 20));
    return (globalThis as unknown as { result: Promise<Result> }).result;
  };

  test('trains on both builds, in the page and in every kind of worker', async () => {
    expectResult(await engine!.visit(await host(folder, policy(CONTENT_SECURITY_POLICY)), wait));
  });

  test('says what a policy must have that forbids WebAssembly', async () => {
    const without = CONTENT_SECURITY_POLICY.replace(" 'wasm-unsafe-eval'", '');
    const { simd } = await engine!.visit(await host(folder, policy(without)), wait);
    expect(simd).not.toContain(FINGERPRINT);
    expect(simd).toContain("must have 'wasm-unsafe-eval' in its script-src");
  });
});
