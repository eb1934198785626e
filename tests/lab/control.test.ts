// Starting, pausing, stepping, changing and ending a Lab with real workers on real threads.
import { describe, expect, test, vi } from 'vitest';
import { HUGE, reached, record, sleep, SMALL, TINY, trainPlainly, TWINS } from './helpers.ts';
import { useLabs } from './use-labs.ts';

const { makeLab, workers, aliveWorkers } = useLabs();

describe('control', () => {
  test('makes no worker before it is needed', async () => {
    const lab = makeLab();
    expect(lab).toMatchObject({
      state: 'idle',
      mode: null,
      stepsDone: 0,
      stepsPerSecond: 0,
      stopAt: null,
      speed: 'max',
    });
    await sleep(50);
    expect(workers).toHaveLength(0);
    await lab.start();
    expect(workers).toHaveLength(2);
    expect(lab).toMatchObject({ state: 'running', mode: 'given' });
  });

  test('start, pause and start again lose no step', async () => {
    const lab = makeLab();
    const { rows, events } = record(lab);
    await lab.start();
    await reached(lab, 20);
    await lab.pause();
    expect(lab.state).toBe('paused');
    const paused = lab.stepsDone;
    await sleep(100);
    expect(lab.stepsDone).toBe(paused);
    await lab.start();
    await reached(lab, paused + 20);
    await lab.pause();
    const steps = rows.get('pre')!.map(({ step }) => step);
    expect(steps).toEqual(Array.from({ length: lab.stepsDone }, (_, i) => i + 1));
    expect(events).toEqual(['loading', 'reset', 'running', 'paused', 'running', 'paused']);
  });

  test('step takes exactly as many steps as asked, added up if asked again meanwhile', async () => {
    const lab = makeLab();
    await lab.step(3);
    expect(lab).toMatchObject({ stepsDone: 3, state: 'paused' });
    await Promise.all([lab.step(), lab.step(), lab.step(10)]);
    expect(lab).toMatchObject({ stepsDone: 15, state: 'paused' });
    const first = lab.step(2);
    const second = lab.step(500);
    await first;
    expect(lab.stepsDone).toBeLessThan(517);
    await second;
    expect(lab.stepsDone).toBe(517);
  });

  test('step while training rests n steps after the round that is out', async () => {
    const lab = makeLab();
    await lab.start();
    await reached(lab, 10);
    await lab.step(5);
    expect(lab.state).toBe('paused');
  });

  test('stopAt ends training at that very step; started again there, it runs on', async () => {
    const lab = makeLab({ stopAt: 37 });
    const { events } = record(lab);
    const done = new Promise((resolve) => lab.on('done', resolve));
    await lab.start();
    await done;
    expect(lab).toMatchObject({ stepsDone: 37, state: 'done' });
    expect(events.slice(-2)).toEqual(['done', 'done!']);
    await lab.start();
    await reached(lab, 60);
    await lab.pause();
    expect(lab.state).toBe('paused');
    await lab.reset();
    await lab.step(100);
    expect(lab).toMatchObject({ stepsDone: 37, state: 'done' });
    lab.stopAt = null;
    await lab.step(4);
    expect(lab).toMatchObject({ stepsDone: 41, state: 'paused' });
  });

  test('stopAt set while training takes effect', async () => {
    const lab = makeLab();
    await lab.start();
    await reached(lab, 10);
    const done = new Promise((resolve) => lab.on('done', resolve));
    lab.stopAt = lab.stepsDone + 1000;
    await done;
    expect(lab.stepsDone).toBe(lab.stopAt);
  });

  test('setSpeed limits the steps a second, and lifts the limit again', async () => {
    const lab = makeLab({ speed: 50 });
    await lab.start();
    const begun = performance.now();
    await reached(lab, 25);
    const elapsed = performance.now() - begun;
    expect(elapsed).toBeGreaterThan(400);
    expect(lab.stepsPerSecond).toBeGreaterThan(20);
    expect(lab.stepsPerSecond).toBeLessThan(150);
    lab.setSpeed('max');
    const before = lab.stepsDone;
    await reached(lab, before + 500);
    lab.setSpeed(0.01);
    await sleep(300);
    const slow = lab.stepsDone;
    await sleep(200);
    expect(lab.stepsDone - slow).toBeLessThanOrEqual(1);
    await lab.pause();
    expect(lab.state).toBe('paused');
  });

  test('setVariants replaces all of them, from step 0, and trains on', async () => {
    const lab = makeLab();
    const recorded = record(lab);
    await lab.start();
    await reached(lab, 10);
    const old = [...workers];
    await lab.setVariants([{ id: 'other', config: SMALL }]);
    expect(lab.variants.map(({ id }) => id)).toEqual(['other']);
    await reached(lab, 10);
    await lab.pause();
    const plain = await trainPlainly(SMALL, lab.stepsDone);
    expect(recorded.rows).toEqual(new Map([['other', plain.rows]]));
    await Promise.all(old.map((worker) => worker.ended));
    expect(workers).toHaveLength(3);
  });

  test('setVariants again and again leaves the last, and every call settles', async () => {
    const lab = makeLab();
    await lab.step(3);
    const calls = [1, 2, 3, 4].map((nLayer) =>
      lab.setVariants([{ id: `v${nLayer}`, config: { model: { ...TINY.model, nLayer } } }]),
    );
    await Promise.all(calls);
    expect(lab.variants.map(({ id }) => id)).toEqual(['v4']);
    expect(lab).toMatchObject({ state: 'paused', stepsDone: 0 });
    await lab.step(2);
    expect((await lab.fingerprint()).size).toBe(1);
    expect(await aliveWorkers()).toBe(1);
  });

  test('setVariants with a fault changes nothing', async () => {
    const lab = makeLab();
    const { rows } = record(lab);
    await lab.step(5);
    const bad = lab.setVariants([{ id: 'a' }, { id: 'b', config: { model: { dModel: 7, nHead: 2 } } }]);
    await expect(bad).rejects.toEqual(
      new RangeError('variant "b": invalid dModel: 7 (must be a multiple of nHead = 2)'),
    );
    await lab.step(5);
    expect(rows.get('post')).toEqual((await trainPlainly(TWINS[0]!.config!, 10)).rows);
  });

  test('setVariants with a variant too large to be made keeps those before, and loses no row', async () => {
    const lab = makeLab();
    const { rows, events } = record(lab);
    await lab.start();
    await reached(lab, 20);
    const model = { nLayer: 48, dModel: 512, nCtx: 256, nHead: 64 };
    const tooLarge = lab.setVariants([
      { id: 'fits', config: TINY },
      { id: 'large', config: { model, batch: 256 } },
    ]);
    await expect(tooLarge).rejects.toThrow(/variant "large": out of memory/);
    expect(lab.state).toBe('paused');
    expect(events).not.toContain('failed');
    await lab.step(5);
    const { rows: plain } = await trainPlainly(TWINS[1]!.config!, lab.stepsDone);
    expect(rows.get('pre')).toEqual(plain);
    expect(await aliveWorkers()).toBe(2);
  });

  test('what is asked for while workers start is done when they have', async () => {
    const lab = makeLab();
    await Promise.all([lab.step(3), lab.step(4), lab.fingerprint()]);
    expect(lab.stepsDone).toBe(7);
    const change = lab.setVariants(TWINS);
    await Promise.all([change, lab.step(2)]);
    expect(lab).toMatchObject({ stepsDone: 2, state: 'paused' });
    const again = lab.setVariants(TWINS);
    const started = lab.start();
    await lab.pause();
    await Promise.all([again, started]);
    expect(lab).toMatchObject({ stepsDone: 0, state: 'paused' });
  });

  test('reset while training rests at step 0, and no row of before comes after it', async () => {
    const lab = makeLab();
    const { spans, events } = record(lab);
    await lab.start();
    await reached(lab, 10);
    await lab.reset();
    expect(lab).toMatchObject({ state: 'paused', stepsDone: 0 });
    await sleep(100);
    expect(lab.stepsDone).toBe(0);
    expect(events.at(-1)).toBe('reset');
    await lab.step(2);
    expect(spans.length).toBeGreaterThan(0);
  });

  test('listeners may control the lab that calls them', async () => {
    const lab = makeLab();
    const { events } = record(lab);
    lab.on('reset', () => lab.stepsDone === 0 && events.length < 20 && void lab.step(3));
    const stop = lab.on('steps', () => {
      stop();
      void lab.reset();
    });
    await lab.start();
    await new Promise<void>((resolve) =>
      lab.on('state', (state) => state === 'paused' && lab.stepsDone === 3 && resolve()),
    );
    lab.on('steps', () => lab.dispose());
    await lab.step();
    expect(lab.state).toBe('disposed');
  });

  test('with a slow listener at most one round is out, and workers are busy while it draws', async () => {
    const lab = makeLab();
    let out = 0;
    let most = 0;
    const begun = reached(lab, 200);
    await lab.start();
    await begun;
    for (const worker of workers) {
      const post = worker.postMessage.bind(worker);
      const receive = worker.onmessage as (event: { data: unknown }) => void;
      worker.postMessage = (message) => {
        most = Math.max(most, ++out);
        post(message);
      };
      worker.onmessage = (event: { data: unknown }) => {
        out = Math.max(0, out - 1);
        receive(event);
      };
    }
    const outWhenHeard: number[] = [];
    lab.on('steps', () => {
      outWhenHeard.push(out);
      const until = performance.now() + 100;
      while (performance.now() < until);
    });
    await sleep(1500);
    await lab.pause();
    expect(most).toBe(2);
    // Whenever the listener heard of a round the next one was on its way, until pause() asked for no more.
    expect(outWhenHeard.length).toBeGreaterThan(5);
    expect(outWhenHeard.slice(0, -2).every((count) => count === 2)).toBe(true);
  });

  test.each(['given', 'main'] as const)(
    'waits for no timer, as a tab in the background must (%s)',
    async (mode) => {
      const lab = makeLab({ modes: [mode] });
      await lab.start();
      vi.useFakeTimers();
      try {
        await reached(lab, lab.stepsDone + 500);
        await lab.pause();
        await lab.step(10);
      } finally {
        vi.useRealTimers();
      }
      expect(lab.state).toBe('paused');
    },
  );

  test('rounds last some 40 ms', async () => {
    const lab = makeLab({ variants: [{ id: 'small', config: SMALL }] });
    await lab.start();
    await sleep(500);
    let last = performance.now();
    const gaps: number[] = [];
    lab.on('steps', () => {
      gaps.push(performance.now() - last);
      last = performance.now();
    });
    await sleep(1000);
    const median = gaps.sort((a, b) => a - b)[gaps.length >> 1]!;
    expect(median).toBeGreaterThan(10);
    expect(median).toBeLessThan(200);
  });
});

