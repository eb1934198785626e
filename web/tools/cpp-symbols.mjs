// @ts-check
// Looks into the compiled library for calls to functions whose results differ between C libraries. What no text search
// can promise, the linker's table can: an undefined symbol `exp` is a call to it, whoever wrote or inlined it.
import { INEXACT_FUNCTIONS } from './cpp-directions.mjs';
import { inRoot, run } from './run.mjs';

/** The inexact functions that the native build of the library calls. */
export async function inexactCalls() {
  const table = await run('nm', ['--undefined-only', inRoot('build', 'native', 'libaddnorm.a')]);
  const symbols = [...table.matchAll(/ U _?(\w+)$/gm)].map((match) => match[1] ?? '');
  return [...new Set(symbols)].filter((symbol) =>
    INEXACT_FUNCTIONS.some((name) => [name, `${name}f`].includes(symbol)),
  );
}
