// Many runs over a few real threads: each to the bit as the library alone trains it, and none that waits for ever.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Lab, Pool, type PoolOptions } from '../../web/lab/index.ts';
import type { PartialRunConfig, StepMetrics } from '../../web/lib/index.ts';
import { followTimers, HUGE, record, SMALL, sleep, TINY, trainPlainly } from './helpers.ts';
import { bundleWorker, NodeWorker } from './node-worker.ts';

let script: string;
let timers: ReturnType<typeof followTimers>;
const workers: NodeWorker[] = [];
const pools: Pool[] = [];

beforeAll(async () => {
  script = await bundleWorker();
});

beforeEach(() => {
  timers = followTimers();
});

afterEach(async () => {
  for (const pool of pools.splice(0)) pool.dispose();
  expect(timers.pending()).toBe(0);
  timers.stop();
  await Promise.all(workers.splice(0).map((worker) => worker.ended));
});

/** A pool of two workers; `spoil` makes another script of that of the worker with this number. */
function makePool(
  options: PoolOptions = {},
  spoil: (sound: string, number: number) => string = (sound) => sound,
): Pool {
  const createWorker = () => {
    const worker = new NodeWorker(spoil(script, workers.length));
    workers.push(worker);
    return worker;
  };
  const pool = new Pool({ size: 2, createWorker, modes: ['given'], ...options });
  pools.push(pool);
  return pool;
}

const RUNS: readonly { config: PartialRunConfig; steps: number }[] = [
  { config: TINY, steps: 1 },
  { config: SMALL, steps: 60 },
  { config: { ...TINY, seed: 7, optimizer: 'sgd', schedule: { warmup: 5 } }, steps: 12 },
  { config: { ...SMALL, model: { ...SMALL.model, placement: 'post', nLayer: 9 } }, steps: 3 },
  { config: { ...TINY, model: { ...TINY.model, norm: 'batch', dropout: 0.2 } }, steps: 40 },
  { config: TINY, steps: 25 },
];

async function expectPlainRows(pool: Pool): Promise<void> {
  const all = await Promise.all(RUNS.map((run) => pool.train(run)));
  for (const [i, { config, steps }] of RUNS.entries()) {
    expect(all[i]).toEqual((await trainPlainly(config, steps)).rows);
  }
}

describe('runs', () => {
  test('give to the bit the rows of the library alone, whatever their worker trained before', async () => {
    const pool = makePool();
    expect(pool).toMatchObject({ size: 2, mode: null });
    await expectPlainRows(pool);
    expect(pool.mode).toBe('given');
    await expectPlainRows(pool);
    expect(workers).toHaveLength(2);
  });

  test('give to the bit the rows of a lab', async () => {
    const lab = new Lab({
      variants: [{ id: 'small', config: SMALL }],
      createWorker: () => new NodeWorker(script),
      modes: ['given'],
    });
    const { rows } = record(lab);
    await lab.step(50);
    lab.dispose();
    expect(await makePool().train({ config: SMALL, steps: 50 })).toEqual(rows.get('small'));
  });

  test('stream their rows, each once and in order', async () => {
    const streamed: StepMetrics[] = [];
    let rounds = 0;
    const rows = await makePool().train(
      { config: SMALL, steps: 200 },
      {
        onRows: (added) => {
          rounds++;
          streamed.push(...added);
        },
      },
    );
    expect(rows.map(({ step }) => step)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(streamed).toEqual(rows);
    expect(rounds).toBeGreaterThan(2);
  });

  test('start in the order in which they were asked for, as many at once as there are workers', async () => {
    const pool = makePool();
    await expectPlainRows(pool);
    const begun: number[] = [];
    const done = new Set<number>();
    const runs = Array.from({ length: 12 }, (_, i) =>
      pool
        .train(
          { config: TINY, steps: 3 },
          {
            onRows: () => {
              if (!begun.includes(i)) begun.push(i);
              expect(begun.length - done.size).toBeLessThanOrEqual(2);
              // Whoever is at work has taken all that were asked for before, and but one other is at work.
              const earlier = Array.from({ length: i }, (_, before) => before);
              expect(earlier.filter((before) => !done.has(before)).length).toBeLessThanOrEqual(1);
            },
          },
        )
        .then(() => done.add(i)),
    );
    await Promise.all(runs);
    expect(begun).toHaveLength(12);
    expect(workers).toHaveLength(2);
  });

  test('go on after they diverged', async () => {
    const config = { ...TINY, optimizer: { kind: 'sgd', lr: 100 } } as const;
    const rows = await makePool().train({ config, steps: 150 });
    expect(rows).toEqual((await trainPlainly(config, 150)).rows);
    expect(rows.at(-1)!.nonFinite).not.toBeNull();
  });

  test('of one step cost little more than the step: hundreds take a moment', async () => {
    const pool = makePool({ size: 1 });
    await pool.train({ config: TINY, steps: 1 });
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: 200 }, (_, seed) => pool.train({ config: { ...TINY, seed }, steps: 1 })),
    );
    // 0.3 ms each where nothing else runs; a worker anew for each takes 30 ms.
    expect((performance.now() - begun) / 200).toBeLessThan(8);
  });
});

