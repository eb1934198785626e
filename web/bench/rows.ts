// A row of the table from a number and its bar, and the whole table as Markdown. Pure; NaN meets no bar.
import { messagesEn } from './messages.en.ts';
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

/** A row whose value must be `bar` or more. `measured` says it, if the value alone does not. */
export function atLeast(what: string, value: number, bar: number, format: Format, measured?: string): Row {
  const { atLeast: text } = messagesEn;
  return { what, measured: measured ?? format(value), bar: text(format(bar)), met: value >= bar };
}

/** A row whose value must be `bar` or less. */
export function atMost(what: string, value: number, bar: number, format: Format, measured?: string): Row {
  const { atMost: text } = messagesEn;
  return { what, measured: measured ?? format(value), bar: text(format(bar)), met: value <= bar };
}

/** Sign and word of a row. */
export function verdictOf({ met }: Row): { readonly sign: string; readonly word: string } {
  if (met === undefined) return { sign: '', word: messagesEn.open };
  return met
    ? { sign: messagesEn.sign.met, word: messagesEn.met }
    : { sign: messagesEn.sign.missed, word: messagesEn.missed };
}

export const cellsOf = (row: Row): readonly string[] => {
  const { sign, word } = verdictOf(row);
  return [row.what, row.measured, row.bar, `${sign} ${word}`.trim()];
};

export const HEADINGS: readonly string[] = [
  messagesEn.what,
  messagesEn.measured,
  messagesEn.bar,
  messagesEn.verdict,
];

const markdownLine = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export const markdownHead = (): string =>
  `${markdownLine(HEADINGS)}\n|${HEADINGS.map(() => '---|').join('')}`;
export const markdownRow = (row: Row): string => markdownLine(cellsOf(row));
