// @ts-check
// `npm test`: every check and test there is, each stage on one line, whichever fail. `npm test native vitest` runs those two.
import { build, buildPreset } from './build.mjs';
import { check } from './check.mjs';
import { buildFuzz, fuzzModel } from './fuzz.mjs';
import { gtestCounts } from './gtest-counts.mjs';
import { inexactFaults } from './inexact.mjs';
import { buildMutants, runMutants, summary } from './mutants.mjs';
import { oneOf, readWords, runCommand } from './options.mjs';
import { Failure, errorText, inRoot, runAny, step } from './run.mjs';
import { setup } from './setup.mjs';
import { describe, runVitest } from './vitest.mjs';

/** @typedef {import('./vitest.mjs').Result} Result */

/** @typedef {Record<string, () => Promise<Result>>} Stages */

/** What both of the following need. @type {Stages} */
const FIRST = { build: buildAll };

/** The sources, and C++ natively and in WebAssembly. @type {Stages} */
const CPP = {
  check,
  native: () => gtest('native'),
  mutants,
  'native-asan': () => gtest('native-asan', ONLY_ONCE),
  'native-scalar': () => gtestProgram('native-scalar', 'native', 'addnorm_scalar_tests', [ONLY_ONCE]),
  fuzz,
  wasm: () => gtest('wasm', ONLY_ONCE),
  'wasm-checked': () => gtestProgram('wasm-checked', 'wasm', 'addnorm_checked_tests', [ONLY_ONCE]),
  'wasm-scalar': () => gtestProgram('wasm-scalar', 'wasm', 'addnorm_scalar_tests', [ONLY_ONCE]),
};

/** What people are given, in Node and in browsers. @type {Stages} */
const WEB = { vitest: () => step('vitest', () => runVitest('vitest.json'), describe) };

/** What reads the builds of both. @type {Stages} */
const LAST = { inexact };

const NAMES = [FIRST, CPP, WEB, LAST].flatMap(Object.keys);

const HELP = `Usage: npm test [-- STAGE …]

Runs every check and test there is, or those of the stages that are named: npm test native vitest. Builds first what it
tests, and installs what is missing.

Stages:
  ${NAMES.join(', ')}

Options:
  --help  Print this text.`;

/** The stages that are named, or all. @param {string[]} args */
function readStages(args) {
  const { positionals } = readWords(args, {}, Infinity);
  const unknown = positionals.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Failure(`invalid stage: ${JSON.stringify(unknown)} (must be ${oneOf(NAMES)})`);
  return positionals.length > 0 ? positionals : NAMES;
}

/** Leaves out whole training runs: all builds compute the same bits, so the first has run them for all. */
const ONLY_ONCE = '--gtest_filter=-Learning.*';

/**
 * Builds the C++ tests of a preset and runs them.
 * @param {string} preset
 * @param {string[]} flags of GoogleTest
 * @returns {Promise<Result>}
 */
function gtest(preset, ...flags) {
  return gtestProgram(preset, preset, 'addnorm_tests', flags);
}

/**
 * @param {string} name
 * @param {string} preset
 * @param {string} target
 * @param {string[]} flags of GoogleTest
 * @returns {Promise<Result>}
 */
async function gtestProgram(name, preset, target, flags) {
  await step(`${name}: build`, () => buildPreset(preset, target));
  const program = inRoot('build', preset, target);
  const [command, ...args] = preset.startsWith('wasm') ? [process.execPath, `${program}.js`] : [program];
  return step(
    `${name}: test`,
    async () => {
      const { code, output } = await runAny(command, [...args, '--gtest_brief=1', ...flags]);
      return { ...gtestCounts(output, code), output };
    },
    describe,
  );
}

/** The tests notice every fault that can be switched on. @returns {Promise<Result>} */
async function mutants() {
  await buildMutants();
  return step('mutants: test', async () => summary(await runMutants()), describe);
}

/** Nothing that was built depends on the machine. @returns {Promise<Result>} */
async function inexact() {
  await buildPreset('native', 'addnorm');
  for (const preset of ['wasm', 'wasm-scalar']) await buildPreset(preset, 'addnorm_wasm');
  const faults = await step('inexact', inexactFaults, (found) => (found.length > 0 ? 'failed' : 'ok'));
  return { passed: Number(faults.length === 0), failed: faults.length, output: faults.join('\n') };
}

/** Arbitrary configurations under the sanitizers, for a few seconds; `npm run fuzz` takes longer. @returns {Promise<Result>} */
async function fuzz() {
  await step('fuzz: build', buildFuzz);
  return step(
    'fuzz: test',
    async () => {
      const { code, output } = await fuzzModel({ seconds: 10, seed: 1 });
      return { passed: Number(code === 0), failed: Number(code !== 0), output };
    },
    describe,
  );
}

/** @returns {Promise<Result>} */
async function buildAll() {
  await build();
  return { passed: 1, failed: 0, output: '' };
}

/** A stage that throws, or runs no test, has failed. @param {() => Promise<Result>} stage */
async function runStage(stage) {
  try {
    const result = await stage();
    if (result.passed + result.failed > 0) return result;
    return { ...result, failed: 1, output: `${result.output}\nno test was run` };
  } catch (error) {
    return { passed: 0, failed: 1, output: errorText(error) };
  }
}

/** Runs stages one after another, and adds up. @param {Stages} stages @param {string[]} chosen */
async function runStages(stages, chosen) {
  const total = { passed: 0, failed: 0, failures: '' };
  for (const [name, stage] of Object.entries(stages)) {
    if (!chosen.includes(name)) continue;
    const { passed, failed, output } = await runStage(stage);
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) total.failures += `\n=== ${name}\n${output.trim()}\n`;
  }
  return total;
}

await runCommand({ help: HELP, read: readStages }, async (chosen) => {
  await setup('tests');
  const first = await runStages(FIRST, chosen);
  // A browser that waits and a compiler that links leave processors to each other.
  const both = await Promise.all([runStages(CPP, chosen), runStages(WEB, chosen)]);
  const totals = [first, ...both, await runStages(LAST, chosen)];
  const passed = totals.reduce((sum, total) => sum + total.passed, 0);
  const failed = totals.reduce((sum, total) => sum + total.failed, 0);
  const failures = totals.map((total) => total.failures).join('');
  if (failures) console.log(failures);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
