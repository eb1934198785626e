// @ts-check
// `npm run bench:kernels`: every kernel by itself, forward and backward, natively (cpp/bench/kernels_benchmark.cpp). Takes the
// options of Google Benchmark: `npm run bench:kernels -- --benchmark_filter=layer_norm`.
import { buildPreset } from './build.mjs';
import { runCommand } from './options.mjs';
import { Failure, inRoot, isMain, run, runShown, step, tellStepsOnStderr } from './run.mjs';
import { setup } from './setup.mjs';

const HELP = `Usage: npm run bench:kernels [-- options]

Measures every kernel of the C++ library by itself, natively. All of them take about two minutes, the first
build one more.

The options are those of Google Benchmark; each is one word with its value:
  --benchmark_list_tests                  Print the names and measure nothing.
  --benchmark_filter=layer_norm           Only what has this in its name (a regular expression).
  --benchmark_min_time=0.1                Seconds for each.
  --benchmark_repetitions=5               Measure each so often; also prints mean, median and deviation.
  --benchmark_format=console|json|csv     The form of what is printed.
  --benchmark_out=FILE                    Write it to a file as well (--benchmark_out_format=json|csv).
  --benchmark_…                           Others are passed on.
  --help                                  Print this text.

Debian's Google Benchmark warns that it "was built as DEBUG". That is the library around what is measured;
the kernels are built with -O3, as they always are.

Only the results are on stdout; npm's own lines are left out by \`npm run --silent bench:kernels\`.`;

/** The options of Google Benchmark; refuses all others, as it would itself after the build. @param {string[]} args */
export function readOptions(args) {
  for (const word of args) {
    if (/^--(benchmark_|v=)/.test(word)) continue;
    const text = JSON.stringify(word);
    if (word.startsWith('-'))
      throw new Failure(
        `unknown option ${text} (must be one of Google Benchmark's, --benchmark_…; see --help)`,
      );
    throw new Failure(
      `unexpected argument ${text} (a value is one word with its option: --benchmark_filter=NAME)`,
    );
  }
  return args;
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: readOptions }, async (args) => {
    tellStepsOnStderr();
    await setup('kernels');
    await step('native kernels, building', async () => {
      // What was configured before the library was there knows no such target.
      await run('cmake', ['--preset', 'native']);
      return buildPreset('native', 'addnorm_benchmarks');
    });
    await runShown(inRoot('build', 'native', 'addnorm_benchmarks'), args);
  });
}
