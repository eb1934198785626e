// A quantity block by block, one curve per variant: where in the depth of the model it is large or small.

import type { Range } from './axis.ts';
import type { CursorSync } from './cursor-sync.ts';
import { describeProfile } from './describe.ts';
import { LineChart } from './line-chart.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';
import type { LineSeries, ReferenceLine, VariantIdentity, YScale } from './types.ts';

export interface ProfileVariant extends VariantIdentity {
  /** One value per block, block 1 first; empty when nothing was measured yet. */
  values: ArrayLike<number>;
  band?: { lo: ArrayLike<number>; hi: ArrayLike<number> };
}

export interface ProfileChartState {
  /** The step the values belong to. */
  step: number;
  variants: readonly ProfileVariant[];
  references?: readonly ReferenceLine[];
}

export interface ProfileChartOptions {
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

const blockNumbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

function toSeries({ values, band, ...identity }: ProfileVariant, x: readonly number[]): LineSeries {
  return { ...identity, x, y: values, count: values.length, ...(band && { band }) };
}

export class ProfileChart {
  readonly #chart: LineChart;
  #state: ProfileChartState = { step: 0, variants: [] };

  constructor(container: HTMLElement, { quantity, ...options }: ProfileChartOptions) {
    const messages = options.messages ?? messagesEn;
    this.#chart = new LineChart(container, {
      scale: 'log',
      ...options,
      xLabel: messages.chart.block,
      everyMarker: true,
      describe: () => describeProfile({ ...this.#state, quantity }, messages),
    });
  }

  get root(): HTMLElement {
    return this.#chart.root;
  }

  /** Shows this state from the next frame on. */
  update(state: ProfileChartState): void {
    const longest = Math.max(1, ...state.variants.map(({ values }) => values.length));
    const x = blockNumbers(longest);
    const xRange: Range = [0.75, longest + 0.25];
    this.#chart.update({
      series: state.variants.map((variant) => toSeries(variant, x)),
      xRange,
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
