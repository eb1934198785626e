// What a line chart can be told when it is made.

import type { CursorSync } from './cursor-sync.ts';
import type { LineChartState, YAxisOptions } from './line-scene.ts';
import type { ChartMessages } from './messages.en.ts';
import type { YScale } from './types.ts';

export interface LineChartOptions extends YAxisOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  /** What stands at a whole x; the number itself if left out. */
  xName?: (x: number) => string;
  scale?: YScale;
  /** What is shown, as it stands in a sentence: "loss"; the title unless said otherwise. */
  quantity?: string;
  /** Offers both scales; true unless said otherwise. */
  scaleToggle?: boolean;
  /** Offers each curve minus one of them; true unless said otherwise. */
  differences?: boolean;
  /** Linear unless said otherwise; a logarithmic one needs the ends of the axis, above 0. */
  xScale?: YScale;
  /** A marker on every point of short curves, instead of now and then along the curve. */
  everyMarker?: boolean;
  sync?: CursorSync;
  messages?: ChartMessages;
  /** What the chart shows now, in one sentence; see describe.ts. */
  describe?: (state: LineChartState) => string;
  onScaleChange?: (scale: YScale) => void;
}
