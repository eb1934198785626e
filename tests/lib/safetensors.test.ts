import { describe, expect, it } from 'vitest';
import { readSafetensors, type Tensor, writeSafetensors } from '../../web/lib/index.ts';

/** A file with this header, whatever it says, and this many bytes of data. */
function fileOf(header: unknown, dataBytes: number | number[] = 0): Uint8Array {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const data = typeof dataBytes === 'number' ? new Array<number>(dataBytes).fill(0) : dataBytes;
  const file = new Uint8Array(8 + json.length + data.length);
  new DataView(file.buffer).setUint32(0, json.length, true);
  file.set(json, 8);
  file.set(data, 8 + json.length);
  return file;
}

const tensor = (shape: number[], begin: number, end: number, dtype = 'F32') => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

describe('a file written and read', () => {
  const tensors: Tensor[] = [
    { name: 'layers.0.norm1.weight', shape: [3], data: Float32Array.of(1, -0, 3e-45) },
    { name: 'b', shape: [2, 2], data: Float32Array.of(Infinity, -Infinity, NaN, 5) },
    { name: 'scalar', shape: [], data: Float32Array.of(7) },
    { name: 'empty', shape: [0, 4], data: new Float32Array() },
    { name: '__proto__', shape: [1], data: Float32Array.of(8) },
    { name: 'a "quoted" \u{1F600} \\ name', shape: [1], data: Float32Array.of(9) },
  ];

  it('holds the same tensors, bit for bit, in the same order', () => {
    const { tensors: read, metadata } = readSafetensors(
      writeSafetensors(tensors, { config: '{"a":1}', __proto__x: 'y' }),
    );
    expect([...read.values()]).toEqual(tensors);
    expect(Object.is(read.get('layers.0.norm1.weight')!.data[1], -0)).toBe(true);
    expect(Object.fromEntries(metadata)).toEqual({ config: '{"a":1}', __proto__x: 'y' });
  });

  it('has its data on a multiple of 8 bytes', () => {
    for (const name of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
      const file = writeSafetensors([{ name, shape: [1], data: Float32Array.of(1) }]);
      expect((file.length - 4) % 8).toBe(0);
    }
  });

  it('may stand anywhere in a larger buffer, or be an ArrayBuffer', () => {
    const file = writeSafetensors(tensors);
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    expect([...readSafetensors(shifted.subarray(3)).tensors.values()]).toEqual(tensors);
    expect([...readSafetensors(file.slice().buffer).tensors.values()]).toEqual(tensors);
  });

  it('refuses a name twice and a shape that does not fit', () => {
    const one = { name: 'x', shape: [1], data: Float32Array.of(1) };
    expect(() => writeSafetensors([one, one])).toThrow(RangeError);
    expect(() => writeSafetensors([{ ...one, shape: [2] }])).toThrow(RangeError);
    expect(() => writeSafetensors([{ ...one, name: '__metadata__' }])).toThrow(RangeError);
  });
});

