// A line chart as a picture: the same scene as on the canvas, laid out on a page of its own. Pure functions.

import { fractionOf, linearTicks, logTicks, wholeTicks } from './axis.ts';
import { formatTick } from './format.ts';
import { guideLabelY } from './guide-label.ts';
import { GUIDE_LABEL_STEP } from './line-guides.ts';
import { bandOutline, DEPARTURE_PX, FLAG_PX, MARKER_RADIUS, markerIndices } from './line-layers.ts';
import type { PlotScene } from './line-scene.ts';
import { markerPath } from './markers.ts';
import type { Box, Picture, Shape } from './picture.ts';
import {
  axisLabel,
  LABEL_SIZE,
  MARGIN,
  PICTURE_WIDTH,
  pictureHead,
  pictureLegend,
  textWidth,
} from './picture-layout.ts';
import { type AlignedColumn, departures, flagRuns, nonFiniteStarts } from './series-data.ts';
import type { CanvasTheme } from './theme-reader.ts';
import type { YScale } from './types.ts';

const PLOT_HEIGHT = 320;
const Y_AXIS = 48;
const RIGHT = 16;
const MOST_TICKS = { x: 9, y: 7 };

/** Width of the plot on every picture, for which a scene has to be made. */
export const PICTURE_PLOT_WIDTH: number = PICTURE_WIDTH - 2 * MARGIN - Y_AXIS - RIGHT;

export interface LinePictureOptions {
  title: string;
  unit: string;
  description: string;
  xLabel: string;
  xText: (x: number) => string;
  scale: YScale;
  xScale: YScale;
  everyMarker: boolean;
  notFinite: (label: string, x: number) => string;
  decimalMark: string;
  theme: CanvasTheme;
}

