// The stability map: for which learning rates, and with how much warm-up or at what depth, a model learns. Each cell is one
// short run. Here are its settings, its axes, its cells and the order in which they are run; no runs, no document.
import type { Params } from '../element/address.ts';
import { configToParams, type Placement, type RunConfig, type StepMetrics } from '../lib/index.ts';
import { spreadOf } from './statistics.ts';
import type { FigureSchema, FigureSettings } from './figure-settings.ts';

const OWN = {
  by: {
    type: 'choice',
    choices: ['warmup', 'depth'],
    default: 'warmup',
    key: 'by',
  },
  columns: {
    type: 'integer',
    min: 3,
    max: 16,
    default: 7,
    key: 'columns',
  },
  rows: {
    type: 'integer',
    min: 2,
    max: 10,
    default: 5,
    key: 'rows',
  },
  lrFrom: {
    type: 'number',
    min: 1e-6,
    max: 10,
    scale: 'log',
    default: 5e-4,
    key: 'lr-from',
  },
  lrTo: {
    type: 'number',
    min: 1e-6,
    max: 10,
    scale: 'log',
    default: 5e-2,
    key: 'lr-to',
  },
  warmupTo: {
    type: 'integer',
    min: 1,
    max: 10_000,
    default: 200,
    unit: 'steps',
    key: 'warmup-to',
  },
  depthTo: {
    type: 'integer',
    min: 2,
    max: 48,
    default: 16,
    unit: 'blocks',
    key: 'depth-to',
  },
  steps: {
    type: 'integer',
    min: 10,
    max: 2000,
    default: 300,
    unit: 'steps',
    key: 'steps',
  },
} as const;

export const STABILITY_SCHEMA: FigureSchema<typeof OWN> = {
  own: OWN,
  placements: ['post', 'pre'],
  maxPlacements: 2,
  // Half of the default lab, so that a cell takes about a second.
  run: [
    ['ctx', '16'],
    ['batch', '8'],
  ],
  varied: ['lr', 'warmup', 'schedule'],
};

export type StabilitySettings = FigureSettings<typeof OWN>;

/** One cell; `row` and `column` count from the shortest warm-up or the least depth, and from the lowest learning rate. */
export interface Cell {
  readonly placement: Placement;
  readonly row: number;
  readonly column: number;
  readonly config: RunConfig;
}

/** What became of a cell's run. */
export interface CellResult {
  /** Median of the last steps of the run; NaN if it diverged. */
  readonly loss: number;
  /** The step of the first number that was not finite; null if there was none. */
  readonly divergedAt: number | null;
}

export interface StabilityGrid {
  readonly learningRates: readonly number[];
  /** Warm-ups in steps, or depths in blocks, ascending. */
  readonly rowValues: readonly number[];
  /** In the order in which they are run: corners first, then ever finer. */
  readonly cells: readonly Cell[];
}

/** The loss of a run is the median of so many steps at its end: single batches differ, and a spike is no end. */
const LAST_STEPS = 20;

const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** `count` numbers from one end to the other, in equal ratios. */
export function geometric(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));
}

/** None, and then ever twice as much up to `most`; fewer if halves of steps were needed. */
export function warmups(most: number, count: number): number[] {
  const doubled = Array.from({ length: count - 1 }, (_, i) => Math.round(most / 2 ** (count - 2 - i)));
  return [...new Set([0, ...doubled])];
}

/** From 1 to `most` in about equal ratios; fewer if there are not as many whole numbers. */
export function depths(most: number, count: number): number[] {
  return [...new Set(geometric(1, most, count).map(Math.round))];
}

/** Indices of `count` in a spread order: the ends first, then ever the middle of what lies between. */
export function coarseToFine(count: number): number[] {
  const order = count > 1 ? [0, count - 1] : [0];
  for (let gaps: [number, number][] = [[0, count - 1]]; gaps.length > 0;) {
    gaps = gaps.flatMap(([low, high]): [number, number][] => {
      if (high - low < 2) return [];
      const middle = (low + high) >> 1;
      order.push(middle);
      return [
        [low, middle],
        [middle, high],
      ];
    });
  }
  return order;
}

/** Every cell of a map with these settings. */
export function stabilityGrid(settings: StabilitySettings): StabilityGrid {
  const { by, columns, rows, lrFrom, lrTo, warmupTo, depthTo } = settings.values;
  const [low, high] = lrFrom < lrTo ? [lrFrom, lrTo] : [lrTo, lrFrom];
  const learningRates = [...new Set(geometric(low, high, columns).map(twoDigits))];
  const rowValues = by === 'warmup' ? warmups(warmupTo, rows) : depths(depthTo, rows);
  const rowKey = by === 'warmup' ? 'warmup' : 'depth';
  const cell = (row: number, column: number, placement: Placement): Cell => {
    const texts: Params = [
      ['placement', placement],
      ['lr', String(learningRates[column])],
      [rowKey, String(rowValues[row])],
    ];
    return { placement, row, column, config: settings.runWith(texts) };
  };
  return {
    learningRates,
    rowValues,
    cells: spread(rowValues.length, learningRates.length).flatMap(([row, column]) =>
      settings.placements.map((placement) => cell(row, column, placement)),
    ),
  };
}

/** All places of a grid: a place comes when both its row and its column have come. */
function spread(rows: number, columns: number): [row: number, column: number][] {
  const rank = (order: readonly number[]) => new Map(order.map((index, i) => [index, i / order.length]));
  const [rowRank, columnRank] = [rank(coarseToFine(rows)), rank(coarseToFine(columns))];
  const places = Array.from({ length: rows * columns }, (_, i): [number, number] => [
    Math.floor(i / columns),
    i % columns,
  ]);
  const when = ([row, column]: [number, number]) => Math.max(rowRank.get(row)!, columnRank.get(column)!);
  return places.sort((a, b) => when(a) - when(b));
}

/** What the rows of a cell's run come to. */
export function resultOf(rows: readonly StepMetrics[]): CellResult {
  const divergedAt = rows.find(({ nonFinite }) => nonFinite)?.step ?? null;
  if (divergedAt !== null) return { loss: NaN, divergedAt };
  return { loss: spreadOf(rows.slice(-LAST_STEPS).map(({ loss }) => loss)).median, divergedAt };
}

/** The settings of the lab that trains this cell, to look at it closely. */
export const labParams = ({ config }: Cell, steps: number): Params => [
  ['placement', config.model.placement],
  ...configToParams(config).filter(([key]) => key !== 'placement'),
  ['stop', String(steps)],
];
