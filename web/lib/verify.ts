// The package's entry `addnorm/verify`: holds this very engine to what every engine computes. Known answers must be met
// within a tolerance; whole training runs must end in the same bits, of which fingerprints.json has the hash. Both builds are
// asked. It yields between steps, so that whoever waits can show what is done, and stop it.
import type { Addnorm, Backend } from './addnorm.ts';
import { checkOptions, invalid } from './errors.ts';
import { SCALAR_BUILD, SIMD_BUILD } from './inline.ts';
import { KNOWN_ANSWERS } from './known-answers.ts';
import { letOthersRun } from './let-others-run.ts';
import { type Build, checkEngine, hasSimd, makeUntested, NO_SIMD } from './load.ts';
import { PINNED_RUNS, type PinnedRun, trainPinned, workOf } from './pinned-runs.ts';
import { giveAnswer, type GivenAnswer, type KnownAnswer } from './self-test.ts';

export type { Backend } from './addnorm.ts';
export type { PinnedRun } from './pinned-runs.ts';
export type { GivenAnswer } from './self-test.ts';

interface Asked {
  readonly backend: Backend;
  /** The error that came instead of an answer, if one did. */
  readonly problem?: string | undefined;
}

/** What a build said to a known answer. */
export interface AnswerResult extends GivenAnswer, Asked {
  readonly kind: 'answer';
}

/** The hash that a pinned run ended in; empty if it did not come to its end. */
export interface RunResult extends PinnedRun, Asked {
  readonly kind: 'run';
  readonly actual: string;
  readonly passed: boolean;
}

/** A row of the report. */
export type VerifyResult = AnswerResult | RunResult;

/** How far `verify` is. */
export interface VerifyProgress {
  /** Results there are, and will be. */
  readonly done: number;
  readonly total: number;
  /** Share of the work that is done, from 0 to 1, by an estimate of what each row costs. */
  readonly share: number;
}

/** What is asked, and who hears of it. */
export interface VerifyOptions {
  /** Which builds to ask; both if left out. */
  readonly backends?: readonly Backend[] | undefined;
  /** Called after each result. */
  readonly onResult?: ((result: VerifyResult, progress: VerifyProgress) => void) | undefined;
  /** Aborting it makes `verify` reject with the signal's reason within a few training steps. */
  readonly signal?: AbortSignal | undefined;
}

/** Everything that came out. */
export interface VerifyReport {
  /** Of the package. */
  readonly version: string;
  readonly passed: number;
  readonly failed: number;
  readonly results: readonly VerifyResult[];
  /** Builds that this engine cannot run, which is no failure. */
  readonly missing: readonly { readonly backend: Backend; readonly reason: string }[];
}

/** What a build is held to. */
export interface Checks {
  readonly answers: readonly KnownAnswer[];
  readonly runs: readonly PinnedRun[];
}

/** Without a turn for others, at most. */
const SLICE_MS = 10;

/** A function `verify` of these builds and checks. */
export function makeVerify(
  builds: Readonly<Record<Backend, Build>>,
  { answers, runs }: Checks,
): (options?: VerifyOptions) => Promise<VerifyReport> {
  return async (options) => {
    const { backends, onResult, signal } = checkVerifyOptions(options);
    checkEngine();
    signal?.throwIfAborted();
    const missing = backends
      .filter((backend) => backend === 'simd' && !hasSimd())
      .map((backend) => ({ backend, reason: NO_SIMD }));
    const present = backends.filter((backend) => missing.every((other) => other.backend !== backend));
    const tally = new Tally(present, { answers, runs }, onResult);
    const breathe = breather(signal);
    for (const backend of present) {
      const { compile, glue } = builds[backend];
      const addnorm = await makeUntested(await compile(), glue);
      for (const answer of answers) {
        await breathe();
        tally.add(askAnswer(addnorm, answer), 0);
      }
      for (const run of runs) {
        tally.add(await askRun(addnorm, run, breathe, signal), workOf(run, backend));
      }
    }
    const passed = tally.results.filter((result) => result.passed).length;
    const failed = tally.results.length - passed;
    return { version: __ADDNORM_VERSION__, passed, failed, results: tally.results, missing };
  };
}

