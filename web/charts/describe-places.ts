// What profiles and heat maps show now, in one plain sentence each. Their places are blocks, or parts of blocks: sub-layers,
// heads, norms. Pure functions; the words come from the message catalogue.

import { formatTick, spoken } from './format.ts';
import { type HeatMapVariant, valueAt } from './heat-map-grid.ts';
import { type ChartMessages, messagesEn } from './messages.en.ts';

/** Two values whose ratio is below this are called about the same. */
const SAME_RATIO = 1.5;

/** A ratio is only worth two digits: 3.6, 7400. */
const ratio = (value: number, { decimalMark }: ChartMessages): string =>
  formatTick(Number(value.toPrecision(2)), decimalMark);

/** What the places are called: "block 3", "head 2.1". */
export interface PlaceNames {
  /** "block", the default. */
  placeLabel?: string | undefined;
  /** The name of a place by its number, from 1; the number itself if left out. */
  placeName?: ((place: number) => string) | undefined;
}

/** The place with a number from 1, in words. */
export function placeText(
  { placeLabel, placeName }: PlaceNames,
  place: number,
  messages: ChartMessages,
): string {
  return messages.chart.at(placeLabel ?? messages.chart.block, placeName?.(place) ?? String(place));
}

// Profile.

export interface ProfileDescription extends PlaceNames {
  step: number;
  /** "gradient norm" */
  quantity: string;
  variants: readonly { label: string; values: ArrayLike<number> }[];
  /** Sizes are compared by their ratio; of what is no size, a cosine, both ends are named. */
  compare?: 'ratio' | 'ends' | undefined;
}

function profileClause(
  label: string,
  values: readonly number[],
  description: ProfileDescription,
  messages: ChartMessages,
): string {
  const say = messages.describe;
  const { quantity, placeLabel = messages.chart.block, compare = 'ratio' } = description;
  const place = (index: number): string => placeText(description, index + 1, messages);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) return say.profileNotFinite(label, quantity, place(bad));
  const [first, last] = [values[0]!, values.at(-1)!];
  const at = values.length - 1;
  const number = (value: number): string => spoken(value, messages.decimalMark);
  if (at === 0) return say.profileSingle(label, quantity, number(first), placeLabel);
  if (first === 0 && last === 0 && values.every((value) => value === 0))
    return say.profileZero(label, quantity, placeLabel);
  if (compare === 'ends')
    return say.profileEnds(label, quantity, number(first), place(0), number(last), place(at));
  if (first === 0 || last === 0) return say.profileOneEndZero(label, quantity, place(first === 0 ? 0 : at));
  const times = Math.abs(first / last);
  if (times >= SAME_RATIO)
    return say.profileLarger(label, quantity, ratio(times, messages), place(0), place(at));
  if (times <= 1 / SAME_RATIO)
    return say.profileSmaller(label, quantity, ratio(1 / times, messages), place(0), place(at));
  return say.profileEven(label, quantity, placeLabel);
}

/** How a quantity compares in the first and the last place, for each variant. */
export function describeProfile(
  description: ProfileDescription,
  messages: ChartMessages = messagesEn,
): string {
  const { step, variants } = description;
  const measured = variants.filter(({ values }) => values.length > 0);
  if (measured.length === 0) return messages.describe.nothing;
  const clauses = measured.map(({ label, values }) =>
    profileClause(messages.name(label), Array.from(values), description, messages),
  );
  return messages.describe.atStep(formatTick(step), messages.sentence(clauses));
}

// Heat map.

type DescribedMap = Omit<HeatMapVariant, 'id' | 'placement' | 'nth'>;

export interface HeatMapDescription extends PlaceNames {
  quantity: string;
  variants: readonly DescribedMap[];
  /** Of a size only the magnitude counts; the default. */
  isSigned?: boolean | undefined;
}

interface Cell {
  value: number;
  place: number;
  step: number;
}

interface Extremes {
  low: Cell | undefined;
  high: Cell | undefined;
  /** Since when the values have not been finite; undefined if the last ones are. */
  notFiniteFrom: number | undefined;
}

function extremesOf(variant: DescribedMap, isSigned: boolean): Extremes {
  const { nBlock, steps, count } = variant;
  const found: Extremes = { low: undefined, high: undefined, notFiniteFrom: undefined };
  for (let i = 0; i < count; ++i) {
    let finite = true;
    for (let block = 0; block < nBlock; ++block) {
      const raw = valueAt(variant, i, block);
      const value = isSigned ? raw : Math.abs(raw);
      if (!Number.isFinite(value)) finite = false;
      else {
        const cell = { value, place: block + 1, step: steps[i]! };
        if (!found.low || value < found.low.value) found.low = cell;
        if (!found.high || value > found.high.value) found.high = cell;
      }
    }
    if (finite) found.notFiniteFrom = undefined;
    else found.notFiniteFrom ??= steps[i]!;
  }
  return found;
}

function heatMapClauses(
  variant: DescribedMap,
  description: HeatMapDescription,
  messages: ChartMessages,
): string[] {
  const say = messages.describe;
  const label = messages.name(variant.label);
  const { quantity, isSigned = false } = description;
  const { low, high, notFiniteFrom } = extremesOf(variant, isSigned);
  const clauses: string[] = [];
  const place = ({ place: number, step }: Cell): string =>
    messages.heatMap.cell(placeText(description, number, messages), messages.chart.step, formatTick(step));
  if (low && high) {
    const [lowText, highText] = [low, high].map(({ value }) => spoken(value, messages.decimalMark)) as [
      string,
      string,
    ];
    if (high.value === 0 && low.value === 0) clauses.push(say.heatMapZero(label, quantity));
    else if (!isSigned && high.value < 10 * low.value)
      clauses.push(say.heatMapStays(label, quantity, lowText, highText));
    else clauses.push(say.heatMapRange(label, quantity, lowText, place(low), highText, place(high)));
  }
  if (notFiniteFrom !== undefined)
    clauses.push(say.heatMapNotFinite(label, quantity, formatTick(notFiniteFrom)));
  return clauses;
}

/** Between what a quantity has moved over all blocks and steps, for each variant. */
export function describeHeatMap(
  description: HeatMapDescription,
  messages: ChartMessages = messagesEn,
): string {
  const measured = description.variants.filter(({ count }) => count > 0);
  if (measured.length === 0) return messages.describe.nothing;
  const clauses = measured.flatMap((variant) => heatMapClauses(variant, description, messages));
  const step = Math.max(...measured.map(({ steps, count }) => steps[count - 1]!));
  return messages.describe.upToStep(formatTick(step), messages.sentence(clauses));
}
