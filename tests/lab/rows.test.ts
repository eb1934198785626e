// What a Lab with real workers on real threads gives is what the library alone gives, to the bit.
import { describe, expect, test, vi } from 'vitest';
import { record, SMALL, TINY, trainPlainly, TWINS } from './helpers.ts';
import { useLabs } from './use-labs.ts';

const { makeLab } = useLabs();

describe('rows', () => {
  test('of variants of unequal cost come by step, complete and in order', async () => {
    const variants = [{ id: 'tiny', config: TINY }, { id: 'small', config: SMALL }, ...TWINS];
    const lab = makeLab({ variants, stopAt: 150 });
    const { rows, spans } = record(lab);
    const done = new Promise((resolve) => lab.on('done', resolve));
    await lab.start();
    expect(await done).toEqual({ step: 150 });
    expect([...rows.keys()]).toEqual(['tiny', 'small', 'post', 'pre']);
    for (const ofVariant of rows.values()) {
      expect(ofVariant.map(({ step }) => step)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
    }
    for (const [i, [first, last]] of spans.entries()) {
      expect(first).toBe(i === 0 ? 1 : spans[i - 1]![1] + 1);
      expect(last).toBeGreaterThanOrEqual(first);
    }
    // Rounds grow with what the machine can do; they are not single steps.
    expect(spans.length).toBeLessThan(75);
  });

  test('and parameters are to the bit those of the library alone', async () => {
    const lab = makeLab();
    const { rows } = record(lab);
    await lab.step(40);
    const fingerprints = await lab.fingerprint();
    const evaluations = await lab.evaluate();
    for (const { id, config } of TWINS) {
      const plain = await trainPlainly(config!, 40);
      expect(rows.get(id)).toEqual(plain.rows);
      expect(fingerprints.get(id)).toBe(plain.fingerprint);
      expect(evaluations.get(id)).toEqual(plain.evaluation);
      expect(await lab.checkpoint(id)).toEqual(plain.checkpoint);
    }
    expect(fingerprints.get('post')).not.toBe(fingerprints.get('pre'));
  });

  test('are the same again after a reset, and in a lab of its own', async () => {
    const lab = makeLab();
    const recorded = record(lab);
    await lab.step(30);
    const before = new Map(recorded.rows);
    await lab.reset();
    expect(lab.stepsDone).toBe(0);
    expect(recorded.rows.size).toBe(0);
    await lab.step(30);
    expect(new Map(recorded.rows)).toEqual(before);

    const other = makeLab();
    const others = record(other);
    await other.step(30);
    expect(others.rows).toEqual(before);
  });

  test('do not depend on the size of the rounds', async () => {
    const lab = makeLab({ speed: 200 });
    const slow = record(lab);
    await lab.step(20);
    const other = makeLab();
    const single = record(other);
    for (let i = 0; i < 20; i++) await other.step();
    expect(single.spans).toEqual(Array.from({ length: 20 }, (_, i) => [i + 1, i + 1]));
    expect(slow.rows).toEqual(single.rows);
  });

  test('are the same without SIMD', async () => {
    const lab = makeLab({ load: { simd: 'off' } });
    const { rows } = record(lab);
    await lab.step(20);
    for (const { id, config } of TWINS) expect(rows.get(id)).toEqual((await trainPlainly(config!, 20)).rows);
  });

  test('carry no more than their own numbers: no view of the memory of the module', async () => {
    const lab = makeLab();
    const { rows } = record(lab);
    await lab.step(3);
    for (const row of [...rows.values()].flat()) {
      for (const value of Object.values(row)) {
        if (value instanceof Float64Array) expect(value.buffer.byteLength).toBe(8 * value.length);
      }
    }
  });

  test('go on after a variant diverged, which is said once', async () => {
    const config = { ...TINY, optimizer: { kind: 'sgd', lr: 100 } } as const;
    const lab = makeLab({ variants: [{ id: 'wild', config }, ...TWINS] });
    const { rows } = record(lab);
    const diverged = vi.fn();
    lab.on('diverged', diverged);
    await lab.step(200);
    const { rows: plain } = await trainPlainly(config, 200);
    const first = plain.find(({ nonFinite }) => nonFinite)!.nonFinite;
    expect(diverged.mock.calls).toEqual([[{ variantId: 'wild', nonFinite: first }]]);
    expect(rows.get('wild')).toEqual(plain);
    await lab.reset();
    await lab.step(200);
    expect(diverged).toHaveBeenCalledTimes(2);
  });

  test('of before a reset are not said to have diverged after it', async () => {
    const config = { ...TINY, optimizer: { kind: 'sgd', lr: 100 } } as const;
    const lab = makeLab({ variants: [{ id: 'wild', config }] });
    const events: string[] = [];
    lab.on('reset', () => events.push('reset'));
    lab.on('diverged', () => events.push(`diverged after ${Math.sign(lab.stepsDone)}`));
    const stop = lab.on('steps', ({ rows }) => {
      if (!rows.get('wild')!.some(({ nonFinite }) => nonFinite)) return;
      stop();
      void lab.reset();
    });
    await lab.start();
    await new Promise<void>((resolve) => lab.on('reset', () => resolve()));
    await lab.step(200);
    expect(events).toEqual(['reset', 'reset', 'diverged after 1']);
  });
});
