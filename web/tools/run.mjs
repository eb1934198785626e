// @ts-check
// What the commands of this folder share: where the project is, running a program, one line of progress a step.
// Imports only Node's own modules, as does everything that runs before the npm packages are there.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A path inside the project. @param {string[]} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** Is this module the one `node` was asked to run? @param {string} url its import.meta.url */
export const isMain = (url) => url === pathToFileURL(process.argv[1] ?? '').href;

/** Something went wrong that needs no stack trace; `output` is what the program behind it printed. */
export class Failure extends Error {
  /** @param {string} message @param {string} [output] */
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a program in the project's folder, without a terminal, and returns its exit code, the signal that ended it if one
 * did, and all it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes?: number }} [options] `minutes` after which it is stopped (default 30)
 * @returns {Promise<{ code: number, output: string, signal?: NodeJS.Signals | null }>}
 */
export function runAny(command, args, { env = {}, minutes = 30 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutes * 60_000,
    });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on('close', (code, signal) => {
      if (signal) output += `\n${command} was stopped by ${signal}\n`;
      resolve({ code: code ?? 1, output, signal });
    });
  });
}

/**
 * Like runAny, but a program that fails throws a Failure.
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof runAny>[2]} [options]
 */
export async function run(command, args, options) {
  const { code, output } = await runAny(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args.join(' ')} (exit code ${code})`, output);
  return output;
}

/**
 * Runs a program in the project's folder whose output is that of the command, as it comes. One that fails throws a Failure.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<void>}
 */
export function runShown(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
    child.on('error', (error) => reject(new Failure(`${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Failure(`${command} ${args.join(' ')} (${signal ?? `exit code ${code}`})`));
    });
  });
}

/** Runs a program that an npm package brought. @param {string} name @param {string[]} args */
export const runBin = (name, args) => run(inRoot('node_modules', '.bin', name), args);

/** The path of a program, or undefined. @param {string} name */
export function which(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** @param {number} start of performance.now() */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Where steps are told. @type {NodeJS.WritableStream} */
let stepStream = process.stdout;

/** For a command whose output is a table or other data, which steps would stand in: they are told on stderr. */
export const tellStepsOnStderr = () => void (stepStream = process.stderr);

/** The step whose name stands on the last line, which waits for its result. @type {string | undefined} */
let openStep;

/**
 * Prints one line for what `work` does: its name at once, its result and duration when it is done. Of steps that run at the
 * same time, the later ones print theirs when they are done.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [describe] what to say of the result
 */
export async function step(name, work, describe = () => '') {
  const start = performance.now();
  const title = `  ${name.padEnd(34)} `;
  if (openStep === undefined) {
    stepStream.write(title);
    openStep = name;
  }
  const finish = (/** @type {string} */ result) => {
    const begin = openStep === name ? '' : openStep === undefined ? title : `...\n${title}`;
    stepStream.write(`${begin}${result.padEnd(32)} ${seconds(start).padStart(8)}\n`);
    openStep = undefined;
  };
  try {
    const result = await work();
    finish(describe(result));
    return result;
  } catch (error) {
    finish('failed');
    throw error;
  }
}

/** From the beginning of a terminal's line to its end. */
const EMPTY_LINE = '\r\x1b[K';

/** Says on stderr what takes its time now: a line, on a terminal one that the next takes the place of. @param {string} text */
export const tellProgress = (text) =>
  process.stderr.write(process.stderr.isTTY ? `${EMPTY_LINE}${text}` : `${text}\n`);

/** Makes place for what the command has to say. */
export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write(EMPTY_LINE);
}

/**
 * Runs a command's main function in the project's folder; what it throws is shown, and makes the exit code 1.
 * @param {() => Promise<void>} main
 * @param {string} [help] what is printed instead if it is asked for
 */
export async function runMain(main, help) {
  if (help !== undefined && process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(help);
    return;
  }
  process.chdir(ROOT);
  try {
    await main();
  } catch (error) {
    console.error(errorText(error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function errorText(error) {
  if (error instanceof Failure) return `${error.output.trimEnd()}\n${error.message}`.trimStart();
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What was last noted under a name, or undefined. @param {string} file */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Notes that the work `value` stands for is done. @param {string} file @param {string} value */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}
