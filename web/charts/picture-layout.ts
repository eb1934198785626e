// What all pictures of charts have around their drawing: title, unit and legend, in a page of fixed width. Widths of words are
// estimated, since a picture is laid out where nothing can be measured. Pure functions.

import { markerPath } from './markers.ts';
import type { Shape } from './picture.ts';
import type { SeriesStyle } from './theme.ts';
import type { CanvasTheme } from './theme-reader.ts';

export const PICTURE_WIDTH = 760;
export const MARGIN = 24;
export const LABEL_SIZE = 12;
const TITLE_SIZE = 18;
const LEGEND_SIZE = 13;
const LINE_HEIGHT = 22;
const SWATCH_WIDTH = 28;
/** Mean width of a character over the size of its font; a little too much rather than too little. */
const CHARACTER_WIDTH = 0.58;

export const textWidth = (text: string, size: number): number => text.length * size * CHARACTER_WIDTH;

/** Words broken into lines that are about so wide. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export interface Laid {
  shapes: Shape[];
  /** Where the next thing can stand. */
  bottom: number;
}

/** Title, and below it what the axis shows. */
export function pictureHead(title: string, unit: string, theme: CanvasTheme): Laid {
  const shapes: Shape[] = [
    {
      ...{ kind: 'text', text: title, x: MARGIN, y: MARGIN + TITLE_SIZE, size: TITLE_SIZE, isBold: true },
      fill: theme.color('--addnorm-text'),
    },
  ];
  let bottom = MARGIN + TITLE_SIZE + 6;
  for (const line of wrapText(unit, LEGEND_SIZE, PICTURE_WIDTH - 2 * MARGIN)) {
    bottom += LEGEND_SIZE + 4;
    shapes.push({
      ...{ kind: 'text', text: line, x: MARGIN, y: bottom, size: LEGEND_SIZE },
      fill: theme.color('--addnorm-muted'),
    });
  }
  return { shapes, bottom: bottom + 8 };
}

/** A piece of the line, its marker, and its name, from (x, y) on; y is the base line of the name. */
export function pictureSwatch(
  style: SeriesStyle,
  name: string,
  x: number,
  y: number,
  theme: CanvasTheme,
): Shape[] {
  const color = theme.color(style.colorVar);
  const middle = y - LEGEND_SIZE * 0.35;
  return [
    {
      ...{ kind: 'path', d: `M${x} ${middle}H${x + SWATCH_WIDTH}`, stroke: color, strokeWidth: 2 },
      dash: style.dash,
    },
    { kind: 'path', d: markerPath(style.marker, 4, x + SWATCH_WIDTH / 2, middle), fill: color },
    {
      ...{ kind: 'text', text: name, x: x + SWATCH_WIDTH + 7, y, size: LEGEND_SIZE },
      fill: theme.color('--addnorm-text'),
    },
  ];
}

/** The names of all curves, in as many lines as they need. */
export function pictureLegend(
  entries: readonly { label: string; style: SeriesStyle }[],
  top: number,
  theme: CanvasTheme,
): Laid {
  const shapes: Shape[] = [];
  let [x, y] = [MARGIN, top + LEGEND_SIZE];
  for (const { label, style } of entries) {
    const width = SWATCH_WIDTH + 7 + textWidth(label, LEGEND_SIZE) + 20;
    if (x > MARGIN && x + width > PICTURE_WIDTH - MARGIN) [x, y] = [MARGIN, y + LINE_HEIGHT];
    shapes.push(...pictureSwatch(style, label, x, y, theme));
    x += width;
  }
  return { shapes, bottom: entries.length > 0 ? y + 8 : top };
}

/** A word on an axis. */
export const axisLabel = (
  text: string,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  theme: CanvasTheme,
): Shape => ({ kind: 'text', text, x, y, size: LABEL_SIZE, anchor, fill: theme.color('--addnorm-muted') });
