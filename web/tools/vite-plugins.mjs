// @ts-check
// What Vite has to be taught: where the WebAssembly modules are, and what a bundle may contain. What it has to be taught for
// the site is in site-plugins.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { configSchema } from './config-schema.mjs';
import { inRoot } from './run.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/** @param {string} preset @param {string} file */
function builtFile(preset, file) {
  const path = inRoot('build', preset, file);
  if (!existsSync(path)) throw new Error(`build/${preset}/${file} is missing (npm run build makes it)`);
  return path;
}

/**
 * The imports of web/lib/virtual.d.ts: the two modules, as base64 and as files, and the glue of each. Emscripten shortens the
 * names that glue and module share by their order in the module, so each module needs its own glue; where both came out the
 * same, they are one file here and bundled once.
 * @returns {Plugin}
 */
export function addnormWasm() {
  const presets = /** @type {Record<string, string>} */ ({
    'virtual:addnorm-wasm': 'wasm',
    'virtual:addnorm-wasm-scalar': 'wasm-scalar',
  });
  const files = /** @type {Record<string, string>} */ ({
    'virtual:addnorm-wasm-file': 'wasm',
    'virtual:addnorm-wasm-scalar-file': 'wasm-scalar',
  });
  return {
    name: 'addnorm-wasm',
    resolveId(id) {
      if (id in presets) return `\0${id}`;
      const preset = files[id];
      if (preset) return `${builtFile(preset, 'addnorm.wasm')}?url`;
      if (id === 'virtual:addnorm-glue') return builtFile('wasm', 'addnorm.mjs');
      if (id !== 'virtual:addnorm-glue-scalar') return null;
      const [simd, scalar] = [builtFile('wasm', 'addnorm.mjs'), builtFile('wasm-scalar', 'addnorm.mjs')];
      return readFileSync(simd).equals(readFileSync(scalar)) ? simd : scalar;
    },
    load(id) {
      const preset = presets[id.slice(1)];
      if (!id.startsWith('\0') || !preset) return null;
      const file = builtFile(preset, 'addnorm.wasm');
      this.addWatchFile(file);
      const bytes = readFileSync(file);
      if (preset === 'wasm-scalar') return `export const base64 = '${bytes.toString('base64')}';`;
      return `export const deflated = '${deflateSync(bytes, { level: 9 }).toString('base64')}';`;
    },
  };
}

/**
 * The imports of web/bench/virtual.d.ts: its kernels as base64, their glue, and how large the built files are.
 * @returns {Plugin}
 */
export function addnormRates() {
  const module = () => {
    const base64 = readFileSync(builtFile('wasm', 'rates.wasm')).toString('base64');
    return `export const base64 = '${base64}';`;
  };
  const gzipBytes = (/** @type {string} */ preset, /** @type {string} */ file) =>
    gzipSync(readFileSync(builtFile(preset, file))).length;
  const sizes = () => {
    const bytes = {
      wasm: gzipBytes('wasm', 'addnorm.wasm'),
      scalarWasm: gzipBytes('wasm-scalar', 'addnorm.wasm'),
      glue: gzipBytes('wasm', 'addnorm.mjs'),
    };
    return `export const GZIP_BYTES = ${JSON.stringify(bytes)};`;
  };
  const modules = /** @type {Record<string, () => string>} */ ({
    'virtual:addnorm-rates': module,
    'virtual:addnorm-sizes': sizes,
  });
  return {
    name: 'addnorm-rates',
    resolveId(id) {
      if (id === 'virtual:addnorm-rates-glue') return builtFile('wasm', 'rates.mjs');
      return id in modules ? `\0${id}` : null;
    },
    load: (id) => (id.startsWith('\0') ? (modules[id.slice(1)]?.() ?? null) : null),
  };
}

/**
 * uPlot asks for a number format in the browser's language while it is loaded, and where that is not a language tag (`C`
 * on a Linux with plain settings) all that imports it fails. Nothing of ours uses that format, so the default will do.
 * @returns {Plugin}
 */
