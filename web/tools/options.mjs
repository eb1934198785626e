// @ts-check
// From the words of a command line to options with values, before anything is installed or built: all commands of package.json
// read theirs here. The package's own command has more to say (web/cli/arguments.ts), but is TypeScript, which this Node may
// not be able to run.
import { parseArgs } from 'node:util';
import { Failure, runMain } from './run.mjs';

/**
 * An option that is on or off, or one with a value: one of `choices`, or a whole number from 1 to `most`.
 * @typedef {{ type: 'boolean' | 'string', multiple?: boolean, choices?: readonly string[], most?: number }} Option
 */

/**
 * Runs a command: prints its help if that is asked for, or else reads its words and does its work with what they say.
 * @template [Given=unknown]
 * @param {{ help: string, read?: (args: string[]) => Given }} command `read` throws a Failure for what it does not understand;
 *   if it is left out, that is every word
 * @param {(given: Given) => Promise<void>} work
 */
export const runCommand = ({ help, read = readNothing }, work) =>
  runMain(() => work(read(process.argv.slice(2))), help);

/** @param {string[]} args @returns {any} */
const readNothing = (args) => readWords(args, {});

/**
 * The options' values as texts, and what stands there without an option. Throws a Failure for the first fault.
 * @template {Record<string, Option>} Options
 * @param {string[]} args
 * @param {Options} options
 * @param {number} [mostPositionals] how many words may stand there without an option
 */
export function readWords(args, options, mostPositionals = 0) {
  // Not strict: the checks below have more to say than parseArgs has.
  const read = parseArgs({ args, options, strict: false, tokens: true, allowPositionals: true });
  const seen = new Set();
  for (const token of read.tokens) {
    if (token.kind !== 'option') continue;
    const option = checkOption(token, options);
    if (seen.has(token.name) && !option.multiple) throw new Failure(`--${token.name} is given twice`);
    seen.add(token.name);
  }
  const unexpected = read.positionals[mostPositionals];
  if (unexpected !== undefined)
    throw new Failure(`unexpected argument ${JSON.stringify(unexpected)} (${ruleFor(options)})`);
  return parseArgs({ args, options, allowPositionals: true });
}

/**
 * @param {{ name: string, rawName: string, value?: string | undefined, inlineValue?: boolean | undefined }} token
 * @param {Record<string, Option>} options
 */
function checkOption({ name, rawName, value, inlineValue }, options) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw new Failure(`unknown option ${JSON.stringify(rawName)} (${ruleFor(options)})`);
  if (option.type === 'boolean') {
    if (value === undefined) return option;
    throw new Failure(`--${name} takes no value, not ${JSON.stringify(value)}`);
  }
  const rule = option.choices ? oneOf(option.choices) : `a whole number from 1 to ${option.most}`;
  if (value === undefined || (value.startsWith('-') && !inlineValue))
    throw new Failure(`--${name} needs a value (${rule})`);
  if (!isAllowed(value, option))
    throw new Failure(`invalid --${name}: ${JSON.stringify(value)} (must be ${rule})`);
  return option;
}

/** @param {Record<string, Option>} options */
const ruleFor = (options) => `must be ${oneOf([...Object.keys(options), 'help'].map((name) => `--${name}`))}`;

/** @param {string} value @param {Option} option */
function isAllowed(value, { choices, most = Infinity }) {
  if (choices) return choices.includes(value);
  return /^\d{1,15}$/.test(value) && Number(value) >= 1 && Number(value) <= most;
}

/** @param {readonly string[]} names */
export const oneOf = (names) => (names.length > 2 ? `one of ${names.join(', ')}` : names.join(' or '));
