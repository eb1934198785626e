// Files of any bytes: each is read, or refused with an error that says what is wrong with it; what is refused leaves a model
// as it was, and what is written reads back to the bit.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Model, readSafetensors, type Tensor, writeSafetensors } from '../../web/lib/index.ts';
import { anything, fuzz, given, INHERITED, number, text } from './fuzz.ts';

let model: Model;
let other: Model;
let sound: Uint8Array;

beforeAll(async () => {
  const addnorm = await load();
  const config = { nLayer: 1, dModel: 4, nHead: 2, dFf: 3, nCtx: 3, vocabSize: 5, norm: 'batch' } as const;
  model = addnorm.createModel(config, { seed: 1 });
  other = addnorm.createModel(config, { seed: 2 });
  sound = other.saveSafetensors();
});

/** A change of a file. */
type Mutation = (file: Uint8Array) => Uint8Array;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const splice = (file: Uint8Array, at: number, removed: number, added: Iterable<number>) =>
  Uint8Array.from([...file.subarray(0, at), ...added, ...file.subarray(at + removed)]);

const bytesMutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(
    (share): Mutation =>
      (file) =>
        file.slice(0, Math.floor(share * file.length)),
  ),
  fc.tuple(place, fc.nat({ max: 7 })).map(([share, bit]): Mutation => (file) => {
    const changed = file.slice();
    const at = Math.floor(share * file.length);
    if (at < changed.length) changed[at]! ^= 1 << bit;
    return changed;
  }),
  fc.tuple(place, fc.nat({ max: 9 }), fc.uint8Array({ maxLength: 9 })).map(
    ([share, removed, added]): Mutation =>
      (file) =>
        splice(file, Math.floor(share * file.length), removed, added),
  ),
  // The length of the header, whose upper half stands beyond what a number holds exactly.
  fc
    .oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.constantFrom(0n, 2n ** 32n, 2n ** 53n - 8n, 2n ** 53n, 2n ** 63n),
    )
    .map((length): Mutation => (file) => {
      const changed = file.slice();
      if (file.length >= 8) new DataView(changed.buffer).setBigUint64(0, length, true);
      return changed;
    }),
);

const json = fc.oneof(
  number.map(String),
  fc.constantFrom(
    '1e400',
    '-1',
    'null',
    '[]',
    '{}',
    '[1,2]',
    '"F32"',
    '"F16"',
    '9007199254740992',
    '1.5',
    'true',
  ),
  text.map((value) => JSON.stringify(value)),
);
const names = fc.oneof(fc.constantFrom(...INHERITED, '__metadata__', 'norm.weight', 'dtype', 'shape'), text);

/** A change of a header that may well leave it a header. */
const headerMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .tuple(fc.nat(200), json)
    .map(([nth, value]) => inHeader((header) => replaceNth(header, /-?\d+/g, nth, value))),
  fc
    .tuple(fc.nat(100), names)
    .map(([nth, name]) =>
      inHeader((header) => replaceNth(header, /"[^"\\]*":/g, nth, `${JSON.stringify(name)}:`)),
    ),
  fc
    .tuple(names, json)
    .map(([name, value]) => inHeader((header) => header.replace('{', `{${JSON.stringify(name)}:${value},`))),
  fc
    .tuple(names, fc.array(fc.nat(4), { maxLength: 3 }), fc.nat(400), fc.nat(400))
    .map(([name, shape, begin, size]) => {
      const entry = JSON.stringify({ dtype: 'F32', shape, data_offsets: [begin, begin + size] });
      return inHeader((header) => header.replace('{', `{${JSON.stringify(name)}:${entry},`));
    }),
);

const replaceNth = (whole: string, pattern: RegExp, nth: number, by: string) => {
  let count = 0;
  return whole.replace(pattern, (found) => (count++ === nth ? by : found));
};