export function anyLanguage() {
  const inBrowsersLanguage = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";
  return {
    name: 'addnorm-any-language',
    transform(code, id) {
      if (!id.includes('/node_modules/uplot/') || !/\.js$/.test(id)) return null;
      if (!code.includes(inBrowsersLanguage)) this.error('this uPlot does without the plugin: remove it');
      return { code: code.replace(inBrowsersLanguage, 'new Intl.NumberFormat()'), map: null };
    },
  };
}

/**
 * What stands beside the scripts of the package: the WebAssembly modules and the schema of a configuration. A script that
 * looks for such a file says `new URL('./file', __ADDNORM_HERE__)`; in the bundle that is the form which bundlers know.
 * @returns {Plugin}
 */
export function filesBeside() {
  const place = /new URL\((["'`])\.\/([\w.-]+)\1,\s*__ADDNORM_HERE__\)/g;
  return {
    name: 'addnorm-files-beside',
    async buildStart() {
      const emit = (/** @type {string} */ fileName, /** @type {string | Uint8Array} */ source) =>
        this.emitFile({ type: 'asset', fileName, source });
      emit('addnorm.wasm', readFileSync(builtFile('wasm', 'addnorm.wasm')));
      emit('addnorm.scalar.wasm', readFileSync(builtFile('wasm-scalar', 'addnorm.wasm')));
      emit('config.schema.json', `${JSON.stringify(await configSchema(), null, 2)}\n`);
    },
    // When all is said: what makes scripts small would write the name as a template, which fewer bundlers know.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const folder = file.fileName.includes('/') ? '../' : './';
        file.code = file.code.replace(place, `new URL("${folder}$2",import.meta.url)`);
        if (file.code.includes('__ADDNORM_HERE__'))
          this.error(`${file.fileName} looks for a file in another form`);
      }
    },
  };
}

/** Entries that need no file beside them, and so go without import.meta: not every bundler takes it. */
const ONE_SCRIPT = ['index.js', 'verify.js'];
/** Entries for Node alone. */
const FOR_NODE = ['cli.js', 'cli-worker.js', 'slim.node.js'];

/**
 * Fails the build if a bundle holds what some browser, bundler or Node cannot load: an import from outside, an await at the top
 * level, or import.meta where it is not allowed.
 * @returns {Plugin}
 */
export function loadsEverywhere() {
  return {
    name: 'addnorm-loads-everywhere',
    generateBundle(_, bundle) {
      const strict = reachedFrom(ONE_SCRIPT, bundle);
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || FOR_NODE.includes(file.fileName)) continue;
        const outside = [...file.imports, ...file.dynamicImports].filter((name) => !(name in bundle));
        const faults = [
          ...outside.map((name) => `an import of ${name}`),
          ...syntaxFaults(this.parse(file.code)),
        ].filter((fault) => fault !== 'import.meta' || strict.has(file.fileName));
        if (faults.length > 0) this.error(`${file.fileName} contains ${[...new Set(faults)].join(', ')}`);
      }
    },
  };
}

/**
 * These files of a bundle and all they import.
 * @param {string[]} names
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function reachedFrom(names, bundle) {
  const reached = new Set(names);
  for (const name of reached) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const other of [...file.imports, ...file.dynamicImports]) reached.add(other);
  }
  return reached;
}

/**
 * @param {unknown} node of a syntax tree
 * @returns {string[]}
 */
function syntaxFaults(node) {
  if (Array.isArray(node)) return node.flatMap(syntaxFaults);
  if (typeof node !== 'object' || node === null) return [];
  const { type, await: isAwait } = /** @type {{ type?: string, await?: boolean }} */ (node);
  if (type === 'MetaProperty') return metaFaults(/** @type {any} */ (node));
  const isTopLevelAwait = type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwait);
  const here = isTopLevelAwait ? ['an await at the top level'] : [];
  const isFunction =
    type === 'ArrowFunctionExpression' || /^Function(Expression|Declaration)$/.test(type ?? '');
  const inside = Object.values(node).flatMap(syntaxFaults);
  return [...here, ...inside].filter((fault) => !isFunction || !fault.startsWith('an await'));
}

/** @param {{ meta: { name: string } }} node */
const metaFaults = (node) => (node.meta.name === 'import' ? ['import.meta'] : []);
