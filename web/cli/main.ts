#!/usr/bin/env node
// `npx addnorm <command>`: finds the command, reads its arguments, and turns what goes wrong into a line of text and an exit
// code: 0 all is well, 1 it is not, 2 the command was not understood, 130 it was stopped.
import { parseArgs } from 'node:util';
import { unknownName } from '../lib/errors.ts';
import type { Command } from './command.ts';
import { verifyCommand } from './verify.ts';

const COMMANDS: Readonly<Record<string, Command>> = { verify: verifyCommand };
const STOPPED = 130;

const HELP = `Usage: addnorm <command> [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

Options:
  --version  print the version
  --help     print this text, or that of a command
`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return print(`${__ADDNORM_VERSION__}\n`);
  if (name === '--help' || name === '-h') return print(HELP);
  if (name === undefined) return refuse(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const what = name.startsWith('-') ? 'unknown option' : 'unknown command';
    const known = name.startsWith('-') ? ['--version', '--help'] : Object.keys(COMMANDS);
    return refuse(`addnorm: ${unknownName(what, name, known)} (addnorm --help lists what there is)\n`);
  }
  const read = readArguments(command, args);
  if (typeof read === 'string') {
    return refuse(`addnorm ${name}: ${read} (addnorm ${name} --help lists what there is)\n`);
  }
  return read['help'] === true ? print(command.help) : runCommand(name, command, read);
}

/** The options that were given, or what is wrong with them. */
function readArguments({ options }: Command, args: string[]): Readonly<Record<string, unknown>> | string {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    // What follows the first sentence is advice on options that begin with a dash.
    return (error as Error).message
      .replace(/\. .*$/s, '')
      .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  }
}

async function runCommand(
  name: string,
  command: Command,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    return await command.run(values, stop.signal);
  } catch (error) {
    const text = stop.signal.aborted ? 'stopped' : error instanceof Error ? error.message : String(error);
    process.stderr.write(`addnorm ${name}: ${text}\n`);
    return stop.signal.aborted ? STOPPED : 1;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function refuse(text: string): number {
  process.stderr.write(text);
  return 2;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads may have enough, as `head` has. What has not come to its end by then has not found all well.
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 1);
  process.stderr.write(`addnorm: the output could not be written (${error.message})\n`);
  process.exit(1);
});
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
