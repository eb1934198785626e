// @vitest-environment node
// Median and band over the seeds of a variant, against numbers worked out by hand.
import { describe, expect, test } from 'vitest';
import { Spread } from '../../web/element/spread.ts';
import type { StepMetrics } from '../../web/lib/index.ts';

const row = (step: number, loss: number, streamRms: number[] = [loss, 2 * loss]): StepMetrics =>
  ({ step, loss, isClipped: loss > 2, nonFinite: null, streamRms: Float64Array.from(streamRms) }) as never;

/** Of one step with these losses: median, lower and upper edge. */
function summary(...losses: number[]): number[] {
  const spread = new Spread();
  spread.append(losses.map((loss) => row(1, loss)));
  return [spread.median, spread.lo, spread.hi].map((history) => history.scalar('loss')[0]!);
}

describe('the spread of seeds', () => {
  test('is the middle one and all of them, of two and three', () => {
    expect(summary(3, 1)).toEqual([2, 1, 3]);
    expect(summary(5, 1, 2)).toEqual([2, 1, 5]);
  });

  test('has quartiles of four and more', () => {
    expect(summary(4, 2, 1, 3)).toEqual([2.5, 1.75, 3.25]);
    expect(summary(50, 10, 40, 20, 30)).toEqual([30, 20, 40]);
    expect(summary(8, 7, 6, 5, 4, 3, 2, 1)).toEqual([4.5, 2.75, 6.25]);
  });

  test('is that of the finite ones while more than half are, and not finite from then on', () => {
    expect(summary(NaN, 1, 2)).toEqual([2, 1, 2]);
    expect(summary(Infinity, NaN, 2)).toEqual([Infinity, 2, 2]);
    expect(summary(NaN, 1, NaN, 2)).toEqual([NaN, 1.25, 1.75]);
    expect(summary(NaN, NaN)).toEqual([NaN, NaN, NaN]);
  });

  test('goes through lists element by element, and counts true as 1', () => {
    const spread = new Spread();
    const median = spread.append([row(1, 1, [1, 30]), row(1, 3, [3, 10]), row(1, 2.5, [2, 20])]);
    expect(median).toMatchObject({ step: 1, loss: 2.5, isClipped: 1, nonFinite: null });
    expect([...spread.median.matrix('streamRms').data]).toEqual([2, 20]);
    expect([...spread.lo.matrix('streamRms').data]).toEqual([1, 10]);
    expect([...spread.hi.matrix('streamRms').data]).toEqual([3, 30]);
  });

  test('forgets what comes after a step', () => {
    const spread = new Spread();
    for (const step of [1, 2, 3]) spread.append([row(step, step), row(step, 3 * step)]);
    spread.truncate(2);
    expect([...spread.median.scalar('loss')]).toEqual([2, 4]);
    expect([...spread.hi.scalar('loss')]).toEqual([3, 6]);
    spread.append([row(3, 7), row(3, 9)]);
    expect([...spread.lo.scalar('loss')]).toEqual([1, 2, 7]);
  });
});
