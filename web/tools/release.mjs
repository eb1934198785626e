// @ts-check
// `npm run release -- X.Y.Z`: makes a version. Looks whether all is in order, sets the version, runs every check and test,
// packs what npm gets, commits and tags, and says what is left to do by hand. Until the commit nothing is changed that is not
// put back if anything fails. `--dry-run` only looks, and says what would be done.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readWords, runCommand } from './options.mjs';
import { releasedChangelog, unreleasedEntry, versionFault, withVersion } from './release-texts.mjs';
import { Failure, inRoot, isMain, run, step } from './run.mjs';

/** Files that a version changes. */
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const FOLDER = inRoot('build', 'release');
/** What has to be in the package, whatever else is. */
const PACKED = [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/index.js',
  'dist/cli.js',
  'dist/types/lib/index.d.ts',
];

const HELP = `Usage: npm run release -- X.Y.Z [--dry-run]

Makes a version of a tree without changes: every check and test, the package, a commit and a tag. If anything fails, the
tree is as it was.

Options:
  --dry-run  Only look whether all is in order, and say what would be done.
  --help     Print this text.`;

/** The command's options. @param {string[]} args */
export function readOptions(args) {
  const read = readWords(args, { 'dry-run': { type: 'boolean' } }, Infinity);
  const [version, ...others] = read.positionals;
  if (version === undefined || others.length > 0)
    throw new Failure('one version is needed: npm run release -- X.Y.Z');
  return { version, isDryRun: read.values['dry-run'] ?? false };
}

/** @param {string[]} args */
const git = async (...args) => (await run('git', args)).trim();

/** Everything that can be wrong before anything is done. @param {string} version @param {Map<string, string>} before */
async function checkAll(version, before) {
  /** @type {{ version: string }} */
  const { version: current } = JSON.parse(before.get('package.json') ?? '{}');
  const tags = (await git('tag', '--list', 'v*')).split('\n');
  const fault = versionFault(version, current, tags);
  if (fault !== undefined) throw new Failure(`invalid version: ${JSON.stringify(version)} (${fault})`);
  const changed = await git('status', '--porcelain');
  if (changed !== '') throw new Failure('the tree has changes that are not committed', changed);
  return unreleasedEntry(before.get('CHANGELOG.md') ?? '');
}

/** Every check and test, as they are run otherwise. */
async function testAll() {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  for (const script of ['test', 'test:package', 'build']) {
    if (script in scripts)
      await step(`npm run ${script}`, () => run('npm', ['run', script], { minutes: 90 }));
  }
}

/** The file that npm gets. @param {string} version */
async function pack(version) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  /** @type {{ files: { path: string }[] }[]} */
  const packed = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', FOLDER]));
  const names = packed.flatMap(({ files }) => files.map(({ path }) => path));
  const missing = PACKED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Failure(`the package lacks ${missing.join(', ')}`);
  return inRoot('build', 'release', `addnorm-${version}.tgz`);
}

/** @param {string} version */
export async function release(version, isDryRun = false) {
  const before = new Map(FILES.map((name) => [name, readFileSync(inRoot(name), 'utf8')]));
  const entry = await checkAll(version, before);
  console.log(`addnorm ${version}\n\n${entry}\n`);
  if (isDryRun) {
    console.log('All is in order. Without --dry-run this sets the version, tests, packs, commits and tags.');
    return;
  }
  // Ctrl-C ends the program that runs, and what fails is put back.
  process.on('SIGINT', () => {});
  const put = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(inRoot(name), text);
  try {
    const day = new Date().toISOString().slice(0, 10);
    for (const [name, text] of before) {
      put(
        name,
        name.endsWith('.md') ? releasedChangelog(text, version, day) : withVersion(name, text, version),
      );
    }
    await testAll();
    const file = await step('npm pack', () => pack(version));
    await git('commit', '--quiet', '--message', `release: Version ${version}`, '--', ...FILES);
    await git('tag', '--annotate', `v${version}`, '--message', `addnorm ${version}`);
    console.log(whatRemains(version, file, statSync(file).size));
  } catch (error) {
    // As it was; a commit that was made stays.
    if ((await git('log', '-1', '--format=%s')) !== `release: Version ${version}`)
      before.forEach((text, name) => put(name, text));
    throw error;
  }
}

/** @param {string} version @param {string} file @param {number} bytes */
const whatRemains = (version, file, bytes) => `
addnorm ${version} is committed and tagged. What remains, in this order:

  git push --follow-tags
  npm publish ${file.slice(inRoot().length)}    (${(bytes / 1e6).toFixed(2)} MB)
  upload dist/site to where the page is hosted
`;

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readOptions }, ({ version, isDryRun }) => release(version, isDryRun));
}
