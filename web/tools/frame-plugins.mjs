// @ts-check
// Makes the page for frames (web/embed) with the site: `embed.html` and its script in the site, and `standalone.html`, which has
// the script inside, beside it in dist. The script is a plain one of one file, since a frame in a sandbox may load no modules.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CONTENT_SECURITY_POLICY } from './csp.mjs';
import { inRoot } from './run.mjs';

/** @typedef {import('vite').Plugin} Plugin */
/** @typedef {{ css: string, script: string, contentSecurityPolicy: string }} Parts */
/** @typedef {{ renderFrame: (parts: Parts) => string, renderStandalone: (parts: Parts) => string }} Pages */

/** @returns {Plugin} */
export function framePages() {
  return {
    name: 'addnorm-frame-pages',
    apply: 'build',
    async buildStart() {
      const [code, { renderFrame, renderStandalone }] = await Promise.all([bundleScript(), loadPages()]);
      const css = readFileSync(inRoot('web', 'embed', 'page.css'), 'utf8');
      const fileName = `assets/frame-${sha256(code, 'hex').slice(0, 8)}.js`;
      const page = renderFrame({
        css,
        script: `<script src="${fileName}"></script>`,
        contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      });
      this.emitFile({ type: 'asset', fileName, source: code });
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: page });
      const script = `<script>${code}</script>`;
      const standalone = renderStandalone({ css, script, contentSecurityPolicy: standalonePolicy(code) });
      mkdirSync(inRoot('dist'), { recursive: true });
      writeFileSync(inRoot('dist', 'standalone.html'), standalone);
    },
  };
}

/** The file has no origin to allow anything from: what stands in it is all there is. @param {string} code */
const standalonePolicy = (code) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${sha256(code, 'base64')}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
  ].join('; ');

/** @param {string} text @param {'hex' | 'base64'} encoding */
const sha256 = (text, encoding) => createHash('sha256').update(text).digest(encoding);

/** The script of the page as one text, with nothing in it that would end a tag. */
async function bundleScript() {
  const { build } = await import('vite');
  const built = await build({
    configFile: inRoot('vite.config.ts'),
    mode: 'frame',
    logLevel: 'warn',
    build: { write: false },
  });
  const files = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const chunks = files.filter((file) => file.type === 'chunk');
  const [chunk, ...others] = chunks;
  if (!chunk || others.length > 0)
    throw new Error(`the page for frames has ${chunks.length} scripts, not one`);
  return chunk.code.replace(/<(\/script|!--)/gi, (tag) => `\\x3c${tag.slice(1)}`);
}

/** @returns {Promise<Pages>} */
async function loadPages() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(inRoot('web', 'app', 'site', 'frame.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  const pages = /** @type {Pages} */ (module);
  return pages;
}
