// What `verify` says of a build: each known answer and each pinned run on its own, with its figures; what is wrong shows, and
// nothing that is wrong stops the others.
import createSimd from 'virtual:addnorm-glue';
import createScalar from 'virtual:addnorm-glue-scalar';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { load } from '../../web/lib/index.ts';
import { KNOWN_ANSWERS } from '../../web/lib/known-answers.ts';
import { type Build, type Glue, makeBuild } from '../../web/lib/load.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { giveAnswer, type KnownAnswer, START_UP_ANSWERS } from '../../web/lib/self-test.ts';
import { figuresOf, makeVerify, type PinnedRun, verify, type VerifyOptions } from '../../web/lib/verify.ts';
import { PINNED_RUNS } from '../../web/lib/pinned-runs.ts';
import { scalarBytes, simdBytes } from './raw-module.ts';

const BUILDS: Readonly<Record<'simd' | 'scalar', Build>> = {
  simd: makeBuild(createSimd, simdBytes),
  scalar: makeBuild(createScalar, scalarBytes),
};
/** Quick ones. */
const RUNS = PINNED_RUNS.filter(({ config }) => (config.model?.nLayer ?? 6) <= 3);
const ANSWER = START_UP_ANSWERS[0]!;
const RUN = RUNS[0]!;

describe.each(['on', 'off'] as const)('with simd %s', (simd) => {
  it.each(KNOWN_ANSWERS)('$name is right', async (answer) => {
    expect(giveAnswer(await load({ simd }), answer)).toMatchObject({ passed: true });
  });
});

describe('a known answer', () => {
  const ask = async (actual: readonly number[], expected: readonly number[]) =>
    giveAnswer(await load(), { name: '', expected, compute: () => actual });

  it.each([
    ['a digit that differs', [1, 2.00001], [1, 2]],
    ['NaN', [NaN, 2], [1, 2]],
    ['an infinity', [Infinity, 2], [1, 2]],
    ['too few numbers', [1], [1, 2]],
    ['too many numbers', [1, 2, 3], [1, 2]],
    ['no numbers', [], [1, 2]],
  ])('is wrong with %s', async (_, actual, expected) => {
    expect((await ask(actual, expected)).passed).toBe(false);
  });

  it('has its largest error, and as figures the number that is furthest off', async () => {
    const answer = await ask([1.5, 2, NaN], [1, 2, 3]);
    expect(answer.error).toBeNaN();
    expect(figuresOf({ kind: 'answer', backend: 'simd', ...answer })).toEqual({
      expected: '3',
      actual: 'NaN',
    });
    const near = await ask([1, 2.5, 3.25], [1, 2, 3]);
    expect(near.error).toBe(0.5);
    expect(figuresOf({ kind: 'answer', backend: 'simd', ...near })).toEqual({ expected: '2', actual: '2.5' });
  });
});

