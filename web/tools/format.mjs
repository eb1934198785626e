// @ts-check
// `npm run format`: writes every source in the one form that `npm run check` asks for.
import { cppFiles } from './check.mjs';
import { runCommand } from './options.mjs';
import { run, runBin } from './run.mjs';
import { setup } from './setup.mjs';

const HELP = `Usage: npm run format

Writes every source, C++ and the rest, in the one form that npm run check asks for. Installs what is missing.

Options:
  --help  Print this text.`;

await runCommand({ help: HELP }, async () => {
  await setup('tests');
  await runBin('prettier', ['--write', '--log-level', 'warn', '.']);
  await run('clang-format', ['-i', ...cppFiles()]);
});
