// `addnorm sweep`: trains every cell of a grid, as many at once as there are cores, and appends a line to a file as each is
// done. What the file has already is not trained again.
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Pace } from '../lab/pace.ts';
import type { Runner } from '../lab/runner.ts';
import type { StepMetrics } from '../lib/index.ts';
import { countOf, textOf, textsOf } from './arguments.ts';
import {
  type Arguments,
  type Command,
  EXIT_CODES,
  Stopped,
  type Surroundings,
  UsageError,
} from './command.ts';
import { ENDED, makeStarter } from './fleet.ts';
import { type Axis, type Cell, cellsOf, type Grid, readAxes, readShard, shardOf } from './grid.ts';
import { readBytes, readPlan, textOfConfig } from './plan.ts';
import { Progress } from './progress.ts';
import { BARE_SETTINGS, optionLine, SETTING_OPTIONS, SETTINGS_HELP, SOURCE_HELP } from './setting-options.ts';
import { type CellResult, gridLine, parseSweep, resultLine } from './sweep-file.ts';
import { unwritable, writeAll } from './whole-file.ts';

const MAX_THREADS = 256;
const HELD_OUT_BATCHES = 4;

const HELP = `Usage: addnorm sweep [ADDRESS | FILE] --grid KEY=LIST … --out FILE [options]

Trains every combination of the values of some settings, on all cores, and appends a line of JSON to
a file as each is done. Stopped or killed, the same command goes on with what the file lacks.
addnorm merge makes a table of it.

${SOURCE_HELP}
Options:
${optionLine('--grid KEY=LIST', 'A setting with its values, like lr=1e-4,3e-4; may be given again. Or a file with JSON, like { "lr": [1e-4, 3e-4] }.')}
${optionLine('--out FILE', 'Where the lines go.')}
${optionLine('--shard I/N', 'Only the Ith of N parts, for as many machines or jobs; each needs an --out of its own.')}
${optionLine('--threads N', 'How many cells at once. (default: the number of cores)')}
${optionLine('--dry-run', 'Say what would be trained, and do nothing.')}
${optionLine('--help', 'Print this text.')}

${SETTINGS_HELP}
Exit code: 0 if every cell of the part is there, even if numbers of some did not stay finite; 1 if
it failed, 2 if the command was not understood, 130 if it was stopped.
`;

