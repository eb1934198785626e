// Which snapshots of a run are kept: near one another while it is short, further apart the longer it gets, never more than the
// budget.
import { describe, expect, test } from 'vitest';
import { Snapshots } from '../../web/lab/snapshots.ts';

/** Keeps what is due of so many steps, each snapshot of this many bytes; the first byte tells the step. */
function walk(snapshots: Snapshots, steps: number, bytes: number, seeds = 1): Snapshots {
  for (let step = 1; step <= steps; step++) {
    if (!snapshots.isDue(step)) continue;
    snapshots.keep(
      step,
      Array.from({ length: seeds }, () => new Uint8Array(bytes).fill(step % 251)),
    );
  }
  return snapshots;
}

const MIB = 2 ** 20;

describe('snapshots', () => {
  test('are no further than 25 steps apart at first', () => {
    const snapshots = walk(new Snapshots(), 100, MIB);
    for (let step = 1; step <= 100; step++) {
      expect(snapshots.before(step)?.step ?? 0).toBe(25 * Math.floor((step - 1) / 25));
    }
    expect(snapshots.bytes).toBe(4 * MIB);
    expect(snapshots.before(51)!.snapshot[0]![0]).toBe(50);
  });

  test.each([
    [1, 1],
    [0.9, 1],
    [3, 2],
    [0.1, 8],
    [16, 1],
    [2, 8],
  ])('of %s MiB and %s seeds never take more than 16 MiB, and a replay stays short', (mib, seeds) => {
    const snapshots = new Snapshots();
    const fit = Math.floor(16 / (mib * seeds));
    let steps = 0;
    for (const target of [30, 100, 555, 3000, 20_000]) {
      for (; steps < target; steps++) {
        if (snapshots.isDue(steps + 1)) {
          snapshots.keep(
            steps + 1,
            Array.from({ length: seeds }, () => ({ length: mib * MIB }) as Uint8Array),
          );
        }
        expect(snapshots.bytes).toBeLessThanOrEqual(16 * MIB);
      }
      // Doubled at the last moment, the distance is twice what would just do; and the last one may be that far away.
      const distance = Math.max(25, (2 * target) / fit);
      for (let step = 1; step <= target; step += 7) {
        expect(step - (snapshots.before(step)?.step ?? 0)).toBeLessThanOrEqual(distance);
      }
    }
  });

  test('are not kept where one is larger than the budget, nor asked for again', () => {
    const snapshots = walk(new Snapshots(), 200, 17 * MIB);
    expect(snapshots.bytes).toBe(0);
    expect(snapshots.before(200)).toBeUndefined();
    expect(snapshots.isDue(225)).toBe(false);
  });

  test('are not taken twice of one step, and those there stay when there is room for no more', () => {
    const snapshots = walk(new Snapshots(), 60, MIB);
    expect(snapshots.isDue(50)).toBe(false);
    expect(snapshots.isDue(75)).toBe(true);
    snapshots.stop();
    expect(snapshots.isDue(75)).toBe(false);
    expect(snapshots.before(75)!.step).toBe(50);
  });
});