describe('what no reader would take is not written', () => {
  const one = { name: 'a', shape: [1], data: Float32Array.of(1) };

  it.each<[unknown, string]>([
    [null, 'invalid tensors: null (must be an array of { name, shape, data })'],
    ['a', 'invalid tensors: "a" (must be an array of { name, shape, data })'],
    [[null], 'invalid tensors[0].name: undefined (must be a string)'],
    [[one, { ...one, name: 5 }], 'invalid tensors[1].name: 5 (must be a string)'],
    [[{ ...one, data: [1] }], 'invalid data of "a": [1] (must be a Float32Array)'],
    [[{ ...one, shape: '1' }], 'invalid shape of "a": "1" (must be an array of whole numbers)'],
    [[{ ...one, shape: [0.5, 2] }], 'invalid shape of "a": [0.5, 2] (must hold 1 numbers)'],
    [[{ ...one, shape: [-1, -1] }], 'invalid shape of "a": [-1, -1] (must hold 1 numbers)'],
    [[{ ...one, shape: [NaN] }], 'invalid shape of "a": [NaN] (must hold 1 numbers)'],
    // eslint-disable-next-line no-sparse-arrays
    [[{ ...one, shape: [1, , 1] }], 'invalid shape of "a": [1, undefined, 1] (must hold 1 numbers)'],
    [
      [{ ...one, shape: new Array(2 ** 32 - 1) }],
      'invalid shape of "a": an array of 4294967295 (must hold 1 numbers)',
    ],
  ])('%#', (tensors, message) => {
    expect(() => writeSafetensors(tensors as Tensor[])).toThrow(message);
  });

  it.each<[unknown, string]>([
    [null, 'invalid metadata: null (must be an object of strings)'],
    [['a'], 'invalid metadata: ["a"] (must be an object of strings)'],
    [{ a: 1 }, 'invalid metadata["a"]: 1 (must be a string)'],
    [{ toJSON: () => 'b' }, 'invalid metadata["toJSON"]: a function (must be a string)'],
  ])('metadata %j', (metadata, message) => {
    expect(() => writeSafetensors([one], metadata as Record<string, string>)).toThrow(message);
  });
});

describe('other types of number', () => {
  it.each([
    ['F64', [0, 0, 0, 0, 0, 0, 0xf8, 0x3f], 1.5],
    ['F16', [0x00, 0x3e], 1.5],
    ['F16', [0x01, 0x00], 2 ** -24],
    ['F16', [0x00, 0xfc], -Infinity],
    ['F16', [0x01, 0x7c], NaN],
    ['F16', [0xff, 0x7b], 65504],
    ['BF16', [0xc0, 0x3f], 1.5],
    ['BF16', [0x80, 0xff], -Infinity],
  ])('%s %j is read as %s', (dtype, bytes, value) => {
    const { tensors } = readSafetensors(fileOf({ x: tensor([1], 0, bytes.length, dtype) }, bytes));
    expect(tensors.get('x')!.data).toEqual(Float32Array.of(value));
  });
});

