// The package on a plain web host, without any bundler: its files as they are, and pages that import them by their addresses.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../web/tools/run.mjs';
import { unpack } from './pack.ts';

const FIXTURES = inRoot('tests', 'package', 'fixtures');

/** The imports of a fixture, by addresses under this one instead of by names. */
const byAddress = (text: string, base: string): string =>
  text.replaceAll(/'addnorm(?:\/([a-z]+))?'/g, (_, entry = 'index') => `'${base}${entry}.js'`);

/**
 * Makes a folder with the package (addnorm/), and a page that runs check.js and leaves its result in `globalThis.result`.
 *
 * @param base where the page looks for the package: beside itself, or on another host
 */
export async function makePlainHost(name: string, tarball: string, base = './addnorm/'): Promise<string> {
  const folder = inRoot('build', 'package', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(await unpack(tarball, folder), 'dist'), join(folder, 'addnorm'), { recursive: true });
  const check = readFileSync(join(FIXTURES, 'check.js'), 'utf8');
  writeFileSync(join(folder, 'check.js'), byAddress(check, base));
  const main = `
    globalThis.result = import('./check.js').then(
      ({ checkAll }) => checkAll({ createWorker: () => new Worker('${base}worker.js') }),
      String,
    );
    globalThis.result.then((result) => parent.postMessage(result, '*'));`;
  writeFileSync(join(folder, 'main.js'), main);
  cpSync(join(FIXTURES, 'index.html'), join(folder, 'index.html'));
  return folder;
}