/** A plot rectangle with its scales. */
interface Plot {
  box: Box;
  xAt: (x: number) => number;
  yAt: (y: number) => number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function plotOf({ xRange, yRange }: PlotScene, top: number, { scale, xScale }: LinePictureOptions): Plot {
  const box = { x: MARGIN + Y_AXIS, y: top, width: PICTURE_PLOT_WIDTH, height: PLOT_HEIGHT };
  return {
    box,
    xAt: (x) => round(box.x + box.width * fractionOf(x, xRange, xScale === 'log')),
    yAt: (y) => round(box.y + box.height * (1 - fractionOf(y, yRange, scale === 'log'))),
  };
}

function axes(scene: PlotScene, { box, xAt, yAt }: Plot, options: LinePictureOptions): Shape[] {
  const { theme, scale, xScale, xText, xLabel, decimalMark } = options;
  const bottom = box.y + box.height;
  const { xRange, yRange } = scene;
  const yTicks = scale === 'log' ? logTicks(...yRange, MOST_TICKS.y) : linearTicks(yRange, MOST_TICKS.y);
  const xTicks = xScale === 'log' ? logTicks(...xRange, MOST_TICKS.x) : wholeTicks(xRange, MOST_TICKS.x);
  const line = (d: string, name: string): Shape => ({
    kind: 'path',
    d,
    stroke: theme.color(name),
    strokeWidth: 1,
  });
  return [
    ...yTicks.flatMap((tick) => [
      line(`M${box.x} ${yAt(tick)}H${box.x + box.width}`, '--addnorm-line'),
      axisLabel(formatTick(tick, decimalMark), box.x - 8, yAt(tick) + LABEL_SIZE / 3, 'end', theme),
    ]),
    line(`M${box.x} ${bottom}H${box.x + box.width}`, '--addnorm-border'),
    ...xTicks.flatMap((tick) => [
      line(`M${xAt(tick)} ${bottom}v4`, '--addnorm-border'),
      axisLabel(xText(tick), xAt(tick), bottom + 6 + LABEL_SIZE, 'middle', theme),
    ]),
    axisLabel(xLabel, box.x + box.width / 2, bottom + 12 + 2 * LABEL_SIZE, 'middle', theme),
  ];
}

/** Path data of a curve; a gap begins a new piece, a missing point none. */
export function curvePath(
  xs: readonly number[],
  ys: AlignedColumn,
  xAt: (x: number) => number,
  yAt: (y: number) => number,
): string {
  let [d, pen] = ['', 'M'];
  ys.forEach((y, i) => {
    if (y === undefined) return;
    if (y === null) pen = 'M';
    else {
      d += `${pen}${xAt(xs[i]!)} ${yAt(y)}`;
      pen = 'L';
    }
  });
  return d;
}

function curves(scene: PlotScene, { box, xAt, yAt }: Plot, options: LinePictureOptions): Shape[] {
  const { theme, everyMarker } = options;
  const { series, data, xRange, yRange } = scene;
  const bands = series.flatMap(({ series: one, style }): Shape[] => {
    const outline = bandOutline(one, yRange[0], 1).map(([x, y]) => `${xAt(x)} ${yAt(y)}`);
    if (outline.length === 0) return [];
    const fill = theme.color(style.colorVar);
    return [{ kind: 'path', d: `M${outline.join('L')}Z`, fill, opacity: 0.18, clip: box }];
  });
  const flags = series.flatMap(({ series: one, style }, row) =>
    flagRuns(one).map(([from, to]): Shape => {
      const [x, end] = [xAt(one.x[from]! - 0.5), xAt(one.x[to]! + 0.5)];
      const y = box.y + box.height - (row + 1) * FLAG_PX.row + 1;
      const size = { width: Math.max(1, end - x), height: FLAG_PX.flag };
      return { kind: 'rect', x, y, ...size, fill: theme.color(style.colorVar) };
    }),
  );
  const lines = series.map(({ style }, i): Shape => {
    const [d, stroke] = [curvePath(data.x, data.y[i]!, xAt, yAt), theme.color(style.colorVar)];
    return { kind: 'path', d, stroke, strokeWidth: 1.75, dash: style.dash, clip: box };
  });
  const markers = series.flatMap(({ series: one, style }, order): Shape[] => {
    const layout = { every: everyMarker, xRange, width: box.width, order, of: series.length };
    return markerIndices(one, layout).flatMap((at): Shape[] => {
      const y = one.y[at]!;
      if (!(y >= yRange[0] && y <= yRange[1])) return [];
      const d = markerPath(style.marker, MARKER_RADIUS, xAt(one.x[at]!), yAt(y));
      const rim = { stroke: theme.color('--addnorm-bg'), strokeWidth: 1 };
      return [{ kind: 'path', d, fill: theme.color(style.colorVar), ...rim }];
    });
  });
  const leaving =
    options.scale === 'log'
      ? []
      : series.flatMap(({ series: one, style }): Shape[] =>
          departures(one, yRange).map(({ index, isUp }) => {
            const y = isUp ? box.y + DEPARTURE_PX : box.y + box.height - DEPARTURE_PX;
            const d = markerPath(isUp ? 'triangleUp' : 'triangleDown', 5, xAt(one.x[index]!), y);
            return { kind: 'path', d, fill: theme.color(style.colorVar) };
          }),
        );
  return [
    ...bands,
    ...flags,
    ...lines.filter((line) => line.kind === 'path' && line.d !== ''),
    ...markers,
    ...leaving,
  ];
}

function annotations(scene: PlotScene, { box, xAt, yAt }: Plot, options: LinePictureOptions): Shape[] {
  const { theme } = options;
  const [rim, muted, border] = ['bg', 'muted', 'border'].map((name) => theme.color(`--addnorm-${name}`));
  const rule = (d: string, dash: readonly number[]): Shape => ({
    ...{ kind: 'path', d, stroke: border, strokeWidth: 1, dash, clip: box },
  });
  const words = (text: string, x: number, y: number, anchor: 'start' | 'end'): Shape => ({
    ...{ kind: 'text', text, x, y, size: LABEL_SIZE, anchor, fill: muted!, rim },
  });
  const inside = (y: number): boolean => y >= scene.yRange[0] && y <= scene.yRange[1];
  const references = scene.references
    .filter(({ y }) => inside(y))
    .flatMap(({ y, label }) => [
      rule(`M${box.x} ${yAt(y)}H${box.x + box.width}`, [5, 4]),
      ...(label === '' ? [] : [words(label, box.x + box.width - 2, yAt(y) - 6, 'end')]),
    ]);
  const lines = scene.series.map(({ series }) => series);
  const room = { step: GUIDE_LABEL_STEP, top: box.y, bottom: box.y + box.height, xAt, yAt };
  const guides = scene.guides.flatMap((guide): Shape[] => {
    const { x, y, label } = guide;
    const points = x.map((at, i) => `${xAt(at)} ${yAt(y[i]!)}`);
    const end = Math.min(xAt(x.at(-1)!), box.x + box.width) - 2;
    const dashed = { stroke: muted, strokeWidth: 1.5, dash: [6, 5], clip: box };
    return [
      { kind: 'path', d: `M${points.join('L')}`, ...dashed },
      words(
        label,
        end,
        guideLabelY(guide, scene.guides, lines, {
          ...room,
          right: end,
          width: textWidth(label, LABEL_SIZE),
        }) +
          LABEL_SIZE / 3,
        'end',
      ),
    ];
  });
  const marks = scene.marks
    .filter(({ x }) => x >= scene.xRange[0] && x <= scene.xRange[1])
    .flatMap(({ x, label }, row) => [
      rule(`M${xAt(x)} ${box.y}V${box.y + box.height}`, [2, 3]),
      words(label, xAt(x) + 6, box.y + 14 + 16 * row, 'start'),
    ]);
  const broken = scene.series.flatMap(({ series, style }): Shape[] =>
    nonFiniteStarts(series, 1).flatMap((start) => {
      const [x, y] = [xAt(series.x[start]!), box.y + 14 + 16 * scene.marks.length];
      const isRight = x > box.x + 0.55 * box.width;
      return [
        { kind: 'path', d: markerPath('cross', 5, x, y), fill: theme.color(style.colorVar) },
        words(
          options.notFinite(series.label, series.x[start]!),
          x + (isRight ? -11 : 11),
          y + 4,
          isRight ? 'end' : 'start',
        ),
      ];
    }),
  );
  return [...references, ...guides, ...marks, ...broken];
}

/** The picture of a scene that was made for a plot of PICTURE_PLOT_WIDTH. */
export function linePicture(scene: PlotScene, options: LinePictureOptions): Picture {
  const { title, unit, description, theme } = options;
  const head = pictureHead(title, unit, theme);
  const entries = scene.series.map(({ series, style }) => ({ label: series.label, style }));
  const legend = pictureLegend(entries, head.bottom, theme);
  const plot = plotOf(scene, legend.bottom + 8, options);
  const layers = [axes, curves, annotations].flatMap((layer) => layer(scene, plot, options));
  return {
    ...{ width: PICTURE_WIDTH, height: plot.box.y + PLOT_HEIGHT + 12 + 2 * LABEL_SIZE + MARGIN },
    ...{ background: theme.color('--addnorm-bg'), fontFamily: theme.fontFamily, title, description },
    shapes: [...head.shapes, ...legend.shapes, ...layers],
  };
}