/** The header as text, changed, with its length set to what it then is. */
function inHeader(change: (header: string) => string): Mutation {
  return (file) => {
    if (file.length < 8) return file;
    const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
    if (length > file.length - 8) return file;
    const changed = Buffer.from(change(Buffer.from(file.subarray(8, 8 + length)).toString()));
    const out = Uint8Array.from([...file.subarray(0, 8), ...changed, ...file.subarray(8 + length)]);
    new DataView(out.buffer).setBigUint64(0, BigInt(changed.length), true);
    return out;
  };
}

const mutations = fc.array(fc.oneof(bytesMutation, headerMutation), { minLength: 1, maxLength: 4 });

/** Tensors by name, to the bit. */
const contents = (file: Uint8Array) =>
  [...readSafetensors(file).tensors].map(([name, { shape, data }]) => [name, shape, [...data]]);

describe('a file', () => {
  test('of any bytes, or none, is read or refused with what is wrong with it', () => {
    const header = fc
      .tuple(fc.oneof(json, text, fc.json()), fc.uint8Array())
      .map(([content, data]) => inHeader(() => content)(Uint8Array.from([...new Uint8Array(8), ...data])));
    fuzz(fc.oneof(fc.uint8Array({ maxLength: 64 }), header, anything), (bytes) => {
      given(() => readSafetensors(bytes as Uint8Array));
    });
  });

  test('that was sound and has been changed is taken whole, or refused and the model left as it was', () => {
    let [taken, refused] = [0, 0];
    fuzz(
      mutations,
      (changes) => {
        const file = changes.reduce((changed, mutate) => mutate(changed), sound);
        const before = model.saveSafetensors();
        const accepted = given(() => model.loadSafetensors(file));
        if (accepted) {
          taken++;
          const expected = new Map(contents(file).map(([name, ...tensor]) => [name, tensor]));
          expect(
            new Map(contents(model.saveSafetensors()).map(([name, ...tensor]) => [name, tensor])),
          ).toEqual(expected);
        } else {
          refused++;
          expect(Buffer.compare(model.saveSafetensors(), before)).toBe(0);
        }
      },
      { runs: 600 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(5);
  });
});

describe('what is written', () => {
  const shape = fc.array(fc.nat(3), { maxLength: 4 });
  const tensor = fc.tuple(names, shape).chain(([name, dimensions]) => {
    const size = dimensions.reduce((product, dimension) => product * dimension, 1);
    return fc
      .float32Array({ minLength: size, maxLength: size })
      .map((data): Tensor => ({ name, shape: dimensions, data }));
  });
  const metadata = fc.dictionary(names, text);

  test('reads back to the bit, names and metadata of any text included', () => {
    fuzz(fc.tuple(fc.array(tensor, { maxLength: 5 }), metadata), ([tensors, notes]) => {
      const written = given(() => writeSafetensors(tensors, notes))?.result;
      const known = new Set(tensors.map(({ name }) => name));
      expect(written === undefined).toBe(known.has('__metadata__') || known.size < tensors.length);
      if (!written) return;
      const read = readSafetensors(written);
      // Empty tensors stand at one place, so there is no order between them.
      expect(read.tensors).toEqual(new Map(tensors.map((one) => [one.name, one])));
      expect([...read.metadata]).toEqual(Object.entries(notes));
    });
  });

  test('is a file that can be read, or is refused with what is wrong with it', () => {
    const nearly = fc.record(
      {
        name: fc.oneof(names, anything),
        shape: fc.oneof(shape, fc.array(number, { maxLength: 2 }), anything),
        data: fc.oneof(fc.float32Array({ maxLength: 2 }), anything),
      },
      { requiredKeys: [] },
    );
    const list = fc.oneof(anything, fc.array(fc.oneof(tensor, nearly, anything), { maxLength: 3 }));
    fuzz(fc.tuple(list, fc.oneof(metadata, anything)), ([tensors, notes]) => {
      const written = given(() =>
        writeSafetensors(tensors as Tensor[], notes as Record<string, string>),
      )?.result;
      if (written) readSafetensors(written);
    });
  });
});
