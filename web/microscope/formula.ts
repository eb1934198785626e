// Formulas as text, with the numbers put in: sums, signs, indices. No words.
import { formatTick } from '../charts/index.ts';

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';
/** More terms than this are shortened: the first ones, and the last. */
const MOST_TERMS = 6;
const FIRST_TERMS = 3;

/** x₁₂ of ('x', 11): places are counted from 1. */
export const indexed = (symbol: string, index: number): string =>
  symbol + String(index + 1).replace(/\d/g, (digit) => DIGITS[Number(digit)]!);

/** A number that follows a sign or a factor: (−2), 3. */
export const inBrackets = (text: string): string => (text.startsWith('−') ? `(${text})` : text);

/** 2 + 4 − 1, shortened where there are many. */
export function sumText(terms: readonly string[]): string {
  const shown = terms.length > MOST_TERMS ? [...terms.slice(0, FIRST_TERMS), '…', terms.at(-1)!] : terms;
  return shown.reduce((sum, term) => `${sum}${term.startsWith('−') ? ` − ${term.slice(1)}` : ` + ${term}`}`);
}

/** (2 + 4 + 4 + 6) / 4 */
export const meanText = (terms: readonly string[]): string =>
  terms.length === 1 ? terms[0]! : `(${sumText(terms)}) / ${terms.length}`;

/** a − b with the sign of b minded: 2 − (−1). */
export const differenceText = (from: string, taken: string): string => `${from} − ${inBrackets(taken)}`;

/** γ and ε as people write them: 10⁻⁵, 0.001. */
export const formatEps = (eps: number): string => formatTick(eps);
