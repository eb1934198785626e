// @ts-check
// `npm run bench`: how fast the built module trains, multiplies and normalises in Node. The benchmark is web/cli/bench.ts.
import { build } from './build.mjs';
import { inRoot, runMain } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  await build();
  const vite = await import('vite');
  await vite.build({ mode: 'bench', logLevel: 'warn' });
  await import(inRoot('build', 'bench', 'bench.js'));
});
