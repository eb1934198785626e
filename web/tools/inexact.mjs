// @ts-check
// Looks into what was built for anything whose result depends on the machine. What no search in the sources can promise,
// the compiled code shows: an undefined symbol `exp` is a call to it, whoever wrote or inlined it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INEXACT_FUNCTIONS } from './cpp-directions.mjs';
import { emscriptenProgram } from './emscripten.mjs';
import { inRoot, run } from './run.mjs';

/** Everything inexact in the native library, and in both WebAssembly modules with what they were linked of. */
export async function inexactFaults() {
  const table = await symbolTable('nm', [builtFile('native', 'libaddnorm.a')]);
  const faults = prefixed('native', inexactCalls(table));
  for (const preset of ['wasm', 'wasm-scalar']) {
    const symbols = await symbolTable(await emscriptenProgram('llvm-nm'), linkedOf(preset));
    const instructions = await disassemble(builtFile(preset, 'addnorm.wasm'));
    const glue = readFileSync(builtFile(preset, 'addnorm.mjs'), 'utf8');
    faults.push(
      ...prefixed(preset, [
        ...inexactCalls(symbols),
        ...instructionFaults(instructions, { simd: preset === 'wasm' }),
        ...inexactMath(glue),
      ]),
    );
  }
  return faults;
}

/** @param {string} preset @param {string[]} faults */
const prefixed = (preset, faults) => faults.map((fault) => `${preset}: ${fault}`);

/** @param {string} preset @param {string} file */
const builtFile = (preset, file) => inRoot('build', preset, file);

/** All of ours that a module is linked of. @param {string} preset */
function linkedOf(preset) {
  const objects = builtFile(preset, join('CMakeFiles', 'addnorm_wasm.dir'));
  const names = readdirSync(objects, { recursive: true, encoding: 'utf8' });
  return [
    builtFile(preset, 'libaddnorm.a'),
    ...names.filter((name) => /\.o(bj)?$/.test(name)).map((name) => join(objects, name)),
  ];
}

/** @param {string} nm @param {string[]} files */
const symbolTable = (nm, files) => run(nm, ['--undefined-only', ...files]);

/** The inexact functions among the undefined symbols of a table that nm printed. @param {string} table */
export function inexactCalls(table) {
  const symbols = [...table.matchAll(/ U _?(\w+)$/gm)].map((match) => match[1] ?? '');
  return [...new Set(symbols)]
    .filter((symbol) => INEXACT_FUNCTIONS.some((name) => [name, `${name}f`, `${name}l`].includes(symbol)))
    .map((symbol) => `calls ${symbol}`);
}

/** A module as text. Instructions that Emscripten's own tool does not know make it fail. @param {string} file */
export async function disassemble(file) {
  return run(await emscriptenProgram('wasm-dis'), [file]);
}

/** The relaxed instructions, by the names they have and by those they had before they were standard. */
const RELAXED = /\b\w+\.(\w*relaxed\w*|qfm[as]|laneselect|\w*dot_i8x16_i7x16\w*)/g;
const SIMD = /\b(v128|[if]\d+x\d+)\.\w+/g;

/**
 * What is wrong with a module's instructions: relaxed ones may round as the machine likes, the build without SIMD runs
 * where there is none, and a build with SIMD that has none was not built as it should be.
 * @param {string} text that `disassemble` gave
 * @param {{ simd: boolean }} build
 */
export function instructionFaults(text, { simd }) {
  const found = (/** @type {RegExp} */ pattern) => [...new Set(text.match(pattern))];
  const faults = found(RELAXED).map((name) => `has the relaxed instruction ${name}`);
  const vectors = found(SIMD);
  if (simd && vectors.length === 0) faults.push('has no SIMD instruction');
  if (!simd) faults.push(...vectors.map((name) => `has the SIMD instruction ${name}`));
  return faults;
}

/** The functions of Math whose results engines may choose, and chance. */
export const INEXACT_MATH = [...INEXACT_FUNCTIONS.filter((name) => name in Math), 'random'];

/** Those of them that a script names. @param {string} script */
export function inexactMath(script) {
  const names = [...script.matchAll(/\bMath\.(\w+)/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => INEXACT_MATH.includes(name)).map((name) => `has Math.${name}`);
}
