// From the words of a command line to options with values. Says what is wrong in the form of the library's errors; what the
// values mean, each command knows.
import { parseArgs } from 'node:util';
import { show, unknownName } from '../lib/errors.ts';
import { type Arguments, type Command, UsageError } from './command.ts';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** @throws UsageError for the first fault */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const options: Command['options'] = { ...command.options, ...HELP };
  const args = withBareValues(words, command.bareValues ?? {});
  // Not strict: the checks below have more to say than parseArgs has.
  const { tokens, values, positionals } = parseArgs({
    args,
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(token, options);
    if (seen.has(token.name) && options[token.name]?.multiple !== true)
      throw new UsageError(`--${token.name} is given twice`);
    seen.add(token.name);
  }
  const most = command.mostPositionals ?? 0;
  if (positionals.length > most) throw new UsageError(`unexpected argument ${show(positionals[most])}`);
  return { values: values, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: OptionToken, options: Command['options']): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const known = Object.keys(options).map((other) => `--${other}`);
    throw new UsageError(unknownName('unknown option', rawName, known));
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value, not ${show(value)}`);
  } else if (value === undefined || (value.startsWith('--') && inlineValue !== true)) {
    throw new UsageError(`--${name} needs a value`);
  }
}

/** `--tied --depth 3` as `--tied=1 --depth 3`; a value may still follow. */
function withBareValues(words: readonly string[], bareValues: Readonly<Record<string, string>>): string[] {
  return words.map((word, i) => {
    const name = word.startsWith('--') ? word.slice(2) : '';
    const next = words[i + 1];
    const isBare = Object.hasOwn(bareValues, name) && (next === undefined || !isSwitchText(next));
    return isBare ? `${word}=${bareValues[name]!}` : word;
  });
}

/** Is it what a setting that is on or off is given, one or several? */
const isSwitchText = (text: string): boolean => /^(0|1|true|false|on|off|yes|no|,)+$/i.test(text);

/** The value of an option that is given once and has one. */
export function textOf({ values }: Arguments, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that may be given again. */
export function textsOf({ values }: Arguments, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** A whole number from 1 on. @throws UsageError if it is none */
export function countOf(given: Arguments, name: string, most: number): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(`invalid --${name}: ${show(text)} (must be a whole number from 1 to ${most})`);
}
