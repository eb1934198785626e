// From the state of a line chart to what one drawing shows: aligned data and the ranges of both axes. Pure
// functions.

import { growingEnd, linearRange, logRange, type Range, spreadRange } from './axis.ts';
import { alignSeries, type AlignedData, extentOf } from './series-data.ts';
import type { SeriesStyle } from './theme.ts';
import type { GuideLine, LineSeries, ReferenceLine, VerticalMark, YScale } from './types.ts';

export interface LineChartState {
  series: readonly LineSeries[];
  /** First and last x of the axis; without it the axis starts at 0 and grows in steps. */
  xRange?: Range;
  marks?: readonly VerticalMark[];
  references?: readonly ReferenceLine[];
  guides?: readonly GuideLine[];
}

export interface YAxisOptions {
  /** Ends of the linear y axis, where they are known beforehand, as for an accuracy. */
  yRange?: Range;
  /** Largest end of the linear y axis: curves that go higher leave the plot at its top. */
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
  return linearRange(Math.min(min, ...shown), Math.min(options.yLimit ?? Infinity, Math.max(max, ...shown)));
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
