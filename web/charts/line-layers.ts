// What a line chart draws on its canvas around the lines of uPlot: bands, reference lines, vertical marks,
// markers, and the place where a curve stopped being finite.

import { growingEnd, type Range } from './axis.ts';
import type { StyledSeries } from './line-scene.ts';
import { markerPath } from './markers.ts';
import { departures, flagRuns, lowerBound, nonFiniteStarts } from './series-data.ts';
import type { CanvasTheme } from './theme-reader.ts';
import type { LineSeries, ReferenceLine, VerticalMark } from './types.ts';

/** The canvas with its plot rectangle and scales; everything in device pixels. */
export interface Layer {
  ctx: CanvasRenderingContext2D;
  ratio: number;
  left: number;
  top: number;
  width: number;
  height: number;
  xRange: Range;
  yRange: Range;
  xAt: (x: number) => number;
  yAt: (y: number) => number;
  theme: CanvasTheme;
}

export const LABEL_PX = 12;
export const MARKER_RADIUS = 3.6;
const MARKER_SPACING = 110;
const EVERY_POINT_UP_TO = 64;

export function clipped({ ctx, left, top, width, height }: Layer, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

export function label(
  layer: Layer,
  text: string,
  x: number,
  y: number,
  align: CanvasTextAlign,
  color: string,
): void {
  const { ctx, ratio, theme } = layer;
  ctx.save();
  ctx.font = `${LABEL_PX * ratio}px ${theme.fontFamily}`;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  // A rim of background keeps the words readable where a curve runs behind them.
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4 * ratio;
  ctx.strokeStyle = theme.color('--addnorm-bg');
  ctx.strokeText(text, x, y);
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
  ctx.restore();
}

function rule(
  { ctx, ratio }: Layer,
  from: [number, number],
  to: [number, number],
  color: string,
  dash: number[],
): void {
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.lineWidth = ratio;
  ctx.strokeStyle = color;
  ctx.setLineDash(dash.map((length) => length * ratio));
  ctx.stroke();
  ctx.restore();
}

export function drawReferences(layer: Layer, references: readonly ReferenceLine[]): void {
  const color = layer.theme.color('--addnorm-border');
  for (const { y } of references) {
    const at = Math.round(layer.yAt(y)) + 0.5;
    if (at < layer.top || at > layer.top + layer.height) continue;
    rule(layer, [layer.left, at], [layer.left + layer.width, at], color, [5, 4]);
  }
}

export function drawReferenceLabels(layer: Layer, references: readonly ReferenceLine[]): void {
  const { ratio, left, top, width, height, theme } = layer;
  for (const { y, label: text } of references) {
    const at = layer.yAt(y);
    if (!(at >= top && at <= top + height)) continue;
    const above = at - 10 * ratio > top ? at - 10 * ratio : at + 10 * ratio;
    label(layer, text, left + width - 2 * ratio, above, 'right', theme.color('--addnorm-muted'));
  }
}

export function drawVerticalMarks(layer: Layer, marks: readonly VerticalMark[]): void {
  const { ratio, left, top, width, height, theme } = layer;
  marks.forEach(({ x, label: text }, i) => {
    const at = Math.round(layer.xAt(x)) + 0.5;
    if (!(at >= left && at <= left + width)) return;
    rule(layer, [at, top], [at, top + height], theme.color('--addnorm-border'), [2, 3]);
    const leftSide = at > left + 0.6 * width;
    const y = top + (10 + 16 * i) * ratio;
    const offset = (leftSide ? -6 : 6) * ratio;
    label(layer, text, at + offset, y, leftSide ? 'right' : 'left', theme.color('--addnorm-muted'));
  });
}

/**
 * Outline of the band of a series as points [x, y], along its upper edge and back along the lower; of `stride` points each spans
 * the extremes. What lies below `bottom` is put there.
 */
export function bandOutline(
  { band, x, count }: LineSeries,
  bottom: number,
  stride: number,
): [number, number][] {
  if (!band) return [];
  const upper: [number, number][] = [];
  const lower: [number, number][] = [];
  for (let i = 0; i < count; i += stride) {
    let lo = Infinity;
    let hi = -Infinity;
    for (let k = i; k < Math.min(count, i + stride); ++k) {
      if (Number.isFinite(band.lo[k]!)) lo = Math.min(lo, band.lo[k]!);
      if (Number.isFinite(band.hi[k]!)) hi = Math.max(hi, band.hi[k]!);
    }
    if (!(lo <= hi)) continue;
    upper.push([x[i]!, Math.max(hi, bottom)]);
    lower.push([x[i]!, Math.max(lo, bottom)]);
  }
  return [...upper, ...lower.reverse()];
}

/** Fills the band of a series. */
export function drawBand(layer: Layer, { series, style }: StyledSeries): void {
  const stride = Math.max(1, Math.ceil((series.count * layer.ratio) / (2 * layer.width)));
  const outline = bandOutline(series, layer.yRange[0], stride);
  if (outline.length === 0) return;
  const { ctx } = layer;
  clipped(layer, () => {
    ctx.beginPath();
    for (const [x, y] of outline) ctx.lineTo(layer.xAt(x), layer.yAt(y));
    ctx.closePath();
    ctx.globalAlpha = 0.18;
    ctx.fillStyle = layer.theme.color(style.colorVar);
    ctx.fill();
  });
}

/**
 * Indices of the points that carry a marker: every point of a short curve if `every`, else one about every
 * 110 px, at fixed x so that markers stand still while the run grows, staggered from series to series.
 */
export function markerIndices(
  { x, count }: LineSeries,
  layout: { every: boolean; xRange: Range; width: number; order: number; of: number },
): number[] {
  if (count === 0) return [];
  if (layout.every && count <= EVERY_POINT_UP_TO) return Array.from({ length: count }, (_, i) => i);
  const [start, end] = layout.xRange;
  const spacing = growingEnd((1000 * (end - start) * MARKER_SPACING) / Math.max(1, layout.width)) / 1000;
  const indices: number[] = [];
  for (let at = start + (spacing * (layout.order + 0.5)) / layout.of; at <= x[count - 1]!; at += spacing) {
    const index = lowerBound(x, count, at);
    if (index < count && index !== indices.at(-1)) indices.push(index);
  }
  if (indices.at(-1) !== count - 1) indices.push(count - 1);
  return indices;
}

export function drawMarkers(layer: Layer, { series, style }: StyledSeries, indices: readonly number[]): void {
  const { ctx, ratio, theme, yRange } = layer;
  const radius = MARKER_RADIUS * ratio;
  const shapes = new Path2D();
  for (const i of indices) {
    const y = series.y[i]!;
    if (!Number.isFinite(y) || y < yRange[0] || y > yRange[1]) continue;
    shapes.addPath(new Path2D(markerPath(style.marker, radius, layer.xAt(series.x[i]!), layer.yAt(y))));
  }
  ctx.save();
  ctx.fillStyle = theme.color(style.colorVar);
  ctx.strokeStyle = theme.color('--addnorm-bg');
  ctx.lineWidth = 1.5 * ratio;
  ctx.stroke(shapes);
  ctx.fill(shapes);
  ctx.restore();
}

/** Height of the row of flags of one series, and of a flag in it. */
export const FLAG_PX = { row: 5, flag: 3 };

/** A row of flags along the bottom for each series that has some. */
export function drawFlags(layer: Layer, { series, style }: StyledSeries, row: number): void {
  const { ctx, ratio, top, height, theme } = layer;
  const runs = flagRuns(series);
  if (runs.length === 0) return;
  const y = top + height - ((row + 1) * FLAG_PX.row - 1) * ratio;
  clipped(layer, () => {
    ctx.fillStyle = theme.color(style.colorVar);
    for (const [from, to] of runs) {
      const [start, end] = [series.x[from]! - 0.5, series.x[to]! + 0.5].map((x) => layer.xAt(x)) as [
        number,
        number,
      ];
      ctx.fillRect(start, y, Math.max(ratio, end - start), FLAG_PX.flag * ratio);
    }
  });
}

/** Distance of the arrow of a curve that leaves the plot from the edge it leaves by. */
export const DEPARTURE_PX = 7;

/** Arrows where a curve leaves the plot at the top or the bottom: it goes on there. */
export function drawDepartures(layer: Layer, { series, style }: StyledSeries): void {
  const { ctx, ratio, top, left, width, height, theme } = layer;
  const arrows = new Path2D();
  for (const { index, isUp } of departures(series, layer.yRange)) {
    const x = layer.xAt(series.x[index]!);
    if (!(x >= left && x <= left + width)) continue;
    const y = isUp ? top + DEPARTURE_PX * ratio : top + height - DEPARTURE_PX * ratio;
    arrows.addPath(new Path2D(markerPath(isUp ? 'triangleUp' : 'triangleDown', 5 * ratio, x, y)));
  }
  ctx.save();
  ctx.fillStyle = theme.color(style.colorVar);
  ctx.strokeStyle = theme.color('--addnorm-bg');
  ctx.lineWidth = 2 * ratio;
  ctx.stroke(arrows);
  ctx.fill(arrows);
  ctx.restore();
}

/** Marks where a curve stopped being finite: a cross at the top, and a thread down to its last finite point. */
export function drawNotFinite(
  layer: Layer,
  styled: StyledSeries,
  text: (x: number) => string,
  row: number,
): void {
  const { series, style } = styled;
  const { ctx, ratio, top, left, width, theme } = layer;
  const color = theme.color(style.colorVar);
  const y = top + (12 + 18 * row) * ratio;
  nonFiniteStarts(series).forEach((start, nth) => {
    const x = layer.xAt(series.x[start]!);
    if (!(x >= left && x <= left + width)) return;
    const last = series.y[start - 1];
    const from = last === undefined ? layer.top + layer.height : layer.yAt(Math.max(last, layer.yRange[0]));
    rule(layer, [x, Math.max(top, from)], [x, y], color, [1, 3]);
    ctx.save();
    ctx.fillStyle = color;
    ctx.strokeStyle = theme.color('--addnorm-bg');
    ctx.lineWidth = 2 * ratio;
    const cross = new Path2D(markerPath('cross', 5.5 * ratio, x, y));
    ctx.stroke(cross);
    ctx.fill(cross);
    ctx.restore();
    if (nth > 0) return;
    const leftSide = x > left + 0.55 * width;
    const offset = (leftSide ? -11 : 11) * ratio;
    label(
      layer,
      text(series.x[start]!),
      x + offset,
      y,
      leftSide ? 'right' : 'left',
      theme.color('--addnorm-text'),
    );
  });
}
