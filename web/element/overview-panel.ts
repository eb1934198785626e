// The first tab: the loss, and the gradient in each block now and over time.
import { HeatMap, LineChart, ProfileChart } from '../charts/index.ts';
import type { Panel, PanelContext } from './panel.ts';
import type { Run } from './run.ts';
import {
  guessingLine,
  lastStep,
  LOSS_LIMIT,
  scalarSeries,
  seedsNote,
  stepNumbers,
  warmupMarks,
} from './run-series.ts';
import { sharedGuessing, verdict } from './verdict.ts';

export class OverviewPanel implements Panel {
  readonly #messages: PanelContext['messages'];
  readonly #loss: LineChart;
  readonly #profile: ProfileChart;
  readonly #heatMap: HeatMap;
  #variants: Run['variants'] = [];

  /** @param rest a place below that of the loss */
  constructor(loss: HTMLElement, rest: HTMLElement, { messages, cursor }: PanelContext) {
    this.#messages = messages;
    const { loss: lossTexts, weightGradNorm } = messages.quantities;
    this.#loss = new LineChart(loss, {
      title: lossTexts.title,
      xLabel: messages.charts.chart.step,
      yLabel: lossTexts.unit,
      quantity: lossTexts.quantity,
      yLimit: LOSS_LIMIT,
      sync: cursor,
      messages: messages.charts,
      describe: () => verdict(this.#variants, messages),
    });
    this.#profile = new ProfileChart(rest, {
      title: weightGradNorm.title,
      yLabel: weightGradNorm.unit,
      quantity: weightGradNorm.quantity,
      messages: messages.charts,
    });
    this.#heatMap = new HeatMap(rest, {
      title: weightGradNorm.overTime,
      quantity: weightGradNorm.quantity,
      sync: cursor,
      messages: messages.charts,
    });
  }

  /** Room for what belongs to the sentence under the loss. */
  get belowLoss(): HTMLElement {
    return this.#loss.below;
  }

  show({ variants }: Run): void {
    this.#variants = variants;
    this.#loss.update({
      series: scalarSeries(variants, 'loss'),
      marks: warmupMarks(variants, this.#messages),
      references: guessingLine(sharedGuessing(variants), this.#messages),
      note: seedsNote(variants, this.#messages, { hasVerdict: true }),
    });
    this.#profile.update({
      step: lastStep(variants),
      variants: variants.map(({ identity, gradient }) => ({ ...identity, values: gradient.last })),
    });
    const steps = stepNumbers(lastStep(variants));
    this.#heatMap.update({
      variants: variants.map(({ identity, gradient }) => ({
        ...identity,
        nBlock: gradient.nBlock,
        steps,
        values: gradient.values,
        count: gradient.count,
      })),
    });
  }

  refreshTheme(): void {
    for (const view of [this.#loss, this.#profile, this.#heatMap]) view.refreshTheme();
  }

  dispose(): void {
    for (const view of [this.#loss, this.#profile, this.#heatMap]) view.dispose();
  }
}
