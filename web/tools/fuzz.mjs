// @ts-check
// `npm run fuzz -- <target> [--seconds 60] [--seed 1]`: feeds arbitrary inputs to one of the targets for as long as wanted.
// `model` is C++ under the sanitizers (tests/cpp/fuzz); the others are the properties of tests/fuzz, each for that long.
// The seed is printed; with it the same inputs come again.
import { mkdirSync } from 'node:fs';
import { build, buildPreset } from './build.mjs';
import { oneOf, readWords, runCommand } from './options.mjs';
import { Failure, inRoot, isMain, runAny } from './run.mjs';
import { setup } from './setup.mjs';

const PROPERTIES = ['config', 'safetensors', 'address'];
const TARGETS = ['model', ...PROPERTIES];

/** 31 bits: more than one of the fuzzers takes. */
const MOST = 2 ** 31 - 1;
const OPTIONS = /** @type {const} */ ({
  seconds: { type: 'string', most: MOST },
  seed: { type: 'string', most: MOST },
});

/**
 * Runs the C++ target. What it fails on is written into build/fuzz/crashes; given as an argument to build/fuzz/addnorm_fuzz
 * it fails again.
 * @param {{ seconds: number, seed: number }} options
 */
export async function fuzzModel({ seconds, seed }) {
  const crashes = inRoot('build', 'fuzz', 'crashes/');
  mkdirSync(crashes, { recursive: true });
  // Long inputs from the beginning: a short one leaves most fields at their least.
  const length = ['-max_len=160', '-len_control=0'];
  const args = [`-max_total_time=${seconds}`, `-seed=${seed}`, ...length, `-artifact_prefix=${crashes}`];
  return runAny(inRoot('build', 'fuzz', 'addnorm_fuzz'), args, { minutes: seconds / 60 + 5 });
}

export const buildFuzz = () => buildPreset('fuzz', 'addnorm_fuzz');

/** @param {string} target @param {{ seconds: number, seed: number }} options */
function fuzzProperties(target, { seconds, seed }) {
  const env = { ADDNORM_FUZZ_SECONDS: String(seconds), ADDNORM_FUZZ_SEED: String(seed) };
  const timeout = `--testTimeout=${1000 * (2 * seconds + 60)}`;
  const args = ['run', '--project', 'node', `tests/fuzz/${target}.test.ts`, timeout];
  return runAny(inRoot('node_modules', '.bin', 'vitest'), args, { env, minutes: seconds / 6 + 5 });
}

const HELP = `Usage: npm run fuzz -- TARGET [--seconds N] [--seed N]

Feeds arbitrary inputs to TARGET, which is model (the C++ under the sanitizers) or config, safetensors or address
(TypeScript), and fails if any of its properties does not hold.

Options:
  --seconds N  How long, and each property of TypeScript that long (default: 60).
  --seed N     The same inputs once more; a seed is printed.
  --help       Print this text.`;

/** The command's options. @param {string[]} args */
export function readOptions(args) {
  const { positionals, values } = readWords(args, OPTIONS, 1);
  const [target = ''] = positionals;
  if (!TARGETS.includes(target))
    throw new Failure(`invalid target: ${JSON.stringify(target)} (must be ${oneOf(TARGETS)})`);
  const { seconds = '60', seed = String(1 + Math.floor(Math.random() * MOST)) } = values;
  return { target, seconds: Number(seconds), seed: Number(seed) };
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readOptions }, async ({ target, ...options }) => {
    await setup('tests');
    await (target === 'model' ? buildFuzz() : build());
    console.log(`${target}: ${options.seconds} s, --seed ${options.seed}`);
    const { code, output } = await (target === 'model'
      ? fuzzModel(options)
      : fuzzProperties(target, options));
    if (code !== 0) throw new Failure(`${target} failed (--seed ${options.seed})`, output);
    console.log('nothing found');
  });
}
