// Reading and writing the safetensors format: the length of a header (8 bytes, little-endian), the header (JSON: each tensor's
// type, shape and place), and the tensors' bytes. Whatever a file holds, reading gives tensors or an error that says what
// is wrong with it; sizes are checked against the file before anything is made from them.
import { invalid, show } from './errors.ts';
import { isTypedArray } from './memory.ts';
import { isListOfCounts, readHeader, type TensorEntry } from './safetensors-header.ts';

/** A tensor of 32-bit floats. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Row by row. */
  readonly data: Float32Array;
}

/** What a file holds. */
export interface Safetensors {
  /** By name, in the order of the data. */
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly metadata: ReadonlyMap<string, string>;
}

/** The file's bytes, as callers give them. */
export type Bytes = Uint8Array | ArrayBuffer;

/**
 * Reads a safetensors file. Tensors of F64, F16 and BF16 become 32-bit floats.
 *
 * @throws RangeError that says what is wrong, for anything that is not a sound file
 * @example
 * const { gradients } = model.lossAndGradients(tokens, targets);
 * readSafetensors(gradients).tensors.get('unembedding.bias')?.data;
 */
export function readSafetensors(bytes: Bytes): Safetensors {
  const file = checkBytes('bytes', bytes);
  const { entries, metadata, dataStart } = readHeader(file);
  const tensors = new Map<string, Tensor>();
  for (const entry of entries) {
    const data = decode(file.subarray(dataStart + entry.begin, dataStart + entry.end), entry);
    tensors.set(entry.name, { name: entry.name, shape: entry.shape, data });
  }
  return { tensors, metadata };
}

/**
 * Writes tensors, in the order given, as a safetensors file.
 *
 * @throws RangeError or TypeError that names the tensor if it is none, if its name comes twice or if its shape does not fit its
 * data
 */
export function writeSafetensors(
  tensors: Iterable<Tensor>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const list = checkTensors(tensors);
  const rows = [`"__metadata__":${JSON.stringify(checkMetadata(metadata))}`];
  let end = 0;
  for (const { name, shape, data } of list) {
    const begin = end;
    end += 4 * data.length;
    rows.push(
      `${JSON.stringify(name)}:${JSON.stringify({ dtype: 'F32', shape, data_offsets: [begin, end] })}`,
    );
  }
  const header = new TextEncoder().encode(`{${rows.join(',')}}`);
  // Spaces after the header put the data on a multiple of 8, so that a reader can look at it in place.
  const dataStart = Math.ceil((8 + header.length) / 8) * 8;
  const file = new Uint8Array(dataStart + end).fill(0x20, 8, dataStart);
  const view = new DataView(file.buffer);
  view.setUint32(0, dataStart - 8, true);
  file.set(header, 8);
  let at = dataStart;
  for (const { data } of list) {
    for (const value of data) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  return file;
}

/** The tensors as a list, each of which a reader will take; else throws. */
function checkTensors(tensors: unknown): Tensor[] {
  if (typeof tensors !== 'object' || tensors === null || !(Symbol.iterator in tensors)) {
    throw new TypeError(invalid('tensors', tensors, 'must be an array of { name, shape, data }'));
  }
  const names = new Set<string>();
  return Array.from(tensors as Iterable<unknown>, (tensor, i) => {
    const { name, shape, data } = Object(tensor) as Partial<Record<keyof Tensor, unknown>>;
    if (typeof name !== 'string')
      throw new TypeError(invalid(`tensors[${i}].name`, name, 'must be a string'));
    if (names.has(name) || name === '__metadata__')
      throw new RangeError(`tensor name ${show(name)} is already taken`);
    names.add(name);
    if (!isTypedArray(data, 'Float32Array'))
      throw new TypeError(invalid(`data of ${show(name)}`, data, 'must be a Float32Array'));
    if (!Array.isArray(shape))
      throw new TypeError(invalid(`shape of ${show(name)}`, shape, 'must be an array of whole numbers'));
    const size = isListOfCounts(shape) ? shape.reduce((product, dimension) => product * dimension, 1) : NaN;
    if (size !== data.length)
      throw new RangeError(invalid(`shape of ${show(name)}`, shape, `must hold ${data.length} numbers`));
    return { name, shape: shape as number[], data };
  });
}

/** A copy of texts by name, which JSON cannot take for anything else; else throws. */
function checkMetadata(metadata: unknown): object {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new TypeError(invalid('metadata', metadata, 'must be an object of strings'));
  const texts = Object.entries(metadata);
  for (const [key, text] of texts) {
    if (typeof text !== 'string')
      throw new TypeError(invalid(`metadata[${show(key)}]`, text, 'must be a string'));
  }
  return Object.fromEntries(texts);
}

/** Returns the bytes if they are bytes, else throws. */
export function checkBytes(name: string, value: unknown): Uint8Array {
  if (isTypedArray(value, 'Uint8Array')) return value;
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return new Uint8Array(value as ArrayBuffer);
  throw new TypeError(invalid(name, value, 'must be a Uint8Array or an ArrayBuffer'));
}

function decode(bytes: Uint8Array, { dtype, end, begin }: TensorEntry): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { bytes: width, read } = READERS[dtype];
  const data = new Float32Array((end - begin) / width);
  for (let i = 0; i < data.length; i++) data[i] = read(view, i * width);
  return data;
}

const READERS = {
  F32: { bytes: 4, read: (view: DataView, at: number) => view.getFloat32(at, true) },
  F64: { bytes: 8, read: (view: DataView, at: number) => view.getFloat64(at, true) },
  F16: { bytes: 2, read: (view: DataView, at: number) => halfToNumber(view.getUint16(at, true)) },
  BF16: { bytes: 2, read: (view: DataView, at: number) => bfloatToNumber(view.getUint16(at, true)) },
};

/** IEEE binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const bfloatView = new DataView(new ArrayBuffer(4));

/** bfloat16 is the upper half of a 32-bit float. */
function bfloatToNumber(bits: number): number {
  bfloatView.setUint16(2, bits, true);
  return bfloatView.getFloat32(0, true);
}
