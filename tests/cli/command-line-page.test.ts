// The commands of the page on the command line: each is understood, with the files that the page speaks of, and the page says
// of three that they are one run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../web/cli/arguments.ts';
import { benchCommand } from '../../web/cli/bench.ts';
import type { Arguments, Command } from '../../web/cli/command.ts';
import { cellsOf, readShard } from '../../web/cli/grid.ts';
import { mergeCommand } from '../../web/cli/merge.ts';
import { readPlan } from '../../web/cli/plan.ts';
import { readTask, runCommand } from '../../web/cli/run.ts';
import { readGridOf, sweepCommand } from '../../web/cli/sweep.ts';
import { verifyCommand } from '../../web/cli/verify.ts';
import { inRoot } from '../../web/tools/run.mjs';
import { temporaryFolder } from './addnorm.ts';

const PAGE = readFileSync(inRoot('web', 'docs', 'command-line.md'), 'utf8');
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!);

const folder = temporaryFolder();
writeFileSync(join(folder, 'plan.json'), blocks('json')[0]!);
writeFileSync(
  join(folder, 'poems.txt'),
  'All the world is a stage, and all the men and women merely players. '.repeat(9),
);

/** Words after `npx addnorm`, one list a command; what a shell or a scheduler puts in stands there as 3. */
const LINES = blocks('sh')
  .join('\n')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .flatMap((line) =>
    [...line.matchAll(/npx addnorm ([^|\n]*?)(?: ::: .*)?(?:\||$)/g)].map(([, words]) => words!),
  )
  .map((words) => words.replace(/\{\}|\$SLURM_ARRAY_TASK_ID/g, '3').trim());
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
const inFolder = (word: string) => (/^(plan\.json|poems\.txt)$/.test(word) ? join(folder, word) : word);

/** What each command makes of its arguments before it does anything. */
const CHECKS: Readonly<Record<string, readonly [Command, ((given: Arguments) => unknown)?]>> = {
  run: [runCommand, readTask],
  sweep: [
    sweepCommand,
    (given) => [cellsOf(readGridOf(given)), readShard(String(given.values['shard'] ?? '1/1'))],
  ],
  merge: [mergeCommand],
  verify: [verifyCommand],
  bench: [benchCommand],
};

test.each(LINES)('addnorm %s', (line) => {
  const [name = '', ...words] = wordsOf(line);
  if (name === 'help') return;
  const [command, check] = CHECKS[name]!;
  const given = readArguments(command, words.map(inFolder));
  expect(() => check?.(given)).not.toThrow();
});

test('every command is there, and the three ways to say a run are one', () => {
  for (const name of Object.keys(CHECKS)) expect(LINES.some((line) => line.startsWith(name))).toBe(true);
  const plans = LINES.filter((line) => line.includes('warmup') && line.includes('seed')).map((line) =>
    readPlan(readArguments(runCommand, wordsOf(line).slice(1))),
  );
  expect(plans).toHaveLength(3);
  const runs = plans.map(({ settings, steps }) => ({ configs: settings.configs, steps }));
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});

test('the grid of the page has the cells that it says', () => {
  const line = LINES.find((one) => one.startsWith('sweep') && one.includes('deepnorm'))!;
  expect(cellsOf(readGridOf(readArguments(sweepCommand, wordsOf(line).slice(1))))).toHaveLength(60);
  expect(PAGE).toContain('These are 60 cells.');
});
