import { describe, expect, test } from 'vitest';
import { Pace } from '../../web/lab/pace.ts';

/** Plays rounds on a machine whose step takes `stepMs`, until `until` ms. Returns the rounds: when and how many steps. */
function play(pace: Pace, stepMs: number, until: number): { at: number; steps: number }[] {
  const rounds = [];
  let now = 0;
  pace.begin(now);
  while (now < until) {
    const steps = pace.take(now, Infinity);
    if (steps === 0) {
      now += pace.wait(now);
      continue;
    }
    rounds.push({ at: now, steps });
    now += steps * stepMs;
    pace.learn(steps, steps * stepMs, now);
  }
  return rounds;
}

const total = (rounds: readonly { steps: number }[]) => rounds.reduce((sum, { steps }) => sum + steps, 0);

describe('Pace', () => {
  test.each([
    { stepMs: 0.1, steps: 400 },
    { stepMs: 1, steps: 40 },
    { stepMs: 10, steps: 4 },
    { stepMs: 30, steps: 1 },
    { stepMs: 500, steps: 1 },
  ])('finds rounds of $steps steps where one takes $stepMs ms', ({ stepMs, steps }) => {
    const rounds = play(new Pace(), stepMs, 5000);
    expect(rounds[0]!.steps).toBe(1);
    expect(rounds.at(-1)!.steps).toBe(steps);
  });

  test('at most doubles a round, whatever the clock says', () => {
    const pace = new Pace();
    let before = 1;
    for (let i = 0; i < 30; i++) {
      const steps = pace.take(i, Infinity);
      expect(steps).toBeLessThanOrEqual(2 * before);
      before = steps;
      pace.learn(steps, 0, i);
    }
    expect(before).toBe(512);
  });

  test('never goes beyond what is left', () => {
    const pace = new Pace();
    pace.learn(1, 0.001, 1);
    pace.learn(2, 0.001, 2);
    expect(pace.take(3, 3)).toBe(3);
  });

  test.each([0.5, 1, 7, 60, 1000])('takes %d steps a second if asked', (speed) => {
    const pace = new Pace();
    pace.setSpeed(speed, 0);
    const rounds = play(pace, 0.2, 20_000);
    expect(total(rounds)).toBeGreaterThanOrEqual(Math.floor(20 * speed * 0.98));
    expect(total(rounds)).toBeLessThanOrEqual(20 * speed + 1);
  });

  test('takes the first step at once, and single steps evenly', () => {
    const pace = new Pace();
    pace.setSpeed(4, 0);
    expect(play(pace, 1, 1000)).toEqual([0, 250, 500, 750].map((at) => ({ at, steps: 1 })));
  });

  test('is as fast as the machine where that is slower than asked', () => {
    const pace = new Pace();
    pace.setSpeed(1000, 0);
    const rounds = play(pace, 10, 10_000);
    expect(total(rounds)).toBeGreaterThan(990);
  });

  test.each([2, 100])('does not make up for a long sleep at %i steps a second', (speed) => {
    const pace = new Pace();
    pace.setSpeed(speed, 0);
    play(pace, 1, 1000);
    let taken = 0;
    for (let steps; (steps = pace.take(3_600_000, Infinity)) > 0;) taken += steps;
    expect(taken).toBeLessThanOrEqual(Math.ceil(speed * 0.04));
  });

  test('measures how fast training is', () => {
    const pace = new Pace();
    expect(pace.stepsPerSecond).toBe(0);
    play(pace, 2, 5000);
    expect(pace.stepsPerSecond).toBeCloseTo(500, 5);
    pace.begin(9000);
    expect(pace.stepsPerSecond).toBe(0);
  });
});
