import { describe, expect, it } from 'vitest';
import { checkInteger, checkNumber, checkOptions, show, suggestion } from '../../web/lib/errors.ts';

describe('show', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const hostile = {
    get [Symbol.toStringTag](): string {
      throw new Error('no');
    },
  };

  const cases: [unknown, string][] = [
    [7, '7'],
    [NaN, 'NaN'],
    [-0, '-0'],
    [-Infinity, '-Infinity'],
    ['5', '"5"'],
    [5n, '5n'],
    [Symbol('x'), 'Symbol(x)'],
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [[7], '[7]'],
    [[1, [2, 3]], '[1, an array of 2]'],
    [[1, 2, 3, 4, 5], 'an array of 5'],
    [new Array(2 ** 32 - 1), 'an array of 4294967295'],
    [new Float32Array(3), 'Float32Array(3)'],
    [new Date(0), 'a Date'],
    [new Array(2), '[undefined, undefined]'],
    ['😀'.repeat(40), `"${'😀'.repeat(29)}…`],
    [{}, '{}'],
    [{ a: 1 }, '{ a }'],
    [circular, '{ self }'],
    [() => 1, 'a function'],
    [Object.create(null), '{}'],
    [revoked.proxy, 'an unprintable object'],
    [hostile, 'an unprintable object'],
  ];
  for (const [index, [value, text]] of cases.entries()) {
    it(`prints value ${index} as ${text}`, () => {
      expect(show(value)).toBe(text);
    });
  }

  it('keeps to one short line whatever it is given', () => {
    const values = [
      'x'.repeat(1e6),
      '\n\u2028',
      10n ** 100_000n,
      Symbol('y'.repeat(1e5)),
      { ['z'.repeat(1e5)]: 1 },
    ];
    for (const value of values) {
      expect(show(value).length).toBeLessThan(100);
      expect(show(value)).not.toMatch(/[\n\r]/);
    }
  });
});

describe('checks', () => {
  const bounds = { min: 1, max: 8 };

  it('name the argument, show the value and say what is allowed', () => {
    expect(() => checkInteger('nHead', 2.5, bounds)).toThrow(
      new RangeError('invalid nHead: 2.5 (must be a whole number from 1 to 8)'),
    );
    expect(() => checkNumber('lr', '5', bounds)).toThrow(
      new TypeError('invalid lr: "5" (must be a number from 1 to 8)'),
    );
  });

  it('throw a TypeError for the wrong type and a RangeError for the wrong value', () => {
    for (const value of [undefined, null, '5', [7], 5n, {}, true]) {
      expect(() => checkNumber('lr', value, bounds), show(value)).toThrow(TypeError);
    }
    for (const value of [NaN, Infinity, -Infinity, 0, 9]) {
      expect(() => checkNumber('lr', value, bounds), show(value)).toThrow(RangeError);
    }
  });

  it('refuse an option that does not exist, and suggest the one that was meant or say which there are', () => {
    expect(() => checkOptions('options', { temprature: 1 }, ['temperature', 'seed'])).toThrow(
      new RangeError('options has no "temprature"; did you mean "temperature"?'),
    );
    expect(() => checkOptions('options', { zzz: 1 }, ['temperature', 'seed'])).toThrow(
      new RangeError('options has no "zzz" (it has temperature, seed)'),
    );
  });

  it('refuse what is no object of options', () => {
    for (const value of [null, 5, 'x', [1], new Float32Array(1), () => 1]) {
      expect(() => checkOptions('options', value as object, ['seed']), show(value)).toThrow(TypeError);
    }
  });
});

describe('suggestion', () => {
  it.each([
    ['nheads', 'nHead'],
    ['d_model', 'dModel'],
    ['DMODEL', 'dModel'],
    ['xyz', undefined],
    ['', undefined],
    ['q'.repeat(1e6), undefined],
  ])('for %s is %s', (given, expected) => {
    expect(suggestion(given, ['nHead', 'dModel', 'nLayer'])).toBe(expected);
  });
});
