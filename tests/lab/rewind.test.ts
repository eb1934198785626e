// Going back: to any step that was done, at any moment; what follows is the same again, to the bit.
import { describe, expect, test } from 'vitest';
import type { StepMetrics } from '../../web/lib/index.ts';
import { History, type Lab, type LabMode, type LabOptions } from '../../web/lab/index.ts';
import { reached, sleep, SMALL, TINY, trainPlainly, TWINS } from './helpers.ts';
import { useLabs } from './use-labs.ts';

const { makeLab, workers } = useLabs();

/** Keeps rows as a page does: forgets what comes after the step that a lab has gone back to. */
function keep(lab: Lab) {
  const kept = {
    rows: new Map<string, StepMetrics[]>(),
    rewound: [] as { step: number; rows: ReadonlyMap<string, StepMetrics> }[],
    states: [] as string[],
  };
  lab.on('state', (state) => kept.states.push(state));
  lab.on('reset', () => kept.rows.clear());
  lab.on('steps', ({ rows }) => {
    for (const [id, added] of rows) kept.rows.set(id, [...(kept.rows.get(id) ?? []), ...added]);
  });
  lab.on('rewound', (event) => {
    kept.rewound.push(event);
    expect(lab.stepsDone).toBe(event.step);
    for (const [id, rows] of kept.rows) kept.rows.set(id, rows.slice(0, event.step));
  });
  return kept;
}

/** What the lab has told and how it stands are those of the library alone after so many steps. */
async function expectPlain(lab: Lab, kept: ReturnType<typeof keep>, step: number) {
  expect(lab.stepsDone).toBe(step);
  const fingerprints = await lab.fingerprint();
  for (const { id, config } of lab.variants) {
    const plain = await trainPlainly(config, step);
    expect(kept.rows.get(id) ?? []).toEqual(plain.rows);
    expect(fingerprints.get(id)).toBe(plain.fingerprint);
    expect(await lab.checkpoint(id)).toEqual(plain.checkpoint);
  }
}

describe.each<LabMode>(['given', 'main'])('rewind, mode %s', (mode) => {
  const make = (options: Partial<LabOptions> = {}) => {
    const variants = [{ id: 'small', config: { ...SMALL, clipNorm: 0.5 } }, ...TWINS];
    return makeLab({ modes: [mode], variants, ...options });
  };

  test('to the last step, to snapshots and between them, to 0, and on, gives the same again', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const before = new Map(kept.rows);
    for (const step of [60, 59, 51, 50, 26, 1, 0]) {
      await lab.rewind(step);
      expect(lab.state).toBe('paused');
      const { step: at, rows } = kept.rewound.at(-1)!;
      expect(at).toBe(step);
      expect([...rows.keys()].sort()).toEqual(step === 0 ? [] : ['post', 'pre', 'small']);
      for (const [id, row] of rows) expect(row).toEqual(before.get(id)![step - 1]);
      if (step % 25 <= 1) await expectPlain(lab, kept, step);
    }
    await lab.step(75);
    await expectPlain(lab, kept, 75);
  });

  test('while it trains halts it there; started, it goes on from there', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.start();
    await reached(lab, 80);
    await lab.rewind(33);
    expect(lab.state).toBe('paused');
    await sleep(60);
    await expectPlain(lab, kept, 33);
    await lab.start();
    expect(lab.state).toBe('running');
    await reached(lab, 90);
    await lab.pause();
    await expectPlain(lab, kept, lab.stepsDone);
  });

  test('twice in a row ends where it was asked last, forward again too', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    await Promise.all([lab.rewind(10), lab.rewind(47), lab.rewind(52)]);
    expect(kept.rewound.map(({ step }) => step)).toEqual([52]);
    await expectPlain(lab, kept, 52);
    await lab.rewind(30);
    await lab.rewind(20);
    await expectPlain(lab, kept, 20);
  });

  test('asked to start or to step on the way, it does so from there', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const way = lab.rewind(20);
    expect(lab.state).toBe('rewinding');
    await Promise.all([way, lab.step(7)]);
    await expectPlain(lab, kept, 27);
    void lab.rewind(3);
    await lab.start();
    await reached(lab, 20);
    await lab.pause();
    await expectPlain(lab, kept, lab.stepsDone);
    expect(kept.states.slice(-4)).toEqual(['paused', 'rewinding', 'running', 'paused']);
  });

  test('paused again on the way, it rests there', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const way = lab.rewind(20);
    const started = lab.start();
    await lab.pause();
    await Promise.all([way, started]);
    expect(lab.state).toBe('paused');
    await expectPlain(lab, kept, 20);
  });

  test('a reset on the way wins', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const way = lab.rewind(50);
    await lab.reset();
    await way;
    expect(kept.rewound).toEqual([]);
    await lab.step(12);
    await expectPlain(lab, kept, 12);
  });

  test('other variants on the way win, and train on if training was on', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const way = lab.rewind(50);
    const started = lab.start();
    await lab.setVariants([{ id: 'other', config: TINY }]);
    await Promise.all([way, started]);
    expect(lab.state).toBe('running');
    await reached(lab, 10);
    await lab.pause();
    await expectPlain(lab, kept, lab.stepsDone);
  });

  test('variants that cannot be had leave it on its way back', async () => {
    const lab = make();
    const kept = keep(lab);
    await lab.step(60);
    const way = lab.rewind(40);
    const tooLarge = { model: { nLayer: 48, dModel: 512, dFf: 2048 } };
    await expect(lab.setVariants([{ id: 'large', config: tooLarge }])).rejects.toThrow('out of memory');
    await way;
    expect(lab.state).toBe('paused');
    expect(kept.rewound.map(({ step }) => step)).toEqual([40]);
    await lab.step(5);
    await expectPlain(lab, kept, 45);
  });

  test('settles when the lab is disposed of', async () => {
    const lab = make();
    await lab.step(60);
    const way = lab.rewind(20);
    lab.dispose();
    await way;
    expect(lab.state).toBe('disposed');
    await expect(lab.rewind(0)).rejects.toThrow('disposed');
  });

  test('takes all seeds of a variant along', async () => {
    const lab = make({ variants: [TWINS[1]!], seeds: 3 });
    const last: StepMetrics[][] = [];
    lab.on('steps', ({ rowsOfSeeds }) => last.push(rowsOfSeeds.get('pre')!.map((rows) => rows.at(-1)!)));
    await lab.step(60);
    const first = last.at(-1);
    await lab.rewind(41);
    await lab.step(19);
    expect(last.at(-1)).toEqual(first);
  });
});

