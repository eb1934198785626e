// The cells of a sweep: every combination of the values of some settings, over every variant of a plan and every seed. A pure
// function of what a sweep file says of itself, so that each shard, and whoever merges them, counts the same cells.
import { invalid, show } from '../lib/errors.ts';
import { type RunConfig, SETTINGS } from '../lib/index.ts';
import { UsageError } from './command.ts';
import { configOfText, readJson, strictSettings, textOfConfig } from './plan.ts';

const MAX_CELLS = 100_000;

/** A setting by its key, with the values it takes. */
export type Axis = readonly [key: string, texts: readonly string[]];

export interface Grid {
  /** Steps of each cell. */
  readonly steps: number;
  /** What all cells of a variant have in common, as textOfConfig writes it. */
  readonly variants: readonly string[];
  readonly axes: readonly Axis[];
}

export interface Cell {
  /** All settings, as textOfConfig writes them: what tells one cell from another. */
  readonly text: string;
  readonly config: RunConfig;
}

const KEYS: readonly string[] = SETTINGS.map(({ setting }) => setting.key);

/**
 * `lr=1e-4,3e-4` as an axis, or the axes of a file with JSON like `{ "lr": [1e-4, 3e-4] }`.
 *
 * @throws UsageError if it is neither
 */
export function readAxes(text: string): readonly Axis[] {
  const [, key, list] = /^([a-z0-9-]+)=(.*)$/s.exec(text) ?? [];
  if (key !== undefined && list !== undefined)
    return [checkAxis([key, list.split(',').map((one) => one.trim())])];
  return Object.entries(readJson(text)).map(([name, values]) => {
    if (!Array.isArray(values))
      throw new UsageError(invalid(`${name} in ${text}`, values, 'must be an array'));
    return checkAxis([name, values.map(String)]);
  });
}

function checkAxis([key, texts]: Axis): Axis {
  if (!KEYS.includes(key)) strictSettings([[key, '']]);
  if (texts.length === 0 || texts.includes('')) {
    throw new UsageError(invalid(`--grid ${key}`, texts.join(','), 'must have a value between all commas'));
  }
  return [key, texts];
}

/**
 * Every cell once, in the order of variants and then of axes, of which the last moves fastest.
 *
 * @throws UsageError for the first cell whose settings do not go together
 */
export function cellsOf({ variants, axes }: Grid): readonly Cell[] {
  const names = axes.map(([key]) => key);
  const twice = names.find((key, i) => names.indexOf(key) !== i);
  if (twice !== undefined) throw new UsageError(`${show(twice)} is in the grid twice`);
  const size = axes.reduce((product, [, texts]) => product * texts.length, variants.length);
  if (size > MAX_CELLS) throw new UsageError(`the grid has ${size} cells (at most ${MAX_CELLS})`);
  const cells = new Map<string, Cell>();
  for (const variant of variants) {
    for (const point of pointsOf(axes)) {
      const cell = cellOf(variant, point);
      cells.set(cell.text, cell);
    }
  }
  return [...cells.values()];
}

function cellOf(variant: string, point: readonly (readonly [string, string])[]): Cell {
  const params = new URLSearchParams(variant);
  for (const [key, text] of point) params.set(key, text);
  try {
    const config = configOfText(params.toString());
    return { text: textOfConfig(config), config };
  } catch (error) {
    const where = point.map((pair) => pair.join('=')).join(' ');
    throw new UsageError(`cell ${where || show(variant)}: ${(error as Error).message}`);
  }
}

function* pointsOf([first, ...rest]: readonly Axis[]): Generator<(readonly [string, string])[]> {
  if (!first) {
    yield [];
    return;
  }
  const [key, texts] = first;
  for (const text of texts) {
    for (const others of pointsOf(rest)) yield [[key, text], ...others];
  }
}

/** The keys of the settings in which cells may differ, in the order of the schema. */
export function variedKeys({ variants, axes }: Grid): readonly string[] {
  const varied = new Set(axes.map(([key]) => key));
  const params = variants.map((variant) => new URLSearchParams(variant));
  for (const key of params.flatMap((one) => [...one.keys()])) {
    if (new Set(params.map((one) => one.get(key))).size > 1) varied.add(key);
  }
  return KEYS.filter((key) => varied.has(key));
}

/** The i-th of n parts, from 1: every n-th cell, so that parts take about as long. */
export const shardOf = <T>(cells: readonly T[], [i, n]: Shard): readonly T[] =>
  cells.filter((_, index) => index % n === i - 1);

export type Shard = readonly [i: number, n: number];

/** `2/8`. @throws UsageError if it is none */
export function readShard(text: string): Shard {
  const [, i = 0, n = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (i >= 1 && i <= n) return [i, n];
  throw new UsageError(invalid('--shard', text, 'must be i/n with i from 1 to n, like 2/8'));
}
