// The same bits in every engine: the package makes the pinned runs on both of its builds, and the hosted page trains as
// Node does; and the other pages do what they are there for. The runs in Node are in tests/lib/fingerprint.test.ts.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import runs from '../../web/lib/fingerprints.json' with { type: 'json' };
import type { AddnormLab } from '../../web/element/index.ts';
import { messagesDe } from '../../web/element/messages.de.ts';
import { EXPERIMENTS } from '../../web/experiments/index.ts';
import type * as AddnormModule from '../../web/lib/index.ts';
import type { PartialRunConfig } from '../../web/lib/index.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { trainPlainly } from '../lab/helpers.ts';
import { Engine, ENGINES } from './engine.ts';
import { recordEvents, type Recorded, TINY } from './page.ts';
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

/** The pages of the site that are visited, by what stands for them in the tests. */
const PAGES = {
  lab: 'index.html',
  german: 'de/index.html',
  maps: 'maps.html',
  microscope: 'microscope.html',
  experiment: 'experiments/gamma-beta.html',
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
  if (!existsSync(inRoot('dist/site/index.html')))
    throw new Error('dist/site is missing (npm run build makes it)');
  const recorder = '<script src="/some/sub-path/recorder.js"></script>';
  const recorded = (file: string) =>
    readFileSync(inRoot('dist/site', file), 'utf8').replace('<head>', `<head>${recorder}`);
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
      ...Object.fromEntries(Object.values(PAGES).map((file) => [file, recorded(file)])),
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
    ({ message, target }) => {
      // To Firefox it is an error to preload a module that is there already; one that is missing is a rejection besides.
      if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') return;
      complain('error', message || (target as Element | null)?.outerHTML);
    },
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

/** Runs in the page: fills both figures, and says what they say of it. */
async function filledMaps() {
  const { complaints } = globalThis as unknown as TestPage;
  const until = async <What>(find: () => What | null | undefined | false): Promise<What> => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  const said: string[] = [];
  for (const name of ['stability-map', 'initial-gradients']) {
    const figure = document.querySelector(`.${name}`)!;
    (await until(() => figure.querySelector<HTMLButtonElement>('.am-run .am-primary'))).click();
    said.push(
      await until(() => /runs? (is|are) done/.exec(figure.querySelector('.am-status')!.textContent)?.input),
    );
  }
  const signs = [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent.trim());
  return { said, signs, complaints };
}

/** Runs in the page: the last row of the microscope. */
async function seenInMicroscope() {
  const { complaints } = globalThis as unknown as TestPage;
  const element = document.querySelector('addnorm-microscope') as unknown as { renderRoot: ParentNode };
  const row = () => element.renderRoot.querySelector<HTMLElement>('[data-step=y]');
  while (!row()) await new Promise((next) => setTimeout(next, 50));
  return { text: row()!.innerText, complaints };
}

/** Runs in the page: predicts, runs, and reads what came of it. */
async function experimentRun() {
  const { complaints } = globalThis as unknown as TestPage;
  const wait = () => new Promise((next) => setTimeout(next, 50));
  while (document.querySelector<HTMLElement>('.actions')!.hidden) await wait();
  document.querySelector<HTMLInputElement>('input[name=prediction]')!.click();
  document.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
  while (document.querySelector('.verdict')!.textContent === '' && complaints.length === 0) await wait();
  const claims = [...document.querySelectorAll('[data-claim] .here')].map(({ textContent }) => textContent);
  return { claims, drawn: document.querySelectorAll('.charts .chart').length, complaints };
}

/** Runs in the page: waits until the lab rests, and reads what stands over it. */
async function germanLab() {
  const { complaints } = globalThis as unknown as TestPage;
  const lab = document.querySelector<AddnormLab>('addnorm-lab')!;
  while (lab.state !== 'done' && complaints.length === 0) await new Promise((next) => setTimeout(next, 50));
  const find = (selector: string) => [...lab.renderRoot.querySelectorAll<HTMLElement>(selector)];
  await lab.updateComplete;
  return { tabs: find('[role=tab]').map(({ innerText }) => innerText), steps: lab.stepsDone, complaints };
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

  test('fills the maps, shows the microscope, runs an experiment and speaks German', async () => {
    const visit = <Result>(
      page: keyof typeof PAGES,
      settings: string,
      work: () => Result | Promise<Result>,
    ) => engine!.visit(`${siteServer.url}${PAGES[page]}${settings}`, work);

    const small = TINY.replace(/(\w+)=/g, 'gradient-$1=').replace('gradient-depth=1', 'gradient-depth-to=2');
    const maps = await visit(
      'maps',
      `#v=1&${TINY}&steps=20&columns=2&rows=1&${small}&gradient-seeds=2`,
      filledMaps,
    );
    expect(maps.complaints).toEqual([]);
    expect(maps.said).toEqual([expect.stringMatching(/^All/), expect.stringMatching(/^All/)]);

    const microscope = await visit('microscope', '', seenInMicroscope);
    expect(microscope.complaints).toEqual([]);
    expect(microscope.text).toMatch(/−1\.414\s+β\s+0\s+β\s+0\s+β\s+1\.414\s/);

    const { claims, charts } = EXPERIMENTS.find(({ id }) => id === 'gamma-beta')!;
    const experiment = await visit('experiment', '', experimentRun);
    expect(experiment.complaints).toEqual([]);
    expect(experiment.claims).toEqual(Object.keys(claims).map(() => '✓ holds'));
    expect(experiment.drawn).toBe(charts.length);

    const german = await visit('german', `#v=1&${TINY}&stop=3`, germanLab);
    expect(german.complaints).toEqual([]);
    expect(german.tabs).toEqual(Object.values(messagesDe.view));
    expect(german.steps).toBe(3);
  });
});
