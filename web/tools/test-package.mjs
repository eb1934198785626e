// @ts-check
// `npm run test:package`: packs the package and installs it into what people use, which takes minutes and, the first time, the
// network. What is quick to say of the package is in `npm test` (tests/package/shape.test.ts). `npm run test:package Vite` runs the
// tests whose names have that in them.
import { build } from './build.mjs';
import { readWords, runCommand } from './options.mjs';
import { Failure, step } from './run.mjs';
import { setup } from './setup.mjs';
import { describe, runVitest } from './vitest.mjs';

const HELP = `Usage: npm run test:package [-- NAME]

Packs the package and installs it into bundlers, frames and hosts, which takes minutes and, the first time, the network.
With NAME it runs the tests that have that in their names. Builds first, and installs what is missing.

Options:
  --help  Print this text.`;

/** What the tests that are run have in their names, if it is given. @param {string[]} args */
const readName = (args) => readWords(args, {}, 1).positionals[0];

await runCommand({ help: HELP, read: readName }, async (name) => {
  await setup('tests');
  await build();
  const chosen = name === undefined ? [] : ['-t', name];
  const work = () => runVitest('vitest-package.json', '--mode', 'installed', ...chosen);
  const { passed, failed, output } = await step('package, installed', work, describe);
  if (failed > 0) console.log(output.trim());
  console.log(`${passed} passed, ${failed} failed`);
  if (passed + failed === 0) throw new Failure('no test was run');
  if (failed > 0) process.exitCode = 1;
});
