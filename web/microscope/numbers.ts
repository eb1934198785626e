// Numbers as people type and paste them, and as the microscope writes them: one number, or rows of a list. What is wrong is
// said by kind; the words come from the message catalogue.
import { formatNumber } from '../charts/index.ts';

export const MAX_FEATURES = 16;
export const MAX_ROWS = 8;
/** Larger numbers have squares that a 32-bit float still holds, but nothing to teach. */
export const LARGEST = 1e9;

export type NumberFault =
  | { readonly kind: 'notNumber' | 'tooLarge'; readonly given: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'uneven'; readonly row: number; readonly given: number; readonly expected: number }
  | { readonly kind: 'tooManyRows' | 'tooManyFeatures'; readonly given: number };

export type Parsed<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: NumberFault };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number as it is typed: a real minus sign and a decimal comma are taken as well. */
export function parseNumber(text: string): Parsed<number> {
  const given = text.trim();
  const plain = given.replaceAll('−', '-').replace(',', '.');
  if (!NUMBER.test(plain)) return { fault: { kind: 'notNumber', given } };
  const value = Number(plain);
  if (!(Math.abs(value) <= LARGEST)) return { fault: { kind: 'tooLarge', given } };
  // −0 is a number of its own to a kernel, and to nobody else.
  return { value: value === 0 ? 0 : value };
}

/**
 * A list, or rows of one length: numbers apart by commas, semicolons or blanks, in brackets or without, a row a line. In an
 * address the rows stand apart by semicolons.
 */
export function parseRows(text: string, rowSeparator: RegExp = /\r?\n/): Parsed<number[][]> {
  const rows: number[][] = [];
  for (const line of text.split(rowSeparator)) {
    const words = line.split(/[\s,;[\]()]+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const row: number[] = [];
    for (const word of words) {
      const { value, fault } = parseNumber(word);
      if (fault) return { fault };
      row.push(value);
    }
    rows.push(row);
  }
  const fault = faultOfShape(rows);
  return fault ? { fault } : { value: rows };
}

function faultOfShape(rows: readonly (readonly number[])[]): NumberFault | undefined {
  const [first] = rows;
  if (!first) return { kind: 'empty' };
  if (rows.length > MAX_ROWS) return { kind: 'tooManyRows', given: rows.length };
  if (first.length > MAX_FEATURES) return { kind: 'tooManyFeatures', given: first.length };
  const uneven = rows.findIndex(({ length }) => length !== first.length);
  if (uneven < 0) return undefined;
  return { kind: 'uneven', row: uneven + 1, given: rows[uneven]!.length, expected: first.length };
}

/** Rows as parseRows reads them again. */
export const formatRows = (
  rows: readonly (readonly number[])[],
  separator = ', ',
  rowSeparator = '\n',
): string => rows.map((row) => row.join(separator)).join(rowSeparator);

/** Digits after the point that tell numbers of this size apart to about four digits. */
const decimalsOf = (size: number): number =>
  size > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(size)), 0), 9) : 3;

/** Twice what a 32-bit float rounds off, as a part of the number. */
const ROUNDING = 2 ** -22;

/** Does the number end at the fourth digit after the point? Then it is written whole: 1.0125. */
const isShort = (value: number): boolean => {
  const tenThousandths = Math.abs(value) * 1e4;
  return (
    tenThousandths < 1e7 && Math.abs(tenThousandths - Math.round(tenThousandths)) <= ROUNDING * tenThousandths
  );
};

/**
 * A number to be read beside others of a size: −1.414, 0, 1000001.5. Zeros at the end say nothing and are left out; what is
 * too small to be seen beside the others is 0.
 *
 * @param size of the differences that matter; that of the number itself if left out
 */
export function formatValue(value: number, size = Math.abs(value)): string {
  const magnitude = Math.abs(value);
  const isTiny = magnitude > 0 && Math.max(magnitude, size) < 1e-4;
  if (!(magnitude < 1e8) || isTiny) return formatNumber(value);
  const text = value.toFixed(isShort(value) ? 4 : decimalsOf(size));
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed.replace('-', '−');
}

/** A text with the decimal mark of its language between digits. */
export const inMark = (text: string, decimalMark: string): string =>
  text.replace(/(\d)\.(?=\d)/g, `$1${decimalMark}`);

/** A step that is small beside `range` and round: a hundredth of the power of ten that holds it. */
export function stepFor(range: number): number {
  return range > 0 ? Number(`1e${Math.ceil(Math.log10(range) - 1e-9) - 2}`) : 0.1;
}

/** `value` moved by so many steps, on the grid of the step. */
export function moveBy(value: number, step: number, count: number): number {
  const moved = Number((Math.round(value / step + count) * step).toPrecision(12));
  return Math.min(Math.max(moved, -LARGEST), LARGEST) || 0;
}

/** A number as it stands in a field: all of it, with a real minus sign. */
export const formatTyped = (value: number): string => String(value).replaceAll('-', '−');
