// A chart of curves that grow while models train. Plain data in, DOM out: `update` keeps the newest state and
// draws it once in the next frame. Knows nothing of what the curves mean.

import { fractionOf, type Range, valueAtFraction } from './axis.ts';
import { ChartFrame } from './chart-frame.ts';
import type { CursorSync } from './cursor-sync.ts';
import { html, setAttributes } from './dom.ts';
import { formatTick } from './format.ts';
import { FrameTask } from './frame-task.ts';
import { Legend } from './legend.ts';
import { LineCursor, type CursorMove } from './line-cursor.ts';
import { LinePlot, plotWidth } from './line-plot.ts';
import { lineTable, longestOf, movedX, type ValueAt, valuesAt } from './line-readout.ts';
import { type LineChartState, type PlotScene, sceneOf, type YAxisOptions } from './line-scene.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import { checkSeries, nearestIndex } from './series-data.ts';
import { DASHES, seriesStyle, type SeriesStyle } from './theme.ts';
import { type CanvasTheme, readTheme, watchSystemTheme } from './theme-reader.ts';
import type { YScale } from './types.ts';

export type { LineChartState } from './line-scene.ts';

export interface LineChartOptions extends YAxisOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  /** What stands at a whole x; the number itself if left out. */
  xName?: (x: number) => string;
  scale?: YScale;
  /** Shows the linear/log switch; true unless said otherwise. */
  scaleToggle?: boolean;
  /** Linear unless said otherwise; a logarithmic one needs the ends of the axis, above 0. */
  xScale?: YScale;
  /** A marker on every point of short curves, instead of now and then along the curve. */
  everyMarker?: boolean;
  sync?: CursorSync;
  messages?: ChartMessages;
  /** What the chart shows now, in one sentence; see describe.ts. */
  describe?: (state: LineChartState) => string;
  onScaleChange?: (scale: YScale) => void;
}

export class LineChart {
  readonly #options: LineChartOptions;
  readonly #messages: ChartMessages;
  readonly #frame: ChartFrame;
  readonly #legend = new Legend();
  readonly #cursor: LineCursor;
  readonly #empty: HTMLElement;
  readonly #buttons: Record<YScale, HTMLButtonElement>;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #cursorDrawing = new FrameTask(() => this.#drawCursor());
  readonly #resizing: ResizeObserver;
  readonly #stops: (() => void)[] = [];

  #state: LineChartState = { series: [] };
  #styles: SeriesStyle[] = [];
  #signature = '';
  #scale: YScale;
  #theme: CanvasTheme | undefined;
  #plot: LinePlot | undefined;
  #xRange: Range = [0, 1];
  #cursorX: number | null = null;

