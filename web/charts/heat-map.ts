// Heat maps of one value over blocks and steps: a small map per variant, one above the other, one colour scale
// for all. Plain data in, DOM out; `update` keeps the newest state and draws it once in the next frame.

import { growingEnd, type Range, wholeTicks } from './axis.ts';
import { ChartFrame } from './chart-frame.ts';
import { ColorBar } from './color-bar.ts';
import { heatMapCsv } from './csv.ts';
import type { CursorSync } from './cursor-sync.ts';
import { describeHeatMap, type PlaceNames, placeText } from './describe-places.ts';
import { html, setText } from './dom.ts';
import { formatNumber, formatTick } from './format.ts';
import { FrameTask } from './frame-task.ts';
import {
  checkVariants,
  type ColorScale,
  colorScale,
  gatherSteps,
  type HeatMapGrid,
  type HeatMapVariant,
  stepBins,
  stepsOfBin,
  valueAt,
} from './heat-map-grid.ts';
import { heatMapPicture, type HeatMapPictureOptions } from './heat-map-picture.ts';
import { HeatMapRow, type MapCell } from './heat-map-row.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import { sampleIndices } from './series-data.ts';
import { type CanvasTheme, readTheme, watchSystemTheme } from './theme-reader.ts';
import type { TableData, YScale } from './types.ts';

export interface HeatMapState {
  variants: readonly HeatMapVariant[];
  /** First and last step of the axis; without it the axis starts at 0 and grows in steps. */
  xRange?: Range;
  /** A sentence that ends the description. */
  note?: string;
}

export interface HeatMapOptions extends PlaceNames {
  title: string;
  /** What the colour stands for, as it stands in a sentence: "gradient norm". */
  quantity: string;
  /** Logarithmic unless said otherwise. */
  scale?: YScale | undefined;
  sync?: CursorSync;
  messages?: ChartMessages;
}

/** The scale of a map that has nothing to show on it. */
const NO_SCALE: ColorScale = { kind: 'log', range: [1, 10] };
const TICK_SPACING = 64;
const TABLE_COLUMNS = 10;

interface ActiveCell extends MapCell {
  row: number;
}

export class HeatMap {
  readonly #options: HeatMapOptions;
  readonly #messages: ChartMessages;
  readonly #frame: ChartFrame;
  readonly #colorBar: ColorBar;
  readonly #rowsHost = html('div', { class: 'an-map-rows' });
  readonly #ticks = html('div', { class: 'an-map-ticks', 'aria-hidden': 'true' });
  readonly #readout = html('p', { class: 'an-readout', part: 'readout' });
  readonly #spoken = html('p', { class: 'an-hidden', 'aria-live': 'polite' });
  readonly #empty: HTMLElement;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #resizing: ResizeObserver;
  readonly #stops: (() => void)[] = [];

  #state: HeatMapState = { variants: [] };
  #rows: HeatMapRow[] = [];
  #grids: HeatMapGrid[] = [];
  #signature = '';
  #theme: CanvasTheme | undefined;
  #cell: ActiveCell | null = null;

  constructor(container: HTMLElement, options: HeatMapOptions) {
    this.#options = options;
    const messages = options.messages ?? messagesEn;
    this.#messages = messages;
    this.#frame = new ChartFrame(container, {
      title: options.title,
      yLabel: messages.heatMap.axes(options.quantity, options.placeLabel ?? messages.chart.block),
      messages,
      summary: () => this.#summary(),
      tables: () => this.#tables(),
      save: {
        name: () => this.#fileWords(),
        csv: () => heatMapCsv(this.#state.variants, messages.chart.step, (place) => this.#place(place)),
        picture: () => heatMapPicture(this.#state.variants, this.#pictureOptions()),
      },
    });
    this.#colorBar = new ColorBar(options.quantity, messages);
    this.#empty = html('p', { class: 'an-empty' }, messages.chart.empty);
    this.#assemble();
    this.#resizing = new ResizeObserver(() => this.#drawing.request());
    this.#resizing.observe(this.#rowsHost);
    this.#stops.push(watchSystemTheme(this));
    if (options.sync) this.#stops.push(options.sync.subscribe((step) => this.#followStep(step)));
  }

