// Running an experiment, and what makes a claim fail: with a small one of its own.
import { describe, expect, test, vi } from 'vitest';
import {
  brokenClaims,
  type Claim,
  defineExperiment,
  type Experiment,
  EXPERIMENT_IDS,
  holds,
  measure,
  prove,
  runSeed,
} from '../../web/experiments/index.ts';
import type { Addnorm } from '../../web/lib/index.ts';
import { Failure } from '../../web/tools/run.mjs';
import { experimentIds, proveAll, readOptions, refuseBroken } from '../../web/tools/experiments.mjs';
import { usePool } from './use-pool.ts';

const options = usePool();

const TINY = { model: { nLayer: 1, dModel: 8, nHead: 1, nCtx: 4, vocabSize: 5 }, batch: 2 } as const;

function experimentWith(claims: Readonly<Record<string, Claim<'loss' | 'seed'>>>): Experiment {
  const experiment = defineExperiment({
    id: 'warm-up',
    settings: {},
    arms: [
      { id: 'post', config: { ...TINY, model: { ...TINY.model, placement: 'post' } }, steps: 30 },
      { id: 'pre', config: { ...TINY, model: { ...TINY.model, placement: 'pre' } }, steps: 20 },
    ],
    demonstrate: (_: Addnorm, seed: number) => ({ seed }),
    measures: {
      loss: { format: 'number', of: ({ rows }) => rows.pre.at(-1)!.loss },
      seed: { format: 'integer', of: ({ shown }) => shown.seed },
    },
    claims,
    prediction: { choices: ['a', 'b', 'c'], right: 'a', proof: [] },
    charts: [],
    inTheLab: ['post', 'pre'],
  });
  return experiment;
}
const claim = (is: Claim['is'], limit: number, atLeast: number, of: 'loss' | 'seed' = 'seed') => ({
  measure: of,
  is,
  limit,
  atLeast,
});

describe('runSeed', () => {
  test('trains every arm from the same seed and reports rows and progress as they come', async () => {
    const rows = new Map<string, number>();
    const progress: number[] = [];
    const run = await runSeed(experimentWith({}), 7, {
      ...{ pool: options.pool, load: options.load },
      onRows: (arm, some) => rows.set(arm, (rows.get(arm) ?? 0) + some.length),
      onProgress: (done, total) => progress.push(done / total),
    });
    expect([...rows].sort()).toEqual([
      ['post', 30],
      ['pre', 20],
    ]);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(run.numbers).toEqual({ loss: run.rows['pre']!.at(-1)!.loss, seed: 7 });
    const other = await runSeed(experimentWith({}), 8, { pool: options.pool, load: options.load });
    expect(other.numbers['loss']).not.toBe(run.numbers['loss']);
  });

  test('gives up with the reason of the signal', async () => {
    const stop = new AbortController();
    const running = runSeed(experimentWith({}), 1, {
      ...{ pool: options.pool, load: options.load },
      signal: stop.signal,
      onRows: () => stop.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
  });
});

describe('a claim', () => {
  test.each([
    ['<', 1, true, false, false],
    ['=', 1, false, true, false],
    ['>', 1, false, false, true],
  ] as const)('%s %d holds of what is below, at and above it: %s, %s, %s', (is, limit, ...expected) => {
    expect([0.5, 1, 1.5].map((seed) => holds(claim(is, limit, 20), { seed }))).toEqual(expected);
    expect(holds(claim(is, limit, 20), { seed: NaN })).toBe(false);
    expect(holds(claim(is, limit, 20), {})).toBe(false);
  });

  test('is counted over the seeds, and broken if it holds in too few of them', async () => {
    const claims = {
      always: claim('>', 0, 20),
      half: claim('<', 3, 10),
      rarely: claim('=', 4, 20),
      never: claim('>', 1e9, 1, 'loss'),
    };
    const experiment = experimentWith(claims);
    const outcome = await prove(experiment, { pool: options.pool, load: options.load, seeds: 4 });
    expect(outcome.held).toEqual({ always: 4, half: 2, rarely: 1, never: 0 });
    expect(outcome.measures['seed']).toEqual({ median: 2.5, min: 1, max: 4, first: [1, 2, 3] });
    expect(brokenClaims(experiment, outcome, 4)).toEqual(['rarely']);
    expect(brokenClaims(experiment, { ...outcome, held: { ...outcome.held, half: 1 } }, 4)).toEqual([
      'half',
      'rarely',
    ]);
    expect(brokenClaims(experiment, { ...outcome, held: {} }, 20)).toEqual(Object.keys(claims));
  });

  test('that is false makes npm run experiments fail, which names it', async () => {
    const EXPERIMENTS = [experimentWith({ sound: claim('>', 0, 20), false: claim('>', 2, 20) })];
    const { pool, load } = options;
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    const result = await proveAll(
      { brokenClaims, EXPERIMENTS, prove },
      { only: ['warm-up'], pool, load, seeds: 3 },
    );
    expect(result.broken).toEqual([
      'warm-up: false (seed > 2) held in 1 of 3 seeds, must in 20 of 20; median 2, from 1 to 3',
    ]);
    expect(print.mock.lastCall?.[0]).toContain('sound 3, false 1');
    print.mockRestore();
    expect(() => refuseBroken(result.broken)).toThrow(Failure);
    expect(() => refuseBroken([])).not.toThrow();
  });
});

test('a measure that is not finite is refused by name, but for a time', () => {
  const experiment = experimentWith({});
  const rows = { post: [], pre: [{ loss: 1 }] } as never;
  expect(() => measure(experiment, { rows, shown: { seed: Infinity } })).toThrow(
    'warm-up: invalid seed: Infinity (must be finite)',
  );
  const measures = { ...experiment.measures, seed: { ...experiment.measures['seed']!, isTiming: true } };
  expect(measure({ ...experiment, measures }, { rows, shown: { seed: NaN } })['seed']).toBeNaN();
});

describe('the options of npm run experiments', () => {
  test('are all of them over all seeds, or fewer', () => {
    expect(readOptions([], ['a', 'b'])).toEqual({ only: ['a', 'b'], seeds: undefined });
    expect(readOptions(['--only', 'b', '--seeds', '3'], ['a', 'b'])).toEqual({ only: ['b'], seeds: 3 });
  });

  test('know every experiment before anything is built', () => {
    expect(experimentIds()).toEqual(EXPERIMENT_IDS);
  });

  test.each([
    [['--only', 'c'], 'invalid --only: "c" (must be a or b)'],
    [['--seeds', '0'], 'invalid --seeds: "0" (must be a whole number from 1 to 99)'],
    [['--fast'], 'unknown option "--fast" (must be one of --only, --seeds, --help)'],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args, ['a', 'b'])).toThrow(message);
  });
});