describe('a cancelled run', () => {
  test('that waits is never started', async () => {
    const pool = makePool({ size: 1 });
    const first = pool.train({ config: SMALL, steps: 100 });
    const controller = new AbortController();
    let isStarted = false;
    const waiting = pool.train(
      { config: TINY, steps: 1 },
      { signal: controller.signal, onRows: () => (isStarted = true) },
    );
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toHaveLength(100);
    await pool.train({ config: TINY, steps: 1 });
    expect(isStarted).toBe(false);
  });

  test('that is under way rejects at once and sets its worker free after the round', async () => {
    const pool = makePool({ size: 1 });
    const controller = new AbortController();
    let streamed = 0;
    const onRows = (rows: readonly StepMetrics[]) => {
      streamed += rows.length;
      if (streamed > 20) controller.abort();
    };
    const long = pool.train({ config: SMALL, steps: 10_000_000 }, { signal: controller.signal, onRows });
    await expect(long).rejects.toMatchObject({ name: 'AbortError' });
    const heard = streamed;
    const next = { config: TINY, steps: 5 };
    expect(await pool.train(next)).toEqual((await trainPlainly(TINY, 5)).rows);
    expect(streamed).toBe(heard);
    expect(workers).toHaveLength(1);
  });

  test('rejects with the reason of its signal, also if that was aborted before', async () => {
    const reason = new Error('seen enough');
    const run = makePool().train({ steps: 1 }, { signal: AbortSignal.abort(reason) });
    await expect(run).rejects.toBe(reason);
    await sleep(20);
    expect(workers).toHaveLength(0);
  });
});

