// Numbers that are typed and pasted, states and their addresses.
import { describe, expect, test } from 'vitest';
import { messagesEn } from '../../web/microscope/messages.en.ts';
import { formatValue, moveBy, parseNumber, parseRows, stepFor } from '../../web/microscope/numbers.ts';
import { KEYS, readParams, toParams } from '../../web/microscope/params.ts';
import { PRESET_IDS, PRESETS } from '../../web/microscope/presets.ts';
import {
  addFeature,
  addRow,
  removeFeature,
  removeRow,
  stateOf,
  withNumber,
  withRows,
} from '../../web/microscope/state.ts';
import { roundScale, scalesOf, vectorStep } from '../../web/microscope/steps.ts';

describe('a list is read', () => {
  test.each([
    ['2, 4, 4, 6', [[2, 4, 4, 6]]],
    ['[2, 4, 4, 6]', [[2, 4, 4, 6]]],
    ['2;4; 4 6', [[2, 4, 4, 6]]],
    [
      ' 2\t4\n4 6\n',
      [
        [2, 4],
        [4, 6],
      ],
    ],
    ['1e-3 −2 .5 +7.', [[0.001, -2, 0.5, 7]]],
  ])('%j', (text, rows) => {
    expect(parseRows(text).value).toEqual(rows);
  });

  test.each([
    ['', 'must hold at least one number'],
    ['2, x', '"x" is not a number'],
    ['1e999', 'must be from −10⁹ to 10⁹'],
    ['1 2\n3', 'row 2 has 1 number, the first has 2'],
    ['1\n'.repeat(9), 'must have at most 8 rows, not 9'],
    ['1 '.repeat(17), 'must have at most 16 numbers a row, not 17'],
  ])('%j is refused', (text, rule) => {
    const { fault } = parseRows(text);
    expect(messagesEn.fault(fault!)).toBe(rule);
  });

  test.each([['NaN'], ['Infinity'], ['0x10'], ['1e'], ['--1'], ['1 2'], ['']])('%j is no number', (text) => {
    expect(parseNumber(text).fault).toBeDefined();
  });

  test('a field takes a decimal comma, and never −0', () => {
    expect(parseNumber('−2,5').value).toBe(-2.5);
    expect(Object.is(parseNumber('-0').value, 0)).toBe(true);
  });
});

test.each([
  [-1.41420996, 1.4, '−1.414'],
  [0.289, 1.5, '0.289'],
  [1e-9, 1, '0'],
  [-1e-9, 1, '0'],
  [1000001.5, 1.5, '1000001.5'],
  [1.0125, 1.0125, '1.0125'],
  [6.6667e-7, 6.6667e-7, '6.7×10⁻⁷'],
  [0.0025, 1.8, '0.0025'],
  [40, 40, '40'],
  [-65536, 65536, '−65536'],
  [NaN, 1, 'NaN'],
])('%d beside numbers of size %d is written %s', (value, size, text) => {
  expect(formatValue(value, size)).toBe(text);
});

test('arrow keys move by round steps and leave no dust', () => {
  expect(stepFor(6)).toBe(0.1);
  expect(stepFor(0.003)).toBe(0.0001);
  expect(moveBy(0.2, 0.1, 1)).toBe(0.3);
  expect(moveBy(-0.1, 0.1, 1)).toBe(0);
  expect(moveBy(1e9, 0.1, 10)).toBe(1e9);
});

describe('scales', () => {
  test('are round and hold what they must', () => {
    for (let size = 1e-6; size < 1e6; size *= 1.37) {
      expect(roundScale(size)).toBeGreaterThanOrEqual(size * (1 - 1e-9));
      expect(roundScale(size)).toBeLessThanOrEqual(size * 1.51);
    }
    expect(roundScale(0)).toBe(1);
  });

  test('are one for all families, unless one of them could not be seen on it', () => {
    const step = (family: 'x' | 'normalised', bar: number) =>
      vectorStep({ id: 'x', family, symbol: '', formula: '', bars: [bar] });
    expect([...scalesOf([step('x', 6), step('normalised', 1.4)]).values()]).toEqual([6, 6]);
    expect([...scalesOf([step('x', 600), step('normalised', 1.4)]).values()]).toEqual([600, 1.5]);
    expect([...scalesOf([step('x', 3), step('normalised', 0)]).values()]).toEqual([3, 3]);
    expect([...scalesOf([{ ...step('x', 3), lines: [4], marks: [-8] }]).values()]).toEqual([8]);
  });
});

