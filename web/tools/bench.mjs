// @ts-check
// `npm run bench`: how fast kernels are beside what the engine could do at best (cpp/bench/rates.cpp, natively and as wasm in
// this Node), and how long a training step takes (web/cli/bench.ts).
import { build, buildPreset } from './build.mjs';
import { inRoot, run, runMain, step } from './run.mjs';
import { setup } from './setup.mjs';

/** One line that cpp/bench/rates.cpp prints. @typedef {{ what: string, shape: string, rate: number, unit: string, ofBest: number }} Rate */

/**
 * @param {string} preset
 * @param {(program: string) => [string, string[]]} command
 * @returns {Promise<Rate[]>}
 */
async function rates(preset, command) {
  await step(`${preset} kernels, building`, () => buildPreset(preset, 'addnorm_rates'));
  const [program, args] = command(inRoot('build', preset, 'addnorm_rates'));
  const output = await step(`${preset} kernels, measuring`, () => run(program, args));
  /** @type {(line: string) => Rate} */
  const parse = JSON.parse;
  return output
    .trim()
    .split('\n')
    .map((line) => parse(line));
}

/** @param {Rate | undefined} rate */
const cell = (rate) =>
  rate
    ? `${rate.rate.toPrecision(3)} ${rate.unit}${rate.ofBest > 0 ? ` (${Math.round(100 * rate.ofBest)} %)` : ''}`
    : '';

await runMain(async () => {
  await setup({ tests: true });
  await build();
  const wasm = await rates('wasm', (program) => [process.execPath, [`${program}.js`]]);
  const native = await rates('native', (program) => [program, []]);
  console.log(
    '\nKernels, one thread; in brackets the share of the best there is: for products of multiply and add in',
  );
  console.log('registers, for norms of a copy of the same bytes\n');
  console.log('| kernel | shape | wasm in Node | native |');
  console.log('|---|---|---|---|');
  wasm.forEach((rate, i) =>
    console.log(`| ${rate.what} | ${rate.shape} | ${cell(rate)} | ${cell(native[i])} |`),
  );

  const vite = await import('vite');
  await vite.build({ mode: 'bench', logLevel: 'warn' });
  await import(inRoot('build', 'bench', 'bench.js'));
});
