// A chart of curves that grow while models train. Plain data in, DOM out: `update` keeps the newest state and
// draws it once in the next frame. Knows nothing of what the curves mean.

import { ChartFrame } from './chart-frame.ts';
import { describeDifferences } from './describe-curves.ts';
import { html } from './dom.ts';
import { formatTick } from './format.ts';
import { FrameTask } from './frame-task.ts';
import { LineFollower } from './line-follower.ts';
import type { LineChartOptions } from './line-options.ts';
import { LinePlot, plotWidth } from './line-plot.ts';
import { lineTable, longestOf } from './line-readout.ts';
import { csvOfLines, pictureOfLines } from './line-save.ts';
import { axisOf, baseOf, type LineChartState, type PlotScene, sceneOf, shownState } from './line-scene.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import { type LineMode, ModeSwitch } from './mode-switch.ts';
import { checkSeries } from './series-data.ts';
import { DASHES, seriesStyle, type SeriesStyle } from './theme.ts';
import { type CanvasTheme, readTheme, watchSystemTheme } from './theme-reader.ts';
import type { YScale } from './types.ts';

export type { LineChartOptions } from './line-options.ts';
export type { LineChartState } from './line-scene.ts';

export class LineChart {
  readonly #options: LineChartOptions;
  readonly #messages: ChartMessages;
  readonly #frame: ChartFrame;
  readonly #follower: LineFollower;
  readonly #empty: HTMLElement;
  readonly #modes: ModeSwitch;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #resizing: ResizeObserver;
  readonly #stops: (() => void)[] = [];

  /** What the chart was given, and what it shows of that: the curves themselves, or their differences. */
  #given: LineChartState = { series: [] };
  #state: LineChartState = { series: [] };
  #styles: SeriesStyle[] = [];
  #signature = '';
  #scale: YScale;
  #isDifference = false;
  /** The id of the curve that the others are compared with, where one was chosen. */
  #base: string | undefined;
  #theme: CanvasTheme | undefined;
  #plot: LinePlot | undefined;

