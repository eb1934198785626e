// @ts-check
// Where Emscripten is and how old it is.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, which } from './run.mjs';

/** The oldest release the project builds with; Debian 12 and Ubuntu 24.04 have it. */
export const OLDEST_EMSCRIPTEN = '3.1.6';

const CMAKE_TOOLCHAIN = join('cmake', 'Modules', 'Platform', 'Emscripten.cmake');

/** The emcc on PATH as { root, version }, or undefined if there is none. */
export async function findEmscripten() {
  const emcc = which('emcc');
  if (!emcc) return undefined;
  // Asking the program itself takes a quarter of a second; its folder mostly says the same.
  const folder = dirname(realpathSync(emcc));
  const versionFile = join(folder, 'emscripten-version.txt');
  if (existsSync(versionFile) && existsSync(join(folder, CMAKE_TOOLCHAIN))) {
    return { root: folder, version: firstVersion(readFileSync(versionFile, 'utf8')) };
  }
  const [root, version] = await Promise.all([
    run('em-config', ['EMSCRIPTEN_ROOT']),
    run(emcc, ['--version']),
  ]);
  return { root: root.trim(), version: firstVersion(version) };
}

/** Where Emscripten says that its programs of two kinds are. */
const PROGRAM_FOLDERS = { 'llvm-nm': ['LLVM_ROOT'], 'wasm-dis': ['BINARYEN_ROOT', 'bin'] };

/** The path of a program that comes with Emscripten. @param {keyof typeof PROGRAM_FOLDERS} name */
export async function emscriptenProgram(name) {
  const [root = '', ...folder] = PROGRAM_FOLDERS[name];
  return join((await run('em-config', [root])).trim(), ...folder, name);
}

/** Is version `a` at least `b`? @param {string} a @param {string} b */
export function isAtLeast(a, b) {
  return a.localeCompare(b, 'en', { numeric: true }) >= 0;
}

/** @param {string} text */
const firstVersion = (text) => /\d+\.\d+\.\d+/.exec(text)?.[0] ?? '0.0.0';
