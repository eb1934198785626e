// @ts-check
// Reads how a GoogleTest program ended from what it printed under --gtest_brief=1, which does not count failures itself.

/**
 * @param {string} output
 * @param {number} code its exit code
 */
export function gtestCounts(output, code) {
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const passed = number(/^\[ {2}PASSED {2}\] (\d+) tests?\./m);
  const skipped = number(/^\[ {2}SKIPPED \] (\d+) tests?\./m);
  const ran = number(/^\[=+\] (\d+) tests? from .* ran\./m);
  // A program that crashed has counted nothing; one that ends badly has failed, whatever it counted.
  const failed = Math.max(ran - passed - skipped, Number(code !== 0));
  return { passed, failed, skipped };
}
