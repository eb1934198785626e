// @ts-check
// `npm run format`: writes every source in the one form that `npm run check` asks for.
import { cppFiles } from './check.mjs';
import { run, runBin, runMain } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup('tests');
  await runBin('prettier', ['--write', '--log-level', 'warn', '.']);
  await run('clang-format', ['-i', ...cppFiles()]);
});
