// @ts-check
// `npm run bench:kernels`: every kernel by itself, forward and backward, natively (cpp/bench/kernels_benchmark.cpp). Takes the
// options of Google Benchmark: `npm run bench:kernels -- --benchmark_filter=layer_norm`.
import { buildPreset } from './build.mjs';
import { inRoot, run, runMain, step } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup('kernels');
  await step('native kernels, building', async () => {
    // What was configured before the library was there knows no such target.
    await run('cmake', ['--preset', 'native']);
    return buildPreset('native', 'addnorm_benchmarks');
  });
  const program = inRoot('build', 'native', 'addnorm_benchmarks');
  console.log(await step('native kernels, measuring', () => run(program, process.argv.slice(2))));
});
