import { expect, test } from 'vitest';
import { CursorSync } from '../../web/charts/cursor-sync.ts';

test('tells every listener of a move once, and none that stopped listening', () => {
  const sync = new CursorSync();
  const seen: [string, number | null][] = [];
  sync.subscribe((x) => seen.push(['a', x]));
  const stop = sync.subscribe((x) => seen.push(['b', x]));
  sync.set(5);
  sync.set(5);
  stop();
  sync.set(null);
  expect(seen).toEqual([
    ['a', 5],
    ['b', 5],
    ['a', null],
  ]);
  expect(sync.x).toBeNull();
});
