// @ts-check
// `npm run test:package`: packs the package and installs it into what people use, which takes minutes and, the first time, the
// network. What is quick to say of the package is in `npm test` (tests/package/shape.test.ts). `npm run test:package Vite` runs the
// tests whose names have that in them.
import { build } from './build.mjs';
import { Failure, runMain, step } from './run.mjs';
import { setup } from './setup.mjs';
import { describe, runVitest } from './vitest.mjs';

await runMain(async () => {
  const [name] = process.argv.slice(2);
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
