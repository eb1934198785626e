// Cells of a sweep, the parts they are split into, the file they are kept in, and the table made of it.
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { UsageError } from '../../web/cli/command.ts';
import {
  type Axis,
  cellsOf,
  type Grid,
  readAxes,
  readShard,
  shardOf,
  variedKeys,
} from '../../web/cli/grid.ts';
import { joined, sweepCsv } from '../../web/cli/merge.ts';
import { type CellResult, gridLine, parseSweep, resultLine } from '../../web/cli/sweep-file.ts';

const GRID: Grid = {
  steps: 10,
  variants: ['placement=post', 'placement=pre'],
  axes: [
    ['lr', ['1e-3', '0.01']],
    ['seed', ['1', '2', '3']],
  ],
};
const CELLS = cellsOf(GRID);

const result = (i: number, fingerprint = '0123456789abcdef'): CellResult => ({
  config: CELLS[i]!.text,
  steps: 10,
  loss: 1 / (i + 1),
  accuracy: 0.5,
  heldOutLoss: 2,
  heldOutAccuracy: 0.25,
  nonFinite: null,
  fingerprint,
});
const content = (...lines: string[]) => Buffer.from(lines.join(''));
const parse = (...lines: string[]) => parseSweep('a.jsonl', content(...lines));

describe('the cells of a grid', () => {
  it('are every combination, variants first, the last axis fastest', () => {
    expect(CELLS.map(({ text }) => text).slice(0, 4)).toEqual([
      'placement=post&lr=0.001',
      'placement=post&lr=0.001&seed=2',
      'placement=post&lr=0.001&seed=3',
      'placement=post&lr=0.01',
    ]);
    expect(CELLS).toHaveLength(12);
    expect(CELLS[7]!.config).toMatchObject({
      model: { placement: 'pre' },
      optimizer: { lr: 0.001 },
      seed: 2,
    });
  });

  it('are there once, however they are written', () => {
    expect(cellsOf({ ...GRID, axes: [['lr', ['1e-3', '0.001', '.001']]] })).toHaveLength(2);
    expect(cellsOf({ ...GRID, axes: [['placement', ['pre', 'post', 'none']]] })).toHaveLength(3);
  });

  it.each<[Axis[], string]>([
    [[['lr', ['1e9']]], 'cell lr=1e9: invalid lr: "1e9" (must be a number from 0 to 100)'],
    [
      [
        ['heads', ['4']],
        ['width', ['30']],
      ],
      'cell heads=4 width=30: invalid width',
    ],
    [
      [
        ['lr', ['1']],
        ['lr', ['2']],
      ],
      '"lr" is in the grid twice',
    ],
    [[['seed', Array.from({ length: 60_000 }, (_, i) => String(i))]], 'the grid has 120000 cells'],
  ])('are refused where settings do not go together: %#', (axes, message) => {
    expect(() => cellsOf({ ...GRID, axes })).toThrow(message);
  });

  it('differ in the settings of the axes, and in those of variants', () => {
    expect(variedKeys(GRID)).toEqual(['placement', 'lr', 'seed']);
    expect(variedKeys({ ...GRID, variants: ['placement=pre&depth=2'] })).toEqual(['lr', 'seed']);
  });

  it.each([
    ['lr=1,', 'must have a value between all commas'],
    ['lrr=1', 'there is no setting "lrr"; did you mean "lr"?'],
    ['nowhere.json', 'cannot be read'],
  ])('are not made of the axis %j', (text, message) => {
    expect(() => readAxes(text)).toThrow(message);
  });
});

