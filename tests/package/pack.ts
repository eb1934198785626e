// The package as people get it: packed by npm, and unpacked where npm would install it. Everything is under build/package.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, readStamp, run, writeStamp } from '../../web/tools/run.mjs';

const FIXTURES = inRoot('tests', 'package', 'fixtures');
const WORK = inRoot('build', 'package');

/** Packs what is built; the tarball's path. */
export async function pack(): Promise<string> {
  if (!existsSync(inRoot('dist', 'worker.js')))
    throw new Error('dist is not complete (npm run build makes it)');
  const folder = join(WORK, `packed-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  return join(folder, readdirSync(folder)[0]!);
}

/** Removes what pack() made. */
export function removePacked(tarball: string): void {
  rmSync(join(tarball, '..'), { recursive: true, force: true });
}

/** Unpacks it into the node_modules of a folder; the package has no dependencies, so npm would do no more. */
export async function unpack(tarball: string, folder: string): Promise<string> {
  const target = join(folder, 'node_modules', 'addnorm');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  return target;
}

/**
 * A fixture with the pinned packages it needs, which stay there from one time to the next, and the package as it is now.
 *
 * @returns its folder
 */
export async function install(name: string, tarball: string): Promise<string> {
  const folder = join(WORK, name);
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (old !== 'node_modules') rmSync(join(folder, old), { recursive: true });
  }
  for (const file of ['check.js', 'main.js', 'main-alone.js', 'index.html'])
    cpSync(join(FIXTURES, file), join(folder, file));
  cpSync(join(FIXTURES, name), folder, { recursive: true });
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.wanted');
  if (readStamp(stamp) !== wanted) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
    await run('npm', ['install', '--prefix', folder, ...quiet]);
    writeStamp(stamp, wanted);
  }
  // What a bundler has kept is of the package as it was.
  for (const kept of ['.vite', '.cache'])
    rmSync(join(folder, 'node_modules', kept), { recursive: true, force: true });
  await unpack(tarball, folder);
  return folder;
}
