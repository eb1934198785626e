// @vitest-environment node
// What charts are saved as: numbers that come back as they were, and pictures of nothing but shapes.
import { describe, expect, test } from 'vitest';
import { csvOf, heatMapCsv, lineCsv } from '../../web/charts/csv.ts';
import { fileName } from '../../web/charts/download.ts';
import { cellRuns, heatMapPicture } from '../../web/charts/heat-map-picture.ts';
import { curvePath } from '../../web/charts/line-picture.ts';
import { pictureOfLines } from '../../web/charts/line-save.ts';
import { messagesEn } from '../../web/charts/messages.en.ts';
import { type Picture, svgOf } from '../../web/charts/picture.ts';
import { wrapText } from '../../web/charts/picture-layout.ts';
import { seriesStyle } from '../../web/charts/theme.ts';
import type { CanvasTheme } from '../../web/charts/theme-reader.ts';
import type { LineSeries } from '../../web/charts/types.ts';

/** Rows of a text as RFC 4180 has them, read by its grammar. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const pattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  let row: string[] = [];
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    const match = pattern.exec(text);
    if (!match) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
    row.push(match[1]!.replace(/^"([^]*)"$/, (_, quoted: string) => quoted.replaceAll('""', '"')));
    if (match[2] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const curve = (id: string, label: string, y: readonly number[], x = y.map((_, i) => i + 1)): LineSeries => ({
  ...{ id, label, placement: 'pre', nth: 0 },
  ...{ x, y, count: y.length },
});

describe('numbers', () => {
  test('come back as they were, whatever stands in a name', () => {
    const names = ['plain', 'a "quoted", one', 'two\r\nlines', ' spaces ', ''];
    const values = [0.1 + 0.2, 1e-300, -0, 5e-324, 1.7976931348623157e308];
    const [head, row] = parseCsv(csvOf([names, values]));
    expect(head).toEqual(names);
    expect(row!.map(Number).map((value, i) => Object.is(value, values[i]! + 0))).not.toContain(false);
  });

  test('of curves: a column each, an empty field where nothing was measured, words where it is no number', () => {
    const series = [curve('a', 'post-LN', [3, Math.PI, NaN]), curve('b', 'pre, LN', [1, Infinity])];
    const rows = parseCsv(lineCsv(series, { xLabel: 'step', xText: (x) => x }, messagesEn));
    expect(rows).toEqual([
      ['step', 'post-LN', 'pre, LN'],
      ['1', '3', '1'],
      ['2', String(Math.PI), 'Infinity'],
      ['3', 'NaN', ''],
    ]);
  });

  test('of a band: its edges beside the curve', () => {
    const banded = { ...curve('a', 'pre-LN', [2]), band: { lo: [1], hi: [4] } };
    expect(parseCsv(lineCsv([banded], { xLabel: 'step', xText: (x) => x }, messagesEn))).toEqual([
      ['step', 'pre-LN', 'pre-LN lo', 'pre-LN hi'],
      ['1', '2', '1', '4'],
    ]);
  });

  test('of a map: a column a place of each model, of steps that one has not taken nothing', () => {
    const map = (id: string, values: number[], count: number) => ({
      ...{ id, label: id, placement: 'pre' as const, nth: 0, nBlock: 2 },
      ...{ steps: [1, 2], values, count },
    });
    const csv = heatMapCsv([map('a', [1, 2, 3, 4], 2), map('b', [5, 6], 1)], 'step', (i) => `block ${i}`);
    expect(parseCsv(csv)).toEqual([
      ['step', 'a block 1', 'a block 2', 'b block 1', 'b block 2'],
      ['1', '1', '2', '5', '6'],
      ['2', '3', '4', '', ''],
    ]);
    expect(parseCsv(heatMapCsv([], 'step', String))).toEqual([['step']]);
  });
});

test('a file is called what it is, in letters that every system takes', () => {
  expect(fileName(['Gradient by block', 'step 60'], 'csv')).toBe('addnorm-gradient-by-block-step-60.csv');
  expect(fileName(['Gain γ of the norms', '|γ| − 1'], 'svg')).toBe(
    'addnorm-gain-gamma-of-the-norms-gamma-1.svg',
  );
  expect(fileName(['../a\\b:c*?"<>|'], 'png')).toBe('addnorm-a-b-c.png');
  expect(new TextEncoder().encode(fileName(['ß'.repeat(300)], 'safetensors')).length).toBeLessThan(255);
});

const theme: CanvasTheme = {
  fontFamily: '"A & B", sans-serif',
  forcedColors: false,
  color: (name) => `rgb(${name.length}, 0, 0)`,
};

describe('drawings', () => {
  const scene = (scale: 'linear' | 'log', ...series: LineSeries[]): Picture =>
    pictureOfLines(
      { series, marks: [{ x: 2, label: 'warm-up ends' }], references: [{ y: 2.64, label: 'guessing' }] },
      series.map(seriesStyle),
      {
        ...{ title: 'Loss <of> "A" & B', unit: 'nats', description: 'At step 3 …', xLabel: 'step' },
        ...{ xText: String, scale, xScale: 'linear', everyMarker: false, decimalMark: '.', theme },
        notFinite: (label) => `${label} not finite`,
      },
    );

  test('are SVG with title, description, legend, axes and curves as vectors, and nothing from outside', () => {
    const svg = svgOf(
      scene('linear', curve('a', 'post-LN', [3, 2, 1]), curve('b', 'no norm', [3, NaN, NaN])),
    );
    expect(svg).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/,
    );
    expect(svg).toContain('<title>Loss &lt;of&gt; &quot;A&quot; &amp; B</title>');
    for (const text of ['post-LN', 'no norm not finite', 'warm-up ends', 'guessing', 'step', 'nats']) {
      expect(svg).toContain(`>${text}</text>`);
    }
    expect(svg).not.toMatch(/<image|href|url\((?!#)|<script|style=/);
    expect(svg.match(/<path [^>]*stroke-width="1.75"/g)).toHaveLength(2);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('hold no number that is none, on either scale', () => {
    const wild = [curve('a', 'a', [1e-9, -1, 0, 1e9, Infinity]), curve('b', 'b', [NaN]), curve('c', 'c', [])];
    for (const scale of ['linear', 'log'] as const) {
      expect(svgOf(scene(scale, ...wild))).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
    }
  });

  test('a curve is broken where it has no value, and goes on over points that it has not', () => {
    const same = (value: number) => value;
    expect(curvePath([1, 2, 3, 4, 5], [1, undefined, 3, null, 5], same, same)).toBe('M1 1L3 3M5 5');
  });

  test('neighbouring cells of one colour are one rectangle, cells without a number none', () => {
    const scale = { kind: 'linear', range: [0, 1] } as const;
    expect(cellRuns([0, 0, 1, NaN, 1, 1], scale).map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 3],
      [4, 6],
    ]);
  });

  test('of a map are rectangles with the scale of their colours', () => {
    const svg = svgOf(
      heatMapPicture(
        [
          {
            id: 'a',
            label: 'pre-LN',
            placement: 'pre',
            nth: 0,
            nBlock: 2,
            steps: [1, 2],
            values: [1, 2, 3, NaN],
            count: 2,
          },
        ],
        {
          ...{ title: 'Gradient', unit: 'norm', description: '', xLabel: 'step', range: [0, 20] },
          ...{ scale: 'log', placeName: String, decimalMark: '.', theme },
        },
      ),
    );
    expect(svg.match(/<rect /g)!.length).toBeGreaterThan(50);
    expect(svg).toContain('>pre-LN</text>');
    expect(svg).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
  });

  test('what no XML can say is left out', () => {
    const picture = { ...scene('linear'), title: 'a\u0000b\ud800c\u{1f600}' };
    expect(svgOf(picture)).toContain('<title>abc\u{1f600}</title>');
  });

  test('long words stand on lines of their own', () => {
    expect(wrapText('one two three', 10, 45)).toEqual(['one two', 'three']);
  });
});