describe('shards', () => {
  it('are all cells, each once, in parts that differ by one cell at most', () => {
    for (const n of [1, 2, 5, 12, 20]) {
      const shards = Array.from({ length: n }, (_, i) => shardOf(CELLS, [i + 1, n]));
      expect(new Set(shards.flat()).size).toBe(12);
      expect(shards.flat()).toHaveLength(12);
      const sizes = shards.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  it.each(['0/2', '3/2', '1', 'a/b', '1/2/3', '-1/2'])('are not %j', (text) => {
    expect(() => readShard(text)).toThrow(`invalid --shard: "${text}" (must be i/n`);
  });
});

describe('the file of a sweep', () => {
  it('is read as it was written, and may be several put together', () => {
    const parsed = parse(gridLine(GRID), resultLine(result(0)), gridLine(GRID), resultLine(result(5)));
    expect(parsed.grid).toEqual(GRID);
    expect(parsed.results).toEqual([result(0), result(5)]);
  });

  it('may have a torn last line, wherever it was torn', () => {
    const whole = gridLine(GRID) + resultLine(result(0));
    const last = resultLine({
      ...result(1),
      nonFinite: { step: 3, tensor: 'a·b', block: null },
      fingerprint: null,
    });
    const bytes = Buffer.from(last);
    for (let torn = 0; torn < bytes.length; torn++) {
      const parsed = parseSweep('a', Buffer.concat([Buffer.from(whole), bytes.subarray(0, torn)]));
      expect(parsed.results).toEqual([result(0)]);
      expect(parsed.wholeBytes).toBe(whole.length);
    }
    expect(parse(whole, last).results).toHaveLength(2);
    expect(parse('').grid).toBeNull();
    expect(parse(gridLine(GRID).slice(0, 20))).toEqual({ grid: null, results: [], wholeBytes: 0 });
  });

  it.each([
    [[resultLine(result(0))], 'a.jsonl is no sweep (its first line must say so)'],
    [[gridLine(GRID).replace(version, '0.0.9')], `is of addnorm "0.0.9", and this is "${version}"`],
    [[gridLine(GRID), '{"config":\n', resultLine(result(0))], 'a.jsonl:2 is no line of a sweep'],
    [[gridLine(GRID), 'null\n'], 'a.jsonl:2 is no line of a sweep'],
    [[gridLine(GRID), '{}\n'], 'a.jsonl:2: invalid config: undefined (must be a string)'],
    [[gridLine(GRID), resultLine(result(0, 'xyz'))], 'a.jsonl:2: invalid fingerprint: "xyz"'],
    [[gridLine(GRID), gridLine({ ...GRID, steps: 11 })], 'a.jsonl:2 begins another grid'],
  ])('is refused: %#', (lines, message) => {
    expect(() => parse(...lines)).toThrow(UsageError);
    expect(() => parse(...lines)).toThrow(message);
  });
});

describe('files of a sweep together', () => {
  const sweep = (file: string, ...results: CellResult[]) => ({ file, grid: GRID, results });

  it('have what each has, and a cell that is in several once', () => {
    const { results } = joined([sweep('a', result(0), result(1)), sweep('b', result(1), result(2))]);
    expect([...results.keys()]).toEqual(CELLS.slice(0, 3).map(({ text }) => text));
  });

  it('are refused where a cell came out differently, or where the grids differ', () => {
    expect(() => joined([sweep('a', result(0)), sweep('b', result(0, 'f'.repeat(16)))])).toThrow(
      `cell ${CELLS[0]!.text} came out differently: fingerprint ffffffffffffffff in b, 0123456789abcdef in a`,
    );
    expect(() => joined([sweep('a', result(0)), sweep('b', { ...result(0), loss: 3 })])).toThrow(
      'differently',
    );
    expect(() => joined([sweep('a'), { ...sweep('b'), grid: { ...GRID, steps: 11 } }])).toThrow(
      'b is of another grid than a: its steps differ',
    );
    expect(() => joined([{ file: 'a', grid: null, results: [] }])).toThrow('the files are empty');
  });

  it('make a table with the settings that vary', () => {
    const diverged = {
      ...result(4),
      loss: null,
      nonFinite: { step: 3, tensor: 'logits', block: null },
      fingerprint: null,
    };
    expect(sweepCsv(GRID, [CELLS[0]!, CELLS[4]!], [result(0), diverged])).toBe(
      'placement,lr,seed,steps,loss,accuracy,heldOutLoss,heldOutAccuracy,nonFiniteStep,nonFiniteTensor,fingerprint\n' +
        'post,0.001,1,10,1,0.5,2,0.25,,,0123456789abcdef\n' +
        'post,0.01,2,10,,0.5,2,0.25,3,logits,\n',
    );
  });
});
