// The plain data the views take. No view knows a model, a worker or the wasm module; whoever owns a view
// copies what it wants shown into these shapes.

/** Where the norms and the residual stand around a sub-layer; the row names of the placement table. */
export type Placement =
  'post' | 'pre' | 'sandwich' | 'resPost' | 'deepnorm' | 'rezero' | 'none' | 'plain' | 'custom';

/** The three norm slots of y = After(a·x + b·Output(F(Input(x)))): true where a norm stands. */
export interface Slots {
  input: boolean;
  output: boolean;
  after: boolean;
}

export type NormKind = 'layer' | 'rms' | 'batch';

/** What every view has to know to name one variant and to give it its colour, dash and marker. */
export interface VariantIdentity {
  /** Unique among the variants of one view, and the same for one variant from update to update. */
  id: string;
  label: string;
  placement: Placement;
  /** 0 for the first variant with this placement, 1 for the second, and so on. */
  nth: number;
}

export type YScale = 'linear' | 'log';

/** One curve. Only the first `count` entries are read, so growing buffers may be handed over as they are. */
export interface LineSeries extends VariantIdentity {
  /** Ascending. */
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  count: number;
  /** Lower and upper edge of a band around the curve, at the same x. */
  band?: { lo: ArrayLike<number>; hi: ArrayLike<number> };
  /** Points with a 1 are marked along the bottom of the plot. */
  flags?: ArrayLike<number> | undefined;
}

/** A vertical line at one x: "warm-up ends". */
export interface VerticalMark {
  x: number;
  label: string;
}

/** A horizontal line at one y: "guessing: 2.64". */
export interface ReferenceLine {
  y: number;
  label: string;
}

/** A dashed line to hold curves against: "falls as 1/√N". Its label stands at its end. */
export interface GuideLine {
  x: readonly number[];
  y: readonly number[];
  label: string;
}

/** What holds of all curves of a chart, short for the legend and as a sentence; both may be empty. */
export interface CurvesNote {
  short: string;
  sentence: string;
}

/** A table as text; the first cell of each row is its heading. */
export interface TableData {
  caption: string;
  columns: string[];
  rows: string[][];
}
