// A sweep over a real pool: progress, cancelling, going on, runs that diverge and runs that fail.
import { afterEach, expect, test } from 'vitest';
import { Pool } from '../../web/lab/index.ts';
import type { PartialRunConfig, StepMetrics } from '../../web/lib/index.ts';
import { Sweep, type SweepRun } from '../../web/maps/sweep.ts';
import { SMALL, TINY, trainPlainly } from '../lab/helpers.ts';

const pools: Pool[] = [];

afterEach(() => {
  for (const pool of pools.splice(0)) pool.dispose();
});

/** A sweep in this thread, what it gave, and a promise of the next moment that `when` holds. */
function makeSweep(runs: readonly SweepRun[]) {
  const pool = new Pool({ modes: ['main'] });
  pools.push(pool);
  const given = new Map<number, readonly StepMetrics[]>();
  const waiting: [() => boolean, () => void][] = [];
  const sweep: Sweep = new Sweep(pool, runs, {
    onRun: (index, rows) => {
      expect(given.has(index)).toBe(false);
      given.set(index, rows);
    },
    onChange: () => waiting.filter(([holds]) => holds()).forEach(([, resolve]) => resolve()),
  });
  const until = (holds: () => boolean) => new Promise<void>((resolve) => waiting.push([holds, resolve]));
  return { sweep, given, until };
}

const run = (config: PartialRunConfig, steps: number): SweepRun => ({ config, steps, cost: steps });
const RUNS = [1, 2, 3, 4, 5].map((seed) => run({ ...TINY, seed }, 10 * seed));

test('gives every run once, with the rows of the library alone', async () => {
  const { sweep, given, until } = makeSweep(RUNS);
  expect(sweep).toMatchObject({ state: 'idle', share: 0, runsDone: 0, msLeft: undefined });
  sweep.start();
  sweep.start();
  expect(sweep.state).toBe('running');
  await until(() => sweep.runsDone === 2);
  expect(sweep.share).toBeCloseTo(30 / 150, 12);
  expect(sweep.msLeft).toBeGreaterThan(0);
  await until(() => sweep.state === 'done');
  expect(sweep).toMatchObject({ share: 1, runsDone: 5, msLeft: undefined });
  for (const [index, { config, steps }] of RUNS.entries()) {
    expect(given.get(index)).toEqual((await trainPlainly(config!, steps)).rows);
  }
});

test('keeps what is done when it is cancelled, and goes on with the rest', async () => {
  const { sweep, given, until } = makeSweep([...RUNS, run(SMALL, 100_000)]);
  sweep.start();
  await until(() => sweep.runsDone === 3);
  sweep.cancel();
  expect(sweep.state).toBe('cancelled');
  const before = given.size;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(given.size).toBe(before);
  sweep.start();
  await until(() => sweep.runsDone === 5);
  sweep.cancel();
  expect([...given.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('ends a run that diverges where it does', async () => {
  const config = { ...TINY, optimizer: { kind: 'sgd', lr: 100 } } as const;
  const { sweep, given, until } = makeSweep([run(config, 1_000_000), run(TINY, 3)]);
  sweep.start();
  await until(() => sweep.state === 'done');
  const rows = given.get(0)!;
  expect(rows.at(-1)!.nonFinite).not.toBeNull();
  expect(rows.slice(0, -1).every(({ nonFinite }) => nonFinite === null)).toBe(true);
  expect(given.get(1)).toHaveLength(3);
});

test('stops at a run that cannot be made, says why, and can go on', async () => {
  const model = { nLayer: 48, dModel: 512, nCtx: 256, nHead: 64 };
  const { sweep, until } = makeSweep([run(TINY, 3), run({ model, batch: 256 }, 3), run(TINY, 4)]);
  sweep.start();
  await until(() => sweep.state === 'failed');
  expect(sweep.error?.message).toMatch(/out of memory/);
  expect(sweep.runsDone).toBe(1);
  sweep.start();
  expect(sweep).toMatchObject({ state: 'running', error: null });
  await until(() => sweep.state === 'failed');
});
