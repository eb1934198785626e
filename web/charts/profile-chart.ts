// A quantity block by block, or by parts of blocks, one curve per variant: where in the depth of the model it is large or
// small.

import type { Range } from './axis.ts';
import type { CursorSync } from './cursor-sync.ts';
import { describeProfile, type PlaceNames, type ProfileDescription } from './describe-places.ts';
import { LineChart } from './line-chart.ts';
import type { YAxisOptions } from './line-scene.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import type { CurvesNote, LineSeries, ReferenceLine, VariantIdentity, YScale } from './types.ts';

export interface ProfileVariant extends VariantIdentity {
  /** One value per place, the first block first; empty when nothing was measured yet. */
  values: ArrayLike<number>;
  band?: { lo: ArrayLike<number>; hi: ArrayLike<number> };
}

export interface ProfileChartState {
  /** The step the values belong to. */
  step: number;
  variants: readonly ProfileVariant[];
  references?: readonly ReferenceLine[];
  note?: CurvesNote | undefined;
}

export interface ProfileChartOptions extends PlaceNames, YAxisOptions, Pick<ProfileDescription, 'compare'> {
  title: string;
  yLabel: string;
  /** What is shown, as it stands in a sentence: "gradient norm". */
  quantity: string;
  scale?: YScale;
  scaleToggle?: boolean;
  sync?: CursorSync;
  messages?: ChartMessages;
  onScaleChange?: (scale: YScale) => void;
}

const placeNumbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

function toSeries({ values, band, ...identity }: ProfileVariant, x: readonly number[]): LineSeries {
  return { ...identity, x, y: values, count: values.length, ...(band && { band }) };
}

export class ProfileChart {
  readonly #chart: LineChart;
  readonly #messages: ChartMessages;
  #state: ProfileChartState = { step: 0, variants: [] };

  constructor(container: HTMLElement, options: ProfileChartOptions) {
    const messages = options.messages ?? messagesEn;
    this.#messages = messages;
    this.#chart = new LineChart(container, {
      scale: 'log',
      ...options,
      xLabel: options.placeLabel ?? messages.chart.block,
      ...(options.placeName && { xName: options.placeName }),
      everyMarker: true,
      describe: () => describeProfile({ ...options, ...this.#state }, messages),
    });
  }

  get root(): HTMLElement {
    return this.#chart.root;
  }

  /** Shows this state from the next frame on. */
  update(state: ProfileChartState): void {
    const longest = Math.max(1, ...state.variants.map(({ values }) => values.length));
    const x = placeNumbers(longest);
    const xRange: Range = [0.75, longest + 0.25];
    this.#chart.update({
      series: state.variants.map((variant) => toSeries(variant, x)),
      xRange,
      note: state.note,
      at: this.#messages.chart.at(this.#messages.chart.step, String(state.step)),
      ...(state.references && { references: state.references }),
    });
    this.#state = state;
  }

  setScale(scale: YScale): void {
    this.#chart.setScale(scale);
  }

  refreshTheme(): void {
    this.#chart.refreshTheme();
  }

  flush(): void {
    this.#chart.flush();
  }

  dispose(): void {
    this.#chart.dispose();
  }
}
