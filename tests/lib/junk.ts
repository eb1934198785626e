// Everything that a setting or an argument must not be, by what it must be. Tables made from these meet a new setting as soon
// as it has a row in the schema.
import type { Setting } from '../../web/lib/index.ts';

const OF_EVERY_TYPE: readonly unknown[] = [null, '5', 7, [7], {}, 5n, true, Symbol('5'), () => 5];

const except = (...types: string[]) =>
  OF_EVERY_TYPE.filter((value) => value === null || !types.includes(typeof value));

/** No numbers at all. */
export const NO_NUMBERS: readonly unknown[] = except('number');
/** What no number between bounds may be. */
export const NEVER_A_NUMBER: readonly unknown[] = [...NO_NUMBERS, NaN, Infinity, -Infinity];

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What no number of this range may be. */
export const neverANumber = ({ min, max }: Range): readonly unknown[] => [
  ...NEVER_A_NUMBER,
  min - 1,
  max + Math.max(1, Math.abs(max)),
  1e300,
  -1e300,
];

/** What no whole number of this range may be. */
export const neverAnInteger = ({ min, max }: Range): readonly unknown[] => [
  ...neverANumber({ min, max }),
  min + 0.5,
  3.7,
  max + 1,
];

/** What a setting must not be. */
export function neverTheSetting(setting: Setting): readonly unknown[] {
  switch (setting.type) {
    case 'integer':
      return neverAnInteger(setting);
    case 'number':
      return neverANumber(setting);
    case 'boolean':
      return [...except('boolean'), 'true', 1, 0, NaN];
    case 'choice':
      return [...OF_EVERY_TYPE, '', setting.choices[0]!.toUpperCase(), '__proto__', 'constructor'];
    case 'text':
      return [...except('string'), '', 'abc', 'ab\uD800c'];
    case 'slots':
      return [...except('object'), NaN];
  }
}

const TYPE_OF = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  choice: 'string',
  text: 'string',
  slots: 'none',
};

/** What is thrown at such a value: of the right type, it is a RangeError. */
export function errorTypeFor(type: Setting['type'], value: unknown): ErrorConstructor {
  return typeof value === TYPE_OF[type] ? RangeError : TypeError;
}
