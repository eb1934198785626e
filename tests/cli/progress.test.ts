// The line that shows how far something is.
import { expect, test } from 'vitest';
import { duration, Progress, progressText } from '../../web/cli/progress.ts';

test('a duration is as long as it has to be', () => {
  expect([0, 400, 59_000, 60_000, 3_599_001, 3_661_000].map(duration)).toEqual([
    '0 s',
    '1 s',
    '59 s',
    '1:00',
    '1:00:00',
    '1:01:01',
  ]);
});

test('the bar is full at the end, and says nothing of the time while nothing is known', () => {
  expect(progressText(0, 'step 0 of 9', undefined)).toBe(`[${'.'.repeat(24)}]   0 %  step 0 of 9`);
  expect(progressText(0.5, 'step 5 of 9', 61_000)).toContain(' 50 %  step 5 of 9, 1:01 left');
  expect(progressText(1, 'done', 0)).toContain(`[${'#'.repeat(24)}] 100 %`);
});

test('is written to a terminal within its width, and to nothing else', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) =>
    ({ isTTY, columns: 40, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
  const piped = new Progress(0, stream(false));
  piped.update(0.5, 'half');
  piped.clear();
  expect(written).toEqual([]);
  const shown = new Progress(0.2, stream(true));
  shown.update(0.6, 'a note that is longer than the line of this terminal');
  shown.clear();
  expect(written[0]).toMatch(/^\r\[#{14}\.{10}\] {2}60 % {2}a n/);
  expect(written[0]!.replace('\r', '').replace('\x1b[K', '')).toHaveLength(39);
  expect(written[1]).toBe('\r\x1b[K');
});
