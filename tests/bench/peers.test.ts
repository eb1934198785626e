// A peer is timed between two times of ours, round by round, and a ratio is taken in each round.
import { expect, test } from 'vitest';
import { peerRows, type PeerName, type PeerTimes, type Timing } from '../../web/bench/peers.ts';
import { cellsOf, plainRow, type Row } from '../../web/bench/rows.ts';
import { nameOf, type Work } from '../../web/bench/works.ts';

/** What is timed, in its order, and the rows that come of it. */
async function rowsOf(peer: PeerName, { rounds = 1, ours, theirs }: Partial<Timing>) {
  const timed: string[] = [];
  const timing: Timing = {
    rounds,
    ours: (work) => {
      timed.push(`ours ${nameOf(work)}`);
      return ours!(work);
    },
    theirs: (works) => {
      timed.push(`theirs ${works.map(nameOf).join()}`);
      return theirs!(works);
    },
  };
  const rows: Row[] = [];
  for await (const row of peerRows(peer, timing)) rows.push(row);
  return { rows, timed };
}

const always = (milliseconds: number) => ({
  ours: () => Promise.resolve(milliseconds),
  theirs: (works: readonly Work[]): Promise<PeerTimes> =>
    Promise.resolve(works.map((work) => ({ work, milliseconds }))),
});

test('a peer that takes twice as long is half as fast', async () => {
  const { rows } = await rowsOf('torch', { ours: always(10).ours, theirs: always(20).theirs });
  expect(rows.map((row) => cellsOf(row))).toEqual([
    [
      'step L6 d32 T32 B16, times as fast as PyTorch',
      '2.00× (ours 10.0 ms, theirs 20.0 ms)',
      '≥ 1.50×',
      '✓ met',
    ],
    [
      'step L4 d64 T64 B16, times as fast as PyTorch',
      '2.00× (ours 10.0 ms, theirs 20.0 ms)',
      '≥ 0.800×',
      '✓ met',
    ],
    [
      'step L6 d128 T64 B8, times as fast as PyTorch',
      '2.00× (ours 10.0 ms, theirs 20.0 ms)',
      '≥ 0.600×',
      '✓ met',
    ],
  ]);
});

test('a peer is timed on the works that it is a bar of, each time between two times of ours', async () => {
  const { rows, timed } = await rowsOf('tfjs', { ...always(10), rounds: 2 });
  const round = (name: string) => [`ours ${name}`, `theirs ${name}`, `ours ${name}`];
  const names = ['L6 d32 T32 B16', 'L4 d64 T64 B16'];
  expect(timed).toEqual(names.flatMap((name) => [...round(name), ...round(name)]));
  expect(rows.map(({ met }) => met)).toEqual([false, false]);
});

test('a machine that slows down for a while does not move the ratio', async () => {
  // Rounds of which the second goes three times as slowly, and the last while the machine grows slower.
  const ourMs = [10, 10, 30, 30, 10, 30].values();
  const theirMs = [20, 60, 40].values();
  const { rows } = await rowsOf('tfjs', {
    rounds: 3,
    ours: () => Promise.resolve(ourMs.next().value ?? 10),
    theirs: ([work]) => Promise.resolve([{ work: work!, milliseconds: theirMs.next().value ?? 20 }]),
  });
  expect(rows[0]?.measured).toBe('2.00× (ours 20.0 ms, theirs 40.0 ms)');
});

test('a peer that is not installed makes one row, which says what to install', async () => {
  const theirs = () => Promise.resolve({ missing: 'npm install it' });
  const { rows, timed } = await rowsOf('torch', { ours: always(10).ours, theirs });
  expect(rows).toEqual([plainRow('PyTorch', 'not measured: npm install it')]);
  expect(timed).toHaveLength(2);
});
