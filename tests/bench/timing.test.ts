// The clock takes samples of several works in turn, long enough each, and stops when it is told.
import { expect, test } from 'vitest';
import { Clock, type Pace } from '../../web/bench/timing.ts';

const PACE: Pace = { samples: 4, leastSamples: 2, limitMs: 10_000, sampleMs: 2, warmUpMs: 0 };

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('works are sampled in turn, and a quick one is repeated until it fills a sample', async () => {
  const calls: { name: string; times: number; ms: number }[] = [];
  const work = (name: string, ms: number) => (times: number) => {
    const start = performance.now();
    spin(times * ms);
    calls.push({ name, times, ms: performance.now() - start });
  };
  const samples = await new Clock(PACE).samplesOf({ slow: work('slow', 3), quick: work('quick', 0.3) });
  expect(samples.slow).toHaveLength(4);
  expect(samples.quick).toHaveLength(4);
  for (const ms of samples.slow) expect(ms).toBeGreaterThanOrEqual(3);
  for (const ms of samples.quick) expect(ms).toBeGreaterThanOrEqual(0.3);

  const sampled = calls.splice(-8);
  expect(sampled.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => ['slow', 'quick']).flat());
  const warmUps = calls.filter(({ name }) => name === 'quick');
  expect(warmUps.map(({ times }) => times)).toEqual(warmUps.map((_, i) => 2 ** i));
  for (const { ms } of warmUps.slice(0, -1)) expect(ms).toBeLessThan(PACE.sampleMs);
  for (const { times } of sampled.filter(({ name }) => name === 'quick'))
    expect(times).toBe(warmUps.at(-1)!.times);
});

test('works that take too long get the least number of samples', async () => {
  const clock = new Clock({ ...PACE, limitMs: 0 });
  expect((await clock.samplesOf({ work: () => spin(3) })).work).toHaveLength(2);
});

test('an aborted signal ends it with its reason', async () => {
  const stop = new AbortController();
  let calls = 0;
  const work = () => {
    spin(3);
    if (++calls === 2) stop.abort(new Error('enough'));
  };
  await expect(new Clock(PACE, stop.signal).samplesOf({ work })).rejects.toThrow('enough');
  expect(calls).toBe(2);
});
