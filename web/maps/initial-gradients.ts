// The initial-gradient figure in a page: its settings, the sweep that measures, and two drawings: the last block against
// depth, and block by block at one depth.
import type { Params } from '../element/address.ts';
import { render } from 'lit';
import { LineChart, type LineSeries, messagesEn as chartMessagesEn, ThrottledTask } from '../charts/index.ts';
import { Pool } from '../lab/index.ts';
import type { Placement, StepMetrics } from '../lib/index.ts';
import { controlsView, saveCsv } from './controls.ts';
import {
  describeProfile,
  describeSlopes,
  gradientCsv,
  type GradientState,
  theoryLines,
} from './describe-gradients.ts';
import { FigureSettings, type ReadFigure } from './figure-settings.ts';
import type { Figure, FigureOptions } from './figure.ts';
import {
  depthsOf,
  GRADIENT_SCHEMA,
  type GradientRun,
  gradientRuns,
  GradientSamples,
  type GradientSettings,
} from './gradients.ts';
import { type MapMessages, messagesEn } from './messages.en.ts';
import { labelOf } from './names.ts';
import type { Spread } from './statistics.ts';
import { adoptStyles } from './styles.ts';
import { Sweep } from './sweep.ts';

const SHOW_MS = 200;
const KEYS = {
  basic: ['depth-to', 'seeds', 'profile-depth'],
  more: ['width', 'norm', 'init', 'embedding-scale', 'batch', 'task', 'seed'],
};

export function mountInitialGradients(place: HTMLElement, options: FigureOptions = {}): Figure {
  return new InitialGradients(place, options);
}

class InitialGradients implements Figure {
  readonly #options: FigureOptions;
  readonly #messages: MapMessages;
  readonly #root = document.createElement('div');
  readonly #controls = document.createElement('div');
  readonly #pool: Pool;
  readonly #byDepth: LineChart;
  readonly #byBlock: LineChart;
  readonly #showing = new ThrottledTask(SHOW_MS, () => this.#show());
  #settings!: GradientSettings;
  #notices: readonly string[] = [];
  #said = '';
  #runs: readonly GradientRun[] = [];
  #samples = new GradientSamples();
  #sweep!: Sweep;

  constructor(place: HTMLElement, options: FigureOptions) {
    this.#options = options;
    this.#messages = options.messages ?? messagesEn;
    this.#pool = options.pool ?? new Pool();
    this.#root.className = 'am-figure';
    const charts = document.createElement('div');
    charts.className = 'am-charts';
    this.#root.append(this.#controls, charts);
    adoptStyles(place);
    place.append(this.#root);
    this.#byDepth = this.#depthChart(charts);
    this.#byBlock = this.#blockChart(charts);
    this.#take(FigureSettings.read(GRADIENT_SCHEMA, options.params ?? [], this.#messages));
  }

  get params(): Params {
    return this.#settings.toParams();
  }

  set params(params: Params) {
    this.#take(FigureSettings.read(GRADIENT_SCHEMA, params, this.#messages));
  }

  start(): void {
    this.#said = '';
    this.#sweep.start();
  }

  cancel(): void {
    this.#sweep.cancel();
  }

  refreshTheme(): void {
    this.#byDepth.refreshTheme();
    this.#byBlock.refreshTheme();
  }

  dispose(): void {
    this.#sweep.cancel();
    this.#showing.cancel();
    this.#byDepth.dispose();
    this.#byBlock.dispose();
    if (!this.#options.pool) this.#pool.dispose();
    this.#root.remove();
  }

  #depthChart(place: HTMLElement): LineChart {
    const { gradientTitle, gradientX, gradientY } = this.#messages;
    return new LineChart(place, {
      title: gradientTitle,
      xLabel: gradientX,
      yLabel: gradientY,
      scale: 'log',
      xScale: 'log',
      everyMarker: true,
      messages: this.#options.chartMessages ?? chartMessagesEn,
      describe: () => describeSlopes(this.#state(), this.#messages),
    });
  }

  #blockChart(place: HTMLElement): LineChart {
    const { profileTitle, profileX, profileY } = this.#messages;
    return new LineChart(place, {
      title: profileTitle,
      xLabel: profileX,
      yLabel: profileY,
      scale: 'log',
      everyMarker: true,
      messages: this.#options.chartMessages ?? chartMessagesEn,
      describe: () => describeProfile(this.#state(), this.#profileDepth(), this.#messages),
    });
  }

  /** A figure of these settings. What was measured stays if the runs are the same. */
  #take({ settings, notices }: ReadFigure<GradientSettings['schema']['own']>): void {
    const runs = gradientRuns(settings);
    const isSame = JSON.stringify(runs) === JSON.stringify(this.#runs);
    this.#settings = settings;
    this.#notices = notices;
    this.#said = '';
    if (!isSame) this.#begin(runs);
    this.#show();
  }

  #begin(runs: readonly GradientRun[]): void {
    (this.#sweep as Sweep | undefined)?.cancel();
    this.#runs = runs;
    this.#samples = new GradientSamples();
    const oneStep = runs.map(({ config, depth }) => ({ config, steps: 1, cost: depth }));
    this.#sweep = new Sweep(this.#pool, oneStep, {
      onRun: (index, rows) => this.#keep(index, rows),
      onChange: () => this.#showing.request(),
    });
  }

