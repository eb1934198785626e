// What a line chart is saved as: its numbers, and its picture, of what it shows. Pure functions.

import { type CsvCell, lineCsv } from './csv.ts';
import { linePicture, type LinePictureOptions, PICTURE_PLOT_WIDTH } from './line-picture.ts';
import { type LineChartState, sceneOf, type YAxisOptions } from './line-scene.ts';
import type { ChartMessages } from './messages.en.ts';
import type { Picture } from './picture.ts';
import type { SeriesStyle } from './theme.ts';

interface Names {
  xLabel: string;
  xText: (x: number) => string;
}

/** What stands at x has its name; a number keeps every digit. */
export function csvOfLines(
  { series }: LineChartState,
  { xLabel, xText }: Names,
  messages: ChartMessages,
): string {
  const name = (x: number): CsvCell =>
    /^[\d.]/.test(xText(x)) && !Number.isNaN(Number(xText(x))) ? x : xText(x);
  return lineCsv(series, { xLabel, xText: name }, messages);
}

export function pictureOfLines(
  state: LineChartState,
  styles: readonly SeriesStyle[],
  options: LinePictureOptions & YAxisOptions,
): Picture {
  return linePicture(sceneOf(state, styles, { ...options, width: PICTURE_PLOT_WIDTH }), options);
}
