// From the state of a line chart to what one drawing shows: aligned data and the ranges of both axes. Pure
// functions.

import { growingEnd, linearRange, logRange, type Range, spreadRange } from './axis.ts';
import { differencesTo } from './difference.ts';
import type { ChartMessages } from './messages.en.ts';
import type { LineMode } from './mode-switch.ts';
import { alignSeries, type AlignedData, extentOf } from './series-data.ts';
import type { SeriesStyle } from './theme.ts';
import type { CurvesNote, GuideLine, LineSeries, ReferenceLine, VerticalMark, YScale } from './types.ts';

export interface LineChartState {
  series: readonly LineSeries[];
  /** First and last x of the axis; without it the axis starts at 0 and grows in steps. */
  xRange?: Range;
  marks?: readonly VerticalMark[];
  references?: readonly ReferenceLine[];
  guides?: readonly GuideLine[];
  /** What holds of all curves: "median of 5 seeds" in the legend, and a sentence that ends the description. */
  note?: CurvesNote | undefined;
  /** What the curves were measured at, where x does not say it: "step 60". */
  at?: string | undefined;
}

export interface YAxisOptions {
  /** Ends of the linear y axis, where they are known beforehand, as for an accuracy. */
  yRange?: Range;
  /** Largest end of the linear y axis, up and down: curves that go further leave the plot there. */
  yLimit?: number;
  /** The linear y axis lies close around the curves, without 0: for what varies little. */
  yFit?: boolean;
}

export interface StyledSeries {
  series: LineSeries;
  style: SeriesStyle;
}

/** Everything one drawing shows. */
export interface PlotScene {
  series: readonly StyledSeries[];
  data: AlignedData;
  xRange: Range;
  yRange: Range;
  marks: readonly VerticalMark[];
  references: readonly ReferenceLine[];
  guides: readonly GuideLine[];
}

// Dense curves are gathered into columns this wide, about the width of a line; finer ones would not be seen.
const PX_PER_COLUMN = 2;

function growingRange(series: readonly LineSeries[]): Range {
  const last = series.map(({ x, count }) => (count > 0 ? x[count - 1]! : 0));
  return [0, growingEnd(Math.max(0, ...last))];
}

/** Range that holds all finite values and all reference lines. */
function yRangeOf({ series, references = [] }: LineChartState, scale: YScale, options: YAxisOptions): Range {
  const { min, max, minPositive } = extentOf(series);
  const shown = references.map(({ y }) => y);
  if (scale === 'log') {
    const positive = shown.filter((y) => y > 0);
    return logRange(Math.min(minPositive, ...positive), Math.max(max, ...positive));
  }
  if (options.yRange) return options.yRange;
  if (options.yFit) return spreadRange(Math.min(min, ...shown), Math.max(max, ...shown));
  const limit = options.yLimit ?? Infinity;
  return linearRange(Math.max(-limit, Math.min(min, ...shown)), Math.min(limit, Math.max(max, ...shown)));
}

/** The curve that the others are compared with: the one chosen, or the first. Differences need two curves. */
export function baseOf({ series }: LineChartState, id: string | undefined): LineSeries | undefined {
  return series.length < 2 ? undefined : (series.find((one) => one.id === id) ?? series[0]);
}

/** The state as differences to one of its curves; lines to hold curves against hold nothing there but 0. */
export function shownState(
  { series, marks = [], xRange, note }: LineChartState,
  base: LineSeries,
  { chart }: ChartMessages,
): LineChartState {
  return {
    series: differencesTo(series, base, (label, of) => chart.minus(label, of)),
    marks,
    references: [{ y: 0, label: '' }],
    // There are no bands of which a sentence would speak.
    note: note && { short: note.short, sentence: '' },
    ...(xRange && { xRange }),
  };
}

/** The y axis in a mode: what is known of the curves is not known of their differences. */
export function axisOf(options: YAxisOptions, mode: LineMode): YAxisOptions & { scale: YScale } {
  const { yLimit, yRange, yFit } = options;
  const limit = yLimit === undefined ? {} : { yLimit };
  if (mode === 'difference') return { ...limit, scale: 'linear' };
  return { ...limit, ...(yRange && { yRange }), ...(yFit && { yFit }), scale: mode };
}

/** The scene of a state on a plot `width` px wide; one style per series. */
export function sceneOf(
  state: LineChartState,
  styles: readonly SeriesStyle[],
  axis: YAxisOptions & { scale: YScale; width: number },
): PlotScene {
  const { series, references = [], marks = [], guides = [] } = state;
  return {
    series: series.map((one, i) => ({ series: one, style: styles[i]! })),
    data: alignSeries(series, Math.round(axis.width / PX_PER_COLUMN), axis.scale === 'log'),
    xRange: state.xRange ?? growingRange(series),
    yRange: yRangeOf(state, axis.scale, axis),
    marks,
    references,
    guides,
  };
}
