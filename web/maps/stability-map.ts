// The stability map in a page: its settings, the sweep that fills it, the grids, and what is said and saved of them.
import { formatHash, type Params } from '../element/address.ts';
import { html, render } from 'lit';
import { LEARNED_BELOW, messagesEn as chartMessagesEn, ThrottledTask } from '../charts/index.ts';
import { cividis } from '../charts/cividis.ts';
import { ColorBar } from '../charts/color-bar.ts';
import { DataTable } from '../charts/data-table.ts';
import { formatTick } from '../charts/format.ts';
import { type ColorScale, scaleFraction } from '../charts/heat-map-grid.ts';
import { guessingLoss } from '../element/guessing.ts';
import { Pool } from '../lab/index.ts';
import type { StepMetrics } from '../lib/index.ts';
import { controlsView, saveCsv } from './controls.ts';
import { describeCell, describeStability } from './describe-stability.ts';
import { FigureSettings, type ReadFigure } from './figure-settings.ts';
import { defaultLabHref, type Figure, type FigureOptions } from './figure.ts';
import { moveInGrid } from './grid-keys.ts';
import { messagesEn, type MapMessages } from './messages.en.ts';
import {
  type Cell,
  type CellResult,
  labParams,
  resultOf,
  STABILITY_SCHEMA,
  stabilityGrid,
  type StabilityGrid,
  type StabilitySettings,
} from './stability.ts';
import { gridView, type StabilityViewState } from './stability-view.ts';
import { stabilityCsv, stabilityTables } from './stability-table.ts';
import { adoptStyles } from './styles.ts';
import { Sweep } from './sweep.ts';

const SHOW_MS = 120;
/** Losses below this are all as dark: they are learned, and how well is not the question. */
const DARKEST = 0.01;
const AXES = ['columns', 'lr-from', 'lr-to', 'rows'];
const SHARED = ['width', 'batch', 'task', 'seed'];
const KEYS = {
  warmup: { basic: ['by', 'steps', 'depth'], more: [...AXES, 'warmup-to', ...SHARED] },
  depth: { basic: ['by', 'steps', 'depth-to'], more: [...AXES, ...SHARED] },
};

export function mountStabilityMap(place: HTMLElement, options: FigureOptions = {}): Figure {
  return new StabilityMap(place, options);
}

class StabilityMap implements Figure {
  readonly #options: FigureOptions;
  readonly #messages: MapMessages;
  readonly #root = document.createElement('div');
  readonly #pool: Pool;
  readonly #colorBar: ColorBar;
  readonly #table: DataTable;
  readonly #showing = new ThrottledTask(SHOW_MS, () => this.#show());
  #settings!: StabilitySettings;
  #notices: readonly string[] = [];
  #said = '';
  #grid!: StabilityGrid;
  #results: (CellResult | undefined)[] = [];
  #sweep!: Sweep;
  #tabStops = new Map<Cell['placement'], number>();
  /** The cell that is pointed at or has the focus. */
  #looked: number | null = null;

