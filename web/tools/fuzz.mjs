// @ts-check
// `npm run fuzz -- <target> [--seconds 60] [--seed 1]`: feeds arbitrary inputs to one of the targets for as long as wanted.
// `model` is C++ under the sanitizers (tests/cpp/fuzz); the others are the properties of tests/fuzz, each for that long.
// The seed is printed; with it the same inputs come again.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, buildPreset } from './build.mjs';
import { Failure, inRoot, isMain, runAny, runMain } from './run.mjs';
import { setup } from './setup.mjs';

const PROPERTIES = ['config', 'safetensors', 'address'];
const TARGETS = ['model', ...PROPERTIES];

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

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  });
  const [target = ''] = positionals;
  if (!TARGETS.includes(target))
    throw new Failure(`invalid target: ${JSON.stringify(target)} (must be one of ${TARGETS.join(', ')})`);
  const seconds = wholeNumber('seconds', values.seconds);
  // 31 bits: more than one of the fuzzers takes.
  const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
  return { target, seconds, seed };
}

/** @param {string} name @param {string} text */
function wholeNumber(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new Failure(`invalid ${name}: ${JSON.stringify(text)} (must be a whole number from 1)`);
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    const { target, ...options } = readArguments();
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
