import { expect, test } from 'vitest';
import { gtestCounts } from '../../web/tools/gtest-counts.mjs';

test('counts what passed and what was skipped', () => {
  const output =
    '[==========] 3 tests from 1 test suite ran. (2 ms total)\n[  PASSED  ] 2 tests.\n[  SKIPPED ] 1 test.\n';
  expect(gtestCounts(output, 0)).toEqual({ passed: 2, failed: 0, skipped: 1 });
});

test('counts every failure', () => {
  const output =
    '[  FAILED  ] Sum.AddsAll (0 ms)\n[==========] 260 tests from 45 test suites ran. (9 ms total)\n' +
    '[  PASSED  ] 252 tests.\n[  SKIPPED ] 1 test.\n';
  expect(gtestCounts(output, 1)).toEqual({ passed: 252, failed: 7, skipped: 1 });
});

test('a crash is a failure', () => {
  expect(gtestCounts('Running main()\nSegmentation fault\n', 139)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('a bad end after good tests is a failure', () => {
  const output = '[==========] 2 tests from 1 test suite ran. (2 ms total)\n[  PASSED  ] 2 tests.\nleaked\n';
  expect(gtestCounts(output, 23)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});