  constructor(place: HTMLElement, options: FigureOptions) {
    this.#options = options;
    this.#messages = options.messages ?? messagesEn;
    this.#pool = options.pool ?? new Pool();
    const chartMessages = options.chartMessages ?? chartMessagesEn;
    this.#colorBar = new ColorBar(this.#messages.loss, chartMessages);
    this.#table = new DataTable(this.#messages.mapTitle, chartMessages, () =>
      stabilityTables(this.#state(), this.#messages),
    );
    this.#root.className = 'am-figure';
    adoptStyles(place);
    place.append(this.#root);
    this.#take(FigureSettings.read(STABILITY_SCHEMA, options.params ?? [], this.#messages));
  }

  get params(): Params {
    return this.#settings.toParams();
  }

  set params(params: Params) {
    this.#take(FigureSettings.read(STABILITY_SCHEMA, params, this.#messages));
  }

  start(): void {
    this.#said = '';
    this.#sweep.start();
  }

  cancel(): void {
    this.#sweep.cancel();
  }

  refreshTheme(): void {
    this.#showing.request();
  }

  dispose(): void {
    this.#sweep.cancel();
    this.#showing.cancel();
    this.#table.dispose();
    if (!this.#options.pool) this.#pool.dispose();
    this.#root.remove();
  }

  /** A map of these settings. What was run stays if they are the same. */
  #take({ settings, notices }: ReadFigure<StabilitySettings['schema']['own']>): void {
    const before = this.#settings as StabilitySettings | undefined;
    this.#settings = settings;
    this.#notices = notices;
    this.#said = '';
    if (!before || formatHash(before.toParams()) !== formatHash(settings.toParams())) this.#begin(settings);
    this.#show();
  }

  #begin(settings: StabilitySettings): void {
    (this.#sweep as Sweep | undefined)?.cancel();
    this.#grid = stabilityGrid(settings);
    this.#results = this.#grid.cells.map(() => undefined);
    this.#looked = null;
    this.#tabStops = new Map(
      settings.placements.map((placement) => [
        placement,
        this.#indexOf(placement, this.#grid.rowValues.length - 1, 0),
      ]),
    );
    const { steps } = settings.values;
    const runs = this.#grid.cells.map(({ config }) => ({ config, steps, cost: steps * config.model.nLayer }));
    this.#sweep = new Sweep(this.#pool, runs, {
      onRun: (index, rows) => this.#keep(index, rows),
      onChange: () => this.#showing.request(),
    });
  }

  #keep(index: number, rows: readonly StepMetrics[]): void {
    this.#results[index] = resultOf(rows);
    this.#table.refresh();
  }

  #save(): void {
    const messages = this.#options.chartMessages ?? chartMessagesEn;
    this.#said = saveCsv(
      ['stability map'],
      stabilityCsv(this.#state(), this.#settings.values.steps),
      messages,
    );
    this.#show();
  }

  #change(key: string, text: string): void {
    this.#take(this.#settings.change(key, text, this.#messages));
    this.#options.onParams?.(this.params);
  }

  #indexOf(placement: Cell['placement'], row: number, column: number): number {
    return this.#grid.cells.findIndex(
      (cell) => cell.placement === placement && cell.row === row && cell.column === column,
    );
  }

  // What is seen.

  #state(): StabilityViewState {
    const labHref = this.#options.labHref ?? defaultLabHref;
    return {
      messages: this.#messages,
      by: this.#settings.values.by,
      placements: this.#settings.placements,
      grid: this.#grid,
      results: this.#results,
      href: (cell) => labHref(labParams(cell, this.#settings.values.steps)),
      tabStops: this.#tabStops,
    };
  }

  #show(): void {
    const state = this.#state();
    const messages = this.#messages;
    const controls = {
      messages,
      settings: this.#settings,
      keys: KEYS[state.by],
      notices: this.#notices,
      sweep: this.#sweep,
      said: this.#said,
    };
    render(
      html`
        ${controlsView(controls, {
          change: (key, text) => this.#change(key, text),
          start: () => this.start(),
          cancel: () => this.cancel(),
          saveCsv: () => this.#save(),
        })}
        <div
          class="am-maps"
          @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
          @focusin=${(event: Event) => this.#look(event, true)}
          @pointerover=${(event: Event) => this.#look(event, false)}
        >
          ${state.placements.map((placement) => gridView(state, placement))}
        </div>
        <p class="am-readout">${this.#readout(state)}</p>
        ${this.#legend()}
        <p class="am-summary">${describeStability(state, messages)}</p>
        ${this.#table.root}
      `,
      this.#root,
    );
    this.#paint();
  }

  #legend() {
    const messages = this.#messages;
    return html`<div class="am-legend">
      <p class="am-legend-title">${messages.lossAtEnd}</p>
      ${this.#colorBar.root}
      <ul class="am-keys">
        <li>
          <span class="am-cell" data-loss=${DARKEST}>✓</span>
          ${messages.legendLearned(formatTick(LEARNED_BELOW, messages.decimalMark))}
        </li>
        <li><span class="am-cell" data-kind="diverged">×</span> ${messages.legendDiverged}</li>
        <li><span class="am-cell" data-kind="waiting"></span> ${messages.legendWaiting}</li>
      </ul>
    </div>`;
  }

  #scale(): ColorScale {
    const guessing = guessingLoss(this.#grid.cells[0]!.config) ?? 3;
    return { kind: 'log', range: [DARKEST, Math.max(guessing, 10 * DARKEST)] };
  }

  /** Colours are written as properties: a policy may forbid them in the text of the page. */
  #paint(): void {
    const scale = this.#scale();
    this.#colorBar.show(scale);
    for (const cell of this.#root.querySelectorAll<HTMLElement>('.am-cell')) {
      const { cell: index, loss: shown } = cell.dataset;
      const loss = shown === undefined ? this.#results[Number(index)]?.loss : Number(shown);
      if (loss === undefined || !Number.isFinite(loss)) {
        cell.style.background = cell.style.color = '';
        continue;
      }
      const fraction = Math.min(1, Math.max(0, scaleFraction(loss, scale)));
      cell.style.background = cividis(fraction);
      cell.style.color = fraction < 0.55 ? '#fff' : '#000';
    }
  }

  #readout(state: StabilityViewState): string {
    const cell = this.#looked === null ? undefined : this.#grid.cells[this.#looked];
    if (!cell) return this.#messages.mapHint;
    return describeCell(state, cell, this.#results[this.#looked!], this.#messages);
  }

  // What is looked at.

  #look(event: Event, hasFocus: boolean): void {
    const index = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    if (index === undefined) return;
    this.#looked = Number(index);
    if (hasFocus) this.#tabStops.set(this.#grid.cells[this.#looked]!.placement, this.#looked);
    this.#showing.request();
  }

  #onKey(event: KeyboardEvent): void {
    const index = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    if (index === undefined) return;
    const { placement, row, column } = this.#grid.cells[Number(index)]!;
    const size = { rows: this.#grid.rowValues.length, columns: this.#grid.learningRates.length };
    const to = moveInGrid(event, { row, column }, size);
    if (!to) return;
    event.preventDefault();
    const next = this.#indexOf(placement, to.row, to.column);
    this.#root.querySelector<HTMLElement>(`a[data-cell="${next}"]`)?.focus();
  }
}
