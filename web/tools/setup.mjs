// @ts-check
// Makes sure that what a command needs is on this machine: npm packages, C++ tools, Emscripten, three browsers for tests.
// Says what it installs; is silent and quick when there is nothing to do.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { findChromium, findFirefox, findWebKitDriver, noWebKitDriver } from './browsers.mjs';
import { findEmscripten, isAtLeast, OLDEST_EMSCRIPTEN } from './emscripten.mjs';
import { runCommand } from './options.mjs';
import { Failure, inRoot, isMain, readStamp, run, step, which, writeStamp } from './run.mjs';

const HELP = `Usage: npm run setup

Installs what building and testing need and this machine lacks: npm packages, C++ tools, Emscripten, three browsers. The other
commands do it themselves.

Options:
  --help  Print this text.`;

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {() => unknown} find something truthy if it is here
 * @property {string[]} apt Debian and Ubuntu packages
 * @property {string[]} brew Homebrew packages
 */

/** @param {string[]} paths */
const anyExists = (...paths) => paths.some((path) => existsSync(path));

/** What is configured without it has no tests (CMakeLists.txt). */
export const hasGoogleTest = () =>
  anyExists('/usr/src/googletest', '/opt/homebrew/include/gtest', '/usr/local/include/gtest');

/** @type {Tool[]} what compiles all C++ */
const CPP_TOOLS = [
  { name: 'CMake', find: () => which('cmake'), apt: ['cmake'], brew: ['cmake'] },
  { name: 'Ninja', find: () => which('ninja'), apt: ['ninja-build'], brew: ['ninja'] },
];

/** @type {Tool[]} what compiles it to WebAssembly */
const WASM_TOOLS = [
  {
    name: `Emscripten ${OLDEST_EMSCRIPTEN} or newer`,
    find: async () => isAtLeast((await findEmscripten())?.version ?? '0', OLDEST_EMSCRIPTEN),
    apt: ['emscripten'],
    brew: ['emscripten'],
  },
];

/** @type {Tool[]} what compiles it for this machine */
const NATIVE_TOOLS = [
  { name: 'a C++ compiler', find: () => which('c++'), apt: ['g++'], brew: ['gcc'] },
  {
    name: 'GoogleTest',
    find: hasGoogleTest,
    apt: ['googletest', 'libgtest-dev'],
    brew: ['googletest'],
  },
];

/** @type {Tool[]} what only the tests and checks need */
const TEST_TOOLS = [
  { name: 'Clang', find: () => which('clang++'), apt: ['clang'], brew: ['llvm'] },
  { name: 'clang-format', find: () => which('clang-format'), apt: ['clang-format'], brew: ['clang-format'] },
  {
    name: 'Chromium',
    find: findChromium,
    apt: ['chromium', 'fonts-dejavu-core'],
    brew: ['--cask', 'chromium'],
  },
  {
    // What pages are written in where a system has no letters of its own; with the wide ones of DejaVu lines break elsewhere.
    name: 'Liberation fonts',
    find: () =>
      process.platform !== 'linux' ||
      anyExists('/usr/share/fonts/truetype/liberation', '/usr/share/fonts/truetype/liberation2'),
    apt: ['fonts-liberation'],
    brew: [],
  },
  { name: 'Firefox', find: findFirefox, apt: ['firefox-esr'], brew: ['--cask', 'firefox'] },
  {
    name: "WebKit's driver",
    find: () => findWebKitDriver() ?? noWebKitDriver,
    apt: ['webkit2gtk-driver'],
    brew: [],
  },
  {
    // The screen of WebKit's browser, which has no headless mode.
    name: 'Xvfb',
    find: () => which('Xvfb') ?? noWebKitDriver,
    apt: ['xvfb'],
    brew: [],
  },
];

/** @type {Tool[]} what only the benchmarks of the kernels need */
const KERNEL_TOOLS = [
  {
    name: 'Google Benchmark',
    find: () =>
      anyExists('/usr/include/benchmark', '/opt/homebrew/include/benchmark', '/usr/local/include/benchmark'),
    apt: ['libbenchmark-dev'],
    brew: ['google-benchmark'],
  },
];

/** What each purpose needs. `build` is what people use; `kernels` is the kernels measured natively, without anything of npm. */
const NEEDS = {
  build: { hasPackages: true, tools: [...CPP_TOOLS, ...WASM_TOOLS] },
  tests: { hasPackages: true, tools: [...CPP_TOOLS, ...WASM_TOOLS, ...NATIVE_TOOLS, ...TEST_TOOLS] },
  kernels: { hasPackages: false, tools: [...CPP_TOOLS, ...NATIVE_TOOLS, ...KERNEL_TOOLS] },
};

/** @param {keyof typeof NEEDS} [purpose] */
export async function setup(purpose = 'build') {
  if (!isAtLeast(process.versions.node, '20.19')) {
    throw new Failure(`Node ${process.versions.node} is too old: addnorm needs 20.19 or newer`);
  }
  const { hasPackages, tools } = NEEDS[purpose];
  if (hasPackages) await installNpmPackages();
  const missing = await missingOf(tools);
  if (missing.length > 0) await installTools(missing);
  const still = await missingOf(missing);
  if (still.length > 0) throw new Failure(howToInstall(still));
}

/** node_modules as the lock file has it; a note in it says for which lock file it was made. */
async function installNpmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  const stamp = inRoot('node_modules', '.addnorm-lock');
  if (readStamp(stamp) === lock) return;
  await step('npm packages', () => run('npm', ['ci']));
  writeStamp(stamp, lock);
}

/** @param {Tool[]} tools */
async function missingOf(tools) {
  const found = await Promise.all(tools.map((tool) => tool.find()));
  return tools.filter((_, i) => !found[i]);
}

/** @param {Tool[]} tools */
async function installTools(tools) {
  if (which('apt-get')) {
    const sudo = await sudoPrefix(tools);
    const packages = tools.flatMap((tool) => tool.apt);
    const apt = (/** @type {string[]} */ ...args) => {
      const [command = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
      return run(command, rest);
    };
    await step('apt-get update', () => apt('update', '-qq'));
    await step(`apt-get install ${packages.join(' ')}`, () =>
      // Another apt may be running on the machine; its lock is waited for.
      apt('install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600', ...packages),
    );
  } else if (which('brew')) {
    for (const { name, brew } of tools)
      await step(`brew install ${name}`, () => run('brew', ['install', ...brew]));
  }
}

/** What to put before a command that needs root. @param {Tool[]} tools */
async function sudoPrefix(tools) {
  if (process.getuid?.() === 0) return [];
  try {
    await run('sudo', ['-n', 'true']);
    return ['sudo', '-n'];
  } catch {
    throw new Failure(howToInstall(tools));
  }
}

/** @param {Tool[]} tools */
function howToInstall(tools) {
  const names = tools.map((tool) => tool.name).join(', ');
  const command = which('apt-get')
    ? `sudo apt-get install ${tools.flatMap((tool) => tool.apt).join(' ')}`
    : `your system's package manager`;
  const sdk = names.includes('Emscripten')
    ? ' (or the SDK of https://emscripten.org, with emcc on PATH)'
    : '';
  return `Missing: ${names}. Install with ${command}${sdk}, then run this again.`;
}

if (isMain(import.meta.url)) await runCommand({ help: HELP }, () => setup('tests'));
