// @ts-check
// What Vite has to be taught for the site: its pages, their security policy and styles, and how they work without a network.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { addnormApi } from './api.mjs';
import { CONTENT_SECURITY_POLICY } from './csp.mjs';
import { inRoot } from './run.mjs';
import { addnormRates, addnormWasm } from './vite-plugins.mjs';

/** @typedef {import('vite').Plugin} Plugin */

/**
 * The address that the site will have, for what needs a full one: that of a folder, from the environment; '' if it is not given.
 */
export function siteAddress() {
  const { ADDNORM_SITE: address = '' } = process.env;
  if (address === '' || /^https?:\/\/[^\s"'<>?#]+\/$/.test(address)) return address;
  const rule = 'must be the http or https address of a folder, with the slash at its end';
  throw new Error(`invalid ADDNORM_SITE: ${JSON.stringify(address)} (${rule})`);
}

/**
 * The pages that web/app/site/pages.ts makes: they stand in no file, and are what the site is built from.
 * @param {string} version
 * @returns {Plugin}
 */
export function sitePages(version) {
  const address = siteAddress();
  /** @type {Map<string, string>} HTML by the path its file would have */
  const pages = new Map();
  /** @type {Map<string, string>} */
  let previews = new Map();
  return {
    name: 'addnorm-pages',
    enforce: 'pre',
    async config() {
      const { site } = await loadSite(version);
      for (const [file, html] of site.renderSite(version, address))
        pages.set(inRoot('web', 'app', file), html);
      if (address !== '') previews = site.renderOEmbed(address);
      return { build: { rolldownOptions: { input: [...pages.keys()] } } };
    },
    resolveId: (id) => (pages.has(id) ? id : null),
    load: (id) => pages.get(id) ?? null,
    buildStart() {
      if (address === '') return;
      for (const [fileName, source] of previews) this.emitFile({ type: 'asset', fileName, source });
      const source = readFileSync(inRoot('web', 'docs', 'lab.png'));
      this.emitFile({ type: 'asset', fileName: 'preview.png', source });
    },
  };
}

/** @typedef {{ renderSite: (version: string, address: string) => Map<string, string>, renderOEmbed: (address: string) => Map<string, string> }} Site */

/** Runs the modules of the pages as Vite would serve them, and says what they are made of. @param {string} version */
export async function loadSite(version) {
  const { runnerImport } = await import('vite');
  const { module, dependencies } = await runnerImport(inRoot('web', 'app', 'site', 'pages.ts'), {
    configFile: false,
    logLevel: 'error',
    plugins: [addnormWasm(), addnormRates(), addnormApi(), withoutStyles()],
    define: { __ADDNORM_VERSION__: JSON.stringify(version) },
  });
  const site = /** @type {Site} */ (module);
  return { site, dependencies };
}

/** What makes HTML has no use for the styles of what it imports. @returns {Plugin} */
function withoutStyles() {
  return {
    name: 'addnorm-without-styles',
    enforce: 'pre',
    resolveId: (id) => (/\.css(\?|$)/.test(id) ? '\0style' : null),
    load: (id) => (id === '\0style' ? "export default '';" : null),
  };
}

/** Writes the security policy into the built page. @returns {Plugin} */
export function contentSecurityPolicy() {
  return {
    name: 'addnorm-csp',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Writes CSS into the page, so that it holds before any script runs. @param {string} css @returns {Plugin} */
export function styleInHead(css) {
  return {
    name: 'addnorm-style',
    transformIndexHtml: () => [{ tag: 'style', children: css, injectTo: 'head' }],
  };
}

/** Takes the WebAssembly modules from files of their own instead of from the script. @returns {Plugin} */
export function wasmApart() {
  return {
    name: 'addnorm-wasm-apart',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === './inline.ts' && importer?.startsWith(inRoot('web', 'lib'))
        ? inRoot('web', 'lib', 'apart.ts')
        : null,
  };
}

/**
 * Makes the service worker that keeps the site (web/app/offline), and tells it what there is to keep.
 * @returns {Plugin}
 */
export function offline() {
  const fileName = 'sw.js';
  return {
    name: 'addnorm-offline',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: inRoot('web', 'app', 'offline', 'service-worker.ts'), fileName });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk') return this.error('there is no service worker');
        if (chunk.imports.length > 0) return this.error('a service worker is one script without imports');
        const sum = createHash('sha256').update(chunk.code);
        const files = Object.keys(bundle).filter((file) => file !== fileName);
        for (const file of files.sort())
          sum.update(file).update(contentOf(/** @type {Parameters<typeof contentOf>[0]} */ (bundle[file])));
        const copied = readdirSync(inRoot('web', 'app', 'public')).sort();
        for (const file of copied)
          sum.update(file).update(readFileSync(inRoot('web', 'app', 'public', file)));
        const build = { hash: sum.digest('hex').slice(0, 16), files: [...files, ...copied] };
        chunk.code = chunk.code.replace(/\b__ADDNORM_BUILD__\b/, JSON.stringify(build));
        return undefined;
      },
    },
  };
}

/** @param {import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset} file */
const contentOf = (file) => (file.type === 'chunk' ? file.code : file.source);
