// The options of `npm run bench`, and what it says around its table.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inRounds, readOptions } from '../../web/tools/bench.mjs';
import { inRoot } from '../../web/tools/run.mjs';

const WORK = { nLayer: 1, dModel: 8, nCtx: 4, batch: 2 };

test('peers are named, each once, and nothing is on that was not asked for', () => {
  expect(readOptions([])).toEqual({ isQuick: false, peers: [] });
  expect(readOptions(['--quick', '--peer', 'torch', '--peer', 'tfjs', '--peer', 'torch'])).toEqual({
    isQuick: true,
    peers: ['torch', 'tfjs'],
  });
});

test.each([
  [['--peer', 'jax'], 'invalid --peer: "jax" (must be torch or tfjs)'],
  [['--peer'], '--peer needs a value (torch or tfjs)'],
  [['--peer', '--quick'], '--peer needs a value (torch or tfjs)'],
  [['--quik'], 'unknown option "--quik" (must be one of --quick, --peer, --help)'],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

test.each(['peers/torch.mjs', 'peers/tfjs.mjs'])('%s has a help text, and refuses what is none', (tool) => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [inRoot('web', 'tools', tool), ...args], { encoding: 'utf8' });
  const help = run('--help');
  expect(help).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: /) as string,
  });
  const option = '--transpose-frist';
  expect(run(option)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(`unknown option "${option}" (must be `) as string,
  });
});

test('a peer is told its rounds, of each work by itself', async () => {
  const notes: string[] = [];
  const timed = inRounds(async (works, options) => {
    notes.push(`${works[0]?.nLayer}${options?.note}`);
    return [];
  }, 2);
  for (const nLayer of [1, 1, 2, 2]) await timed([{ ...WORK, nLayer }]);
  expect(notes).toEqual(['1', '1', '2', '2'].map((layers, i) => `${layers}, round ${1 + (i % 2)} of 2`));
});
