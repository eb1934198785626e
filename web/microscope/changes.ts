// Changes of all of x at once, which show what a norm does not notice, and one training step of BatchNorm. Each gives the new
// state and a sentence on what it led to.
import type { Addnorm } from '../lib/index.ts';
import { describeChange } from './describe.ts';
import { doesEpsDecide } from './facts.ts';
import { forwardOf } from './forward.ts';
import { askKernel } from './kernel.ts';
import { isPerFeature } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { inMark, LARGEST } from './numbers.ts';
import { mapX, type MicroscopeState, type Rows } from './state.ts';
import { sizeOf } from './steps.ts';

const MAPS = {
  addFive: (value: number) => value + 5,
  timesTen: (value: number) => value * 10,
  tenth: (value: number) => value / 10,
  negate: (value: number) => -value,
} as const;
export type Change = keyof typeof MAPS;
export const CHANGES = Object.keys(MAPS) as Change[];

export interface Changed {
  readonly state: MicroscopeState;
  readonly note: string;
  /** The output that was there before, to be compared with; undefined if there is nothing to compare. */
  readonly before?: Rows | undefined;
}

export function changeAll(
  addnorm: Addnorm,
  state: MicroscopeState,
  how: Change,
  messages: MicroscopeMessages,
): Changed {
  const changed = mapX(state, MAPS[how]);
  if (sizeOf(changed.x.flat()) > LARGEST) {
    return { state, note: messages.fault({ kind: 'tooLarge', given: '' }) };
  }
  const before = askKernel(addnorm, state).result?.y;
  const after = askKernel(addnorm, changed).result?.y;
  if (!before || !after) return { state: changed, note: '' };
  // A shift leaves the variance as it is, and so the share of ε.
  const isEpsSeen = how !== 'addFive' && [state, changed].some((one) => isEpsSeenIn(addnorm, one));
  const note = describeChange(messages[how], before.flat(), after.flat(), isEpsSeen, messages);
  return { state: changed, note: inMark(note, messages.decimalMark), before };
}

function isEpsSeenIn(addnorm: Addnorm, state: MicroscopeState): boolean {
  const { result } = askKernel(addnorm, state);
  if (!result || isPerFeature(state)) return false;
  return doesEpsDecide(forwardOf(state, result).variance[0]!, state.eps);
}

/** What BatchNorm keeps of this batch goes into its running statistics, and those are shown. */
export function trainOnce(addnorm: Addnorm, state: MicroscopeState): Changed {
  const { result, refusal = '' } = askKernel(addnorm, { ...state, statistics: 'batch' });
  if (!result?.running) return { state, note: refusal };
  // The digits of a 32-bit float that mean something.
  const round = (row: readonly number[]) => row.map((value) => Number(value.toPrecision(6)));
  const { mean, variance } = result.running;
  return {
    state: { ...state, statistics: 'running', runningMean: round(mean), runningVar: round(variance) },
    note: '',
  };
}
