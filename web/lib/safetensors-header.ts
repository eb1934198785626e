// The header of a safetensors file, hostile until proved sound: what each tensor is and where it stands. Rules of the format:
// no name twice, offsets within the data, no gap and no overlap, and the size of each tensor that its shape says.
import { show } from './errors.ts';

const DTYPE_BYTES = { F64: 8, F32: 4, F16: 2, BF16: 2 } as const;

/** Where one tensor stands in the data, and what it is. */
export interface TensorEntry {
  readonly name: string;
  readonly dtype: keyof typeof DTYPE_BYTES;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

export interface Header {
  /** In the order of the data. */
  readonly entries: readonly TensorEntry[];
  readonly metadata: ReadonlyMap<string, string>;
  /** Bytes before the data. */
  readonly dataStart: number;
}

/** No header of ours comes near this, and a reader must not be talked into more. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;

/** Reads and checks the header; throws a RangeError that says what is wrong. */
export function readHeader(file: Uint8Array): Header {
  const headerBytes = readLength(file);
  const text = decodeText(file.subarray(8, 8 + headerBytes));
  const json = parseObject(text);
  const dataStart = 8 + headerBytes;
  const entries: TensorEntry[] = [];
  let metadata: ReadonlyMap<string, string> = new Map();
  for (const [name, value] of Object.entries(json)) {
    if (name === '__metadata__') metadata = checkMetadata(value);
    else entries.push(checkEntry(name, value));
  }
  entries.sort((a, b) => a.begin - b.begin || a.end - b.end);
  checkLayout(entries, file.length - dataStart);
  return { entries, metadata, dataStart };
}

const broken = (what: string) => new RangeError(`not a safetensors file: ${what}`);

function readLength(file: Uint8Array): number {
  if (file.length < 8) throw broken(`${file.length} bytes are too few for a header`);
  const view = new DataView(file.buffer, file.byteOffset, 8);
  const length = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  if (length > MAX_HEADER_BYTES)
    throw broken(`its header says it has ${length} bytes, more than ${MAX_HEADER_BYTES}`);
  if (length > file.length - 8)
    throw broken(`its header says it has ${length} bytes, the file has ${file.length - 8} left`);
  return length;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw broken('its header is not UTF-8 text');
  }
}

function parseObject(text: string): object {
  if (!text.startsWith('{')) throw broken('its header does not begin with {');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw broken('its header is not JSON');
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) throw broken(`its header has ${show(twice)} twice`);
  return json as object;
}

/** The first key that stands twice in one object of this (sound) JSON text; JSON.parse keeps the last in silence. */
function repeatedKey(text: string): string | undefined {
  // One entry for each open bracket: the keys of an object, or undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let isKeyNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ',' && isKeyNext) {
      const key = JSON.parse(token) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    isKeyNext = token === '{' || (token === ',' && open.at(-1) !== undefined);
  }
  return undefined;
}

function checkMetadata(value: unknown): ReadonlyMap<string, string> {
  if (!isObject(value)) throw broken(`its __metadata__ is ${show(value)}`);
  const metadata = new Map<string, string>();
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string')
      throw broken(`its __metadata__ has ${show(text)} for ${show(key)}, where a string belongs`);
    metadata.set(key, text);
  }
  return metadata;
}

function checkEntry(name: string, value: unknown): TensorEntry {
  const refuse = (what: string) => broken(`tensor ${show(name)} ${what}`);
  if (!isObject(value)) throw refuse(`is described by ${show(value)}`);
  const { dtype, shape, data_offsets: offsets } = value as Record<string, unknown>;
  if (typeof dtype !== 'string' || !Object.hasOwn(DTYPE_BYTES, dtype)) {
    throw new RangeError(`tensor ${show(name)} has dtype ${show(dtype)} (must be F32, F64, F16 or BF16)`);
  }
  if (!isListOfCounts(shape)) throw refuse(`has shape ${show(shape)}`);
  if (!isListOfCounts(offsets) || offsets.length !== 2) throw refuse(`has data_offsets ${show(offsets)}`);
  const [begin = 0, end = 0] = offsets;
  const bytes = shape.reduce(
    (product, dimension) => product * dimension,
    DTYPE_BYTES[dtype as TensorEntry['dtype']],
  );
  if (end - begin !== bytes)
    throw refuse(`has ${end - begin} bytes of data where its shape ${show(shape)} needs ${bytes}`);
  return { name, dtype: dtype as TensorEntry['dtype'], shape, begin, end };
}

function checkLayout(entries: readonly TensorEntry[], dataBytes: number): void {
  let at = 0;
  for (const { name, begin, end } of entries) {
    if (end > dataBytes)
      throw broken(`tensor ${show(name)} ends at byte ${end} of the data, which has ${dataBytes}`);
    if (begin < at) throw broken(`tensor ${show(name)} overlaps the one before it`);
    if (begin > at) throw broken(`there is a gap of ${begin - at} bytes before tensor ${show(name)}`);
    at = end;
  }
  if (at < dataBytes) throw broken(`there are ${dataBytes - at} bytes after the last tensor`);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Is it an array of whole numbers from 0, without holes? */
export function isListOfCounts(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false;
  // Unlike `every`, this sees a hole, and stops at the first of an array that has nothing but holes.
  for (const item of value as unknown[]) {
    if (!Number.isSafeInteger(item) || (item as number) < 0) return false;
  }
  return true;
}
