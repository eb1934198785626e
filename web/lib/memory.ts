// The one place where arrays go into and out of the module's memory. A view of that memory dies when it grows, so none
// is kept: each is taken from the module anew, after whatever was to be allocated is there, and results leave as copies.
import { invalid } from './errors.ts';
import type { Pointer, RawModule } from './raw.ts';

/** Numbers as callers give them. */
export type Floats = Float32Array | readonly number[];

/** Tokens or targets as callers give them. */
export type Integers = Int32Array | readonly number[];

/** The module's memory never grows beyond this (MAXIMUM_MEMORY in cpp/cmake/wasm.cmake). */
export const MAX_BYTES = 256 * 1024 * 1024;

/** The settings by which a model grows; what is computed with it grows by the batch as well. */
export const MODEL_SIZES = 'nLayer, dModel, dFf, nHead, nCtx or vocabSize';
export const PASS_SIZES = `batch, ${MODEL_SIZES}`;

/** Throws if this can never be had, before anything is tried. `sizes` are the settings that make it so large. */
export function checkMemory(what: string, bytes: number, sizes?: string): void {
  if (!(bytes <= MAX_BYTES)) throw outOfMemory(what, bytes, sizes);
}

/** The error for what needs more memory than there is. */
export function outOfMemory(what: string, bytes: number, sizes?: string): RangeError {
  if (bytes === Infinity) return new RangeError(`out of memory: there is none left for ${what}`);
  const advice = sizes === undefined ? '' : ` (a smaller ${sizes} needs less)`;
  return new RangeError(
    `out of memory: ${what} needs ${Math.ceil(bytes / 1e6)} MB, and there are ${Math.floor(MAX_BYTES / 1e6)} MB at most${advice}`,
  );
}

/** More than a configuration, a name or a fingerprint takes on its way in or out. */
const ROOM_FOR_SMALL = 16_384;

/**
 * Throws if there is no room for what is small. Embind takes memory for structures and strings without asking, and where
 * there is none the whole module aborts; so whoever passes one asks first.
 */
export function checkRoom(raw: RawModule): void {
  const pointer = raw._allocate(ROOM_FOR_SMALL);
  if (pointer === 0) throw outOfMemory('anything more', Infinity);
  raw._release(pointer);
}

/** What one call holds in the module's memory; all of it goes when the call is done. */
export class Scratch {
  readonly #raw: RawModule;
  readonly #held: Pointer[] = [];

  constructor(raw: RawModule) {
    this.#raw = raw;
  }

  /** Room for `count` floats, not cleared. */
  floats(count: number): Pointer {
    return this.#reserve(4 * count);
  }

  /** Room for `count` doubles, not cleared. */
  doubles(count: number): Pointer {
    return this.#reserve(8 * count);
  }

  /** Room for `count` 32-bit integers, not cleared. */
  integers(count: number): Pointer {
    return this.#reserve(4 * count);
  }

  /** Room for `count` bytes, not cleared. */
  bytes(count: number): Pointer {
    return this.#reserve(count);
  }

  /** `count` floats, all 0, for what the module adds to. */
  zeros(count: number): Pointer {
    const pointer = this.floats(count);
    this.#raw.HEAPF32.fill(0, pointer >>> 2, (pointer >>> 2) + count);
    return pointer;
  }

  /** A copy of the caller's numbers; 0 (null) for undefined. */
  copyFloats(values: Floats | undefined): Pointer {
    if (values === undefined) return 0;
    const pointer = this.floats(values.length);
    this.#raw.HEAPF32.set(values, pointer >>> 2);
    return pointer;
  }

  /** A copy of checked tokens or targets. */
  copyIntegers(values: Int32Array): Pointer {
    const pointer = this.integers(values.length);
    this.#raw.HEAP32.set(values, pointer >>> 2);
    return pointer;
  }

  copyBytes(values: Uint8Array): Pointer {
    const pointer = this.bytes(values.length);
    this.#raw.HEAPU8.set(values, pointer >>> 0);
    return pointer;
  }