  get root(): HTMLElement {
    return this.#frame.root;
  }

  /**
   * Shows this state from the next frame on. Arrays are kept, not copied, and read when drawn.
   * @throws RangeError if a count or a number of blocks does not fit its arrays; nothing changes then.
   */
  update(state: HeatMapState): void {
    checkVariants(state.variants);
    const identity = ({ id, label, placement, nth, nBlock }: HeatMapVariant) => [
      id,
      label,
      placement,
      nth,
      nBlock,
    ];
    const signature = JSON.stringify(state.variants.map(identity));
    this.#state = state;
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#makeRows();
    }
    this.#drawing.request();
  }

  /** To be called after custom properties changed; switches of the system are noticed without it. */
  refreshTheme(): void {
    this.#theme = undefined;
    this.#drawing.request();
  }

  /** Draws now what waits for the next frame. */
  flush(): void {
    this.#drawing.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#resizing.disconnect();
    for (const stop of this.#stops.splice(0)) stop();
    this.#frame.dispose();
  }

  #assemble(): void {
    const { plot, image, controls, root } = this.#frame;
    root.classList.add('an-heat-map');
    controls.append(this.#colorBar.root);
    // The image is empty: it carries the description; the maps beside it take pointer and keys.
    image.classList.add('an-hidden');
    const xLabel = html('div', { class: 'an-x-label' }, this.#messages.chart.step);
    plot.append(this.#rowsHost, this.#empty, this.#ticks, xLabel, this.#readout, this.#spoken);
    setText(this.#readout, this.#messages.heatMap.hint);
  }

  #makeRows(): void {
    this.#cell = null;
    this.#rows = this.#state.variants.map(
      (variant, row) =>
        new HeatMapRow(
          variant,
          this.#messages.heatMap.map(this.#options.title, variant.label),
          this.#options.placeName ?? String,
          { onCell: (cell, spoken) => this.#setCell(cell && { ...cell, row }, spoken) },
        ),
    );
    this.#rowsHost.replaceChildren(...this.#rows.map(({ root }) => root));
  }

  get #kind(): YScale {
    return this.#options.scale ?? 'log';
  }

  #summary(): string {
    const { variants, note = '' } = this.#state;
    const isSigned = this.#kind === 'linear';
    const text = describeHeatMap({ ...this.#options, variants, isSigned }, this.#messages);
    return [text, note].filter(Boolean).join(' ');
  }

  #range(): Range {
    if (this.#state.xRange) return this.#state.xRange;
    const last = this.#state.variants.map(({ steps, count }) => (count > 0 ? steps[count - 1]! : 0));
    return [0, growingEnd(Math.max(0, ...last))];
  }

  #draw(): void {
    const width = this.#rows[0]?.width ?? this.#rowsHost.clientWidth;
    if (width === 0) return;
    this.#theme ??= readTheme(this.#frame.root);
    const range = this.#range();
    const bins = stepBins(range, width);
    this.#grids = this.#state.variants.map((variant) => gatherSteps(variant, bins, this.#kind));
    const scale = colorScale(this.#grids, this.#kind);
    if (scale) this.#colorBar.show(scale);
    else this.#colorBar.hide();
    for (const [i, row] of this.#rows.entries()) {
      row.draw(this.#grids[i]!, range, scale ?? NO_SCALE, this.#theme);
    }
    this.#drawTicks(range, width);
    this.#empty.hidden = this.#state.variants.some(({ count }) => count > 0);
    this.#writeCell(false);
    this.#followStep(this.#options.sync?.x ?? null);
    this.#frame.refresh();
  }

  #drawTicks(range: Range, width: number): void {
    const ticks = wholeTicks(range, Math.floor(width / TICK_SPACING));
    const labels = ticks.map((tick) => formatTick(tick, this.#messages.decimalMark));
    if (this.#ticks.textContent === labels.join('')) return;
    this.#ticks.replaceChildren(
      ...ticks.map((tick, i) => {
        const element = html('span', {}, labels[i]!);
        element.style.left = `${(100 * (tick - range[0])) / (range[1] - range[0])}%`;
        return element;
      }),
    );
  }

  // Cursor.

  #followStep(step: number | null): void {
    for (const row of this.#rows) row.showStep(step);
  }

  #setCell(cell: ActiveCell | null, spoken: boolean): void {
    this.#cell = cell;
    this.#rows.forEach((row, i) => row.showCell(cell?.row === i ? cell : null));
    this.#writeCell(spoken);
    const steps = cell && this.#stepsOf(cell);
    const step = steps ? steps[1] : null;
    if (this.#options.sync) this.#options.sync.set(step);
    else this.#followStep(step);
  }

  #stepsOf({ row, bin }: ActiveCell): Range | undefined {
    const variant = this.#state.variants[row];
    const grid = this.#grids[row];
    return variant && grid && stepsOfBin(variant, bin, grid.bins);
  }

  #writeCell(spoken: boolean): void {
    const text = this.#cell ? this.#cellText(this.#cell) : this.#messages.heatMap.hint;
    setText(this.#readout, text);
    if (spoken) setText(this.#spoken, text);
  }

  #cellText(cell: ActiveCell): string {
    const { heatMap, chart, decimalMark } = this.#messages;
    const grid = this.#grids[cell.row];
    const steps = this.#stepsOf(cell);
    if (!grid || !steps) return heatMap.hint;
    const [first, last] = steps.map((step) => formatTick(step, decimalMark));
    const at = first === last ? first! : heatMap.steps(first!, last!);
    const value = grid.means[cell.bin * grid.nBlock + cell.block]!;
    const shown = Number.isFinite(value) ? formatNumber(value, decimalMark) : heatMap.notFinite;
    const place = heatMap.cell(this.#place(cell.block + 1), chart.step, at);
    return `${this.#state.variants[cell.row]!.label}, ${place}: ${shown}`;
  }

  #place(number: number): string {
    return placeText(this.#options, number, this.#messages);
  }

  // What leaves the page.

  #fileWords(): string[] {
    const { title } = this.#options;
    const last = Math.max(0, ...this.#state.variants.map(({ steps, count }) => steps[count - 1] ?? 0));
    return [title, this.#messages.chart.step, String(last)];
  }

  #pictureOptions(): HeatMapPictureOptions {
    const { title, quantity, placeLabel = this.#messages.chart.block, placeName = String } = this.#options;
    const { decimalMark, heatMap, chart } = this.#messages;
    return {
      ...{ title, unit: heatMap.axes(quantity, placeLabel), description: `${title}. ${this.#summary()}` },
      ...{ xLabel: chart.step, range: this.#range(), scale: this.#kind, placeName, decimalMark },
      theme: (this.#theme ??= readTheme(this.#frame.root)),
    };
  }

  // Table: a row per block, some steps as columns.

  #tables(): TableData[] {
    const { chart, decimalMark } = this.#messages;
    const { title, placeLabel = chart.block, placeName } = this.#options;
    return this.#state.variants.map((variant) => {
      const { label, nBlock, steps, count } = variant;
      const sampled = sampleIndices(count, TABLE_COLUMNS);
      return {
        caption: `${title}, ${label}`,
        columns: [
          placeLabel,
          ...sampled.map((i) => chart.at(chart.step, formatTick(steps[i]!, decimalMark))),
        ],
        rows: Array.from({ length: nBlock }, (_, block) => [
          placeName?.(block + 1) ?? String(block + 1),
          ...sampled.map((i) => formatNumber(valueAt(variant, i, block), decimalMark)),
        ]),
      };
    });
  }
}
