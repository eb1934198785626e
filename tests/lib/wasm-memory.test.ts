// How much memory the built modules ask for, read from the files themselves: little at first and never much, since some phones
// refuse more, and addresses above 2 GiB would be negative numbers.
import { expect, it } from 'vitest';
import { MAX_BYTES } from '../../web/lib/memory.ts';
import { scalarBytes, simdBytes } from './raw-module.ts';

const PAGE = 65_536;
const MIB = 2 ** 20;
const MEMORY_SECTION = 5;
const SHARED = 2;

/** Reads a module's unsigned numbers, seven bits a byte, from the lowest on. */
class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  number(): number {
    let result = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++]!;
      result += (byte & 127) * factor;
      if (byte < 128) return result;
    }
  }
}

/** The module's one memory: what it starts with, where it ends, and whether threads share it. */
function memoryOf(bytes: Uint8Array) {
  const reader = new Reader(bytes, 8);
  while (!reader.isAtEnd) {
    const section = reader.number();
    const size = reader.number();
    if (section !== MEMORY_SECTION) {
      reader.at += size;
      continue;
    }
    const [count, flags, initial, maximum] = [0, 0, 0, 0].map(() => reader.number());
    expect(count).toBe(1);
    expect(flags! & 1, 'has a maximum').toBe(1);
    return { initial: initial! * PAGE, maximum: maximum! * PAGE, isShared: (flags! & SHARED) !== 0 };
  }
  throw new Error('the module has no memory of its own');
}

it.each([
  ['simd', simdBytes],
  ['scalar', scalarBytes],
] as const)('the %s build starts small, stays below 2 GiB and shares nothing', (_, bytes) => {
  const { initial, maximum, isShared } = memoryOf(bytes());
  expect(initial).toBeLessThanOrEqual(32 * MIB);
  expect(maximum).toBeLessThanOrEqual(512 * MIB);
  expect(maximum).toBe(MAX_BYTES);
  expect(isShared).toBe(false);
});