  readBytes(pointer: Pointer, count: number): Uint8Array {
    return this.#raw.HEAPU8.slice(pointer >>> 0, (pointer >>> 0) + count);
  }

  readFloats(pointer: Pointer, count: number): Float32Array {
    return readFloats(this.#raw, pointer, count);
  }

  readDoubles(pointer: Pointer, count: number): Float64Array {
    return readDoubles(this.#raw, pointer, count);
  }

  readIntegers(pointer: Pointer, count: number): Int32Array {
    return this.#raw.HEAP32.slice(pointer >>> 2, (pointer >>> 2) + count);
  }

  release(): void {
    for (const pointer of this.#held.splice(0)) this.#raw._release(pointer);
  }

  #reserve(bytes: number): Pointer {
    // Checked here since a number of bytes above 2^32 would wrap around on its way into the module.
    checkMemory('an array', bytes);
    const pointer = this.#raw._allocate(Math.max(bytes, 16));
    if (pointer === 0) throw outOfMemory('an array', bytes);
    this.#held.push(pointer);
    return pointer;
  }
}

/** Runs `use` with memory of its own, and frees that memory whatever happens. */
export function withScratch<Result>(raw: RawModule, use: (scratch: Scratch) => Result): Result {
  const scratch = new Scratch(raw);
  try {
    return use(scratch);
  } finally {
    scratch.release();
  }
}

/** A copy of floats that stand in the module. */
export function readFloats(raw: RawModule, pointer: Pointer, count: number): Float32Array {
  return raw.HEAPF32.slice(pointer >>> 2, (pointer >>> 2) + count);
}

/** A copy of doubles that stand in the module. */
export function readDoubles(raw: RawModule, pointer: Pointer, count: number): Float64Array {
  return raw.HEAPF64.slice(pointer >>> 3, (pointer >>> 3) + count);
}

/** Is the value a typed array of this kind, from whichever frame? */
export function isTypedArray<Name extends 'Float32Array' | 'Int32Array' | 'Uint8Array'>(
  value: unknown,
  name: Name,
): value is InstanceType<(typeof globalThis)[Name]> {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === `[object ${name}]`;
}

/** Returns the value if it is a Float32Array or an array of numbers, else throws. NaN and infinities are data. */
export function checkFloats(name: string, value: unknown): Floats {
  if (isTypedArray(value, 'Float32Array')) return value;
  if (!Array.isArray(value))
    throw new TypeError(invalid(name, value, 'must be a Float32Array or an array of numbers'));
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i];
    if (typeof item !== 'number') throw new TypeError(invalid(`${name}[${i}]`, item, 'must be a number'));
  }
  return value as number[];
}

/** As checkFloats, with a length that must be met; undefined stays undefined. */
export function checkOptionalFloats(
  name: string,
  value: unknown,
  length: number,
  lengthName: string,
): Floats | undefined {
  if (value === undefined) return undefined;
  const floats = checkFloats(name, value);
  if (floats.length !== length) {
    throw new RangeError(invalid(name, floats, `must have ${lengthName} = ${length} numbers`));
  }
  return floats;
}

/** A copy of the caller's integers, each of which `isAllowed`; else throws. Each is read once, so none can change after. */
export function checkIntegers(
  name: string,
  value: unknown,
  isAllowed: (item: number) => boolean,
  rule: string,
): Int32Array {
  if (!isTypedArray(value, 'Int32Array') && !Array.isArray(value)) {
    throw new TypeError(invalid(name, value, 'must be an Int32Array or an array of whole numbers'));
  }
  const integers = new Int32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i];
    if (typeof item !== 'number') throw new TypeError(invalid(`${name}[${i}]`, item, rule));
    if (!Number.isInteger(item) || !isAllowed(item))
      throw new RangeError(invalid(`${name}[${i}]`, item, rule));
    integers[i] = item;
  }
  return integers;
}
