// The cursor of a line chart in terms of its data: where it stands, what the curves are worth there, and how that is shown
// and said. Charts that share a CursorSync follow one another.

import { fractionOf, type Range, valueAtFraction } from './axis.ts';
import type { CursorSync } from './cursor-sync.ts';
import { FrameTask } from './frame-task.ts';
import { Legend } from './legend.ts';
import { LineCursor, type CursorMove } from './line-cursor.ts';
import type { LinePlot } from './line-plot.ts';
import { longestOf, movedX, valuesAt } from './line-readout.ts';
import type { ChartMessages } from './messages.en.ts';
import { nearestIndex } from './series-data.ts';
import type { SeriesStyle } from './theme.ts';
import type { LineSeries } from './types.ts';

export interface FollowerOptions {
  title: string;
  xLabel: string;
  xText: (x: number) => string;
  isLogX: boolean;
  sync: CursorSync | undefined;
  messages: ChartMessages;
}

/** What the cursor moves over. */
export interface Followed {
  series: readonly LineSeries[];
  styles: readonly SeriesStyle[];
  xRange: Range;
  yRange: Range;
  plot: LinePlot;
}

export class LineFollower {
  readonly cursor: LineCursor;
  readonly legend = new Legend();
  readonly #options: FollowerOptions;
  readonly #drawing = new FrameTask(() => this.#draw());
  readonly #stop: (() => void) | undefined;
  #followed: Followed | undefined;
  #x: number | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.cursor = new LineCursor(options.messages.chart.cursor(options.title), {
      onPoint: (fraction) => this.#point(fraction),
      onMove: (move) => this.#move(move),
      onLeave: () => this.#set(null),
    });
    this.#stop = options.sync?.subscribe((x) => this.#follow(x));
  }

  /** Takes and shows what was just drawn. */
  show(followed: Followed): void {
    this.#followed = followed;
    this.cursor.place(followed.plot.area);
    this.#draw();
  }

  /** Draws now what waits for the next frame. */
  flush(): void {
    this.#drawing.flush();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#stop?.();
    this.#followed = undefined;
  }

  #set(x: number | null): void {
    if (this.#options.sync) this.#options.sync.set(x);
    else this.#follow(x);
  }

  #follow(x: number | null): void {
    this.#x = x;
    this.#drawing.request();
  }

  #point(fraction: number | null): void {
    const longest = longestOf(this.#followed?.series ?? []);
    if (fraction === null || !longest) {
      this.#set(null);
      return;
    }
    const x = valueAtFraction(fraction, this.#followed!.xRange, this.#options.isLogX);
    this.#set(longest.x[nearestIndex(longest.x, longest.count, x)]!);
  }

  #move(move: CursorMove): void {
    const longest = longestOf(this.#followed?.series ?? []);
    if (longest) this.#set(movedX(longest, this.#x, move));
  }

  #draw(): void {
    if (!this.#followed) return;
    const { series, yRange } = this.#followed;
    const { messages, xLabel, xText } = this.#options;
    const longest = longestOf(series);
    const now = this.#x ?? longest?.x[longest.count - 1] ?? 0;
    const values = valuesAt(series, now, yRange, messages);
    const position = longest ? messages.chart.at(xLabel, xText(now)) : '';
    this.legend.setValues(
      position,
      values.map(({ text }) => text),
    );
    this.#place(this.#followed, values);
    const spoken = series.map(({ label }, i) => messages.chart.valueOf(label, values[i]!.spoken));
    const range = { min: longest?.x[0] ?? 0, max: longest?.x[longest.count - 1] ?? 0, now };
    this.cursor.setValue(range, [position, ...spoken].join(', '));
  }

  #place({ styles, plot, xRange }: Followed, values: readonly { value: number | undefined }[]): void {
    const fraction = this.#x === null ? NaN : fractionOf(this.#x, xRange, this.#options.isLogX);
    if (!(fraction >= 0 && fraction <= 1)) {
      this.cursor.hide();
      return;
    }
    const dots = styles.map(({ colorVar }, i) => {
      const value = values[i]!.value;
      return { y: value === undefined ? null : plot.fractionOfY(value), colorVar };
    });
    this.cursor.show(fraction, dots);
  }
}
