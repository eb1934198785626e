// How the models learn, step by step: a curve each for loss, accuracy, learning rate and gradient norm.
import {
  describeCurves,
  formatTick,
  LineChart,
  type LineChartOptions,
  type LineChartState,
  type LineSeries,
} from '../charts/index.ts';
import { HeldOut } from './held-out.ts';
import type { Panel, PanelContext } from './panel.ts';
import type { Run, RunVariant } from './run.ts';
import { guessingLine, LOSS_LIMIT, scalarSeries, seedsNote, warmupMarks } from './run-series.ts';
import { sharedGuessing, verdict } from './verdict.ts';

const CURVES = ['loss', 'accuracy', 'lr', 'gradNorm'] as const;
type CurveName = (typeof CURVES)[number];

/** What a chart has that the others have not. */
const AXES: Record<CurveName, Partial<LineChartOptions>> = {
  loss: { yLimit: LOSS_LIMIT },
  accuracy: { yRange: [0, 1], scaleToggle: false },
  lr: {},
  gradNorm: { scale: 'log' },
};

export function mountLearning(place: HTMLElement, context: PanelContext): Panel {
  return new LearningPanel(place, context);
}

class LearningPanel implements Panel {
  readonly #messages: PanelContext['messages'];
  readonly #heldOut: HeldOut;
  readonly #charts: ReadonlyMap<CurveName, LineChart>;
  #variants: readonly RunVariant[] = [];

  constructor(place: HTMLElement, { messages, cursor }: PanelContext) {
    this.#messages = messages;
    this.#heldOut = new HeldOut(messages);
    const chart = (name: CurveName) => {
      const { title, unit, quantity } = messages.quantities[name];
      const xLabel = messages.charts.chart.step;
      const describe = ({ series }: LineChartState) =>
        [describeCurves({ quantity, xLabel, series }, messages.charts), this.#clipped(series)]
          .filter(Boolean)
          .join(' ');
      return new LineChart(place, {
        title,
        xLabel,
        yLabel: unit,
        quantity,
        sync: cursor,
        messages: messages.charts,
        describe: name === 'loss' ? () => verdict(this.#variants, messages) : describe,
        ...AXES[name],
      });
    };
    this.#charts = new Map(CURVES.map((name) => [name, chart(name)]));
    this.#charts.get('accuracy')!.below.append(this.#heldOut.root);
  }

  show(run: Run): void {
    const { variants } = run;
    this.#variants = variants;
    this.#heldOut.show(run);
    const marks = warmupMarks(variants, this.#messages);
    for (const [name, chart] of this.#charts) {
      const note = seedsNote(variants, this.#messages, { hasVerdict: name === 'loss' });
      const series = scalarSeries(variants, name).map((one, i) =>
        name === 'gradNorm' ? { ...one, flags: variants[i]!.drawn.scalar('isClipped') } : one,
      );
      chart.update({ series, marks, references: this.#references(name), note });
    }
  }

  refreshTheme(): void {
    for (const chart of this.#charts.values()) chart.refreshTheme();
  }

  dispose(): void {
    this.#heldOut.dispose();
    for (const chart of this.#charts.values()) chart.dispose();
  }

  /** In how many steps the gradient was clipped; empty where it never was. */
  #clipped(series: readonly LineSeries[]): string {
    const clauses = series.flatMap(({ label, flags, count }) => {
      const steps = flags ? Array.from(flags).filter((flag) => flag > 0.5).length : 0;
      return steps > 0 ? [this.#messages.clippedIn(this.#messages.charts.name(label), steps, count)] : [];
    });
    return clauses.length > 0 ? this.#messages.clipped(clauses) : '';
  }

  #references(name: CurveName) {
    if (name === 'loss') return guessingLine(sharedGuessing(this.#variants), this.#messages);
    if (name !== 'gradNorm') return [];
    const limits = new Set(this.#variants.map(({ config }) => config.clipNorm));
    const { clippedAt, charts } = this.#messages;
    return [...limits]
      .filter((y) => y > 0)
      .map((y) => ({ y, label: clippedAt(formatTick(y, charts.decimalMark)) }));
  }
}