export const sweepCommand: Command = {
  summary: 'train every combination of some settings, on all cores',
  help: HELP,
  options: {
    ...SETTING_OPTIONS,
    grid: { type: 'string', multiple: true },
    out: { type: 'string' },
    shard: { type: 'string' },
    threads: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  bareValues: BARE_SETTINGS,
  mostPositionals: 1,
  run: sweep,
};

async function sweep(given: Arguments, { signal, createWorker }: Surroundings): Promise<number> {
  const grid = readGridOf(given);
  const all = cellsOf(grid);
  const shard = textOf(given, 'shard');
  const cells = shard === undefined ? all : shardOf(all, readShard(shard));
  const threads = countOf(given, 'threads', MAX_THREADS) ?? availableParallelism();
  const file = textOf(given, 'out');
  if (file === undefined) throw new UsageError('--out is missing: a sweep needs a file to go on from');
  const done = new Set(readDone(file, grid).map(({ config }) => config));
  const wanted = cells.filter(({ text }) => !done.has(text));
  const standing = `${cells.length - wanted.length} of ${cells.length} cells are there`;
  if (given.values['dry-run'] === true) {
    process.stdout.write(`${standing}${wanted.map(({ text }) => `\n#${text}`).join('')}\n`);
    return EXIT_CODES.ok;
  }
  const out = new SweepFile(file, grid);
  try {
    await new Sweeping(grid.steps, cells, wanted, out).run(threads, { signal, createWorker });
  } finally {
    out.close();
  }
  return EXIT_CODES.ok;
}

/** @throws UsageError for the first fault */
export function readGridOf(given: Arguments): Grid {
  const { settings, steps, seeds } = readPlan(given);
  const axes: Axis[] = textsOf(given, 'grid').flatMap(readAxes);
  if (seeds !== undefined) axes.push(['seed', seeds.map(String)]);
  if (axes.length === 0) throw new UsageError('--grid is missing: a sweep needs settings that vary');
  return { steps, variants: settings.configs.map(textOfConfig), axes };
}

/** What the file has of this grid. @throws UsageError if it is of another one */
function readDone(file: string, grid: Grid): readonly CellResult[] {
  if (!existsSync(file)) return [];
  const { grid: found, results } = parseSweep(file, readBytes(file));
  if (found && gridLine(found) !== gridLine(grid))
    throw new UsageError(`${file} is of another grid (give another --out)`);
  return results;
}

/** The file, open for lines to be appended; a torn one at its end is taken off. */
class SweepFile {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string, grid: Grid) {
    this.#file = file;
    try {
      this.#descriptor = openSync(file, 'a');
      const bytes = readFileSync(file);
      const { wholeBytes } = parseSweep(file, bytes);
      if (wholeBytes < bytes.length) ftruncateSync(this.#descriptor, wholeBytes);
      if (wholeBytes === 0) this.append(gridLine(grid));
    } catch (error) {
      throw error instanceof UsageError ? error : unwritable(file, error);
    }
  }

  /** A line is written by one call, and is on the disk when the call returns. */
  append(line: string): void {
    try {
      writeAll(this.#descriptor, Buffer.from(line));
      fdatasyncSync(this.#descriptor);
    } catch (error) {
      throw unwritable(this.#file, error);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Trains cells on threads, each of which takes the next one when it is free. */
class Sweeping {
  readonly #steps: number;
  readonly #cells: readonly Cell[];
  readonly #waiting: Cell[];
  readonly #out: SweepFile;
  readonly #cost: number;
  readonly #progress: Progress;
  #costDone: number;
  #nDone: number;
  #isOver = false;

  constructor(steps: number, cells: readonly Cell[], wanted: readonly Cell[], out: SweepFile) {
    this.#steps = steps;
    this.#cells = cells;
    this.#waiting = [...wanted];
    this.#out = out;
    this.#cost = costOf(cells);
    this.#costDone = this.#cost - costOf(wanted);
    this.#nDone = cells.length - wanted.length;
    this.#progress = new Progress(this.#costDone / this.#cost);
  }

  async run(threads: number, { signal, createWorker }: Surroundings): Promise<void> {
    const before = this.#nDone;
    if (before > 0) process.stderr.write(`${this.#standing}, goes on with the others\n`);
    const runners: Runner[] = [];
    try {
      if (this.#waiting.length > 0) {
        const start = await makeStarter(createWorker);
        const n = Math.min(threads, this.#waiting.length);
        // The first that fails ends all, because the runners are closed then.
        await Promise.all(Array.from({ length: n }, () => this.#work(start, runners, signal)));
      }
    } finally {
      this.#progress.clear();
      this.#isOver = true;
      for (const runner of runners) runner.close(ENDED);
    }
    if (this.#nDone < this.#cells.length)
      throw new Stopped(`stopped: ${this.#standing}; the same command goes on with the others`);
    process.stderr.write(`${this.#standing}\n`);
  }

  get #standing(): string {
    return `${this.#nDone} of ${this.#cells.length} cells are there`;
  }

  async #work(
    start: Awaited<ReturnType<typeof makeStarter>>,
    runners: Runner[],
    signal: AbortSignal,
  ): Promise<void> {
    let runner: Runner | undefined;
    for (let cell = this.#waiting.shift(); cell && !signal.aborted; cell = this.#waiting.shift()) {
      try {
        if (runner) await runner.request('restart', { config: cell.config });
        else {
          runner = await start(cell.config, 'of the sweep');
          runners.push(runner);
          // Another has failed while this one began, and nobody would end its thread any more.
          if (this.#isOver) {
            runner.close(ENDED);
            return;
          }
        }
        const result = await this.#train(runner, cell, signal);
        if (!result) return;
        this.#out.append(resultLine(result));
        this.#nDone++;
      } catch (error) {
        this.#waiting.length = 0;
        throw new Error(`cell ${cell.text}: ${(error as Error).message}`, { cause: error });
      }
    }
  }

  /** undefined if it was stopped before its end. */
  async #train(runner: Runner, cell: Cell, signal: AbortSignal): Promise<CellResult | undefined> {
    const pace = new Pace();
    const cost = costOf([cell]);
    let row: StepMetrics | undefined;
    let done = 0;
    while (done < this.#steps && !row?.nonFinite) {
      if (signal.aborted) return undefined;
      const steps = pace.take(performance.now(), this.#steps - done);
      const { rows, elapsed } = await runner.request('advance', { steps });
      pace.learn(steps, elapsed, performance.now());
      done += steps;
      this.#costDone += (cost * steps) / this.#steps;
      this.#progress.update(this.#costDone / this.#cost, this.#standing);
      // A run that has diverged learns no more: there is no use in its other steps.
      row = rows.find(({ nonFinite }) => nonFinite !== null) ?? rows.at(-1);
    }
    this.#costDone += cost * (1 - done / this.#steps);
    if (row?.nonFinite) return resultOf(cell, row);
    const heldOut = await runner.request('evaluate', { batches: HELD_OUT_BATCHES });
    return resultOf(cell, row!, heldOut, await runner.request('fingerprint', null));
  }
}

/** @param heldOut and fingerprint are of a run that stayed finite */
function resultOf(
  { text }: Cell,
  { step, loss, accuracy, nonFinite }: StepMetrics,
  heldOut?: { readonly loss: number; readonly accuracy: number },
  fingerprint?: string,
): CellResult {
  const isFinite = nonFinite === null;
  return {
    config: text,
    steps: step,
    loss: isFinite ? loss : null,
    accuracy: isFinite ? accuracy : null,
    heldOutLoss: heldOut?.loss ?? null,
    heldOutAccuracy: heldOut?.accuracy ?? null,
    nonFinite,
    fingerprint: fingerprint ?? null,
  };
}

/** What cells cost beside others, for the time that is left: the multiplications of a step's matrix products. */
function costOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { config: { model, batch } }) => {
    const { nLayer, nCtx, dModel, dFf } = model;
    return sum + batch * nCtx * nLayer * dModel * (4 * dModel + 2 * dFf);
  }, 0);
}