describe('dispose', () => {
  test.each(['idle', 'loading', 'running', 'paused'])(
    'when %s ends every thread, twice is once, and calls settle',
    async (when) => {
      const lab = makeLab();
      const { events } = record(lab);
      const calls: Promise<unknown>[] = [];
      if (when !== 'idle') calls.push(lab.start());
      if (when === 'paused') await lab.step(2);
      if (when === 'running') await calls[0];
      if (when === 'running') calls.push(lab.step(1_000_000), lab.pause(), lab.reset());
      if (when === 'loading') calls.push(lab.step(5), lab.setVariants([{ id: 'other', config: TINY }]));
      const values = when === 'idle' ? [] : [lab.fingerprint(), lab.evaluate()];
      lab.dispose();
      lab.dispose();
      expect(lab.state).toBe('disposed');
      await Promise.all(calls);
      for (const value of values) await expect(value).rejects.toMatchObject({ name: 'AbortError' });
      await Promise.all(workers.map((worker) => worker.ended));
      expect(events.filter((event) => event === 'disposed')).toHaveLength(1);
      expect(events.filter((event) => event.startsWith('error'))).toEqual([]);
    },
  );

  test('leaves a lab that refuses everything', async () => {
    const lab = makeLab();
    lab.dispose();
    const calls = [
      lab.start(),
      lab.pause(),
      lab.step(),
      lab.reset(),
      lab.setVariants(TWINS),
      lab.evaluate(),
      lab.fingerprint(),
      lab.checkpoint('pre'),
    ];
    for (const call of calls) await expect(call).rejects.toThrow('this Lab has been disposed of');
    expect(workers).toHaveLength(0);
  });

  test('in the middle of a long step does not wait for it', async () => {
    const lab = makeLab({ variants: [{ id: 'huge', config: HUGE }] });
    await lab.start();
    const begun = performance.now();
    lab.dispose();
    await Promise.all(workers.map((worker) => worker.ended));
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
