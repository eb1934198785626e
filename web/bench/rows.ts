// A row of the table from a number and its bar, and the whole table as Markdown. Pure; NaN meets no bar.
import { type BenchMessages, messagesEn } from './messages.en.ts';
import type { Group } from './works.ts';

export interface Row {
  readonly what: string;
  readonly measured: string;
  /** What it is held to; empty if to nothing. */
  readonly bar: string;
  /** undefined where there is no bar, or nothing could be measured. */
  readonly met: boolean | undefined;
}

export interface GroupedRow extends Row {
  readonly group: Group;
}

type Format = (value: number) => string;

/** A row without a bar. */
export const plainRow = (what: string, measured: string): Row => ({
  what,
  measured,
  bar: '',
  met: undefined,
});

/** A row whose value must be `bar` or more. `measured` says it, if the value alone does not. What reads like its bar meets it. */
export function atLeast(what: string, value: number, bar: number, format: Format, measured?: string): Row {
  const { atLeast: text } = messagesEn;
  const met = value >= bar || format(value) === format(bar);
  return { what, measured: measured ?? format(value), bar: text(format(bar)), met };
}

/** A row whose value must be `bar` or less; likewise. */
export function atMost(what: string, value: number, bar: number, format: Format, measured?: string): Row {
  const { atMost: text } = messagesEn;
  const met = value <= bar || format(value) === format(bar);
  return { what, measured: measured ?? format(value), bar: text(format(bar)), met };
}

/** Sign and word of a row. */
export function verdictOf(
  { met }: Row,
  messages: BenchMessages = messagesEn,
): { readonly sign: string; readonly word: string } {
  if (met === undefined) return { sign: '', word: messages.open };
  return met
    ? { sign: messages.sign.met, word: messages.met }
    : { sign: messages.sign.missed, word: messages.missed };
}

export const cellsOf = (row: Row, messages: BenchMessages = messagesEn): readonly string[] => {
  const { sign, word } = verdictOf(row, messages);
  return [row.what, row.measured, row.bar, `${sign} ${word}`.trim()];
};

export const headings = ({ what, measured, bar, verdict }: BenchMessages = messagesEn): readonly string[] => [
  what,
  measured,
  bar,
  verdict,
];

const markdownLine = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** What stands above the rows. */
export function markdownHead(isQuick = false): string {
  const { method, rough } = messagesEn;
  const rule = headings().map(() => '---|');
  return [method, ...(isQuick ? [rough] : []), '', markdownLine(headings()), `|${rule.join('')}`].join('\n');
}
export const markdownRow = (row: Row): string => markdownLine(cellsOf(row));
