// @ts-check
// `npm run check`: everything that can be said about the sources without running them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cppFaults } from './cpp-directions.mjs';
import { runCommand } from './options.mjs';
import { Failure, errorText, inRoot, isMain, runAny, runBin, step } from './run.mjs';
import { setup } from './setup.mjs';

const HELP = `Usage: npm run check

Says everything that can be said about the sources without running them: format, lint, types, and who imports whom. Installs
what is missing.

Options:
  --help  Print this text.`;

/** @type {[name: string, check: () => Promise<unknown>][]} */
const CHECKS = [
  ['format (prettier)', () => runBin('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['format (clang-format)', checkCppFormat],
  ['lint (eslint)', () => runBin('eslint', ['--max-warnings', '0', '.'])],
  ['types (lib)', () => runBin('tsc', ['-p', 'tsconfig.lib.json'])],
  ['types (web)', () => runBin('tsc', ['-p', 'tsconfig.web.json'])],
  ['types (tests)', () => runBin('tsc', ['-p', 'tsconfig.tests.json'])],
  ['types (tools)', () => runBin('tsc', ['-p', 'tsconfig.tools.json'])],
  ['directions (TypeScript)', () => runBin('depcruise', ['--config', 'web/tools/ts-directions.mjs', 'web'])],
  ['directions (C++)', checkCppDirections],
];

async function checkCppFormat() {
  const { code, output } = await runAny('clang-format', ['--dry-run', '-Werror', ...cppFiles()]);
  if (code === 0) return;
  // One name a file instead of one message a blank.
  const files = new Set([...output.matchAll(/^(\S+\.(?:h|cpp)):\d/gm)].map((match) => match[1]));
  throw new Failure(
    'npm run format writes them as they should be',
    files.size > 0 ? [...files].join('\n') : output,
  );
}

async function checkCppDirections() {
  const faults = cppFaults();
  if (faults.length > 0) throw new Failure(`${faults.length} wrong lines`, faults.join('\n'));
}

/** Every C++ source, as paths from the project. */
export function cppFiles() {
  return ['cpp', 'tests/cpp'].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(h|cpp)$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Runs every check, whichever fail, and counts them. */
export async function check() {
  const counts = { passed: 0, failed: 0, output: '' };
  for (const [name, work] of CHECKS) {
    try {
      await step(name, work, () => 'ok');
      counts.passed++;
    } catch (error) {
      counts.failed++;
      counts.output += `\n--- ${name}\n${errorText(error)}\n`;
    }
  }
  return counts;
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP }, async () => {
    await setup('tests');
    const { failed, output } = await check();
    if (failed > 0) throw new Failure(`${failed} of ${CHECKS.length} checks failed`, output);
  });
}
