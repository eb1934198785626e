// The canvas of a line chart: uPlot for axes, scales and lines, our layers for the rest. uPlot's own cursor and
// legend stay off: its pointer arithmetic breaks under CSS scaling and it has no keyboard.

import uPlot from 'uplot';
import { logTicks } from './axis.ts';
import { formatTick } from './format.ts';
import type { PlotArea } from './line-cursor.ts';
import { drawGuideLabels, drawGuides } from './line-guides.ts';
import {
  drawBand,
  drawDepartures,
  drawFlags,
  drawMarkers,
  drawNotFinite,
  drawReferenceLabels,
  drawReferences,
  drawVerticalMarks,
  type Layer,
  markerIndices,
} from './line-layers.ts';
import type { PlotScene } from './line-scene.ts';
import { nonFiniteStarts } from './series-data.ts';
import type { CanvasTheme } from './theme-reader.ts';
import type { YScale } from './types.ts';

const AXIS_PX = { x: 24, y: 46 };
const PADDING: [number, number, number, number] = [10, 14, 2, 0];
const LINE_WIDTH = 1.75;
// Ascending, as uPlot wants them.
const WHOLE_INCREMENTS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
);

// uPlot declares these numbers as an enum that exists only as a type, which the linter cannot follow.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const DISTRIBUTION: Record<YScale, uPlot.Scale.Distr> = { linear: 1, log: 3 };

export interface LinePlotOptions {
  width: number;
  height: number;
  scale: YScale;
  xScale: YScale;
  theme: CanvasTheme;
  everyMarker: boolean;
  /** Labels of the x axis. */
  xText: (x: number) => string;
  decimalMark: string;
  notFinite: (label: string, x: number) => string;
}

/** Width of the plot rectangle for a canvas of this width, known before anything is drawn. */
export const plotWidth = (width: number): number => Math.max(1, width - AXIS_PX.y - PADDING[1]);

/** One uPlot instance: made anew when the set of series, the scale or the theme changes. */
export class LinePlot {
  readonly #plot: uPlot;
  readonly #options: LinePlotOptions;
  #scene: PlotScene;

  constructor(host: HTMLElement, scene: PlotScene, options: LinePlotOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#plot = new uPlot(this.#uplotOptions(), this.#columns(), host);
  }

