// `addnorm run`: trains the models of a plan in lockstep, writes a line a step and model, and says what they end in. With a
// checkpoint it can be stopped anywhere, and goes on to the same bits.
import { existsSync } from 'node:fs';
import { identify } from '../element/identity.ts';
import { messagesEn } from '../element/messages.en.ts';
import { invalid, show } from '../lib/errors.ts';
import type { RunConfig, StepMetrics } from '../lib/index.ts';
import { countOf, textOf } from './arguments.ts';
import {
  checkCheckpointName,
  modelFile,
  readState,
  type State,
  stateFile,
  writeState,
} from './checkpoint.ts';
import {
  type Arguments,
  type Command,
  EXIT_CODES,
  Stopped,
  type Surroundings,
  UsageError,
} from './command.ts';
import { Fleet } from './fleet.ts';
import {
  csvHead,
  csvLine,
  type Format,
  jsonLine,
  jsonValue,
  type RunLabel,
  widthsOf,
} from './metrics-text.ts';
import { MAX_STEPS, type Plan, readPlan, textOfConfig } from './plan.ts';
import { Progress } from './progress.ts';
import { openRowsFile, type RowsOut, standardOutput } from './rows-file.ts';
import { BARE_SETTINGS, optionLine, SETTING_OPTIONS, SETTINGS_HELP, SOURCE_HELP } from './setting-options.ts';
import { writeWhole } from './whole-file.ts';

/** Each run has a thread. */
const MAX_RUNS = 48;
const MS_BETWEEN_CHECKPOINTS = 20_000;

const HELP = `Usage: addnorm run [ADDRESS | FILE] [options]

Trains one model or several at once, a thread each, and writes the metrics of each step.
Who it was and what came out is said at the end, with the fingerprint of all parameters: equal
settings end in equal fingerprints on every machine.

${SOURCE_HELP}
Options:
${optionLine('--out FILE', 'Write the metrics there, not to the standard output.')}
${optionLine('--format csv|jsonl', 'CSV or JSON lines. (default: as the file is called; csv)')}
${optionLine('--every N', 'Only the first step, each Nth, and the last. (default: 1)')}
${optionLine('--all', 'Also the metrics of each block, head and norm.')}
${optionLine('--checkpoint FILE', 'Keep the model there as safetensors, and beside it a .state to go on from: the same command takes a stopped run up again. Several models have a file each (FILE.a.safetensors and so on).')}
${optionLine('--force', 'Write over files that are there.')}
${optionLine('--help', 'Print this text.')}

${SETTINGS_HELP}
Exit code: 0 if it came to its end, even if numbers did not stay finite; 1 if it failed, 2 if the
command was not understood, 130 if it was stopped, 141 if nobody read on before it had
come to its end.
`;

export const runCommand: Command = {
  summary: 'train models and write their metrics',
  help: HELP,
  options: {
    ...SETTING_OPTIONS,
    out: { type: 'string' },
    format: { type: 'string' },
    every: { type: 'string' },
    all: { type: 'boolean' },
    checkpoint: { type: 'string' },
    force: { type: 'boolean' },
  },
  bareValues: BARE_SETTINGS,
  mostPositionals: 1,
  run: async (given, around) => new Training(readTask(given)).run(around),
};

/** One model with one seed. */
interface PlannedRun extends RunLabel {
  readonly name: string;
  readonly config: RunConfig;
  /** What tells its checkpoint from the others. */
  readonly part: string;
}

/** All that was asked for. */
interface Task {
  readonly runs: readonly PlannedRun[];
  readonly steps: number;
  readonly every: number;
  readonly withLists: boolean;
  readonly format: Format;
  readonly out: string | undefined;
  readonly checkpoint: string | undefined;
  readonly force: boolean;
}

/** @throws UsageError for the first fault */
export function readTask(given: Arguments): Task {
  const plan = readPlan(given);
  const checkpoint = textOf(given, 'checkpoint');
  const out = textOf(given, 'out');
  return {
    runs: plannedRuns(plan),
    steps: plan.steps,
    every: countOf(given, 'every', MAX_STEPS) ?? 1,
    withLists: given.values['all'] === true,
    format: readFormat(textOf(given, 'format'), out),
    out,
    checkpoint: checkpoint === undefined ? undefined : checkCheckpointName(checkpoint),
    force: given.values['force'] === true,
  };
}

/** As it is asked for, or as the file is called. */
export function readFormat(format: string | undefined, file: string | undefined): Format {
  if (format === undefined)
    return file !== undefined && /\.(jsonl|ndjson|json)$/.test(file) ? 'jsonl' : 'csv';
  if (format === 'csv' || format === 'jsonl') return format;
  throw new UsageError(invalid('--format', format, 'must be csv or jsonl'));
}

function plannedRuns({ settings: { configs }, seeds }: Plan): readonly PlannedRun[] {
  const identities = identify(configs, messagesEn);
  const runs = configs.flatMap((config, i) => {
    const { id, label } = identities[i]!;
    return (seeds ?? [config.seed]).map((seed): PlannedRun => {
      const parts = [
        ...(configs.length > 1 ? [id] : []),
        ...((seeds?.length ?? 1) > 1 ? [`seed${seed}`] : []),
      ];
      const name = `${label}, seed ${seed}`;
      return { variant: id, label, seed, name, config: { ...config, seed }, part: parts.join('.') };
    });
  });
  if (runs.length <= MAX_RUNS) return runs;
  throw new UsageError(
    `${runs.length} runs at once are too many (at most ${MAX_RUNS}; addnorm sweep has no limit)`,
  );
}

class Training {
  readonly #task: Task;
  readonly #last: (StepMetrics | undefined)[];
  #step = 0;

