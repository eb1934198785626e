// `addnorm verify`: what addnorm/verify finds, as a table that grows line by line, or as JSON.
import { styleText } from 'node:util';
import { figuresOf, verify, type VerifyReport, type VerifyResult } from '../lib/verify.ts';
import { KNOWN_ANSWERS } from '../lib/known-answers.ts';
import { PINNED_RUNS } from '../lib/pinned-runs.ts';
import type { Command } from './command.ts';

const HELP = `Usage: addnorm verify [--json]

Asks this engine for known answers and trains the pinned runs on it, with SIMD and without.
An answer has to be right within 1e-6; of those with several numbers the one furthest off is
shown. A run has to end in the same bits as everywhere; what is shown is their hash.

Options:
  --json   print everything as JSON, when it is done
  --help   print this text

Exit code: 0 if everything is right, 1 if anything is wrong, 2 if the command was not
understood, 130 if it was stopped, 141 if nobody read on before it had come to its end.
`;

export const verifyCommand: Command = {
  summary: 'check that this engine computes the same bits as every other',
  help: HELP,
  options: { json: { type: 'boolean' } },
  run: ({ values }, { signal }) => (values['json'] === true ? verifyAsJson(signal) : verifyAsTable(signal)),
};

const ENGINE = { node: process.versions.node, platform: process.platform, arch: process.arch };

async function verifyAsJson(signal: AbortSignal): Promise<number> {
  const report = await verify({ signal });
  process.stdout.write(`${JSON.stringify({ engine: ENGINE, ...report }, null, 2)}\n`);
  return exitCode(report);
}

async function verifyAsTable(signal: AbortSignal): Promise<number> {
  const { node, platform, arch } = ENGINE;
  write(`addnorm ${__ADDNORM_VERSION__} on Node ${node}, ${platform} ${arch}`);
  let backend = '';
  const report = await verify({
    signal,
    onResult: (result) => {
      if (result.backend !== backend) write(`\n${line(`${result.backend} build`, 'expected', 'got', '')}`);
      ({ backend } = result);
      write(resultLine(result));
    },
  });
  for (const { backend: name, reason } of report.missing)
    write(`\nThe ${name} build was not asked: ${reason}`);
  write(`\n${report.passed} passed, ${report.failed} failed`);
  return exitCode(report);
}

const exitCode = ({ failed }: VerifyReport) => (failed === 0 ? 0 : 1);

const NAME_WIDTH = Math.max(...[...KNOWN_ANSWERS, ...PINNED_RUNS].map(({ name }) => name.length));
const FIGURE_WIDTH = 16;

const line = (name: string, expected: string, actual: string, end: string) =>
  [name.padEnd(NAME_WIDTH), expected.padEnd(FIGURE_WIDTH), actual.padEnd(FIGURE_WIDTH), end]
    .join('  ')
    .trimEnd();

function resultLine(result: VerifyResult): string {
  const { expected, actual } = figuresOf(result);
  const row = line(
    result.name,
    expected,
    actual,
    result.passed ? paint('green', 'ok') : paint('red', 'WRONG'),
  );
  return result.problem === undefined ? row : `${row}  ${result.problem}`;
}

function paint(color: 'green' | 'red', text: string): string {
  const isPlain = !process.stdout.isTTY || process.env['NO_COLOR'];
  return isPlain ? text : styleText(color, text);
}

const write = (text: string) => process.stdout.write(`${text}\n`);
