// A state as keys and texts of an address, and back. Reading never fails: what cannot be used is left at its default, and a
// notice says so.
import { formatTick } from '../charts/index.ts';
import { SCHEMA } from '../lib/index.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { formatRows, LARGEST, parseNumber, parseRows } from './numbers.ts';
import { defaultDy, type MicroscopeState, type Row, type Rows, stateOf, type Vector } from './state.ts';

export type Params = readonly (readonly [key: string, text: string])[];

const VECTOR_KEYS: Readonly<Record<Vector, string>> = {
  gamma: 'gamma',
  beta: 'beta',
  runningMean: 'rmean',
  runningVar: 'rvar',
  attention: 'f',
  feedForward: 'g',
};
/** The first of each is the default. */
const CHOICES = {
  view: ['forward', 'backward', 'block'],
  norm: ['layer', 'rms', 'batch'],
  statistics: ['batch', 'running'],
} as const;
const ROWS = ';';
/** More than any view has. */
const MOST_STEPS = 99;
export const EPS = SCHEMA.model.eps;

/** Every key of an address. */
export const KEYS: readonly string[] = [
  'x',
  ...Object.keys(CHOICES),
  ...Object.values(VECTOR_KEYS),
  'eps',
  'dy',
  'row',
  'feature',
  'step',
];

const sameRow = (a: Row, b: Row): boolean => a.length === b.length && a.every((value, i) => value === b[i]);
const sameRows = (a: Rows, b: Rows): boolean =>
  a.length === b.length && a.every((row, r) => sameRow(row, b[r]!));

/** Everything that differs from the defaults; readParams makes the same state of it. */
export function toParams(state: MicroscopeState): [key: string, text: string][] {
  const plain = stateOf(state.x);
  const params: [string, string][] = [];
  const write = (key: string, text: string, isDefault: boolean) => {
    if (!isDefault) params.push([key, text]);
  };
  const rows = (value: Rows) => formatRows(value, ',', ROWS);
  write('x', rows(state.x), sameRows(state.x, stateOf().x));
  for (const key of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    write(key, state[key], state[key] === plain[key]);
  }
  for (const [name, key] of Object.entries(VECTOR_KEYS) as [Vector, string][]) {
    const row = state[name];
    const isOne = row.every((value) => value === row[0]);
    write(key, isOne ? String(row[0]) : row.join(','), sameRow(row, plain[name]));
  }
  write('eps', String(state.eps), state.eps === plain.eps);
  write('dy', rows(state.dy), sameRows(state.dy, plain.dy));
  write('row', String(state.row + 1), state.row === 0);
  write('feature', String(state.feature + 1), state.feature === 0);
  write('step', String(state.step), state.step === null);
  return params;
}

export interface ReadParams {
  readonly state: MicroscopeState;
  readonly notices: readonly string[];
}

/** Keys and texts to a state, with what could not be used. */
export function readParams(
  params: Iterable<readonly [key: string, text: string]>,
  messages: MicroscopeMessages,
): ReadParams {
  const texts = new Map(params);
  const notices: string[] = [];
  const read = <T>(key: string, parse: (text: string) => Checked<T>): T | undefined => {
    const text = texts.get(key);
    texts.delete(key);
    if (text === undefined) return undefined;
    const { value, rule } = parse(text);
    if (rule !== undefined) notices.push(messages.notice(key, text, rule));
    return value;
  };
  const parse = new Parser(messages);
  const x = read('x', (text) => parse.rows(text)) ?? stateOf().x;
  const [n, d] = [x.length, x[0]!.length];
  const given: Partial<Record<keyof MicroscopeState, unknown>> = {
    dy: read('dy', (text) => parse.rows(text, { n, d })) ?? defaultDy(x),
    eps: read('eps', (text) => parse.number(text, EPS.min, EPS.max)),
    row: read('row', (text) => parse.place(text, n)),
    feature: read('feature', (text) => parse.place(text, d)),
    step: read('step', (text) => parse.whole(text, 1, MOST_STEPS)),
  };
  for (const [key, choices] of Object.entries(CHOICES)) {
    given[key as keyof typeof CHOICES] = read(key, (text) => parse.choice(text, choices));
  }
  for (const [name, key] of Object.entries(VECTOR_KEYS) as [Vector, string][]) {
    given[name] = read(key, (text) => parse.vector(text, d, name === 'runningVar'));
  }
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const unknown = [...texts.keys()].map((key) => messages.unknownKey(key));
  return { state: stateOf(x, defined), notices: [...notices, ...unknown] };
}

/** A value, or the rule that the text breaks. */
type Checked<T> =
  { readonly value: T; readonly rule?: undefined } | { readonly value?: undefined; readonly rule: string };

/** From the text of one key to its value. */
class Parser {
  readonly #messages: MicroscopeMessages;

  constructor(messages: MicroscopeMessages) {
    this.#messages = messages;
  }

  choice(text: string, choices: readonly string[]): Checked<string> {
    return choices.includes(text) ? { value: text } : { rule: this.#messages.faults.choice(choices) };
  }

  rows(text: string, shape?: { n: number; d: number }): Checked<Rows> {
    const { value, fault } = parseRows(text, /;/);
    if (fault) return { rule: this.#messages.fault(fault) };
    const fits = !shape || (value.length === shape.n && value[0]!.length === shape.d);
    return fits ? { value } : { rule: this.#messages.faults.shape(shape.n, shape.d) };
  }

  /** One number for all features, or one each. */
  vector(text: string, d: number, isVariance: boolean): Checked<Row> {
    const { value, fault } = parseRows(text, /;/);
    if (fault) return { rule: this.#messages.fault(fault) };
    const row = value.flat();
    if (row.length !== 1 && row.length !== d) return { rule: this.#messages.faults.oneOrEach(d) };
    if (isVariance && row.some((one) => one < 0)) {
      return { rule: this.#messages.faults.range('0', formatTick(LARGEST)) };
    }
    return { value: row.length === d ? row : Array.from({ length: d }, () => row[0]!) };
  }

  number(text: string, min: number, max: number): Checked<number> {
    const { value, fault } = parseNumber(text);
    if (fault) return { rule: this.#messages.fault(fault) };
    const isIn = value >= min && value <= max;
    return isIn ? { value } : { rule: this.#messages.faults.range(String(min), String(max)) };
  }

  whole(text: string, min: number, max: number): Checked<number> {
    const checked = this.number(text, min, max);
    if (checked.rule !== undefined || Number.isInteger(checked.value)) return checked;
    return { rule: this.#messages.faults.whole };
  }

  /** A place that people count from 1. */
  place(text: string, count: number): Checked<number> {
    const checked = this.whole(text, 1, count);
    return checked.rule === undefined ? { value: checked.value - 1 } : checked;
  }
}
