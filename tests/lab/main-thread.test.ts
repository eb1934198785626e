// The lab in this very thread: the same rows, and the thread stays free for others.
import { expect, test } from 'vitest';
import { Lab } from '../../web/lab/index.ts';
import { followTimers, HUGE, reached, record, SMALL, sleep, TINY, trainPlainly, TWINS } from './helpers.ts';

const openPorts = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('gives to the bit the rows of the library alone, through pauses and resets', async () => {
  const lab = new Lab({ variants: [{ id: 'small', config: SMALL }, ...TWINS], modes: ['main'] });
  const { rows } = record(lab);
  await lab.start();
  await reached(lab, 30);
  await lab.reset();
  await lab.step(10);
  await lab.start();
  await reached(lab, 30);
  await lab.pause();
  expect(lab.mode).toBe('main');
  for (const { id, config } of lab.variants) {
    const plain = await trainPlainly(config, lab.stepsDone);
    expect(rows.get(id)).toEqual(plain.rows);
    expect((await lab.fingerprint()).get(id)).toBe(plain.fingerprint);
  }
  lab.dispose();
});

test('lets timers run while it trains', async () => {
  const lab = new Lab({
    variants: [
      { id: 'small', config: SMALL },
      { id: 'tiny', config: TINY },
    ],
    modes: ['main'],
  });
  await lab.start();
  const gaps: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    gaps.push(performance.now() - last);
    last = performance.now();
  }, 5);
  await reached(lab, lab.stepsDone + 200);
  clearInterval(timer);
  // A slice is 10 ms and a step; the machine may have other things to do.
  expect(gaps.sort((a, b) => a - b)[gaps.length >> 1]).toBeLessThan(40);
  lab.dispose();
});

test('stops within a step when it is disposed of, and leaves nothing behind', async () => {
  const timers = followTimers();
  const before = openPorts();
  const lab = new Lab({ variants: [{ id: 'huge', config: HUGE }, ...TWINS], modes: ['main'] });
  const running = [lab.start(), lab.step(1000)];
  await running[0];
  await sleep(20);
  lab.dispose();
  await Promise.all(running);
  await sleep(50);
  expect(openPorts()).toBeLessThanOrEqual(before);
  expect(timers.pending()).toBe(0);
  timers.stop();
});

test('a model too large is refused by its own error', async () => {
  const model = { nLayer: 48, dModel: 512, nCtx: 256, nHead: 64 };
  const lab = new Lab({ variants: [{ id: 'large', config: { model, batch: 256 } }], modes: ['main'] });
  await expect(lab.start()).rejects.toThrow(/^variant "large": out of memory/);
  expect(lab.state).toBe('failed');
});