  constructor(container: HTMLElement, options: LineChartOptions) {
    this.#options = options;
    this.#messages = options.messages ?? messagesEn;
    this.#scale = options.scale ?? 'linear';
    this.#frame = new ChartFrame(container, {
      title: options.title,
      yLabel: options.yLabel,
      messages: this.#messages,
      summary: () => this.#summary(),
      tables: () => [lineTable(this.#state.series, this.#names, this.#messages)],
      save: {
        name: () => this.#fileWords(),
        csv: () => csvOfLines(this.#state, this.#names, this.#messages),
        picture: () => pictureOfLines(this.#state, this.#styles, this.#pictureOptions()),
      },
    });
    this.#follower = new LineFollower({
      ...this.#names,
      isLogX: options.xScale === 'log',
      sync: options.sync,
      messages: this.#messages,
    });
    this.#empty = html('p', { class: 'an-empty' }, this.#messages.chart.empty);
    this.#modes = new ModeSwitch(this.#offered(), this.#messages, {
      onMode: (mode) => this.#setMode(mode),
      onBase: (base) => {
        this.#base = base;
        this.#show();
      },
    });
    this.#assemble();
    this.#resizing = new ResizeObserver(() => this.#drawing.request());
    this.#resizing.observe(this.#frame.plot);
    this.#stops.push(watchSystemTheme(this));
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
    this.#given = state;
    this.#show();
  }

  setScale(scale: YScale): void {
    if (scale === this.#scale && !this.#isDifference) return;
    this.#scale = scale;
    this.#isDifference = false;
    this.#show();
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
    this.#follower.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#follower.dispose();
    this.#resizing.disconnect();
    for (const stop of this.#stops.splice(0)) stop();
    this.#forgetPlot();
    this.#frame.dispose();
  }

  /** Takes what was given as it is to be shown now, and draws it in the next frame. */
  #show(): void {
    const base = this.#isDifference ? baseOf(this.#given, this.#base) : undefined;
    this.#state = base ? shownState(this.#given, base, this.#messages) : this.#given;
    const { series } = this.#state;
    const identities = series.map(({ id, label, placement, nth }) => [id, label, placement, nth]);
    const signature = JSON.stringify([this.#mode, identities, this.#state.note?.short]);
    if (signature !== this.#signature) {
      this.#styles = series.map(seriesStyle);
      this.#signature = signature;
      this.#theme = undefined;
      this.#forgetPlot();
      this.#modes.setCurves(this.#given.series, base?.id, this.#mode);
    }
    this.#drawing.request();
  }

  /** Differences need two curves. */
  get #mode(): LineMode {
    return this.#isDifference && this.#given.series.length > 1 ? 'difference' : this.#scale;
  }

  get #yScale(): YScale {
    return this.#mode === 'log' ? 'log' : 'linear';
  }

  #setMode(mode: LineMode): void {
    if (mode === 'difference') {
      this.#isDifference = true;
      this.#show();
      return;
    }
    this.setScale(mode);
    this.#options.onScaleChange?.(mode);
  }

  #offered(): LineMode[] {
    const { scaleToggle = true, differences = true } = this.#options;
    const scales: LineMode[] = scaleToggle ? ['linear', 'log'] : [this.#scale];
    return differences ? [...scales, 'difference'] : scales;
  }

  #assemble(): void {
    this.#frame.controls.append(this.#modes.root);
    this.#frame.above.append(this.#modes.base, this.#follower.legend.root);
    const xLabel = html('div', { class: 'an-x-label' }, this.#options.xLabel);
    this.#frame.plot.append(this.#follower.cursor.root, this.#empty, xLabel);
    this.#modes.setCurves([], undefined, this.#mode);
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
    const axis = axisOf(this.#options, this.#mode);
    const scene = sceneOf(this.#state, this.#styles, { ...axis, width: plotWidth(width) });
    this.#plot ??= this.#makePlot(scene, this.#theme, width, height);
    this.#plot.resize(width, height);
    this.#plot.draw(scene);
    this.#empty.hidden = this.#state.series.some(({ count }) => count > 0);
    const { xRange, yRange } = scene;
    this.#follower.show({
      series: this.#state.series,
      styles: this.#styles,
      xRange,
      yRange,
      plot: this.#plot,
    });
    this.#frame.refresh();
  }

  #makePlot(scene: PlotScene, theme: CanvasTheme, width: number, height: number): LinePlot {
    const { messages, options } = { messages: this.#messages, options: this.#options };
    this.#follower.legend.setSeries(
      scene.series.map(({ series, style }) => ({ label: series.label, style })),
      this.#state.note?.short,
    );
    return new LinePlot(this.#frame.image, scene, {
      width,
      height,
      theme,
      scale: this.#yScale,
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

  #tick(x: number): string {
    return this.#options.xName?.(x) ?? formatTick(x, this.#messages.decimalMark);
  }

  #summary(): string {
    const { describe, quantity = this.#options.title, xLabel, xName } = this.#options;
    const base = this.#mode === 'difference' ? baseOf(this.#given, this.#base) : undefined;
    if (base) {
      const { series } = this.#given;
      return describeDifferences({ quantity, xLabel, xName, series, base }, this.#messages);
    }
    const text = describe?.(this.#state) ?? (longestOf(this.#state.series) ? '' : this.#messages.chart.empty);
    return [text, this.#state.note?.sentence ?? ''].filter(Boolean).join(' ');
  }

  // What leaves the page.

  get #names() {
    const { title, xLabel } = this.#options;
    return { title, xLabel, xText: (x: number) => this.#tick(x) };
  }

  #fileWords(): string[] {
    const { title, xLabel } = this.#options;
    const longest = longestOf(this.#state.series);
    const end = longest ? this.#messages.chart.at(xLabel, String(longest.x[longest.count - 1])) : '';
    const difference = this.#mode === 'difference' ? [this.#messages.chart.difference] : [];
    return [title, ...difference, this.#given.at ?? end];
  }

  #pictureOptions() {
    this.#theme ??= this.#readTheme();
    const { title, yLabel, everyMarker = false, xScale = 'linear' } = this.#options;
    const { decimalMark, chart } = this.#messages;
    return {
      ...this.#names,
      ...axisOf(this.#options, this.#mode),
      ...{ description: `${title}. ${this.#summary()}`, everyMarker, xScale, decimalMark },
      unit: [yLabel, this.#state.note?.short ?? ''].filter(Boolean).join('; '),
      theme: this.#theme,
      notFinite: (label: string, x: number) => chart.notFinite(label, this.#options.xLabel, this.#tick(x)),
    };
  }
}