  get area(): PlotArea {
    const { left, top, width, height } = this.#plot.bbox;
    const ratio = uPlot.pxRatio;
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  /** Draws now, in one go. */
  draw(scene: PlotScene): void {
    this.#scene = scene;
    const [yMin, yMax] = scene.yRange;
    const [xMin, xMax] = scene.xRange;
    this.#plot.batch(() => {
      this.#plot.setData(this.#columns(), false);
      this.#plot.setScale('x', { min: xMin, max: xMax });
      this.#plot.setScale('y', { min: yMin, max: yMax });
    });
  }

  resize(width: number, height: number): void {
    if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
  }

  /** Fraction of the plot's height, from the top, at which a value stands; null when it stands outside. */
  fractionOfY(value: number): number | null {
    if (!Number.isFinite(value) || (this.#options.scale === 'log' && value <= 0)) return null;
    const fraction = this.#plot.valToPos(value, 'y') / this.area.height;
    return fraction >= -0.001 && fraction <= 1.001 ? fraction : null;
  }

  dispose(): void {
    this.#plot.destroy();
  }

  #columns(): uPlot.AlignedData {
    const { x, y } = this.#scene.data;
    return [x, ...y];
  }

  #uplotOptions(): uPlot.Options {
    const { width, height, scale, theme } = this.#options;
    return {
      width,
      height,
      padding: PADDING,
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, distr: DISTRIBUTION[this.#options.xScale], range: () => [...this.#scene.xRange] },
        y: { distr: DISTRIBUTION[scale], range: () => [...this.#scene.yRange] },
      },
      axes: [this.#xAxis(), this.#yAxis()],
      series: [
        {},
        ...this.#scene.series.map(({ style }) => this.#uplotSeries(theme.color(style.colorVar), style.dash)),
      ],
      hooks: {
        drawAxes: [() => this.#drawBelow()],
        draw: [() => this.#drawAbove()],
      },
    };
  }

  #uplotSeries(stroke: string, dash: readonly number[]): uPlot.Series {
    return { stroke, width: LINE_WIDTH, dash: [...dash], points: { show: false }, spanGaps: false };
  }

  #axis(): uPlot.Axis {
    const { theme } = this.#options;
    return {
      font: `12px ${theme.fontFamily}`,
      stroke: theme.color('--addnorm-muted'),
      grid: { stroke: theme.color('--addnorm-line'), width: 1 },
      ticks: { show: false },
      gap: 6,
    };
  }

  #xAxis(): uPlot.Axis {
    const { theme, xText, xScale } = this.#options;
    const axis: uPlot.Axis = {
      ...this.#axis(),
      size: AXIS_PX.x,
      // About eight ticks, but never so many that they touch.
      space: (_plot, _axis, _min, _max, width) => Math.min(90, Math.max(40, width / 8)),
      incrs: WHOLE_INCREMENTS,
      grid: { show: false },
      ticks: { show: true, size: 4, width: 1, stroke: theme.color('--addnorm-border') },
      border: { show: true, width: 1, stroke: theme.color('--addnorm-border') },
      gap: 3,
      values: (_plot, splits) => splits.map(xText),
    };
    if (xScale === 'linear') return axis;
    return {
      ...axis,
      filter: (_plot, splits) => splits,
      splits: (_plot, _axis, low, high) => logTicks(low, high, 8),
    };
  }

  #yAxis(): uPlot.Axis {
    const { scale, decimalMark } = this.#options;
    const values = (_plot: uPlot, splits: number[]): string[] =>
      splits.map((value) => formatTick(value, decimalMark));
    const axis: uPlot.Axis = { ...this.#axis(), size: AXIS_PX.y, space: 38, values };
    if (scale === 'linear') return axis;
    return {
      ...axis,
      filter: (_plot, splits) => splits,
      splits: (plot, _axis, low, high) => logTicks(low, high, Math.max(3, Math.floor(plot.height / 38))),
    };
  }

  #layer(): Layer {
    const plot = this.#plot;
    return {
      ctx: plot.ctx,
      ratio: uPlot.pxRatio,
      ...{ left: plot.bbox.left, top: plot.bbox.top, width: plot.bbox.width, height: plot.bbox.height },
      xRange: this.#scene.xRange,
      yRange: this.#scene.yRange,
      xAt: (x) => plot.valToPos(x, 'x', true),
      yAt: (y) => plot.valToPos(y, 'y', true),
      theme: this.#options.theme,
    };
  }

  #drawBelow(): void {
    const layer = this.#layer();
    this.#scene.series.forEach((styled, row) => {
      drawBand(layer, styled);
      drawFlags(layer, styled, row);
    });
    drawReferences(layer, this.#scene.references);
    drawGuides(layer, this.#scene.guides);
  }

  #drawAbove(): void {
    const layer = this.#layer();
    const { series, xRange, marks, references, guides } = this.#scene;
    series.forEach((styled, order) => {
      const layout = { xRange, width: layer.width / layer.ratio, order, of: series.length };
      drawMarkers(
        layer,
        styled,
        markerIndices(styled.series, { ...layout, every: this.#options.everyMarker }),
      );
    });
    if (this.#options.scale === 'linear') for (const styled of series) drawDepartures(layer, styled);
    drawVerticalMarks(layer, marks);
    drawReferenceLabels(layer, references);
    drawGuideLabels(
      layer,
      guides,
      series.map(({ series: one }) => one),
    );
    const broken = series.filter(({ series: one }) => nonFiniteStarts(one, 1).length > 0);
    broken.forEach((styled, row) => {
      const text = (x: number): string => this.#options.notFinite(styled.series.label, x);
      drawNotFinite(layer, styled, text, marks.length + row);
    });
  }
}
