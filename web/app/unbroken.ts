// What a line may not break in figures: a number and its unit, a comparison, a shape, the name of a work.
const NO_BREAK_SPACE = '\u00a0';

const SHAPE = /\(\d+(?:, \d+)+\)/u.source;
const UNIT = /(?:%|[mµn]?s|[kMG]B|GHz|GFLOP\/s|million\/s|Millionen\/s)(?![\p{L}\p{N}/])/u.source;
const FIGURE = new RegExp(
  [
    `${SHAPE}(?: × ${SHAPE})?`,
    String.raw`\bL\d+ d\d+ T\d+ B\d+`,
    String.raw`(?:R² )?(?:[≤≥] )?[−\d][\d.,]*(?: ${UNIT})?`,
  ].join('|'),
  'gu',
);

/** A text in which figures stay in one line wherever it is shown. */
export const unbroken = (text: string): string =>
  text.replace(FIGURE, (figure) => figure.replaceAll(' ', NO_BREAK_SPACE));