test('a worker that dies on the way fails the lab', async () => {
  const lab = makeLab();
  await lab.step(60);
  const way = lab.rewind(20);
  workers[1]!.onerror?.({ message: 'gone' } as never);
  await expect(way).rejects.toThrow('variant "pre": its worker stopped: gone');
  expect(lab).toMatchObject({ state: 'failed', stepsDone: 0 });
  await lab.rewind(0);
  expect(lab.state).toBe('paused');
});

test('what diverged only after the step is told of again', async () => {
  const diverging = {
    ...TINY,
    model: { ...TINY.model, placement: 'none' },
    optimizer: { kind: 'sgd', lr: 100 },
  };
  const lab = makeLab({ variants: [{ id: 'wild', config: diverging }, ...TWINS] as never });
  const told: number[] = [];
  lab.on('diverged', ({ nonFinite }) => told.push(nonFinite.step));
  await lab.step(100);
  const [step] = told as [number];
  expect(told).toEqual([step]);
  await lab.rewind(step);
  await lab.step(5);
  expect(told).toEqual([step]);
  await lab.rewind(step - 1);
  await lab.step(5);
  expect(told).toEqual([step, step]);
});

test.each([
  [11, RangeError, 'invalid step: 11 (must be a whole number from 0 to 10)'],
  [-1, RangeError, 'invalid step: -1 (must be a whole number from 0 to 10)'],
  [2.5, RangeError, 'invalid step: 2.5 (must be a whole number from 0 to 10)'],
  ['3', TypeError, 'invalid step: "3" (must be a whole number from 0 to 10)'],
])('to %s from step 10 is refused, and changes nothing', async (step, type, message) => {
  const lab = makeLab();
  await lab.step(10);
  await expect(lab.rewind(step as number)).rejects.toThrow(type);
  await expect(lab.rewind(step as number)).rejects.toThrow(message);
  expect(lab).toMatchObject({ state: 'paused', stepsDone: 10 });
});

test('before anything is loaded there is step 0 alone', async () => {
  const lab = makeLab();
  await expect(lab.rewind(1)).rejects.toThrow('invalid step: 1 (must be a whole number from 0 to 0)');
  await lab.rewind(0);
  expect(lab).toMatchObject({ state: 'paused', stepsDone: 0 });
});

test('a listener may ask for more, and a history forgets what comes after', async () => {
  const lab = makeLab();
  const history = new History();
  lab.on('steps', ({ rows }) => {
    for (const row of rows.get('pre')!) history.append(row);
  });
  const again = new Promise<void>((resolve) => {
    lab.on('rewound', ({ step }) => {
      history.truncate(step);
      if (step === 20) void lab.rewind(5);
      else void lab.step(3).then(resolve);
    });
  });
  await lab.step(40);
  await lab.rewind(20);
  await again;
  expect(lab).toMatchObject({ state: 'paused', stepsDone: 8 });
  expect([...history.scalar('loss')]).toEqual(
    (await trainPlainly(TWINS[1]!.config!, 8)).rows.map(({ loss }) => loss),
  );
});
