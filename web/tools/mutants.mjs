// @ts-check
// `npm run mutants`: do the tests notice a fault? Builds the C++ tests against the library with every fault of
// cpp/src/math/mutant.h compiled in, and runs them with one switched on at a time. A fault that no test notices has
// survived and fails the command: the test that knows better is missing.
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { buildPreset } from './build.mjs';
import { runCommand } from './options.mjs';
import { Failure, inRoot, isMain, runAny, step } from './run.mjs';
import { setup } from './setup.mjs';

const HELP = `Usage: npm run mutants

Switches on faults in the C++ one at a time, runs the tests with each, and fails if there is one that no test notices. Builds
the tests first, and installs what is missing.

Options:
  --help  Print this text.`;

/** @typedef {{ name: string, file: string }} Mutant */
/** @typedef {{ code: number, output: string, signal?: NodeJS.Signals | null }} Run */
/** @typedef {Mutant & { killer: string | undefined }} Verdict */

/** Declares the faults and holds none. */
const HEADER = 'math/mutant.h';
const VARIABLE = 'ADDNORM_MUTANT';

/**
 * A fault has to be caught by a test that knows the right answer, so those that only know that the bits are other than before
 * are left out; and so are whole training runs, for their length.
 */
const EXCEPT = '-Fingerprint.*:SameBits.*:Learning.*';

/** The suite takes seconds; what runs so long hangs. */
const MINUTES = 2;

/**
 * The faults that the sources name, in the order of the sources.
 * @param {{ file: string, text: string }[]} sources
 * @returns {Mutant[]}
 */
export function mutantsIn(sources) {
  const mutants = sources.flatMap(({ file, text }) => {
    const found = [...text.matchAll(/\bis_mutant<\s*"([^"]+)"\s*>\(\)/g)].map(([, name = '']) => ({
      name,
      file,
    }));
    if (found.length === [...text.matchAll(/\bis_mutant\b/g)].length) return found;
    throw new Failure(`${file}: a fault is written is_mutant<"what is wrong">()`);
  });
  const twice = mutants.find(({ name }, i) => mutants.findIndex((other) => other.name === name) < i);
  if (twice) throw new Failure(`${twice.file}: ${JSON.stringify(twice.name)} is the name of two faults`);
  return mutants;
}

/**
 * What noticed the fault: the first test that failed, or how the program was stopped; undefined if nothing did. A program
 * that ends badly without a failed test, as one that cannot be started, has shown nothing.
 * @param {Run} run
 */
export function killerOf({ code, output, signal }) {
  if (code === 0) return undefined;
  const test = /^\[ {2}FAILED {2}\] ([\w/]+\.[\w/]+)/m.exec(output)?.[1];
  if (test) return test;
  return signal === 'SIGTERM' ? 'the time limit' : (signal ?? undefined);
}

/** Builds the tests against the library with its faults. */
export async function buildMutants() {
  await step('mutants: build', () => buildPreset('native', 'addnorm_mutant_tests'));
  if (readFileSync(inRoot('build', 'native', 'libaddnorm.a')).includes(VARIABLE))
    throw new Failure('the faults are in the library that is shipped');
}

/**
 * Runs the tests with each fault, several at a time.
 * @param {(verdict: Verdict) => void} [report] is told of each as soon as it is known
 * @returns {Promise<Verdict[]>} in the order of the sources
 */
export async function runMutants(report = () => undefined) {
  const mutants = mutantsIn(sources());
  const { code, output } = await runTests('*', undefined);
  if (code !== 0) throw new Failure('the tests fail without any fault', output);
  /** @type {Verdict[]} */
  const verdicts = [];
  const queue = mutants.entries();
  const work = async () => {
    for (const [i, mutant] of queue) {
      const verdict = { ...mutant, killer: await hunt(mutant) };
      verdicts[i] = verdict;
      report(verdict);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return verdicts;
}

/** Who notices a fault: the suite named after its file is asked first, then all of them. @param {Mutant} mutant */
async function hunt({ name, file }) {
  const suite = `${suiteOf(file)}.*`;
  return killerOf(await runTests(suite, name)) ?? killerOf(await runTests('*', name));
}

/** @param {string} filter which tests @param {string | undefined} mutant */
function runTests(filter, mutant) {
  const flags = ['--gtest_brief=1', '--gtest_fail_fast', `--gtest_filter=${filter}${EXCEPT}`];
  const env = { [VARIABLE]: mutant };
  return runAny(inRoot('build', 'native', 'addnorm_mutant_tests'), flags, { env, minutes: MINUTES });
}

/** kernels/layer_norm.cpp is tested by LayerNorm. @param {string} file */
export const suiteOf = (file) =>
  basename(file)
    .replace(/\.\w+$/, '')
    .replace(/(?:^|_)(\w)/g, (start) => start.slice(-1).toUpperCase());

function sources() {
  return readdirSync(inRoot('cpp', 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(h|cpp)$/.test(file) && file !== HEADER)
    .sort()
    .map((file) => ({ file, text: readFileSync(inRoot('cpp', 'src', file), 'utf8') }));
}

/** How many were killed, and who was not. @param {Verdict[]} verdicts */
export function summary(verdicts) {
  const survivors = verdicts.filter(({ killer }) => killer === undefined);
  return {
    passed: verdicts.length - survivors.length,
    failed: survivors.length,
    output: survivors.map(({ name, file }) => `${file}: no test notices ${JSON.stringify(name)}`).join('\n'),
  };
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP }, async () => {
    await setup('tests');
    await buildMutants();
    const verdicts = await runMutants(({ name, file, killer }) =>
      console.log(`  ${name.padEnd(44)} ${file.padEnd(34)} ${killer ?? 'SURVIVED'}`),
    );
    const { passed, failed, output } = summary(verdicts);
    if (failed > 0) throw new Failure(`${failed} of ${verdicts.length} faults survived`, output);
    console.log(`all ${passed} faults noticed`);
  });
}
