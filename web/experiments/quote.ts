// Puts the committed outcomes into the texts, which have places for them and no measured number of their own:
//     {steps}                a setting
//     {loss} {loss.min} {loss.max}    median and range of a measure over all seeds
//     {learns.limit} {learns.held} {learns.seeds}    the limit of a claim, in how many seeds it held, and of how many
import { formatNumber, formatTick } from '../charts/format.ts';
import type { Experiment, Format } from './experiment.ts';
import type { ExperimentMessages } from './messages.en.ts';
import type { Outcome } from './outcomes.ts';
import type { ExperimentTexts } from './texts.ts';

/** A whole number with every digit, in groups of three from five digits on. */
function formatWhole(value: number): string {
  const digits = String(Math.abs(value));
  const grouped = digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return `${value < 0 ? '−' : ''}${grouped}`;
}

/** A measured number as text: three digits, or a whole number as it is. */
export function formatMeasure(
  value: number,
  format: Format,
  { decimalMark, unit }: Pick<ExperimentMessages, 'decimalMark' | 'unit'>,
): string {
  if (format === 'integer' && Number.isSafeInteger(value)) return `${formatWhole(value)}${unit[format]}`;
  const shown = format === 'percent' ? 100 * value : value;
  return `${formatNumber(shown, decimalMark)}${unit[format]}`;
}

/** A number that somebody chose, as short as it is; three digits of one that follows from others. */
function formatChosen(value: number, format: Format, { decimalMark, unit }: ExperimentMessages): string {
  const shown = format === 'percent' ? 100 * value : value;
  return `${formatTick(Number(shown.toPrecision(3)), decimalMark)}${unit[format]}`;
}

/** What each place of an experiment's texts stands for. */
function quotesOf(
  { settings, measures, claims }: Experiment,
  { measures: measured, held }: Outcome,
  nSeeds: number,
  messages: ExperimentMessages,
): Map<string, string> {
  const quotes = new Map([['seeds', String(nSeeds)]]);
  for (const [name, value] of Object.entries(settings))
    quotes.set(name, formatChosen(value, 'number', messages));
  for (const [name, { format }] of Object.entries(measures)) {
    const { median, min, max } = measured[name]!;
    quotes.set(name, formatMeasure(median, format, messages));
    quotes.set(`${name}.min`, formatMeasure(min, format, messages));
    quotes.set(`${name}.max`, formatMeasure(max, format, messages));
  }
  for (const [id, { measure, limit }] of Object.entries(claims)) {
    quotes.set(`${id}.limit`, formatChosen(limit, measures[measure]!.format, messages));
    quotes.set(`${id}.held`, String(held[id]));
    quotes.set(`${id}.seeds`, String(nSeeds));
  }
  return quotes;
}

/**
 * All texts of an experiment with the outcomes in their places.
 *
 * @throws RangeError for a place that stands for nothing
 */
export function quoteTexts(
  experiment: Experiment,
  outcome: Outcome,
  nSeeds: number,
  messages: ExperimentMessages,
): ExperimentTexts {
  const quotes = quotesOf(experiment, outcome, nSeeds, messages);
  const fill = (text: string) =>
    text.replace(/\{([^{}]*)\}/g, (place, name: string) => {
      const quote = quotes.get(name);
      if (quote === undefined) throw new RangeError(`${experiment.id}: ${place} stands for nothing`);
      return quote;
    });
  return fillAll(messages.experiments[experiment.id], fill);
}

/** The same value with every text in it changed. */
function fillAll<Value>(value: Value, fill: (text: string) => string): Value {
  if (typeof value === 'string') return fill(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => fillAll(item, fill)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillAll<unknown>(item, fill)]),
  ) as Value;
}
