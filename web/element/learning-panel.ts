// How the models learn, step by step: a curve each for loss, accuracy, learning rate and gradient norm.
import {
  describeCurves,
  formatTick,
  LineChart,
  type LineChartOptions,
  type LineChartState,
} from '../charts/index.ts';
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
  readonly #charts: ReadonlyMap<CurveName, LineChart>;
  #variants: readonly RunVariant[] = [];

  constructor(place: HTMLElement, { messages, cursor }: PanelContext) {
    this.#messages = messages;
    const chart = (name: CurveName) => {
      const { title, unit, quantity } = messages.quantities[name];
      const describe = ({ series }: LineChartState) => describeCurves({ quantity, xLabel: 'step', series });
      return new LineChart(place, {
        title,
        xLabel: 'step',
        yLabel: unit,
        quantity,
        sync: cursor,
        describe: name === 'loss' ? () => verdict(this.#variants, messages) : describe,
        ...AXES[name],
      });
    };
    this.#charts = new Map(CURVES.map((name) => [name, chart(name)]));
  }

  show({ variants }: Run): void {
    this.#variants = variants;
    const marks = warmupMarks(variants, this.#messages);
    for (const [name, chart] of this.#charts) {
      const note = seedsNote(variants, this.#messages, { hasVerdict: name === 'loss' });
      chart.update({ series: scalarSeries(variants, name), marks, references: this.#references(name), note });
    }
  }

  refreshTheme(): void {
    for (const chart of this.#charts.values()) chart.refreshTheme();
  }

  dispose(): void {
    for (const chart of this.#charts.values()) chart.dispose();
  }

  #references(name: CurveName) {
    if (name === 'loss') return guessingLine(sharedGuessing(this.#variants), this.#messages);
    if (name !== 'gradNorm') return [];
    const limits = new Set(this.#variants.map(({ config }) => config.clipNorm));
    return [...limits]
      .filter((y) => y > 0)
      .map((y) => ({ y, label: this.#messages.clippedAt(formatTick(y)) }));
  }
}
