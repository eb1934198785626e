// Patterns of attention as numbers and as a picture: one below the other, each cell a rectangle. Pure functions.

import { type CsvCell, csvOf } from './csv.ts';
import type { AttentionPattern } from './describe-attention.ts';
import { barShapes, cellRuns } from './heat-map-picture.ts';
import type { ChartMessages } from './messages.en.ts';
import type { Picture, Shape } from './picture.ts';
import {
  axisLabel,
  LABEL_SIZE,
  MARGIN,
  PICTURE_WIDTH,
  pictureHead,
  pictureSwatch,
} from './picture-layout.ts';
import { seriesStyle } from './theme.ts';
import type { CanvasTheme } from './theme-reader.ts';

/** Of shares: from none to all. */
export const SHARE_SCALE = { kind: 'linear', range: [0, 1] } as const;

const MAP = { size: 320, side: 40, gap: 24 };
const MOST_NAMES = 24;
const OVERLAP = 0.5;

/** One row a pair of tokens of a model. */
export function attentionCsv(patterns: readonly AttentionPattern[], { attention }: ChartMessages): string {
  const rows = patterns.flatMap(({ label, tokens, weights }) =>
    Array.from({ length: tokens.length ** 2 }, (_, i): CsvCell[] => {
      const [query, key] = [Math.floor(i / tokens.length), i % tokens.length];
      return [label, query + 1, tokens[query], key + 1, tokens[key], weights[i]];
    }),
  );
  return csvOf([attention.columns, ...rows]);
}

function mapShapes(pattern: AttentionPattern, left: number, top: number, theme: CanvasTheme): Shape[] {
  const { tokens, weights, label } = pattern;
  const n = tokens.length;
  const cell = MAP.size / n;
  const [x, y] = [left + MAP.side, top + 44];
  const shapes: Shape[] = [...pictureSwatch(seriesStyle(pattern), label, x, top + 14, theme)];
  const stride = Math.ceil(n / MOST_NAMES);
  for (let query = 0; query < n; ++query) {
    const row = Array.from({ length: n }, (_, key) => weights[query * n + key]!);
    for (const { from, to, color } of cellRuns(row, SHARE_SCALE)) {
      const size = { width: (to - from) * cell + OVERLAP, height: cell + OVERLAP };
      shapes.push({ kind: 'rect', x: x + from * cell, y: y + query * cell, ...size, fill: color });
    }
    if (query % stride !== 0) continue;
    const middle = (query + 0.5) * cell;
    shapes.push(axisLabel(tokens[query]!, x - 6, y + middle + LABEL_SIZE / 3, 'end', theme));
    shapes.push(axisLabel(tokens[query]!, x + middle, y - 6, 'middle', theme));
  }
  return shapes;
}

export function attentionPicture(
  patterns: readonly AttentionPattern[],
  names: { title: string; unit: string; description: string },
  { decimalMark }: ChartMessages,
  theme: CanvasTheme,
): Picture {
  const head = pictureHead(names.title, names.unit, theme);
  const bar = barShapes(SHARE_SCALE, head.bottom + 4, decimalMark, theme);
  const shown = patterns.filter(({ tokens }) => tokens.length > 0);
  const height = MAP.size + 44 + MAP.gap;
  const maps = shown.flatMap((pattern, i) => {
    const left = MARGIN + (i % 2) * (MAP.size + MAP.side);
    return mapShapes(
      pattern,
      left - (i % 2 === 0 ? 12 : 0),
      bar.bottom + 8 + Math.floor(i / 2) * height,
      theme,
    );
  });
  return {
    ...{
      width: PICTURE_WIDTH,
      height: Math.ceil(bar.bottom + 8 + Math.ceil(shown.length / 2) * height + MARGIN),
    },
    ...{ background: theme.color('--addnorm-bg'), fontFamily: theme.fontFamily },
    ...{
      title: names.title,
      description: names.description,
      shapes: [...head.shapes, ...bar.shapes, ...maps],
    },
  };
}