describe('verify', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('asks both builds, tells each result as it comes, and counts', async () => {
    const told: unknown[] = [];
    const shares: number[] = [];
    const report = await makeVerify(BUILDS, { answers: START_UP_ANSWERS, runs: RUNS })({
      onResult: (result, { done, total, share }) => {
        told.push(result);
        shares.push(share);
        expect(done).toBe(told.length);
        expect(total).toBe(2 * (START_UP_ANSWERS.length + RUNS.length));
      },
    });
    expect(told).toEqual(report.results);
    expect(report).toMatchObject({ passed: told.length, failed: 0, missing: [] });
    expect(new Set(report.results.map(({ backend }) => backend))).toEqual(new Set(['simd', 'scalar']));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('shows a fingerprint and an answer that are not those expected, and only those', async () => {
    const wrongRun: PinnedRun = { ...RUN, name: 'wrong run', expected: '0123456789abcdef' };
    const wrongAnswer: KnownAnswer = { ...ANSWER, name: 'wrong answer', expected: [0, 0, 0, 0] };
    const checks = { answers: [wrongAnswer, ANSWER], runs: [wrongRun, RUN] };
    const report = await makeVerify(BUILDS, checks)({ backends: ['simd'] });
    expect(report).toMatchObject({ passed: 2, failed: 2 });
    const failed = report.results.filter(({ passed }) => !passed);
    expect(failed.map(({ name }) => name)).toEqual(['wrong answer', 'wrong run']);
    expect(figuresOf(failed[1]!)).toEqual({ expected: '0123456789abcdef', actual: RUN.expected });
  });

  it('shows what an engine computes wrongly, where load would refuse it', async () => {
    const glue: Glue = async (options) => {
      const raw = await createSimd(options);
      const wrong: RawModule['_layerNorm'] = (out, ...others) => {
        raw._layerNorm(out, ...others);
        raw.HEAPF32[out >>> 2]! += 1e-4;
      };
      return Object.create(raw, { _layerNorm: { value: wrong } }) as RawModule;
    };
    const builds = { ...BUILDS, simd: makeBuild(glue, simdBytes) };
    const { results } = await makeVerify(builds, { answers: START_UP_ANSWERS, runs: [] })();
    const wrong = results.filter(({ passed }) => !passed);
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.every(({ name, backend }) => name.startsWith('LayerNorm') && backend === 'simd')).toBe(true);
  });

  it('goes on after what throws, and says what was thrown', async () => {
    const broken: KnownAnswer = {
      name: 'broken',
      expected: [1],
      compute: () => {
        throw new WebAssembly.RuntimeError('unreachable');
      },
    };
    const large: PinnedRun = {
      name: 'too large',
      config: { model: { nLayer: 48, dModel: 512 } },
      expected: '',
    };
    const checks = { answers: [broken, ANSWER], runs: [large, RUN] };
    const { results } = await makeVerify(BUILDS, checks)({ backends: ['scalar'] });
    expect(results.map(({ passed }) => passed)).toEqual([false, true, false, true]);
    expect(results[0]!.problem).toBe('RuntimeError: unreachable');
    expect(results[2]!.problem).toMatch(/^RangeError: out of memory: this model needs \d+ MB/);
    expect(results.map(figuresOf)[0]).toEqual({ expected: '1', actual: '' });
  });

  it('says that SIMD is not there, which is no failure', async () => {
    vi.stubGlobal('WebAssembly', { ...wasmParts(), validate: () => false });
    const report = await makeVerify(BUILDS, { answers: START_UP_ANSWERS, runs: [] })();
    expect(report.missing).toEqual([{ backend: 'simd', reason: 'this engine has no WebAssembly SIMD' }]);
    expect(report).toMatchObject({ passed: START_UP_ANSWERS.length, failed: 0 });
  });

  it('rejects where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(verify()).rejects.toThrow('WebAssembly is not available here');
  });

  it('stops within a few steps when it is told to, with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const run: PinnedRun = { ...RUN, config: { model: { nLayer: 48, dModel: 64 } } };
    const begun = performance.now();
    setTimeout(() => stop.abort(reason), 50);
    await expect(makeVerify(BUILDS, { answers: [], runs: [run] })({ signal: stop.signal })).rejects.toBe(
      reason,
    );
    expect(performance.now() - begun).toBeLessThan(10_000);
    await expect(verify({ signal: stop.signal })).rejects.toBe(reason);
  });

  it.each<[unknown, string]>([
    [5, 'invalid options: 5 (must be an object)'],
    [{ backend: 'simd' }, 'options has no "backend"; did you mean "backends"?'],
    [{ backends: 'simd' }, 'invalid backends: "simd" (must be an array of "simd" or "scalar")'],
    [{ backends: [] }, 'invalid backends: [] (must be an array of "simd" or "scalar")'],
    [{ backends: ['neon'] }, 'invalid backends: ["neon"] (must be an array of "simd" or "scalar")'],
    [
      { backends: new Array(2) },
      'invalid backends: [undefined, undefined] (must be an array of "simd" or "scalar")',
    ],
    [{ onResult: 5 }, 'invalid onResult: 5 (must be a function)'],
    [{ signal: {} }, 'invalid signal: {} (must be an AbortSignal)'],
  ])('refuses %j', async (options, message) => {
    await expect(verify(options as VerifyOptions)).rejects.toThrow(message);
  });
});

/** WebAssembly's own functions, which are not enumerable. */
const wasmParts = () =>
  Object.fromEntries(
    Object.getOwnPropertyNames(WebAssembly).map((name) => [name, Reflect.get(WebAssembly, name) as unknown]),
  );
