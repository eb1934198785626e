// Several seeds of each variant, in lockstep in one worker: each is the very run that the library alone makes of that seed.
import { describe, expect, test } from 'vitest';
import type { StepMetrics } from '../../web/lib/index.ts';
import type { Lab } from '../../web/lab/index.ts';
import { type LabMode } from '../../web/lab/index.ts';
import { reached, TINY, trainPlainly, TWINS } from './helpers.ts';
import { useLabs } from './use-labs.ts';

const { makeLab, workers } = useLabs();

/** Collects the rows by variant and seed, from the last reset on. */
function recordSeeds(lab: Lab): Map<string, StepMetrics[][]> {
  const all = new Map<string, StepMetrics[][]>();
  lab.on('reset', () => all.clear());
  lab.on('steps', ({ rows, rowsOfSeeds }) => {
    for (const [id, lists] of rowsOfSeeds) {
      expect(lists[0]).toEqual(rows.get(id));
      const before = all.get(id) ?? lists.map(() => []);
      all.set(
        id,
        lists.map((list, i) => [...before[i]!, ...list]),
      );
    }
  });
  return all;
}

describe.each<LabMode>(['given', 'main'])('seeds of a variant, mode %s', (mode) => {
  test('are the runs of the library alone, through a reset; what is asked is answered for the first', async () => {
    const lab = makeLab({ seeds: 3, modes: [mode] });
    const all = recordSeeds(lab);
    await lab.step(20);
    await lab.reset();
    await lab.step(12);
    expect(lab.seeds).toBe(3);
    expect(workers).toHaveLength(mode === 'given' ? 2 : 0);
    for (const { id, config } of lab.variants) {
      const plain = await Promise.all([1, 2, 3].map((seed) => trainPlainly({ ...config, seed }, 12)));
      expect(all.get(id)).toEqual(plain.map(({ rows }) => rows));
      expect((await lab.fingerprint()).get(id)).toBe(plain[0]!.fingerprint);
      expect((await lab.evaluate()).get(id)).toEqual(plain[0]!.evaluation);
      expect(await lab.checkpoint(id)).toEqual(plain[0]!.checkpoint);
    }
  });
});

test('one seed is what a lab has unless it is told, and its lists are the rows themselves', async () => {
  const lab = makeLab();
  let isSame = false;
  lab.on('steps', ({ rows, rowsOfSeeds }) => (isSame = rows.get('pre') === rowsOfSeeds.get('pre')![0]));
  await lab.step(2);
  expect(lab.seeds).toBe(1);
  expect(isSame).toBe(true);
});

test('other variants may come with another number of seeds, or keep it', async () => {
  const lab = makeLab({ seeds: 2 });
  const all = recordSeeds(lab);
  await lab.setVariants(TWINS, { seeds: 4 });
  expect(lab.seeds).toBe(4);
  await lab.start();
  await reached(lab, 5);
  const changing = lab.setVariants([{ id: 'one', config: TINY }], { seeds: 3 });
  const again = lab.setVariants([{ id: 'other', config: TINY }]);
  await Promise.all([changing, again]);
  await reached(lab, 5);
  await lab.pause();
  expect(lab.seeds).toBe(3);
  expect([...all.keys()]).toEqual(['other']);
  expect(all.get('other')!.map(({ length }) => length)).toEqual([1, 1, 1].map(() => lab.stepsDone));
});

describe('seeds that cannot be', () => {
  test.each([
    [0, 1, RangeError, 'invalid seeds: 0 (must be a whole number from 1 to 8)'],
    [9, 1, RangeError, 'invalid seeds: 9 (must be a whole number from 1 to 8)'],
    [1.5, 1, RangeError, 'invalid seeds: 1.5 (must be a whole number from 1 to 8)'],
    ['2', 1, TypeError, 'invalid seeds: "2" (must be a whole number from 1 to 8)'],
    [3, 2 ** 53 - 2, RangeError, 'invalid seeds: 3 (must be at most 2 with seed = 9007199254740990)'],
  ])('%s from seed %s on is refused before anything starts', async (seeds, seed, type, message) => {
    const variants = [{ id: 'one', config: { ...TINY, seed } }];
    expect(() => makeLab({ variants, seeds: seeds as number })).toThrow(type);
    expect(() => makeLab({ variants, seeds: seeds as number })).toThrow(message);
    await expect(makeLab().setVariants(variants, { seeds: seeds as number })).rejects.toThrow(message);
  });

  test('those that do not fit into memory are refused with how many would, and the lab stays as it was', async () => {
    const large = { model: { nLayer: 8, dModel: 256, nHead: 4, nCtx: 16 }, batch: 2 };
    const lab = makeLab();
    await lab.step(3);
    await expect(lab.setVariants([{ id: 'large', config: large }], { seeds: 8 })).rejects.toThrow(
      /^variant "large": out of memory: .* needs \d+ MB, and there are 268 MB at most \(a smaller .+\); [1-7] of the 8 seeds fit$/,
    );
    expect(lab).toMatchObject({ seeds: 1, state: 'paused', stepsDone: 3 });
    await lab.step();
    await expect.poll(() => workers.filter(({ isAlive }) => isAlive).length).toBe(2);
  });
});