describe('a state', () => {
  test('is whole whatever is added and taken away', () => {
    let state = stateOf([[2, 4, 4, 6]], { gamma: [1, 2, 3, 4], feature: 3 });
    state = addRow(addFeature(state));
    expect(state.x).toEqual([
      [2, 4, 4, 6, 4],
      [4, 4, 6, 4, 2],
    ]);
    expect(state.gamma).toEqual([1, 2, 3, 4, 1]);
    expect(state.runningVar).toHaveLength(5);
    expect(state.dy).toEqual([
      [1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
    for (let i = 0; i < 20; i++) state = removeFeature(removeRow(state));
    expect(state.x).toEqual([[2]]);
    expect(state.feature).toBe(0);
    for (let i = 0; i < 20; i++) state = addFeature(addRow(state));
    expect([state.x.length, state.x[0]!.length]).toEqual([8, 16]);
    expect(state.beta).toHaveLength(16);
  });

  test('changes in one number only', () => {
    const state = stateOf([
      [1, 2],
      [3, 4],
    ]);
    expect(withNumber(state, 'x', 1, 0, 9).x).toEqual([
      [1, 2],
      [9, 4],
    ]);
    expect(withNumber(state, 'beta', 1, 1, 9).beta).toEqual([0, 9]);
    expect(withRows(state, [[7]]).gamma).toEqual([1]);
  });
});

describe('the address', () => {
  const read = (text: string) => readParams(new URLSearchParams(text), messagesEn);

  test.each(PRESET_IDS)('holds the example %s', (id) => {
    const state = { ...PRESETS[id], step: 2 };
    const text = new URLSearchParams(toParams(state).map(([key, value]) => [key, value])).toString();
    expect(read(text)).toEqual({ state, notices: [] });
  });

  test('says nothing of the defaults, and knows every key it writes', () => {
    expect(toParams(stateOf())).toEqual([]);
    const full = stateOf(
      [
        [1, 2],
        [3, 4],
      ],
      {
        view: 'backward',
        norm: 'batch',
        statistics: 'running',
        gamma: [2, 2],
        beta: [1, 2],
        runningMean: [1, 1],
        runningVar: [2, 3],
        attention: [1, 0],
        feedForward: [0, 1],
        eps: 0.1,
        dy: [
          [1, 1],
          [1, 1],
        ],
        row: 1,
        feature: 1,
        step: 3,
      },
    );
    const params = toParams(full);
    expect(params.map(([key]) => key).sort()).toEqual([...KEYS].sort());
    expect(params).toContainEqual(['gamma', '2']);
    expect(readParams(params, messagesEn).state).toEqual(full);
  });

  test.each([
    ['x=2,a', 'x: "2,a" is not allowed ("a" is not a number); the default is used'],
    ['norm=group', 'norm: "group" is not allowed (must be one of layer, rms, batch); the default is used'],
    ['gamma=1,2', 'gamma: "1,2" is not allowed (must have 1 or 4 numbers); the default is used'],
    ['dy=1,2', 'dy: "1,2" is not allowed (must have 1 row of 4 numbers); the default is used'],
    ['rvar=-1', 'rvar: "-1" is not allowed (must be from 0 to 10⁹); the default is used'],
    ['eps=0', 'eps: "0" is not allowed (must be from 1e-12 to 1); the default is used'],
    ['feature=5', 'feature: "5" is not allowed (must be from 1 to 4); the default is used'],
    ['row=1.5', 'row: "1.5" is not allowed (must be from 1 to 1); the default is used'],
    ['step=1.5', 'step: "1.5" is not allowed (must be a whole number); the default is used'],
    ['gama=2', 'there is no setting "gama"'],
  ])('%s is mended, with a notice', (text, notice) => {
    expect(read(text)).toEqual({ state: stateOf(), notices: [notice] });
  });
});
