// Everything that the view shows of a state: the steps and their scales, the sentence, the facts. Made anew whenever the
// state changes; it knows no DOM.
import type { Addnorm } from '../lib/index.ts';
import { backwardOf, backwardSteps } from './backward.ts';
import { blockOf, blockSteps } from './block.ts';
import { describeBackward, describeBlock, describeForward, describeRounding } from './describe.ts';
import { backwardFacts, type Fact, forwardFacts } from './facts.ts';
import { forwardOf, forwardSteps } from './forward.ts';
import { askKernel, type KernelResult } from './kernel.ts';
import { alongRows, type Lane, laneOf } from './lane.ts';
import type { MicroscopeMessages } from './messages.en.ts';
import { inMark } from './numbers.ts';
import type { MicroscopeState, Rows } from './state.ts';
import { type Family, scalesOf, type Step } from './steps.ts';

export interface Scene {
  readonly lane: Lane;
  readonly steps: readonly Step[];
  readonly scales: ReadonlyMap<Family, number>;
  readonly sentence: string;
  readonly facts: readonly Fact[];
  readonly result: KernelResult | undefined;
  /** The kernel's own words where it refuses. */
  readonly refusal: string | undefined;
}

type Shown = Pick<Scene, 'steps' | 'sentence' | 'facts'>;

/** @param before an output that y is to be compared with */
export function sceneOf(
  addnorm: Addnorm,
  state: MicroscopeState,
  messages: MicroscopeMessages,
  before?: Rows,
): Scene {
  const lane = laneOf(state);
  const { result, refusal } = askKernel(addnorm, state);
  const shown =
    state.view === 'block'
      ? blockScene(addnorm, state, messages)
      : normScene(state, result, messages, before);
  const rounding = describeRounding(alongRows(state, lane, state.x), messages);
  const inWords = (text: string) => inMark(text, messages.decimalMark);
  return {
    steps: shown.steps.map((step) => ({
      ...step,
      formula: inWords(step.formula),
      texts: step.texts?.map(inWords),
      scalar: step.scalar === undefined ? undefined : inWords(step.scalar),
    })),
    facts: shown.facts.map((fact) => ({
      ...fact,
      found: inWords(fact.found),
      expected: inWords(fact.expected),
    })),
    sentence: inWords([shown.sentence, rounding].filter(Boolean).join(' ')),
    lane,
    scales: scalesOf(shown.steps),
    result,
    refusal: state.view === 'block' ? undefined : refusal,
  };
}

function blockScene(addnorm: Addnorm, state: MicroscopeState, messages: MicroscopeMessages): Shown {
  const block = blockOf(addnorm, state);
  return { steps: blockSteps(state, block), sentence: describeBlock(state, block, messages), facts: [] };
}

function normScene(
  state: MicroscopeState,
  result: KernelResult | undefined,
  messages: MicroscopeMessages,
  before: Rows | undefined,
): Shown {
  const isForward = state.view === 'forward';
  const steps = isForward ? forwardSteps(state, result, before) : backwardSteps(state, result);
  if (!result) return { steps, sentence: messages.says.refused, facts: [] };
  const forward = forwardOf(state, result);
  if (isForward) {
    return {
      steps,
      sentence: describeForward(state, forward, messages),
      facts: forwardFacts(state, forward),
    };
  }
  const backward = backwardOf(state, result);
  return {
    steps,
    sentence: describeBackward(state, backward, messages),
    facts: backward ? backwardFacts(state, backward) : [],
  };
}
