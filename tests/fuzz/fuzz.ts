// What the fuzz tests share: how long they run, values of every kind there is, and what may be thrown.
import fc from 'fast-check';
import { expect } from 'vitest';

/** By hand (`npm run fuzz`) each property runs for so long; otherwise for a fixed number of inputs. */
const SECONDS = Number(process.env['ADDNORM_FUZZ_SECONDS'] ?? 0);
/** The same seed makes the same inputs. */
const SEED = Number(process.env['ADDNORM_FUZZ_SEED'] ?? 1);
/** Longer than any one input may compute. */
const HANG_MS = 5000;

/** Holds `property` to arbitrary inputs; what fails is made small and shown with its seed. */
export function fuzz<Input>(
  input: fc.Arbitrary<Input>,
  property: (input: Input) => void,
  { runs = 1000 }: { runs?: number } = {},
): void {
  const budget =
    SECONDS > 0
      ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 1000 * SECONDS }
      : { numRuns: runs };
  const timed = fc.property(input, (value) => {
    const begun = process.cpuUsage();
    property(value);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(HANG_MS);
  });
  fc.assert(timed, { seed: SEED, ...budget });
}

/** Names that objects have without being given them. */
export const INHERITED = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
];

/** Any text: of any script, with halves of surrogate pairs, and what means something to a parser. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udfff', '\0', '"', '\\', '{', ',', '\u2028', 'a', '٣', '-'),
  }),
  fc.constantFrom(...INHERITED),
);

/** Numbers at which something begins or ends, and any others. */
export const number: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 1, -1, 1.5, 5e-324, Number.MAX_VALUE),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)),
  fc.double(),
  fc.integer(),
);

/** What a getter of a caller's object throws; it is the caller's, so it may come out again as it is. */
export class CallersOwn extends Error {}

/** Any value there is. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  number,
  text,
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(
    Symbol('s'),
    Symbol.iterator,
    () => 1,
    new Proxy({}, {}),
    new Error('e'),
    /x/,
    globalThis,
    BigInt(2) ** BigInt(200),
    Object.create({ kind: 'adam' }),
    JSON.parse('{"__proto__":{"kind":"adam"}}'),
    new Array(5),
    new Array(2 ** 32 - 1),
  ),
  text.map((key) => withThrowingGetter({}, key)),
);

/** The object with a property that cannot be read; reports of failures do not try to. */
export function withThrowingGetter<T extends object>(object: T, key: string): T {
  const get = () => {
    throw new CallersOwn();
  };
  Object.defineProperty(object, fc.toStringMethod, {
    value: () => `an object whose ${JSON.stringify(key)} throws`,
  });
  return Object.defineProperty(object, key, { enumerable: true, get });
}

/** Every error of the library names what it is about: `invalid dModel: 7 (…)`, `options has no "x"`, `tensor "x" …`. */
const MESSAGE =
  /^(invalid .+: .* \(.+\)|.+ has no ".*["…]|not a safetensors file: .+|(missing |unexpected )?tensor .+|tensor name .+|out of memory: .+)/s;

/** Calls `act`; returns what it gave, or nothing if it was refused as it should be. */
export function given<Result>(act: () => Result): { readonly result: Result } | undefined {
  try {
    return { result: act() };
  } catch (error) {
    if (error instanceof CallersOwn) return undefined;
    expect(error).toSatisfy((thrown) => thrown instanceof RangeError || thrown instanceof TypeError);
    expect((error as Error).message).toMatch(MESSAGE);
    expect((error as Error).message.length).toBeLessThan(1000);
    return undefined;
  }
}