/**
 * Asks this engine for known answers, and trains the pinned runs on it, on both builds. Takes a few seconds, and lets other
 * work of the thread have its turn; in a page a worker is the better place all the same.
 *
 * @throws Error if there is no WebAssembly; a wrong number is no error but a result that has not passed
 * @example
 * import { verify } from 'addnorm/verify';
 * const { passed, failed } = await verify({ onResult: ({ name, passed }) => console.log(name, passed) });
 */
export const verify = makeVerify(
  { simd: SIMD_BUILD, scalar: SCALAR_BUILD },
  { answers: KNOWN_ANSWERS, runs: PINNED_RUNS },
);

/** The figures of a result as text: of a known answer the number that is furthest off, of a run the hash. */
export function figuresOf(result: VerifyResult): { readonly expected: string; readonly actual: string } {
  if (result.kind === 'run') return { expected: result.expected, actual: result.actual };
  const { expected, actual } = result;
  const errors = expected.map((value, i) => Math.abs((actual[i] ?? NaN) - value));
  const noNumber = errors.findIndex(Number.isNaN);
  const worst = noNumber < 0 ? errors.indexOf(Math.max(...errors)) : noNumber;
  const text = (value: number | undefined) =>
    value === undefined ? '' : String(Number(value.toPrecision(9)));
  return { expected: text(expected[worst]), actual: text(actual[worst]) };
}

const BACKENDS: readonly Backend[] = ['simd', 'scalar'];

function checkVerifyOptions(options: VerifyOptions | undefined) {
  const { backends = BACKENDS, ...others } = checkOptions('options', options, [
    'backends',
    'onResult',
    'signal',
  ]);
  const given: unknown = backends;
  const rule = 'must be an array of "simd" or "scalar"';
  if (!Array.isArray(given)) throw new TypeError(invalid('backends', backends, rule));
  // A copy has no holes, which `every` would not see.
  if (given.length === 0 || ![...backends].every((name) => BACKENDS.includes(name))) {
    throw new RangeError(invalid('backends', backends, rule));
  }
  if (others.onResult !== undefined && typeof others.onResult !== 'function') {
    throw new TypeError(invalid('onResult', others.onResult, 'must be a function'));
  }
  if (others.signal !== undefined && !('throwIfAborted' in Object(others.signal))) {
    throw new TypeError(invalid('signal', others.signal, 'must be an AbortSignal'));
  }
  return { backends, ...others };
}

/** The results so far, told as they come. */
class Tally {
  readonly results: VerifyResult[] = [];
  readonly #total: number;
  readonly #work: number;
  readonly #onResult: VerifyOptions['onResult'];
  #workDone = 0;

  constructor(backends: readonly Backend[], { answers, runs }: Checks, onResult: VerifyOptions['onResult']) {
    this.#total = backends.length * (answers.length + runs.length);
    const work = backends.flatMap((backend) => runs.map((run) => workOf(run, backend)));
    this.#work = work.reduce((sum, part) => sum + part, 0);
    this.#onResult = onResult;
  }

  add(result: VerifyResult, work: number): void {
    this.results.push(result);
    this.#workDone += work;
    const done = this.results.length;
    const share = done === this.#total ? 1 : this.#workDone / this.#work;
    this.#onResult?.(result, { done, total: this.#total, share });
  }
}

function askAnswer(addnorm: Addnorm, answer: KnownAnswer): AnswerResult {
  const { backend } = addnorm;
  try {
    return { kind: 'answer', backend, ...giveAnswer(addnorm, answer) };
  } catch (error) {
    const { name, expected } = answer;
    const problem = String(error);
    return { kind: 'answer', backend, name, expected, actual: [], error: NaN, passed: false, problem };
  }
}

async function askRun(
  addnorm: Addnorm,
  run: PinnedRun,
  breathe: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const { backend } = addnorm;
  try {
    const actual = await trainPinned(addnorm, run, breathe);
    return { kind: 'run', backend, ...run, actual, passed: actual === run.expected };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { kind: 'run', backend, ...run, actual: '', passed: false, problem: String(error) };
  }
}

/** A function that lets others run when it is time, and throws the signal's reason once it is aborted. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await letOthersRun();
    signal?.throwIfAborted();
    begun = performance.now();
  };
}
