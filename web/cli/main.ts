#!/usr/bin/env node
// `npx addnorm <command>`: finds the command, reads its arguments, and turns what goes wrong into a line of text and an exit
// code: 0 all is well, 1 it is not, 2 the command was not understood, 130 it was stopped, 141 nobody read on before it had
// come to its end.
import { unknownName } from '../lib/errors.ts';
import { readArguments } from './arguments.ts';
import { benchCommand } from './bench.ts';
import { type Arguments, type Command, EXIT_CODES, Stopped, UsageError } from './command.ts';
import { mergeCommand } from './merge.ts';
import { runCommand } from './run.ts';
import { sweepCommand } from './sweep.ts';
import { Thread } from './thread.ts';
import { verifyCommand } from './verify.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  run: runCommand,
  sweep: sweepCommand,
  merge: mergeCommand,
  verify: verifyCommand,
  bench: benchCommand,
};

const HELP = `Usage: addnorm <command> [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}
  help       say more about a command

Options:
  --version  print the version
  --help     print this text, or that of a command

Exit code: 0 all is well, 1 it is not, 2 the command was not understood, 130 it was stopped,
141 nobody read on before it had come to its end.
`;

const WORKER = new URL('./cli-worker.js', __ADDNORM_HERE__);

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return print(`${__ADDNORM_VERSION__}\n`);
  if (name === undefined) return refuse(HELP);
  if (name === '--help' || name === '-h') return print(HELP);
  if (name === 'help') return help(args);
  if (name.startsWith('-')) {
    const fault = unknownName('unknown option', name, ['--version', '--help']);
    return refuse(withHint(`addnorm: ${fault}`, 'addnorm --help'));
  }
  const command = find(name);
  if (!command) return refuse(unknownCommand(name));
  try {
    const given = readArguments(command, args);
    return given.values['help'] === true ? print(command.help) : await perform(name, command, given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(withHint(`addnorm ${name}: ${error.message}`, `addnorm ${name} --help`));
  }
}

const find = (name: string): Command | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

/** What was not understood, and what would be. */
const withHint = (fault: string, command: string): string =>
  `${fault}${fault.endsWith('?') ? '' : ';'} ${command} lists what there is\n`;

const unknownCommand = (name: string): string =>
  withHint(`addnorm: ${unknownName('unknown command', name, Object.keys(COMMANDS))}`, 'addnorm --help');

/** `addnorm help [command]`. */
function help([name]: readonly string[]): number {
  if (name === undefined) return print(HELP);
  const command = find(name);
  return command ? print(command.help) : refuse(unknownCommand(name));
}

async function perform(name: string, command: Command, given: Arguments): Promise<number> {
  const stop = new AbortController();
  // Once: the second time it ends without a word.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    return await command.run(given, { signal: stop.signal, createWorker: () => new Thread(WORKER) });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isStopped = stop.signal.aborted;
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`addnorm ${name}: ${isStopped && !(error instanceof Stopped) ? 'stopped' : text}\n`);
    return isStopped ? EXIT_CODES.stopped : EXIT_CODES.failed;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT_CODES.ok;
}

function refuse(text: string): number {
  process.stderr.write(text);
  return EXIT_CODES.usage;
}

/**
 * Whoever reads may have enough, as `head` has. What has not come to its end by then has found neither that all is well nor
 * that it is not, and says so.
 */
const endUnread = (): never => process.exit(process.exitCode ?? EXIT_CODES.unread);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') endUnread();
  process.stderr.write(`addnorm: the output could not be written (${error.message})\n`);
  process.exit(EXIT_CODES.failed);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') endUnread();
  // There is no place left where it could be said.
  process.exit(process.exitCode ?? EXIT_CODES.failed);
});
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
