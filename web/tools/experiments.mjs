// @ts-check
// `npm run experiments`: every guided experiment over 20 seeds, on all cores. Writes what came out to
// web/experiments/outcomes.json, from where the texts quote it, and to web/docs/experiments.md; fails if a claim is not borne
// out. `--only ID` runs one of them (may be given more than once) and leaves the others as they were; `--seeds N` runs other
// seeds than those 20 and only reports.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build } from './build.mjs';
import { NodeWorker } from './node-worker.mjs';
import { readWords, runCommand } from './options.mjs';
import { Failure, inRoot, isMain, runBin, seconds } from './run.mjs';
import { setup } from './setup.mjs';

/** @typedef {typeof import('../experiments/index.ts')} ExperimentsModule */
/** @typedef {import('../experiments/index.ts').Experiment} Experiment */
/** @typedef {import('../experiments/index.ts').Outcome} Outcome */

const FILE = inRoot('web', 'experiments', 'outcomes.json');
const PAGE = inRoot('web', 'docs', 'experiments.md');

const HELP = `Usage: npm run experiments [-- options]

Runs every guided experiment over 20 seeds on all cores, writes what came out to where the texts quote it from, and fails if
a claim is not borne out.

Options:
  --only ID  This experiment only; may be given more than once. The outcomes of the others stay.
  --seeds N  As many seeds instead of those 20; only tells what came out and writes nothing.
  --help     Print this text.`;

/**
 * The ids of all experiments, as their text has them: it is TypeScript, which this Node may not be able to run before
 * anything is installed.
 */
export function experimentIds() {
  const text = readFileSync(inRoot('web', 'experiments', 'experiment.ts'), 'utf8');
  const [list = ''] = /(?<=EXPERIMENT_IDS = \[)[^\]]*/.exec(text) ?? [];
  return [...list.matchAll(/'([^']*)'/g)].map(([, id = '']) => id);
}

/** The command's options; without `seeds` it is all of them. @param {string[]} args @param {readonly string[]} [ids] */
export function readOptions(args, ids = experimentIds()) {
  const { values } = readWords(args, {
    only: { type: 'string', multiple: true, choices: ids },
    seeds: { type: 'string', most: 99 },
  });
  return { only: values.only ?? ids, seeds: values.seeds === undefined ? undefined : Number(values.seeds) };
}

/** The line that grows while an experiment runs; a terminal only. @param {string} id */
function progressLine(id) {
  const start = performance.now();
  return (/** @type {number} */ done, /** @type {number} */ total) => {
    if (!process.stdout.isTTY) return;
    const left = ((performance.now() - start) / 1000 / done) * (total - done);
    process.stdout.write(
      `\r  ${id.padEnd(20)} ${((100 * done) / total).toFixed(0)} %, ${left.toFixed(0)} s left    `,
    );
  };
}

/**
 * Runs the experiments one after the other and says of each how it came out.
 * @param {Pick<ExperimentsModule, 'brokenClaims' | 'EXPERIMENTS' | 'prove'>} module
 * @param {{ only: readonly string[] } & Pick<import('../experiments/prove.ts').ProveOptions, 'pool' | 'load' | 'seeds'>} options
 */
export async function proveAll({ brokenClaims, EXPERIMENTS, prove }, { only, pool, load, seeds }) {
  /** @type {Record<string, Outcome>} */
  const outcomes = {};
  /** @type {string[]} */
  const broken = [];
  for (const experiment of EXPERIMENTS.filter(({ id }) => only.includes(id))) {
    const start = performance.now();
    const { id, claims } = experiment;
    const outcome = await prove(experiment, { pool, load, seeds, onProgress: progressLine(id) });
    const held = Object.keys(claims).map((claim) => `${claim} ${outcome.held[claim]}`);
    console.log(
      `${process.stdout.isTTY ? '\r' : ''}  ${id.padEnd(20)} of ${seeds}: ${held.join(', ')} (${seconds(start)})`,
    );
    const faults = brokenClaims(experiment, outcome, seeds);
    broken.push(...faults.map((claim) => brokenText(experiment, outcome, claim, seeds)));
    outcomes[id] = outcome;
  }
  return { outcomes, broken };
}

/** @param {readonly string[]} broken what is wrong with each claim that is not borne out */
export function refuseBroken(broken) {
  if (broken.length > 0)
    throw new Failure(`${broken.length} claims are not borne out:\n${broken.join('\n')}`);
}

/** @param {Experiment} experiment @param {Outcome} outcome @param {string} id @param {number} seeds */
function brokenText(experiment, { held, measures }, id, seeds) {
  const claim = experiment.claims[id];
  if (!claim) throw new Error(`no claim ${id}`);
  const { median, min, max } = measures[claim.measure] ?? { median: NaN, min: NaN, max: NaN };
  const what = `${claim.measure} ${claim.is} ${claim.limit}`;
  return `${experiment.id}: ${id} (${what}) held in ${held[id]} of ${seeds} seeds, must in ${claim.atLeast} of 20; median ${median}, from ${min} to ${max}`;
}

/** Writes what came out to where the texts quote it from, and as a page. @param {ExperimentsModule} module @param {any} experiments */
export async function writeOutcomes(
  { EXPERIMENTS, messagesEn, N_SEEDS, OUTCOMES, outcomesPage },
  experiments,
) {
  const isAll = EXPERIMENTS.every(({ id }) => id in experiments);
  if (!isAll && OUTCOMES.seeds !== N_SEEDS)
    throw new Failure(
      `the other outcomes are of ${OUTCOMES.seeds} seeds, these of ${N_SEEDS}: run all experiments (without --only)`,
    );
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const outcomes = { version, seeds: N_SEEDS, experiments: { ...OUTCOMES.experiments, ...experiments } };
  writeFileSync(FILE, JSON.stringify(outcomes));
  writeFileSync(PAGE, outcomesPage(EXPERIMENTS, outcomes, messagesEn));
  await runBin('prettier', ['--write', '--log-level', 'warn', FILE, PAGE]);
}

if (isMain(import.meta.url)) {
  await runCommand({ help: HELP, read: (args) => readOptions(args) }, async (options) => {
    await setup();
    await build();
    const vite = await import('vite');
    await vite.build({ mode: 'experiments', logLevel: 'warn' });
    /** @type {ExperimentsModule} */
    const module = await import(inRoot('build', 'experiments', 'experiments.js'));
    const { only, seeds = module.N_SEEDS } = options;
    /** @type {typeof import('../lab/index.ts')} */
    const { Pool } = await import(inRoot('dist', 'lab.js'));
    /** @type {typeof import('../lib/index.ts')} */
    const { load } = await import(inRoot('dist', 'index.js'));
    const worker = inRoot('build', 'experiments', 'worker.js');
    const pool = new Pool({ size: availableParallelism(), createWorker: () => new NodeWorker(worker) });
    try {
      const { outcomes, broken } = await proveAll(module, { only, seeds, pool, load });
      if (seeds === module.N_SEEDS) await writeOutcomes(module, outcomes);
      refuseBroken(broken);
    } finally {
      pool.dispose();
    }
  });
}
