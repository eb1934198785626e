import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { printTimes, timesOf } from '../../web/tools/peers/peers.mjs';

const WORK = { nLayer: 1, dModel: 8, nCtx: 4, batch: 2 };
const MEASURED = { milliseconds: 2.5, steps: 9, firstLoss: 3, lastLoss: 1, version: '1.0' };

/** What becomes of a peer whose program is this JavaScript. */
const timesOfProgram = (script: string, minutes = 1) =>
  timesOf('Peer', [WORK, WORK], process.execPath, () => ['-e', script], { minutes });

const printing = (measured: object) => `console.log(${JSON.stringify(JSON.stringify(measured))})`;

// What is told of each work is not for the report.
let stderr: MockInstance;
beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

test('a peer is timed once a work, whatever its libraries print', async () => {
  const times = await timesOfProgram(`console.log('a warning'); ${printing(MEASURED)}; console.error('bye')`);
  expect(times).toEqual([
    { ...MEASURED, work: WORK },
    { ...MEASURED, work: WORK },
  ]);
});

test('a program that is not there is told as missing', async () => {
  const times = await timesOf('Peer', [WORK], '/nowhere/peer', () => [], { minutes: 1 });
  expect(times).toEqual({ missing: expect.stringMatching(/^Peer does not run here: .*ENOENT/) as string });
});

test('a program that throws is told in the words of its error, without its stack', async () => {
  const times = await timesOfProgram(`throw new TypeError('no such kernel')`);
  expect(times).toEqual({ missing: 'Peer does not run here: TypeError: no such kernel' });
});

test('a program that measures nothing is told as missing', async () => {
  expect(await timesOfProgram('')).toEqual({ missing: 'Peer does not run here: it says nothing' });
});

test('a program that hangs is given up', async () => {
  const times = await timesOfProgram('setInterval(() => undefined, 1000)', 0.01);
  expect(times).toEqual({ missing: 'Peer took more than 0.01 minutes for L1 d8 T4 B2' });
});

test.for([3, 4, null])('a loss that goes from 3 to %s is no training', async (lastLoss) => {
  const times = await timesOfProgram(printing({ ...MEASURED, lastLoss: lastLoss ?? 'NaN' }));
  expect(times).toEqual({ missing: expect.stringContaining('does not learn here') as string });
});

test('each work is told of on stderr when its turn comes', async () => {
  const options = { minutes: 1, note: ', round 1 of 5' };
  await timesOf('Peer', [WORK], process.execPath, () => ['-e', printing(MEASURED)], options);
  expect(stderr.mock.calls.join('')).toContain('Peer: L1 d8 T4 B2, round 1 of 5');
});

test('the heading says which variant ran', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  printTimes('Peer', [{ ...MEASURED, work: WORK }], 'backwards');
  expect(log.mock.calls[0]).toEqual(['\nA training step of Peer 1.0, one thread, backwards\n']);
});
