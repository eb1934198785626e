// One pre-LN block on one token: the stream goes past each norm, and only what the sub-layers add ever reaches it. LN(x) is
// the kernel's; what the sub-layers add is given, since it takes other tokens and weights to make it.
import type { Addnorm } from '../lib/index.ts';
import { differenceText, indexed, sumText } from './formula.ts';
import { layerNormRow } from './kernel.ts';
import { formatValue } from './numbers.ts';
import type { MicroscopeState, Row } from './state.ts';
import { fieldStep, sizeOf, type Step, vectorStep } from './steps.ts';

interface Normalised {
  readonly y: Row;
  readonly mean: number;
  readonly rstd: number;
}

export interface Block {
  readonly x: Row;
  readonly norm1: Normalised;
  /** x + F */
  readonly middle: Row;
  readonly norm2: Normalised;
  /** x′ + G */
  readonly output: Row;
}

const add = (a: Row, b: Row): number[] => a.map((value, i) => value + b[i]!);

export function blockOf(addnorm: Addnorm, state: MicroscopeState): Block {
  const x = state.x[state.row]!;
  const middle = add(x, state.attention);
  return {
    x,
    norm1: layerNormRow(addnorm, x, state.eps),
    middle,
    norm2: layerNormRow(addnorm, middle, state.eps),
    output: add(middle, state.feedForward),
  };
}

export function blockSteps(state: MicroscopeState, block: Block): Step[] {
  const i = state.feature;
  const { x, norm1, middle, norm2, output } = block;
  const { attention, feedForward } = state;
  const one = (symbol: string, values: Row) => `${indexed(symbol, i)} = ${formatValue(values[i]!)}`;
  return [
    fieldStep({ id: 'stream', family: 'x', symbol: 'x', formula: one('x', x), bars: x, source: 'x' }),
    normStep('norm1', ['x̂', 'x'], norm1, x[i]!, i),
    fieldStep({
      id: 'attention',
      family: 'x',
      symbol: 'F(x̂)',
      formula: one('F', attention),
      bars: attention,
      source: 'attention',
    }),
    addStep('add1', ['x′', 'x + F(x̂)'], [x, attention], middle, i),
    normStep('norm2', ['x̂′', 'x′'], norm2, middle[i]!, i),
    fieldStep({
      id: 'feedForward',
      family: 'x',
      symbol: 'G(x̂′)',
      formula: one('G', feedForward),
      bars: feedForward,
      source: 'feedForward',
    }),
    addStep('add2', ['x″', 'x′ + G(x̂′)'], [middle, feedForward], output, i),
  ];
}

function normStep(
  id: 'norm1' | 'norm2',
  [name, of]: readonly [string, string],
  { y, mean, rstd }: Normalised,
  value: number,
  i: number,
): Step {
  const deviation = differenceText(formatValue(value), formatValue(mean));
  return vectorStep({
    id,
    family: 'normalised',
    symbol: `${name} = LN(${of})`,
    formula: `${indexed(name, i)} = (${deviation}) / ${formatValue(1 / rstd)} = ${formatValue(y[i]!, sizeOf(y))}`,
    bars: y,
  });
}

function addStep(
  id: 'add1' | 'add2',
  [name, symbol]: readonly [string, string],
  terms: readonly [Row, Row],
  sum: Row,
  i: number,
): Step {
  const added = sumText(terms.map((row) => formatValue(row[i]!)));
  return vectorStep({
    id,
    family: 'x',
    symbol: `${name} = ${symbol}`,
    formula: `${indexed(name, i)} = ${added} = ${formatValue(sum[i]!, sizeOf(sum))}`,
    bars: sum,
    marks: terms[0],
  });
}
