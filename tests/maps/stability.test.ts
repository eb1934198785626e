// The cells of a stability map: their axes, settings and order, what becomes of a run, and the sentence about all of them.
import { describe, expect, test } from 'vitest';
import { LabSettings } from '../../web/element/settings.ts';
import { resolveRunConfig, type StepMetrics } from '../../web/lib/index.ts';
import { describeCell, describeStability, type StabilityState } from '../../web/maps/describe-stability.ts';
import { FigureSettings } from '../../web/maps/figure-settings.ts';
import { moveInGrid } from '../../web/maps/grid-keys.ts';
import { messagesEn } from '../../web/maps/messages.en.ts';
import {
  type Cell,
  type CellResult,
  coarseToFine,
  depths,
  geometric,
  labParams,
  resultOf,
  STABILITY_SCHEMA,
  stabilityGrid,
  warmups,
} from '../../web/maps/stability.ts';
import { stabilityCsv, stabilityTables } from '../../web/maps/stability-table.ts';
import { csvOf } from '../../web/charts/csv.ts';

const settingsOf = (text: string) =>
  FigureSettings.read(STABILITY_SCHEMA, [...new URLSearchParams(text)], messagesEn).settings;

describe('axes', () => {
  test('go in equal ratios from one end to the other', () => {
    const values = geometric(1e-4, 1e-1, 4);
    for (const [i, value] of [1e-4, 1e-3, 1e-2, 1e-1].entries()) expect(value).toBeCloseTo(value, 12 + i);
    expect(values[1]! / values[0]!).toBeCloseTo(10, 9);
  });

  test('have no warm-up and then ever twice as much, in whole steps and none twice', () => {
    expect(warmups(200, 5)).toEqual([0, 25, 50, 100, 200]);
    expect(warmups(3, 6)).toEqual([0, 1, 2, 3]);
    for (const most of [1, 2, 7, 1000]) {
      for (const count of [2, 5, 10]) {
        const values = warmups(most, count);
        expect(values[0]).toBe(0);
        expect(values.at(-1)).toBe(most);
        expect(values.length).toBeLessThanOrEqual(count);
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
      }
    }
  });

  test('have depths from one block up, none twice', () => {
    expect(depths(16, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(depths(3, 10)).toEqual([1, 2, 3]);
  });

  test('are the right way round however their ends are given', () => {
    expect(stabilityGrid(settingsOf('columns=3&lr-from=0.1&lr-to=0.001')).learningRates).toEqual([
      0.001, 0.01, 0.1,
    ]);
    expect(stabilityGrid(settingsOf('columns=9&lr-from=0.1&lr-to=0.1')).learningRates).toEqual([0.1]);
  });
});

describe('cells', () => {
  test('come coarse to fine: ends first, each once', () => {
    expect(coarseToFine(5)).toEqual([0, 4, 2, 1, 3]);
    for (const count of [1, 2, 3, 7, 16]) {
      expect(coarseToFine(count).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
    }
  });

  test('begin with the corners of both maps, and are each place once', () => {
    const { cells } = stabilityGrid(settingsOf('columns=5&rows=4'));
    const corners = cells.slice(0, 8).map(({ placement, row, column }) => `${placement} ${row} ${column}`);
    expect(new Set(corners)).toEqual(
      new Set(
        ['post', 'pre'].flatMap((name) => [`${name} 0 0`, `${name} 0 4`, `${name} 3 0`, `${name} 3 4`]),
      ),
    );
    expect(new Set(cells.map(({ placement, row, column }) => `${placement} ${row} ${column}`)).size).toBe(40);
  });

  test('differ in placement, learning rate and warm-up or depth, and in nothing else', () => {
    for (const by of ['warmup', 'depth'] as const) {
      const settings = settingsOf(`by=${by}&columns=3&rows=3&width=16`);
      const { cells, learningRates, rowValues } = stabilityGrid(settings);
      for (const { placement, row, column, config } of cells) {
        expect(config.model.placement).toBe(placement);
        expect(config.optimizer.lr).toBe(learningRates[column]);
        expect(by === 'warmup' ? config.schedule.warmup : config.model.nLayer).toBe(rowValues[row]);
        expect(config.model.dModel).toBe(16);
        expect(config.seed).toBe(1);
        // A pool takes it as it is.
        expect(resolveRunConfig(config)).toEqual(config);
      }
    }
  });

  test('open in the lab as the same run, alone, and rest where it ended', () => {
    for (const text of [
      'columns=3&rows=2',
      'by=depth&columns=3&rows=2&norm=rms&task=copy&placement=deepnorm,none',
    ]) {
      for (const cell of stabilityGrid(settingsOf(text)).cells) {
        const { settings, notices } = LabSettings.read(labParams(cell, 300));
        expect(notices).toEqual([]);
        expect(settings.configs).toEqual([cell.config]);
        expect(settings.options.stop).toBe(300);
      }
    }
  });
});

const row = (step: number, loss: number, isFinite = true) =>
  ({ step, loss, nonFinite: isFinite ? null : { step, tensor: 'logits', block: null } }) as StepMetrics;

describe('a run', () => {
  test('comes to the median of its last steps, so that one spike is no end', () => {
    const rows = Array.from({ length: 100 }, (_, i) => row(i + 1, i < 80 ? 3 : 0.05));
    expect(resultOf(rows)).toEqual({ loss: 0.05, divergedAt: null });
    rows[99] = row(100, 9);
    expect(resultOf(rows)).toEqual({ loss: 0.05, divergedAt: null });
    expect(resultOf(rows.slice(0, 3))).toEqual({ loss: 3, divergedAt: null });
  });

  test('that diverged has the step, and no loss', () => {
    expect(resultOf([row(1, 2), row(2, NaN, false)])).toEqual({ loss: NaN, divergedAt: 2 });
  });
});

const LEARNED: CellResult = { loss: 0.004, divergedAt: null };
const FAILED: CellResult = { loss: 2.64, divergedAt: null };
const DIVERGED: CellResult = { loss: NaN, divergedAt: 17 };

function stateOf(text: string, resultOfCell: (cell: Cell) => CellResult | undefined): StabilityState {
  const settings = settingsOf(text);
  const grid = stabilityGrid(settings);
  return {
    by: settings.values.by,
    placements: settings.placements,
    grid,
    results: grid.cells.map(resultOfCell),
  };
}

describe('the sentence', () => {
  const AXES = 'columns=3&rows=2&lr-from=0.001&lr-to=0.1&warmup-to=200';

  test('says how many learned, and up to which learning rate with the least and the most warm-up', () => {
    const state = stateOf(AXES, ({ placement, row, column }) =>
      placement === 'pre' || column === 0 || (row === 1 && column === 1) ? LEARNED : FAILED,
    );
    expect(describeStability(state, messagesEn)).toBe(
      'post-LN: 3 of 6 runs learned, up to a learning rate of 0.001 with no warm-up and 0.01 with 200 steps of warm-up; ' +
        'pre-LN: 6 of 6 runs learned, up to a learning rate of 0.1 with no warm-up and 0.1 with 200 steps of warm-up.',
    );
  });

  test('says what did not learn at all, and what diverged', () => {
    const state = stateOf(`${AXES}&by=depth&depth-to=8`, ({ placement, row, column }) => {
      if (placement === 'post') return column === 2 ? DIVERGED : FAILED;
      return row === 0 ? LEARNED : DIVERGED;
    });
    expect(describeStability(state, messagesEn)).toBe(
      'post-LN: none of 6 runs learned (2 diverged); ' +
        'pre-LN: 3 of 6 runs learned (3 diverged), up to a learning rate of 0.1 with 1 block and none with 8 blocks.',
    );
  });

  test('speaks of what is known so far, and only of that', () => {
    expect(
      describeStability(
        stateOf(AXES, () => undefined),
        messagesEn,
      ),
    ).toBe('No run is done yet.');
    const state = stateOf(AXES, ({ placement, row, column }) =>
      placement === 'pre' && row === 0 && column === 1 ? LEARNED : undefined,
    );
    expect(describeStability(state, messagesEn)).toBe(
      'pre-LN: 1 of 1 run learned, up to a learning rate of 0.01 with no warm-up, so far.',
    );
  });

  test('of a cell names its settings and what became of it', () => {
    const state = stateOf(AXES, () => undefined);
    const cell = state.grid.cells.find(({ row, column }) => row === 1 && column === 2)!;
    const text = (result: CellResult | undefined) => describeCell(state, cell, result, messagesEn);
    expect(text(undefined)).toBe('post-LN, learning rate 0.1, 200 steps of warm-up: not run yet');
    expect(text(LEARNED)).toBe('post-LN, learning rate 0.1, 200 steps of warm-up: loss 0.00400, learned');
    expect(text(FAILED)).toBe('post-LN, learning rate 0.1, 200 steps of warm-up: loss 2.64');
    expect(text(DIVERGED)).toBe('post-LN, learning rate 0.1, 200 steps of warm-up: diverged at step 17');
  });
});

test('the tables and the file have every cell', () => {
  const state = stateOf(
    'columns=3&rows=2&lr-from=0.001&lr-to=0.1&warmup-to=200',
    ({ placement, row, column }) => {
      if (placement === 'pre') return undefined;
      return row === 0 ? LEARNED : column === 2 ? DIVERGED : FAILED;
    },
  );
  const [post, pre] = stabilityTables(state, messagesEn);
  expect(post!.columns).toEqual(['warm-up (steps)', '1e-3', '1e-2', '1e-1']);
  expect(post!.rows).toEqual([
    ['0', '0.00400 ✓', '0.00400 ✓', '0.00400 ✓'],
    ['200', '2.64', '2.64', 'diverged at step 17'],
  ]);
  expect(pre!.rows[0]![1]).toBe('not run yet');
  const lines = csvOf(stabilityCsv(state, 300)).trimEnd().split('\r\n');
  expect(lines[0]).toBe('placement,lr,warmup,seed,steps,loss,divergedAt');
  expect(lines).toHaveLength(13);
  expect(lines).toContain('post,0.1,200,1,300,,17');
  expect(lines).toContain('post,0.01,0,1,300,0.004,');
  expect(lines).toContain('pre,0.01,0,1,300,,');
});

test('arrow keys move within the grid, its first row at the bottom', () => {
  const press = (key: string, from: { row: number; column: number }, modifiers = {}) =>
    moveInGrid({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, from, {
      rows: 3,
      columns: 4,
    });
  expect(press('ArrowUp', { row: 0, column: 1 })).toEqual({ row: 1, column: 1 });
  expect(press('ArrowUp', { row: 2, column: 1 })).toEqual({ row: 2, column: 1 });
  expect(press('ArrowDown', { row: 0, column: 1 })).toEqual({ row: 0, column: 1 });
  expect(press('ArrowLeft', { row: 0, column: 0 })).toEqual({ row: 0, column: 0 });
  expect(press('ArrowRight', { row: 1, column: 2 })).toEqual({ row: 1, column: 3 });
  expect(press('End', { row: 1, column: 0 })).toEqual({ row: 1, column: 3 });
  expect(press('Home', { row: 1, column: 3 }, { ctrlKey: true })).toEqual({ row: 2, column: 0 });
  expect(press('a', { row: 1, column: 3 })).toBeUndefined();
  expect(press('ArrowLeft', { row: 1, column: 3 }, { altKey: true })).toBeUndefined();
});