  constructor(container: HTMLElement, options: LineChartOptions) {
    this.#options = options;
    this.#messages = options.messages ?? messagesEn;
    this.#scale = options.scale ?? 'linear';
    this.#frame = new ChartFrame(container, {
      title: options.title,
      yLabel: options.yLabel,
      messages: this.#messages,
      summary: () => this.#summary(),
      tables: () => [
        lineTable(this.#state.series, { ...options, xText: (x) => this.#tick(x) }, this.#messages),
      ],
    });
    this.#cursor = new LineCursor(this.#messages.chart.cursor(options.title), {
      onPoint: (fraction) => this.#point(fraction),
      onMove: (move) => this.#move(move),
      onLeave: () => this.#setCursor(null),
    });
    this.#empty = html('p', { class: 'an-empty' }, this.#messages.chart.empty);
    this.#buttons = { linear: this.#scaleButton('linear'), log: this.#scaleButton('log') };
    this.#assemble();
    this.#resizing = new ResizeObserver(() => this.#drawing.request());
    this.#resizing.observe(this.#frame.plot);
    this.#stops.push(watchSystemTheme(() => this.refreshTheme()));
    if (options.sync) this.#stops.push(options.sync.subscribe((x) => this.#followCursor(x)));
  }

  get root(): HTMLElement {
    return this.#frame.root;
  }

  /** Room beside or below the sentence for what the owner has to add to it. */
  get below(): HTMLElement {
    return this.#frame.below;
  }

  get scale(): YScale {
    return this.#scale;
  }

  /**
   * Shows this state from the next frame on. Arrays are kept, not copied, and read when drawn.
   * @throws RangeError if two series share an id or a count exceeds its arrays; nothing changes then.
   */
  update(state: LineChartState): void {
    checkSeries(state.series);
    const signature = JSON.stringify(
      state.series.map(({ id, label, placement, nth }) => [id, label, placement, nth]),
    );
    if (signature !== this.#signature) {
      this.#styles = state.series.map(seriesStyle);
      this.#signature = signature;
      this.#theme = undefined;
      this.#forgetPlot();
    }
    this.#state = state;
    this.#drawing.request();
  }

  setScale(scale: YScale): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#markScale();
    this.#forgetPlot();
    this.#drawing.request();
  }

  /** To be called after custom properties changed; switches of the system are noticed without it. */
  refreshTheme(): void {
    this.#theme = undefined;
    this.#forgetPlot();
    this.#drawing.request();
  }

  /** Draws now what waits for the next frame: for a picture, a print, a test. */
  flush(): void {
    this.#drawing.flush();
    this.#cursorDrawing.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#cursorDrawing.cancel();
    this.#resizing.disconnect();
    for (const stop of this.#stops.splice(0)) stop();
    this.#forgetPlot();
    this.#frame.dispose();
  }

  #assemble(): void {
    const { scaleToggle = true, xLabel } = this.#options;
    this.#frame.above.append(this.#legend.root);
    this.#frame.plot.append(this.#cursor.root, this.#empty, html('div', { class: 'an-x-label' }, xLabel));
    if (!scaleToggle) return;
    const group = html('div', {
      class: 'an-switch',
      role: 'group',
      'aria-label': this.#messages.chart.scale,
    });
    group.append(this.#buttons.linear, this.#buttons.log);
    this.#frame.controls.append(group);
    this.#markScale();
  }

  #scaleButton(scale: YScale): HTMLButtonElement {
    const button = html('button', { type: 'button', part: 'button' }, this.#messages.chart[scale]);
    button.addEventListener('click', () => {
      this.setScale(scale);
      this.#options.onScaleChange?.(scale);
    });
    return button;
  }

  #markScale(): void {
    for (const scale of ['linear', 'log'] as const) {
      setAttributes(this.#buttons[scale], { 'aria-pressed': String(scale === this.#scale) });
    }
  }

  #forgetPlot(): void {
    this.#plot?.dispose();
    this.#plot = undefined;
  }

  // Drawing.

  #draw(): void {
    const width = this.#frame.plot.clientWidth;
    const height = this.#frame.image.clientHeight;
    if (width === 0 || height === 0) return;
    this.#theme ??= this.#readTheme();
    const axis = { ...this.#options, scale: this.#scale, width: plotWidth(width) };
    const scene = sceneOf(this.#state, this.#styles, axis);
    this.#xRange = scene.xRange;
    this.#plot ??= this.#makePlot(scene, this.#theme, width, height);
    this.#plot.resize(width, height);
    this.#plot.draw(scene);
    this.#cursor.place(this.#plot.area);
    this.#empty.hidden = this.#state.series.some(({ count }) => count > 0);
    this.#drawCursor();
    this.#frame.refresh();
  }

  #makePlot(scene: PlotScene, theme: CanvasTheme, width: number, height: number): LinePlot {
    const { messages, options } = { messages: this.#messages, options: this.#options };
    this.#legend.setSeries(scene.series.map(({ series, style }) => ({ label: series.label, style })));
    return new LinePlot(this.#frame.image, scene, {
      width,
      height,
      theme,
      scale: this.#scale,
      xScale: options.xScale ?? 'linear',
      everyMarker: options.everyMarker ?? false,
      xText: (x) => this.#tick(x),
      decimalMark: messages.decimalMark,
      notFinite: (label, x) => messages.chart.notFinite(label, options.xLabel, this.#tick(x)),
    });
  }

  #readTheme(): CanvasTheme {
    const theme = readTheme(this.#frame.root);
    // Forced colours leave one colour for all series: then each needs a dash of its own.
    const dash = (style: SeriesStyle, i: number) =>
      theme.forcedColors ? DASHES[i % DASHES.length]! : style.dash;
    this.#styles = this.#state.series
      .map(seriesStyle)
      .map((style, i) => ({ ...style, dash: dash(style, i) }));
    return theme;
  }

  // Cursor.

  #setCursor(x: number | null): void {
    if (this.#options.sync) this.#options.sync.set(x);
    else this.#followCursor(x);
  }

  #followCursor(x: number | null): void {
    this.#cursorX = x;
    this.#cursorDrawing.request();
  }

  #point(fraction: number | null): void {
    const longest = longestOf(this.#state.series);
    if (fraction === null || !longest) {
      this.#setCursor(null);
      return;
    }
    const x = valueAtFraction(fraction, this.#xRange, this.#options.xScale === 'log');
    const index = nearestIndex(longest.x, longest.count, x);
    this.#setCursor(longest.x[index]!);
  }

  #move(move: CursorMove): void {
    const longest = longestOf(this.#state.series);
    if (longest) this.#setCursor(movedX(longest, this.#cursorX, move));
  }

  #drawCursor(): void {
    const plot = this.#plot;
    if (!plot) return;
    const longest = longestOf(this.#state.series);
    const now = this.#cursorX ?? longest?.x[longest.count - 1] ?? 0;
    const values = valuesAt(this.#state.series, now, this.#messages);
    const position = longest ? this.#messages.chart.at(this.#options.xLabel, this.#tick(now)) : '';
    this.#legend.setValues(
      position,
      values.map(({ text }) => text),
    );
    this.#showCursorAt(plot, values);
    const spoken = this.#state.series.map((series, i) =>
      this.#messages.chart.valueOf(series.label, values[i]!.text),
    );
    const range = { min: longest?.x[0] ?? 0, max: longest?.x[longest.count - 1] ?? 0, now };
    this.#cursor.setValue(range, [position, ...spoken].join(', '));
  }

  #showCursorAt(plot: LinePlot, values: readonly ValueAt[]): void {
    const isLog = this.#options.xScale === 'log';
    const fraction = this.#cursorX === null ? NaN : fractionOf(this.#cursorX, this.#xRange, isLog);
    if (!(fraction >= 0 && fraction <= 1)) {
      this.#cursor.hide();
      return;
    }
    const dots = this.#styles.map((style, i) => {
      const value = values[i]!.value;
      return { y: value === undefined ? null : plot.fractionOfY(value), colorVar: style.colorVar };
    });
    this.#cursor.show(fraction, dots);
  }

  #tick(x: number): string {
    return this.#options.xName?.(x) ?? formatTick(x, this.#messages.decimalMark);
  }

  #summary(): string {
    if (this.#options.describe) return this.#options.describe(this.#state);
    return longestOf(this.#state.series) ? '' : this.#messages.chart.empty;
  }
}
