// The options of `npm run bench`.
import { expect, test } from 'vitest';
import { readOptions } from '../../web/tools/bench.mjs';

test('peers are named, each once, and nothing is on that was not asked for', () => {
  expect(readOptions([])).toEqual({ isQuick: false, peers: [] });
  expect(readOptions(['--quick', '--peer', 'torch', '--peer', 'tfjs', '--peer', 'torch'])).toEqual({
    isQuick: true,
    peers: ['torch', 'tfjs'],
  });
});

test.each([
  [['--peer', 'jax'], 'invalid --peer: "jax" (must be torch or tfjs)'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