  constructor(task: Task) {
    this.#task = task;
    this.#last = task.runs.map(() => undefined);
  }

  async run({ signal, createWorker }: Surroundings): Promise<number> {
    const { runs, out: file, force } = this.#task;
    const state = this.#readState();
    const out = file === undefined ? standardOutput : openRowsFile(file, state?.out ?? undefined, force);
    let fleet: Fleet | undefined;
    try {
      fleet = await Fleet.start(runs, createWorker);
      if (state) {
        await fleet.restore(state.snapshots, state.step);
        this.#step = state.step;
        process.stderr.write(`goes on from step ${state.step}\n`);
      }
      await this.#train(fleet, out, signal);
      await this.#finish(fleet, out, signal.aborted && this.#step < this.#task.steps);
    } finally {
      fleet?.close();
      out.close();
    }
    return EXIT_CODES.ok;
  }

  async #train(fleet: Fleet, out: RowsOut, signal: AbortSignal): Promise<void> {
    const { steps } = this.#task;
    const progress = new Progress(this.#step / steps);
    let saved = performance.now();
    try {
      while (this.#step < steps && !signal.aborted) {
        const rowsOfRuns = await fleet.advance(steps - this.#step);
        await this.#write(rowsOfRuns, out);
        this.#step += rowsOfRuns[0]!.length;
        progress.update(this.#step / steps, `step ${this.#step} of ${steps}`);
        if (performance.now() - saved < MS_BETWEEN_CHECKPOINTS) continue;
        await this.#save(fleet, out);
        saved = performance.now();
      }
    } finally {
      progress.clear();
    }
  }

  /** Step by step, and of each step one line a run. */
  async #write(rowsOfRuns: readonly StepMetrics[][], out: RowsOut): Promise<void> {
    const { runs, format, every, steps, withLists } = this.#task;
    const widths = withLists ? widthsOf(rowsOfRuns.map((rows) => rows[0]!)) : [];
    const isBegin = out.mark === null ? this.#step === 0 : out.mark.bytes === 0;
    let text = format === 'csv' && isBegin ? csvHead(widths) : '';
    rowsOfRuns[0]!.forEach(({ step }, i) => {
      if (step !== 1 && step % every !== 0 && step !== steps) return;
      runs.forEach((run, r) => {
        const { variant, label, seed } = run;
        const row = rowsOfRuns[r]![i]!;
        text +=
          format === 'csv' ? csvLine(run, row, widths) : jsonLine({ variant, label, seed }, row, withLists);
      });
    });
    rowsOfRuns.forEach((rows, r) => (this.#last[r] = rows.at(-1)));
    await out.write(text);
  }

  async #finish(fleet: Fleet, out: RowsOut, isStopped: boolean): Promise<void> {
    const { runs, format, checkpoint, steps } = this.#task;
    await this.#save(fleet, out);
    const fingerprints = await fleet.fingerprints();
    const say = this.#task.out === undefined ? process.stderr : process.stdout;
    runs.forEach(({ name }, i) => say.write(`${this.#summary(name, i)}fingerprint ${fingerprints[i]!}\n`));
    if (isStopped) {
      const how =
        checkpoint === undefined ? '--checkpoint keeps a run to go on from' : 'the same command goes on';
      throw new Stopped(`stopped at step ${this.#step} of ${steps}; ${how}`);
    }
    if (format !== 'jsonl') return;
    const ends = runs.map(({ variant, label, seed }, i) =>
      JSON.stringify({ variant, label, seed, steps: this.#step, fingerprint: fingerprints[i] }),
    );
    await out.write(`${ends.join('\n')}\n`);
  }

  /** What came out of a run, as far as it is known here. */
  #summary(name: string, i: number): string {
    const row = this.#last[i];
    const begin = `${name}: step ${this.#step}, `;
    if (!row) return begin;
    const { loss, accuracy, nonFinite } = row;
    const end = nonFinite ? `not finite since step ${nonFinite.step} (${nonFinite.tensor}), ` : '';
    const percent = jsonValue(Number((100 * accuracy).toFixed(1)));
    return `${begin}loss ${jsonValue(Number(loss.toPrecision(4)))}, accuracy ${percent} %, ${end}`;
  }

  get #stateOf(): { readonly runs: readonly string[]; readonly rows: string } {
    const { runs, format, every, withLists } = this.#task;
    const rows = `${format}, every ${every}${withLists ? ', all' : ''}`;
    return { runs: runs.map(({ config }) => textOfConfig(config)), rows };
  }

  #readState(): State | undefined {
    const { checkpoint, force, runs, steps } = this.#task;
    if (checkpoint === undefined || force) return undefined;
    const state = readState(checkpoint, this.#stateOf);
    if (state && state.step > steps)
      throw new UsageError(
        invalid('--steps', steps, `${show(stateFile(checkpoint))} is at step ${state.step}`),
      );
    const taken = runs.map(({ part }) => modelFile(checkpoint, part)).find((file) => existsSync(file));
    if (!state && taken !== undefined)
      throw new UsageError(
        invalid('--checkpoint', taken, 'is there already, with no .state; --force writes over it'),
      );
    return state;
  }

  async #save(fleet: Fleet, out: RowsOut): Promise<void> {
    const { checkpoint, runs } = this.#task;
    if (checkpoint === undefined) return;
    const models = await fleet.checkpoints();
    models.forEach((bytes, i) => writeWhole(modelFile(checkpoint, runs[i]!.part), bytes));
    const snapshots = await fleet.snapshots();
    writeState(checkpoint, this.#stateOf, { step: this.#step, out: out.mark, snapshots });
  }
}
