// The bundles made from one tree, chosen by mode: `package` (dist), `worker`, `global` and `anywidget` (dist, one file each),
// `site` (dist/site; the default), which takes in `frame`, `bench` (build/bench), `experiments` (build/experiments).
// The tests run on the same sources with the same plugins.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { themeStyles } from './web/charts/theme.ts';
import { addnormApi } from './web/tools/api.mjs';
import {
  contentSecurityPolicy,
  offline,
  sitePages,
  styleInHead,
  wasmApart,
} from './web/tools/site-plugins.mjs';
import { framePages } from './web/tools/frame-plugins.mjs';
import {
  addnormRates,
  addnormWasm,
  anyLanguage,
  filesBeside,
  loadsEverywhere,
} from './web/tools/vite-plugins.mjs';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as { version: string };

// Tests that start Chromium.
const IN_BROWSER = ['tests/browser/**/*.test.ts', 'tests/**/*.browser.test.ts'];

const shared: UserConfig = {
  publicDir: false,
  plugins: [addnormWasm(), addnormRates(), addnormApi()],
  define: { __ADDNORM_VERSION__: JSON.stringify(version), __ADDNORM_HERE__: 'undefined' },
  // A worker is one script without imports, so that it can be started from a Blob wherever the package is loaded from.
  worker: { format: 'iife', plugins: () => [addnormWasm(), addnormRates()] },
  build: {
    target: 'es2022',
    // Two WebAssembly modules stand inside the script.
    chunkSizeWarningLimit: 1000,
    // A slow machine is no fault of the plugins.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
};

/** What looks for a file beside it stands where the file is, and so does a bundle that somebody makes of it. */
const folderOf = (moduleIds: readonly string[]) =>
  moduleIds.some((id) => id.endsWith('/make-worker.ts')) ? '' : 'chunks/';

/** Lit's builds for `node` run in a browser as well, and let a server import the element's module. */
const RUNS_ON_SERVERS = {
  conditions: ['node', 'module', 'production'],
  alias: { '@lit-labs/ssr-dom-shim': path('web/element/server-dom.ts') },
};

const packageBuild: UserConfig = {
  ...shared,
  plugins: [addnormWasm(), addnormRates(), anyLanguage(), filesBeside(), loadsEverywhere()],
  // Where a script stands is known when it runs (filesBeside).
  define: { __ADDNORM_VERSION__: JSON.stringify(version) },
  resolve: RUNS_ON_SERVERS,
  build: {
    ...shared.build,
    outDir: 'dist',
    emptyOutDir: false,
    lib: {
      entry: {
        index: path('web/lib/index.ts'),
        slim: path('web/lib/slim.ts'),
        'slim.node': path('web/lib/slim.node.ts'),
        verify: path('web/lib/verify.ts'),
        cli: path('web/cli/main.ts'),
        'cli-worker': path('web/cli/worker.ts'),
        lab: path('web/lab/index.ts'),
        element: path('web/element/index.ts'),
        define: path('web/element/define.ts'),
        embed: path('web/embed/index.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      ...shared.build?.rolldownOptions,
      // What is for Node alone has them (loadsEverywhere).
      external: /^node:/,
      // Vite leaves the blanks of a library in its place for tools that read it; they are a tenth of what people load.
      output: { chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`, minify: true },
    },
  },
};

/** A bundle that is one file of `dist`, whatever it imports. */
const oneFile = (entry: string, format: 'es' | 'iife', fileName: string): UserConfig => ({
  ...shared,
  plugins: [addnormWasm(), anyLanguage(), loadsEverywhere()],
  resolve: RUNS_ON_SERVERS,
  build: {
    ...shared.build,
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: path(entry), formats: [format], name: 'addnormFile', fileName: () => fileName },
    rolldownOptions: { ...shared.build?.rolldownOptions, output: { codeSplitting: false, minify: true } },
  },
});

const ONE_FILE: Readonly<Record<string, UserConfig>> = {
  // A page can start it as a classic worker or as a module.
  worker: oneFile('web/lab/worker.ts', 'iife', 'worker.js'),
  global: oneFile('web/embed/global.ts', 'iife', 'global.iife.js'),
  anywidget: oneFile('web/embed/anywidget.ts', 'es', 'anywidget.js'),
  frame: oneFile('web/embed/main.ts', 'iife', 'frame.js'),
};

const siteBuild: UserConfig = {
  ...shared,
  root: path('web/app'),
  worker: { format: 'iife', plugins: () => [addnormWasm(), addnormRates(), wasmApart()] },
  // Relative addresses: the folder works under any path of any host.
  base: './',
  publicDir: 'public',
  plugins: [
    addnormWasm(),
    addnormRates(),
    wasmApart(),
    anyLanguage(),
    sitePages(version),
    framePages(),
    contentSecurityPolicy(),
    styleInHead(themeStyles),
    offline(),
  ],
  build: {
    ...shared.build,
    outDir: path('dist/site'),
    emptyOutDir: true,
    // Some workers have WebAssembly modules inside their script.
    chunkSizeWarningLimit: 800,
    // The preload polyfill is for browsers without WebAssembly SIMD.
    modulePreload: { polyfill: false },
  },
};

// What `npm run bench` runs in Node, and the worker it starts for each of the twins.
const benchBuild: UserConfig = {
  ...shared,
  build: {
    ...shared.build,
    outDir: 'build/bench',
    lib: {
      entry: { bench: path('web/bench/index.ts'), worker: path('web/lab/worker.ts') },
      formats: ['es'],
    },
  },
};

// What `npm run experiments` runs in Node, and the worker that trains there.
const experimentsBuild: UserConfig = {
  ...shared,
  build: {
    ...shared.build,
    outDir: 'build/experiments',
    lib: {
      entry: { experiments: path('web/experiments/index.ts'), worker: path('web/lab/worker.ts') },
      formats: ['es'],
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'package') return packageBuild;
  const one = ONE_FILE[mode];
  if (one) return one;
  if (mode === 'bench') return benchBuild;
  if (mode === 'experiments') return experimentsBuild;
  // Installs the package into what others use, which takes minutes: `npm run test:package`.
  if (mode === 'installed') {
    return {
      ...shared,
      test: {
        include: ['tests/package/installed/**/*.test.ts'],
        fileParallelism: false,
        testTimeout: 300_000,
        hookTimeout: 600_000,
      },
    };
  }
  if (mode !== 'test') return siteBuild;
  return {
    ...shared,
    test: {
      // What is waited for comes when there is a processor for it.
      expect: { poll: { timeout: 10_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            include: [
              'tests/{lib,lab,bench,maps,experiments,microscope,app,embed,docs,tools,cli,fuzz}/**/*.test.ts',
              'tests/package/*.test.ts',
            ],
            exclude: IN_BROWSER,
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'dom',
            include: ['tests/{charts,element}/**/*.test.ts'],
            exclude: IN_BROWSER,
            environment: 'happy-dom',
          },
        },
        {
          extends: true,
          // Real pages in a real browser: after the others, one file at a time, and with time enough to train.
          test: {
            name: 'browser',
            include: IN_BROWSER,
            sequence: { groupOrder: 1 },
            fileParallelism: false,
            // Beside compilers a browser may get no processor for seconds. What is wrong is wrong twice.
            retry: 1,
            testTimeout: 300_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  };
});
