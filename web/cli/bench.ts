// `addnorm bench`: what web/bench measures, in this Node, as the table of bench.html that grows row by row.
import { cpus } from 'node:os';
import { EXIT_CODES, type Command, type Surroundings } from './command.ts';
import { optionLine } from './setting-options.ts';

const HELP = `Usage: addnorm bench [--quick]

Measures how fast this Node trains, against what its engine could do at best, as a table in
Markdown. It takes about a minute and a half; use a machine that does nothing else meanwhile.

Options:
${optionLine('--quick', 'Fewer and shorter samples: a look in about 15 seconds, not to be quoted.')}
${optionLine('--help', 'Print this text.')}

Exit code: 0 when everything was measured, whether or not it meets its bar; 1 if it failed, 2 if the
command was not understood, 130 if it was stopped, 141 if nobody read on before it had
come to its end.
`;

export const benchCommand: Command = {
  summary: 'measure how fast this engine trains',
  help: HELP,
  options: { quick: { type: 'boolean' } },
  run: ({ values }, around) => bench(values['quick'] === true, around),
};

async function bench(isQuick: boolean, { signal, createWorker }: Surroundings): Promise<number> {
  // Loaded here because no other command needs its kernels.
  const { bench: measure, markdownHead, markdownRow } = await import('../bench/index.ts');
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(
    `addnorm ${__ADDNORM_VERSION__} on Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? process.arch}`,
  );
  write(markdownHead(isQuick));
  await measure({ isQuick, signal, createWorker, onRow: (row) => write(markdownRow(row)) });
  return EXIT_CODES.ok;
}
