// What is seen now, in one sentence. The words come from the message catalogue; here is decided which fit.
import { formatTick } from '../charts/index.ts';
import type { Backward } from './backward.ts';
import type { Block } from './block.ts';
import { doesEpsDecide } from './facts.ts';
import { indexed } from './formula.ts';
import type { Forward } from './forward.ts';
import { isPerFeature, type Lane, laneOf } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { formatValue } from './numbers.ts';
import type { MicroscopeState } from './state.ts';
import { sizeOf } from './steps.ts';

/** A number that makes at least this share of all squares by itself is far out. */
const OUTLIER_SHARE = 0.9;
/** A mean so many times the spread is far from zero. */
const FAR = 100;
const FAR_RMS = 5;

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function laneName(state: MicroscopeState, lane: Lane, { says }: MicroscopeMessages): string {
  return lane.axis === 'row'
    ? says.columnLane(state.feature + 1, lane.length)
    : says.rowLane(state.row + 1, state.x.length);
}

export function describeForward(
  state: MicroscopeState,
  forward: Forward,
  messages: MicroscopeMessages,
): string {
  const { says } = messages;
  const lane = laneOf(state);
  const name = laneName(state, lane, messages);
  const { x, mean, deviations, variance, root, xHat } = forward;
  if (isPerFeature(state)) return says.running(name);
  const spread = Math.sqrt(variance[0]!);
  if (state.norm === 'rms') {
    const differences = Math.sqrt(average(x.map((value) => (value - average(x)) ** 2)));
    if (x.length > 1 && Math.abs(average(x)) > FAR_RMS * differences && differences > 0)
      return says.rmsOffset;
  } else if (spread === 0) return x.length === 1 ? says.single : says.constant;
  if (doesEpsDecide(variance[0]!, state.eps) && spread > 0) {
    const size = formatValue(Math.sqrt(average(xHat.map((value) => value * value))));
    return says.epsDecides(formatValue(variance[0]!), formatTick(state.eps), size);
  }
  if (state.norm === 'rms') return says.rms(name, formatValue(root[0]!), formatValue(average(xHat), 1));
  const special = specialOf(forward, lane, messages);
  if (special !== undefined) return special;
  const write = (value: number) => formatValue(value, sizeOf(xHat));
  return says.layer(
    capital(name),
    formatValue(mean[0]!, sizeOf(deviations)),
    formatValue(root[0]!),
    write(Math.min(...xHat)),
    write(Math.max(...xHat)),
  );
}

/** What is worth saying instead of the plain sentence. */
function specialOf(
  { x, y, mean, squares, variance, xHat }: Forward,
  { axis }: Lane,
  { says, place }: MicroscopeMessages,
): string | undefined {
  const spread = Math.sqrt(variance[0]!);
  const isUndone = x.every((value, i) => Math.abs(value - y[i]!) < 1e-4 * spread);
  if (isUndone && Math.abs(mean[0]!) + Math.abs(spread - 1) > 1e-2) return says.undone;
  if (Math.abs(mean[0]!) > FAR * spread) return says.offset(formatValue(mean[0]!, spread));
  const largest = Math.max(...squares);
  const isOut = x.length > 4 && largest > OUTLIER_SHARE * (1 - 1 / x.length) * variance[0]! * x.length;
  if (!isOut) return undefined;
  const i = squares.indexOf(largest);
  return says.outlier(place[axis](i + 1), formatValue(xHat[i]!));
}

export function describeBackward(
  state: MicroscopeState,
  backward: Backward | undefined,
  { says }: MicroscopeMessages,
): string {
  if (!backward) return says.backwardRunning;
  const { t, meanT, meanProduct, difference } = backward;
  const size = sizeOf(t) || 1;
  if (sizeOf(difference) <= 1e-6 * size) return says.backwardNothing;
  const along = formatValue(meanProduct, size);
  return state.norm === 'rms' ? says.backwardRms(along) : says.backward(formatValue(meanT, size), along);
}

export function describeBlock(
  { attention, feedForward }: MicroscopeState,
  { x, output }: Block,
  { says }: MicroscopeMessages,
): string {
  const change = sizeOf(attention.map((value, i) => value + feedForward[i]!));
  return says.block(formatValue(average(x)), formatValue(average(output)), formatValue(change));
}

/** A number that a 32-bit float does not hold, where that can be seen beside the differences; empty if there is none. */
export function describeRounding(x: readonly number[], messages: MicroscopeMessages): string {
  const spread = Math.max(...x) - Math.min(...x);
  const i = x.findIndex((value) => Math.abs(value - Math.fround(value)) > 1e-3 * spread && spread > 0);
  if (i < 0) return '';
  const kept = Math.fround(x[i]!);
  return messages.rounded(`${indexed('x', i)} = ${String(x[i])}`, String(kept));
}

/** How far y moved when all of x was changed. */
export function describeChange(
  what: string,
  before: readonly number[],
  after: readonly number[],
  isEpsSeen: boolean,
  { changed }: MicroscopeMessages,
): string {
  const size = sizeOf(before) || 1;
  const change = sizeOf(after.map((value, i) => value - before[i]!));
  if (change <= 1e-4 * size) return changed.same(what, formatValue(change, change));
  const sums = after.map((value, i) => value + before[i]!);
  if (sizeOf(sums) <= 1e-4 * size) return changed.mirrored(what);
  const text = formatValue(change);
  return isEpsSeen ? changed.little(what, text) : changed.much(what, text);
}
