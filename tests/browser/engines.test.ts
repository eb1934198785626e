// The same bits in every engine: the package makes the pinned runs on both of its builds, and the hosted page trains as
// Node does. The runs in Node are in tests/lib/fingerprint.test.ts.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import runs from '../../web/lib/fingerprints.json' with { type: 'json' };
import type { AddnormLab } from '../../web/element/index.ts';
import type * as AddnormModule from '../../web/lib/index.ts';
import type { PartialRunConfig } from '../../web/lib/index.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { trainPlainly } from '../lab/helpers.ts';
import { Engine, ENGINES } from './engine.ts';
import { recordEvents, type Recorded } from './page.ts';
import { serve, type StaticServer } from './serve.ts';

/** After which the runs were pinned. */
const STEPS = 50;
/** How many steps of the page are compared with Node's. */
const PAGE_STEPS = 30;
/** What differs from the defaults in the two models of the page that nobody has changed. */
const PAGE_MODELS: Record<string, PartialRunConfig> = {
  a: { model: { placement: 'post' } },
  b: { model: { placement: 'pre' } },
};

/** What the test pages keep in their global scope. */
interface TestPage {
  addnorm: typeof AddnormModule;
  recorded: Recorded;
  complaints: string[];
}

let packageServer: StaticServer;
let siteServer: StaticServer;

beforeAll(async () => {
  const index = inRoot('dist/site/index.html');
  if (!existsSync(index)) throw new Error('dist/site is missing (npm run build makes it)');
  const recorder = '<script src="recorder.js"></script>';
  const recorderScript = `(${recordComplaints.toString()})(); (${recordEvents.toString()})();`;
  packageServer = await serve(inRoot('dist'), {
    files: {
      'index.html': `<!doctype html><title>Package</title>${recorder}<script type="module" src="page.js"></script>`,
      'page.js': "import * as addnorm from './index.js'; Object.assign(globalThis, { addnorm });",
      'recorder.js': recorderScript,
    },
  });
  siteServer = await serve(inRoot('dist/site'), {
    files: {
      'index.html': readFileSync(index, 'utf8').replace('<head>', `<head>${recorder}`),
      'recorder.js': recorderScript,
    },
  });
});

afterAll(() => Promise.all([packageServer.close(), siteServer.close()]));

/** Runs in the page before its own scripts: keeps all it complains of. */
function recordComplaints(): void {
  const complaints: string[] = [];
  Object.assign(globalThis, { complaints });
  const complain = (kind: string, what: unknown) => complaints.push(`${kind}: ${String(what)}`);
  addEventListener(
    'error',
    ({ message, target }) => complain('error', message || (target as Element | null)?.outerHTML),
    // A file that cannot be loaded says so to its own element alone.
    { capture: true },
  );
  addEventListener('unhandledrejection', ({ reason }) => complain('rejection', reason));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => complain('policy', blockedURI));
  const inConsole =
    (kind: string) =>
    (...texts: unknown[]) =>
      complain(kind, texts.join(' '));
  Object.assign(console, { error: inConsole('console error'), warn: inConsole('console warning') });
}

/** Runs in the page: the fingerprints that the pinned runs end in. */
async function fingerprintsOf(pinned: typeof runs, simd: 'on' | 'off', steps: number) {
  const { addnorm: module, complaints } = globalThis as unknown as TestPage;
  const addnorm = await module.load({ simd });
  const fingerprints = pinned.map(({ config }) => {
    const { model: modelConfig, ...training } = config as PartialRunConfig;
    const model = addnorm.createModel(modelConfig, { seed: training.seed ?? 1 });
    const trainer = addnorm.createTrainer({ model, ...training });
    for (let step = 0; step < steps; step++) trainer.step();
    const fingerprint = trainer.fingerprint();
    model.dispose();
    return fingerprint;
  });
  return { backend: addnorm.backend, fingerprints, complaints };
}

/** Runs in the page: waits for the lab's steps, then says what there is to see. */
async function trainedPage(steps: number) {
  const lab = document.querySelector<AddnormLab>('addnorm-lab')!;
  const { recorded, complaints } = globalThis as unknown as TestPage;
  while (lab.stepsDone < steps && !recorded.events.includes('addnorm-error')) {
    await new Promise((next) => setTimeout(next, 50));
  }
  // A chart follows in the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const canvas = lab.renderRoot.querySelector<HTMLCanvasElement>('.loss canvas')!;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const pixelsOf = (property: string): number => {
    const color = parseInt(getComputedStyle(canvas).getPropertyValue(property).trim().slice(1), 16);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      count += Number((data[i]! << 16) + (data[i + 1]! << 8) + data[i + 2]! === color && data[i + 3] === 255);
    }
    return count;
  };
  const pixels: Record<string, number> = { a: pixelsOf('--addnorm-post'), b: pixelsOf('--addnorm-pre') };
  return { ...recorded, complaints, pixels };
}

// The engines work at the same time, each at one test.
describe.concurrent.each(ENGINES)('$name', ({ name, absence }) => {
  let engine: Engine | undefined;

  beforeAll(async () => {
    if (absence === undefined) engine = await Engine.start(name);
  });
  afterAll(() => engine?.close());
  beforeEach((context) => {
    if (absence !== undefined) context.skip(absence);
  });

  test.each(['on', 'off'] as const)('ends every pinned run in its fingerprint with simd %s', async (simd) => {
    const page = await engine!.visit(packageServer.url, fingerprintsOf, runs, simd, STEPS);
    expect(page.complaints).toEqual([]);
    expect(page.backend).toBe(simd === 'on' ? 'simd' : 'scalar');
    expect(page.fingerprints).toEqual(runs.map(({ fingerprint }) => fingerprint));
  });

  test('trains in the page as in Node, draws both curves, and complains of nothing', async () => {
    const page = await engine!.visit(siteServer.url, trainedPage, PAGE_STEPS);
    expect(page.complaints).toEqual([]);
    expect(page.events).toEqual(['addnorm-ready']);
    for (const [id, config] of Object.entries(PAGE_MODELS)) {
      const { rows } = await trainPlainly(config, PAGE_STEPS);
      const losses = rows.map(({ loss }) => loss);
      expect(page.losses[id]!.slice(0, PAGE_STEPS)).toEqual(losses);
      expect(losses.at(-1)).toBeLessThan(losses[0]!);
      expect(page.pixels[id]).toBeGreaterThan(30);
    }
  });
});