describe('what goes wrong', () => {
  test('in a worker that stops rejects its run; another worker takes the next', async () => {
    const crash = (sound: string, number: number) =>
      number > 0
        ? sound
        : `${sound}; const sound = self.onmessage; self.onmessage = (event) => {
            if (event.data.operation === 'advance') throw new Error('boom'); else sound(event);
          };`;
    const pool = makePool({ size: 1 }, crash);
    const [first, second] = [pool.train(RUNS[0]!), pool.train(RUNS[5]!)];
    await expect(first).rejects.toThrow('its worker stopped: boom');
    expect(await second).toEqual((await trainPlainly(TINY, 25)).rows);
    expect(workers).toHaveLength(2);
  });

  test('in a worker that falls silent rejects its run', async () => {
    const pool = makePool({ limits: { reply: 1500 } });
    await pool.train({ config: TINY, steps: 1 });
    const run = pool.train({ config: HUGE, steps: 1000 });
    await sleep(20);
    workers[0]!.terminate();
    await expect(run).rejects.toThrow('its worker did not answer for 1.5 s');
    await expectPlainRows(pool);
  });

  test('in a worker without work is mended unseen', async () => {
    const pool = makePool({ size: 1 });
    await pool.train({ config: TINY, steps: 1 });
    workers[0]!.onerror?.({ message: 'boom' } as never);
    await expectPlainRows(pool);
    expect(workers).toHaveLength(2);
  });

  test('is said of a model too large, and does no harm to the others', async () => {
    const pool = makePool({ size: 1 });
    const large = { model: { nLayer: 48, dModel: 512, nCtx: 256, nHead: 64 }, batch: 256 };
    const runs = [pool.train({ config: large, steps: 1 }), pool.train(RUNS[5]!)];
    await expect(runs[0]).rejects.toThrow(/out of memory/);
    await runs[1];
    await expect(pool.train({ config: large, steps: 1 })).rejects.toThrow(/out of memory/);
    await expectPlainRows(pool);
  });

  test('is refused before anything starts', async () => {
    const pool = makePool();
    await expect(pool.train({ steps: 0 })).rejects.toThrow('invalid steps: 0 (must be a whole number from 1');
    await expect(pool.train({ config: { model: { nLayer: -1 } }, steps: 1 })).rejects.toThrow(
      'invalid nLayer: -1',
    );
    await expect(pool.train({ step: 1 } as never)).rejects.toThrow(
      'run has no "step"; did you mean "steps"?',
    );
    await expect(pool.train({ steps: 1 }, { signal: {} as never })).rejects.toThrow(
      'invalid signal: {} (must be an AbortSignal)',
    );
    await expect(pool.train({ steps: 1 }, { onRows: 1 as never })).rejects.toThrow('invalid onRows: 1');
    expect(() => new Pool({ size: 0 })).toThrow('invalid size: 0 (must be a whole number from 1 to 64)');
    expect(() => new Pool({ modes: ['given'] })).toThrow('given needs createWorker');
    expect(workers).toHaveLength(0);
  });

  test('in the caller’s own listener rejects that run alone', async () => {
    const pool = makePool({ size: 1 });
    const onRows = () => {
      throw new Error('mine');
    };
    const runs = [pool.train({ config: TINY, steps: 1000 }, { onRows }), pool.train(RUNS[0]!)];
    await expect(runs[0]).rejects.toThrow('mine');
    expect(await runs[1]).toHaveLength(1);
  });
});

test('a pool that is disposed of rejects what is not done and leaves no worker behind', async () => {
  for (const wait of [0, 5, 400]) {
    const pool = makePool();
    const runs = Array.from({ length: 5 }, () => pool.train({ config: HUGE, steps: 1000 }));
    const ends = runs.map((run) => expect(run).rejects.toMatchObject({ name: 'AbortError' }));
    await sleep(wait);
    pool.dispose();
    await Promise.all(ends);
    await expect(pool.train({ steps: 1 })).rejects.toThrow('this Pool has been disposed of');
    await Promise.all(workers.splice(0).map((worker) => worker.ended));
    pool.dispose();
  }
});

describe('where workers cannot be had', () => {
  test.each([
    ['because making one throws', undefined],
    ['because their script stops', 'throw new Error("boom")'],
  ])('%s, runs are trained in this thread', async (_, fault) => {
    const createWorker = () => {
      if (fault === undefined) throw new Error('not here');
      const worker = new NodeWorker(fault);
      workers.push(worker);
      return worker;
    };
    const pool = makePool({ createWorker, modes: undefined });
    await expectPlainRows(pool);
    expect(pool).toMatchObject({ mode: 'main', size: 1 });
  });

  test('the thread stays free for others, and a cancelled run ends', async () => {
    const pool = makePool({ modes: ['main'] });
    const controller = new AbortController();
    const run = pool.train({ config: SMALL, steps: 1_000_000 }, { signal: controller.signal });
    const ended = expect(run).rejects.toMatchObject({ name: 'AbortError' });
    const gaps: number[] = [];
    for (let last = performance.now(); gaps.length < 20; last = performance.now()) {
      await sleep(5);
      gaps.push(performance.now() - last);
    }
    expect(gaps.sort((a, b) => a - b)[10]).toBeLessThan(40);
    controller.abort();
    await ended;
    expect(await pool.train(RUNS[0]!)).toHaveLength(1);
  });
});

test('a pool has a worker less than the machine has cores', () => {
  const cores = (globalThis as { navigator?: Navigator }).navigator?.hardwareConcurrency ?? 1;
  const pool = new Pool();
  expect(pool.size).toBe(Math.min(Math.max(cores - 1, 1), 8));
  pool.dispose();
});
