// How the library refuses a value, in one form: `invalid dModel: 7 (must be a multiple of nHead = 2)`. What fails for another
// reason, as memory, loading and files do, is said where it fails.
// TypeError for what has the wrong type, RangeError for what has the right type and a value that is not allowed.
// Printing a value never throws and never prints more than a line, whatever the value is.

const MAX_TEXT = 60;
const MAX_ITEMS = 4;

/** A value as one short line of text; works for every value there is. */
export function show(value: unknown): string {
  try {
    return shorten(showAny(value, 1));
  } catch {
    return `an unprintable ${typeof value}`;
  }
}

function showAny(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.slice(0, MAX_TEXT * 2));
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return value.toString().length > MAX_TEXT ? 'a huge bigint' : `${value}n`;
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : showObject(value, depth);
    case 'boolean':
    case 'symbol':
    case 'undefined':
      return String(value);
  }
}

function showObject(value: object, depth: number): string {
  if (Array.isArray(value)) {
    return depth > 0 && value.length <= MAX_ITEMS
      ? `[${Array.from(value, (item) => showAny(item, depth - 1)).join(', ')}]`
      : `an array of ${value.length}`;
  }
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (ArrayBuffer.isView(value) && 'length' in value) return `${tag}(${String(value.length)})`;
  if (tag !== 'Object') return `a ${tag}`;
  const keys = Object.keys(value);
  return keys.length === 0
    ? '{}'
    : `{ ${keys.slice(0, MAX_ITEMS).join(', ')}${keys.length > MAX_ITEMS ? ', …' : ''} }`;
}

function shorten(text: string): string {
  // Not in the middle of a character.
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/\p{Surrogate}$/u, '')}…` : text;
}

/** `invalid <name>: <value> (<rule>)`, the one form in which a value is refused. */
export function invalid(name: string, value: unknown, rule: string): string {
  return `invalid ${name}: ${show(value)} (${rule})`;
}

/** What a value must be; `type` is what `typeof` has to say for a wrong value to be a RangeError. */
export interface Expectation {
  readonly type: 'number' | 'string' | 'boolean' | 'object';
  readonly rule: string;
}

/** The error for a value that is not what was expected. */
export function refusal(name: string, value: unknown, { type, rule }: Expectation): TypeError | RangeError {
  const ErrorType = typeof value === type && value !== null ? RangeError : TypeError;
  return new ErrorType(invalid(name, value, rule));
}

/** The smallest and the largest number allowed. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function integerRule({ min, max }: Bounds): string {
  return `must be a whole number from ${min} to ${max}`;
}

export function numberRule({ min, max }: Bounds): string {
  return `must be a number from ${min} to ${max}`;
}

export function isInteger(value: unknown, bounds: Bounds): value is number {
  return Number.isInteger(value) && isNumber(value, bounds);
}

export function isNumber(value: unknown, { min, max }: Bounds): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

/** Returns the value if it is a whole number within the bounds, else throws. */
export function checkInteger(name: string, value: unknown, bounds: Bounds): number {
  if (isInteger(value, bounds)) return value;
  throw refusal(name, value, { type: 'number', rule: integerRule(bounds) });
}

/** Returns the value if it is a number within the bounds, else throws. */
export function checkNumber(name: string, value: unknown, bounds: Bounds): number {
  if (isNumber(value, bounds)) return value;
  throw refusal(name, value, { type: 'number', rule: numberRule(bounds) });
}

/** Returns the place of a name among the known ones, else throws; `rule` says where those are listed. */
export function checkName(name: string, value: unknown, known: readonly string[], rule: string): number {
  const index = known.indexOf(value as string);
  if (index >= 0) return index;
  const suggested = typeof value === 'string' ? withSuggestion(rule, value, known) : rule;
  throw refusal(name, value, { type: 'string', rule: suggested });
}

/** Returns the value if it is an object with no key but those, else throws; undefined counts as no option given. */
export function checkOptions<Options extends object>(
  name: string,
  value: Options | undefined,
  keys: readonly string[],
): Partial<Options>;
export function checkOptions(name: string, value: unknown, keys: readonly string[]): object {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    throw new TypeError(invalid(name, value, 'must be an object'));
  }
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    const allowed = ` (it has ${keys.join(', ')})`;
    throw new RangeError(withSuggestion(`${name} has no ${show(key)}`, key, keys, allowed));
  }
  return value;
}

/** `<what> "nheads"; did you mean "nHead"?` */
export function unknownName(what: string, given: string, known: readonly string[]): string {
  return withSuggestion(`${what} ${show(given)}`, given, known);
}

/** The text with the known name that may have been meant, or with `otherwise` if none is close to the given one. */
export function withSuggestion(
  text: string,
  given: string,
  known: readonly string[],
  otherwise = '',
): string {
  const closest = suggestion(given, known);
  return text + (closest === undefined ? otherwise : `; did you mean ${show(closest)}?`);
}

/** The known name that is closest to the given one, if any is close. */
export function suggestion(given: string, known: readonly string[]): string | undefined {
  if (given.length > MAX_TEXT) return undefined;
  const simple = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(simple(given), simple(name));
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