describe('a hostile file', () => {
  const longLength = new Uint8Array(16);
  new DataView(longLength.buffer).setUint32(4, 1, true);

  const files: [what: string, file: Uint8Array, message: string][] = [
    ['nothing', new Uint8Array(), 'not a safetensors file: 0 bytes are too few for a header'],
    ['7 bytes', new Uint8Array(7), 'not a safetensors file: 7 bytes are too few for a header'],
    ['a header of 4 GiB', longLength, 'its header says it has 4294967296 bytes, more than 4194304'],
    [
      'a header beyond the end',
      Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 0x7b),
      'its header says it has 9 bytes, the file has 1 left',
    ],
    ['no JSON', fileOf('{x}'), 'its header is not JSON'],
    ['a list for a header', fileOf('[]'), 'its header does not begin with {'],
    ['a space before the header', fileOf(' {}'), 'its header does not begin with {'],
    ['two headers', fileOf('{}{}'), 'its header is not JSON'],
    ['broken UTF-8', Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0xff, 0x7d), 'its header is not UTF-8 text'],
    ['a header nested without end', fileOf(`{"x":${'['.repeat(1e6)}`), 'its header is not JSON'],
    ['a name twice', fileOf('{"x":{},"y":{},"x":{}}'), 'its header has "x" twice'],
    ['a name twice, written in two ways', fileOf('{"x":{},"\\u0078":{}}'), 'its header has "x" twice'],
    [
      'a key twice in a tensor',
      fileOf('{"x":{"dtype":"F32","shape":[],"dtype":"F64"}}'),
      'its header has "dtype" twice',
    ],
    ['a tensor that is null', fileOf({ x: null }), 'tensor "x" is described by null'],
    ['a tensor that is a list', fileOf({ x: [] }), 'tensor "x" is described by []'],
    [
      'whole numbers',
      fileOf({ x: tensor([1], 0, 8, 'I64') }, 8),
      'tensor "x" has dtype "I64" (must be F32, F64, F16 or BF16)',
    ],
    [
      'an inherited name for a type',
      fileOf({ x: tensor([1], 0, 4, 'toString') }, 4),
      'tensor "x" has dtype "toString"',
    ],
    ['no shape', fileOf({ x: { dtype: 'F32', data_offsets: [0, 4] } }, 4), 'tensor "x" has shape undefined'],
    ['a negative dimension', fileOf({ x: tensor([-1], 0, 4) }, 4), 'tensor "x" has shape [-1]'],
    ['half a dimension', fileOf({ x: tensor([0.5], 0, 2) }, 2), 'tensor "x" has shape [0.5]'],
    ['a dimension beyond 2^53', fileOf({ x: tensor([2 ** 60], 0, 4) }, 4), 'tensor "x" has shape'],
    [
      'three offsets',
      fileOf({ x: { dtype: 'F32', shape: [1], data_offsets: [0, 4, 8] } }, 8),
      'tensor "x" has data_offsets [0, 4, 8]',
    ],
    [
      'offsets the wrong way round',
      fileOf({ x: tensor([1], 4, 0) }, 4),
      'has -4 bytes of data where its shape [1] needs 4',
    ],
    [
      'a shape too large for its data',
      fileOf({ x: tensor([1e9, 1e9], 0, 4) }, 4),
      'has 4 bytes of data where its shape',
    ],
    [
      'data beyond the end',
      fileOf({ x: tensor([2], 0, 8) }, 4),
      'tensor "x" ends at byte 8 of the data, which has 4',
    ],
    [
      'an overlap',
      fileOf({ x: tensor([2], 0, 8), y: tensor([1], 4, 8) }, 8),
      'tensor "y" overlaps the one before it',
    ],
    [
      'two tensors in one place',
      fileOf({ x: tensor([1], 0, 4), y: tensor([1], 0, 4) }, 4),
      'tensor "y" overlaps the one before it',
    ],
    [
      'a gap',
      fileOf({ x: tensor([1], 0, 4), y: tensor([1], 8, 12) }, 12),
      'there is a gap of 4 bytes before tensor "y"',
    ],
    ['bytes after the end', fileOf({ x: tensor([1], 0, 4) }, 5), 'there are 1 bytes after the last tensor'],
    ['metadata that is a number', fileOf({ __metadata__: 5 }), 'its __metadata__ is 5'],
    [
      'metadata with a number',
      fileOf({ __metadata__: { a: 5 } }),
      'its __metadata__ has 5 for "a", where a string belongs',
    ],
  ];
  it.each(files)('with %s is refused', (_, file, message) => {
    expect(() => readSafetensors(file)).toThrow(RangeError);
    expect(() => readSafetensors(file)).toThrow(message);
  });

  it('cannot take longer than a moment by a header made of escapes', () => {
    const text = `{"${'\\\\'.repeat(2_000_000)}":5}`;
    const start = performance.now();
    expect(() => readSafetensors(fileOf(text))).toThrow(RangeError);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([undefined, null, 'x', 5, [1, 2], new Float32Array(8), {}])(
    'that is no bytes is a TypeError: %s',
    (value) => {
      expect(() => readSafetensors(value as Uint8Array)).toThrow(TypeError);
    },
  );

  it('cut off anywhere, or with any one byte changed, gives tensors or a RangeError', () => {
    const file = writeSafetensors([
      { name: 'a', shape: [2], data: Float32Array.of(1, 2) },
      { name: 'b', shape: [1, 3], data: Float32Array.of(3, 4, 5) },
    ]);
    const attempt = (bytes: Uint8Array) => {
      try {
        readSafetensors(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    };
    for (let length = 0; length < file.length; length++) attempt(file.subarray(0, length));
    for (let at = 0; at < file.length; at++) {
      for (const byte of [0, 0x22, 0x2d, 0x7b, 0x7d, 0xff]) {
        const changed = file.slice();
        changed[at] = byte;
        attempt(changed);
      }
    }
  });
});
