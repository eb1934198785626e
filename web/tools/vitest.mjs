// @ts-check
// Runs vitest and counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Failure, inRoot, runAny } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number, output: string }} Result */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} VitestCounts */

/**
 * @param {string} reportName of the file in build that it writes its counts to
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
export async function runVitest(reportName, ...args) {
  const report = inRoot('build', reportName);
  mkdirSync(inRoot('build'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await runAny(inRoot('node_modules', '.bin', 'vitest'), [
    'run',
    ...reporters,
    ...args,
  ]);
  if (!existsSync(report)) throw new Failure('vitest wrote no report', output);
  /** @type {VitestCounts} */
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: counts.numPassedTests,
    // A file that cannot be loaded fails without a failed test.
    failed: counts.numFailedTests || Number(code !== 0),
    skipped: counts.numPendingTests,
    output,
  };
}

/** @param {Result} result */
export function describe({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
