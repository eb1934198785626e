// Where the words of a guide stand: at its end, below or above, where the fewest lines run behind them. Pure functions.

import type { GuideLine, LineSeries } from './types.ts';

/** A drawing and the words in it; lengths are those of `xAt` and `yAt`, in which y grows downwards. */
export interface GuideLabel {
  /** Right end and length of the words. */
  right: number;
  width: number;
  /** From the guide to the middle of words beside it. */
  step: number;
  top: number;
  bottom: number;
  xAt: (x: number) => number;
  yAt: (y: number) => number;
}

type Line = Pick<LineSeries, 'x' | 'y' | 'count'>;

/** Below, above, and once more, further away. */
const STEPS = [1, -1, 2, -2];
/** Of a step, from the middle of the words to where a line, or a marker on it, is free of them. */
const REACH = 0.7;

/** The middle of the words, from top to bottom. */
export function guideLabelY(
  guide: GuideLine,
  guides: readonly GuideLine[],
  series: readonly LineSeries[],
  label: GuideLabel,
): number {
  const lines: Line[] = [...series, ...guides.map(({ x, y }) => ({ x, y, count: x.length }))];
  const end = label.yAt(guide.y.at(-1)!);
  const places = STEPS.map((steps) => {
    const y = end + steps * label.step;
    const isInside = y > label.top && y < label.bottom;
    return { y, hidden: isInside ? lines.filter((line) => runsBehind(line, y, label)).length : Infinity };
  });
  const fewest = Math.min(...places.map(({ hidden }) => hidden));
  return places.find(({ hidden }) => hidden === fewest)!.y;
}

function runsBehind({ x, y, count }: Line, middle: number, { right, width, step, xAt, yAt }: GuideLabel) {
  const reach = REACH * step;
  for (let i = 1; i < count; i++) {
    const [from, to] = [xAt(x[i - 1]!), xAt(x[i]!)];
    const [begin, end] = [Math.max(from, right - width), Math.min(to, right + reach)];
    if (!(begin <= end) || from === to) continue;
    const [start, slope] = [yAt(y[i - 1]!), (yAt(y[i]!) - yAt(y[i - 1]!)) / (to - from)];
    const [a, b] = [start + slope * (begin - from), start + slope * (end - from)];
    if (Math.max(a, b) > middle - reach && Math.min(a, b) < middle + reach) return true;
  }
  return false;
}
