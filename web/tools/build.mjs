// @ts-check
// Builds what people use: the two WebAssembly modules, then the package (dist) and the hosted page (dist/site),
// with it the page that is one file (dist/standalone.html).
// C++ is rebuilt as far as Ninja finds it changed, the rest when any of its inputs changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findEmscripten } from './emscripten.mjs';
import { runCommand } from './options.mjs';
import { inRoot, isMain, readStamp, run, step, writeStamp } from './run.mjs';
import { hasGoogleTest, setup } from './setup.mjs';
import { buildTypes } from './types.mjs';

const HELP = `Usage: npm run build

Builds what people use into dist: the package, the hosted page (dist/site) and the page that is one file. Installs what is
missing. The first time takes minutes; later only what is made of changed files is made anew.

Options:
  --help  Print this text.

The environment's ADDNORM_SITE is the address that the site will have, with a slash at its end, for link previews.`;

/** Everything `npm run build` does. */
export async function build() {
  await step('C++ to WebAssembly', () => buildPreset('wasm', 'addnorm_wasm'));
  await step('C++ to WebAssembly without SIMD', () => buildPreset('wasm-scalar', 'addnorm_wasm'));
  await step('benchmarks to WebAssembly', () => buildPreset('wasm', 'addnorm_rates'));
  await buildWeb();
}

/**
 * Builds a target of one of the presets of CMakePresets.json.
 * @param {string} preset
 * @param {string} target
 */
export async function buildPreset(preset, target) {
  const emscripten = preset.startsWith('wasm') ? await findEmscripten() : undefined;
  const env = emscripten ? { EMSCRIPTEN_ROOT: emscripten.root } : {};
  await configure(preset, env, emscripten?.version ?? '');
  return run('cmake', ['--build', '--preset', preset, '--target', target, '--parallel', '2'], { env });
}

/**
 * Ninja configures again when a CMakeLists.txt changed, but knows nothing of the presets, of another Emscripten, or of a
 * GoogleTest that came later.
 * @param {string} preset
 * @param {NodeJS.ProcessEnv} env
 * @param {string} compiler
 */
async function configure(preset, env, compiler) {
  const stamp = inRoot('build', preset, 'configured');
  const key = hash([inRoot('CMakePresets.json')], `${compiler} ${hasGoogleTest()}`);
  if (readStamp(stamp) === key) return;
  rmSync(inRoot('build', preset, 'CMakeCache.txt'), { force: true });
  await run('cmake', ['--preset', preset], { env });
  writeStamp(stamp, key);
}

/** The bundles, the declarations and the page, unless they are there and were made of the same files. */
async function buildWeb() {
  const stamp = inRoot('build', 'web-inputs');
  // The site says where it will be, if it is told.
  const key = hash(webInputs(), process.env['ADDNORM_SITE']);
  if (readStamp(stamp) === key && existsSync(inRoot('dist', 'site', 'index.html'))) return;
  rmSync(inRoot('dist'), { recursive: true, force: true });
  // Imported here because the packages may have been installed only just now.
  const vite = await import('vite');
  const bundle = (/** @type {string} */ mode) => vite.build({ mode, logLevel: 'warn' });
  await step('package', () => bundle('package'));
  await step("package's worker", () => bundle('worker'));
  await step('script tag', () => bundle('global'));
  await step('notebook widget', () => bundle('anywidget'));
  await step('type declarations', buildTypes);
  await step('page', () => bundle('site'));
  writeStamp(stamp, key);
}

/** Every file that the bundles and the pages are made of; package-lock.json stands for the packages. */
export function webInputs() {
  const sources = readdirSync(inRoot('web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const config = readdirSync(inRoot('.')).filter((name) =>
    /^(package.*|tsconfig.*|vite\.config)\.(json|ts)$/.test(name),
  );
  // Pages of the documentation that are written elsewhere than in web/docs (web/app/docs).
  const texts = ['CONTRIBUTING.md', 'CHANGELOG.md'];
  const headers = readdirSync(inRoot('cpp', 'include', 'addnorm')).map((name) =>
    join('cpp', 'include', 'addnorm', name),
  );
  const modules = ['wasm', 'wasm-scalar'].flatMap((preset) =>
    ['addnorm.mjs', 'addnorm.wasm'].map((file) => join('build', preset, file)),
  );
  const rates = ['rates.mjs', 'rates.wasm'].map((file) => join('build', 'wasm', file));
  const others = [...config, ...texts, ...headers, ...modules, ...rates].map((name) => inRoot(name));
  return [...sources, ...others].filter(existsSync).sort();
}

/** One hash over the names and the contents of files. @param {string[]} files @param {string} extra */
function hash(files, extra = '') {
  const sum = createHash('sha256').update(extra);
  for (const file of files) sum.update(file).update(readFileSync(file));
  return sum.digest('hex');
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP }, async () => {
    await setup();
    await build();
  });
}