  #keep(index: number, [row]: readonly StepMetrics[]): void {
    if (row) this.#samples.add(this.#runs[index]!, row);
  }

  #save(): void {
    const messages = this.#options.chartMessages ?? chartMessagesEn;
    this.#said = saveCsv(['initial gradients'], gradientCsv(this.#state()), messages);
    this.#show();
  }

  #change(key: string, text: string): void {
    this.#take(this.#settings.change(key, text, this.#messages));
    this.#options.onParams?.(this.params);
  }

  #state(): GradientState {
    return {
      placements: this.#settings.placements,
      depths: depthsOf(this.#settings),
      samples: this.#samples,
    };
  }

  /** The chosen depth, or the greatest that is measured below it. */
  #profileDepth(): number {
    const chosen = Number(this.#settings.values.profileDepth);
    return depthsOf(this.#settings)
      .filter((depth) => depth <= chosen)
      .at(-1)!;
  }

  #show(): void {
    const state = this.#state();
    const messages = this.#messages;
    const controls = {
      messages,
      settings: this.#settings,
      keys: KEYS,
      notices: this.#notices,
      sweep: this.#sweep,
      said: this.#said,
    };
    render(
      controlsView(controls, {
        change: (key, text) => this.#change(key, text),
        start: () => this.start(),
        cancel: () => this.cancel(),
        saveCsv: () => this.#save(),
      }),
      this.#controls,
    );
    const { depths, placements, samples } = state;
    this.#byDepth.update({
      series: placements.map((placement) =>
        series(placement, labelOf(placement, messages), depths, (depth) => samples.last(placement, depth)),
      ),
      xRange: [0.9 * depths[0]!, 1.1 * depths.at(-1)!],
      guides: theoryLines(state, messages),
    });
    const depth = this.#profileDepth();
    const blocks = Array.from({ length: depth }, (_, i) => i + 1);
    this.#byBlock.update({
      series: placements.map((placement) =>
        series(placement, labelOf(placement, messages), blocks, (block) =>
          samples.block(placement, depth, block - 1),
        ),
      ),
      xRange: [0.75, depth + 0.25],
    });
  }
}

/** What has been measured yet, as a curve of medians in a band of quartiles. */
function series(
  placement: Placement,
  label: string,
  x: readonly number[],
  spreadAt: (x: number) => Spread,
): LineSeries {
  const measured = x
    .map((at) => [at, spreadAt(at)] as const)
    .filter(([, { median }]) => !Number.isNaN(median));
  const spreads = measured.map(([, spread]) => spread);
  return {
    id: placement,
    label,
    placement,
    nth: 0,
    x: measured.map(([at]) => at),
    y: spreads.map(({ median }) => median),
    band: { lo: spreads.map(({ low }) => low), hi: spreads.map(({ high }) => high) },
    count: measured.length,
  };
}
