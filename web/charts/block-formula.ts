// The residual block as a formula, y = After(a·x + b·Output(F(Input(x)))), with only those parts in it that the
// arrangement has. Text and typeset form come from the same tokens.

import type { BlockArrangement } from './describe.ts';
import { html } from './dom.ts';
import { formatTick } from './format.ts';
import type { ChartMessages } from './messages.en.ts';

export interface FormulaToken {
  text: string;
  kind: 'variable' | 'norm' | 'sign';
}

const variable = (text: string): FormulaToken => ({ text, kind: 'variable' });
const sign = (text: string): FormulaToken => ({ text, kind: 'sign' });

const wrap = (outer: FormulaToken, inner: readonly FormulaToken[]): FormulaToken[] => [
  outer,
  sign('('),
  ...inner,
  sign(')'),
];

function gain(value: number | 'learned', decimalMark: string): FormulaToken[] {
  if (value === 1) return [];
  const factor =
    value === 'learned' ? variable('α') : sign(formatTick(Number(value.toPrecision(3)), decimalMark));
  return [factor, sign('·')];
}

function formulaTokens(arrangement: BlockArrangement, messages: ChartMessages): FormulaToken[] {
  const { slots, norm, residualGain, branchGain } = arrangement;
  const normToken: FormulaToken = { text: messages.block.normShort[norm], kind: 'norm' };
  const x = [variable('x')];
  const applied = wrap(variable('F'), slots.input ? wrap(normToken, x) : x);
  const branch = [
    ...gain(branchGain, messages.decimalMark),
    ...(slots.output ? wrap(normToken, applied) : applied),
  ];
  const residual = residualGain === 0 ? [] : [...gain(residualGain, messages.decimalMark), ...x, sign(' + ')];
  const sum = [...residual, ...branch];
  return [variable('y'), sign(' = '), ...(slots.after ? wrap(normToken, sum) : sum)];
}

/** "y = LN(x + F(x))" */
export const formulaText = (arrangement: BlockArrangement, messages: ChartMessages): string =>
  formulaTokens(arrangement, messages)
    .map(({ text }) => text)
    .join('');

export function formulaNodes(arrangement: BlockArrangement, messages: ChartMessages): Node[] {
  return formulaTokens(arrangement, messages).map(({ text, kind }) => {
    if (kind === 'variable') return html('i', {}, text);
    return kind === 'norm' ? html('b', {}, text) : document.createTextNode(text);
  });
}
