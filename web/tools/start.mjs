// @ts-check
// `npm start`: from a fresh clone to the page in a browser, with nothing done twice.
import { inRoot, runMain } from './run.mjs';
import { build } from './build.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  await build();
  const { preview } = await import('vite');
  const server = await preview({
    configFile: false,
    // What is not there is a 404, not the page.
    appType: 'mpa',
    logLevel: 'warn',
    build: { outDir: inRoot('dist', 'site') },
    // The next free port is taken if this one is in use.
    preview: { port: 5173 },
  });
  console.log(`\nAdd & Norm Lab: ${server.resolvedUrls?.local[0] ?? ''}  (Ctrl+C ends it)`);
});
