// @ts-check
// The documentation of the package's interface: TypeDoc reads what the entries export and its comments, and this writes them
// down as Markdown, in the words of the source. What an entry exports is shown as it is declared there.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, readStamp, writeStamp } from './run.mjs';

/** @typedef {import('typedoc').DeclarationReflection} Declaration */
/** @typedef {import('typedoc').Comment} Comment */
/** @typedef {import('typescript').Node} Node */
/** @typedef {{ entry: string, markdown: string, names: string[], undocumented: string[] }} ApiPage */
/** @typedef {{ node: Node | undefined, comment: Comment | undefined, reflection: Declaration }} Found */

/** By the name under which it is imported: its module, and what it is. */
const ENTRIES = {
  addnorm: [
    'web/lib/index.ts',
    'The norms, models and trainers, checkpoints, and the schema of all settings, of which there is [a list](settings.md). `addnorm/slim` exports the same, with WebAssembly in files of their own.',
  ],
  'addnorm/lab': [
    'web/lab/index.ts',
    'Several models in lockstep, in a browser each in a worker of its own; and a pool of workers for many short runs.',
  ],
  'addnorm/element': [
    'web/element/index.ts',
    'The class of `<addnorm-lab>`, registered nowhere. `addnorm/define` exports nothing, and registers it.',
  ],
  'addnorm/embed': [
    'web/embed/index.ts',
    'For a page that has a lab in a frame: its height, its colours, its settings.',
  ],
  'addnorm/verify': ['web/lib/verify.ts', 'Holds the engine at hand to what every engine computes.'],
};

/** What the documentation of an entry is made of. */
const SOURCES = ['lib', 'lab', 'element', 'embed', 'charts'];

/**
 * The module `virtual:addnorm-api` (web/app/docs/virtual.d.ts).
 * @returns {import('vite').Plugin}
 */
export function addnormApi() {
  const id = 'virtual:addnorm-api';
  return {
    name: 'addnorm-api',
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    load: async (asked) =>
      asked === `\0${id}` ? `export const API = ${JSON.stringify(await apiPages())};` : null,
  };
}

/** Made anew when a source has changed, since TypeDoc takes its time. @returns {Promise<ApiPage[]>} */
export async function apiPages() {
  const [file, stamp] = [inRoot('build', 'api.json'), inRoot('build', 'api-inputs')];
  const key = inputsHash();
  if (readStamp(stamp) === key && existsSync(file)) {
    const kept = /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
    return /** @type {ApiPage[]} */ (kept);
  }
  const pages = await makePages();
  writeFileSync(file, JSON.stringify(pages));
  writeStamp(stamp, key);
  return pages;
}

function inputsHash() {
  const sum = createHash('sha256');
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(inRoot('web', folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('web', folder, name)),
  );
  for (const file of [
    ...sources,
    'web/tools/api.mjs',
    'web/tools/api-markdown.mjs',
    'package-lock.json',
  ].sort()) {
    sum.update(file).update(readFileSync(inRoot(file)));
  }
  return sum.digest('hex');
}

/** @returns {Promise<ApiPage[]>} */
async function makePages() {
  const { Application, Converter } = await import('typedoc');
  const { pageOf } = await import('./api-markdown.mjs');
  const app = await Application.bootstrap({
    entryPoints: Object.values(ENTRIES).map(([module]) => inRoot(/** @type {string} */ (module))),
    tsconfig: inRoot('tsconfig.types.json'),
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    disableSources: true,
    // The type checker has a command of its own.
    skipErrorChecking: true,
    readme: 'none',
    logLevel: 'Error',
  });
  /** @type {Map<import('typedoc').Reflection, Node>} */
  const nodes = new Map();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
    if (node) nodes.set(reflection, node);
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the entries of the package');
  return Object.entries(ENTRIES).map(([entry, [module = '', summary = '']]) => {
    const name = module.replace(/^web\/|(\/index)?\.ts$/g, '');
    const found = project.children?.find((child) => child.name === name);
    if (!found?.children) throw new Error(`TypeDoc found nothing in ${module}`);
    return pageOf(entry, summary, found.children, nodes);
  });
}
