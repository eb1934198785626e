// What is measured at many places of a model at each step, and how it is shown: one row a quantity. Tabs are lists of these
// (panels.ts), and quantity-panel.ts draws them.
import type { LabMessages } from './messages.en.ts';
import type { RunVariant } from './run.ts';
import type { HeatMapVariant, YScale } from '../charts/index.ts';
import type { History, MatrixName } from '../lab/history.ts';

/** What the numbers of a step are of. */
export type Place = keyof LabMessages['place'];

export interface Quantity {
  /** Its texts are those of this name. */
  readonly name: MatrixName & keyof LabMessages['quantities'];
  readonly place: Place;
  /** Sizes stand on a logarithmic scale and are compared by their ratio; what varies little, or has a sign, on a linear one. */
  readonly scale: YScale;
}

export const QUANTITIES = {
  weightGradNorm: { name: 'weightGradNorm', place: 'block', scale: 'log' },
  inputGradNorm: { name: 'inputGradNorm', place: 'block', scale: 'log' },
  updateRatio: { name: 'updateRatio', place: 'subLayer', scale: 'log' },
  streamRms: { name: 'streamRms', place: 'block', scale: 'log' },
  branchRatio: { name: 'branchRatio', place: 'subLayer', scale: 'log' },
  cosine: { name: 'cosine', place: 'block', scale: 'linear' },
  gammaAbsMean: { name: 'gammaAbsMean', place: 'norm', scale: 'linear' },
  gammaDeviation: { name: 'gammaDeviation', place: 'norm', scale: 'log' },
  preNormStd: { name: 'preNormStd', place: 'norm', scale: 'log' },
  attnEntropy: { name: 'attnEntropy', place: 'head', scale: 'linear' },
} as const satisfies Partial<Record<MatrixName, Quantity>>;

/** Numbers of a variant by step and place, as a heat map reads them. */
export type PlaceRows = Pick<HeatMapVariant, 'nBlock' | 'values' | 'count' | 'layout'>;

/** What was measured of a quantity so far, of several seeds their median. The numbers are those of the history, no copies. */
export function rowsOf(quantity: Quantity, { drawn, gradient }: RunVariant): PlaceRows {
  if (quantity.name !== 'weightGradNorm') return historyRows(quantity, drawn);
  return { nBlock: gradient.nBlock, values: gradient.values, count: gradient.count };
}

/** The same of the edges of the band; null where there is none, as for what is put together from two sub-layers. */
export function bandRowsOf(
  quantity: Quantity,
  { spread }: RunVariant,
): { lo: PlaceRows; hi: PlaceRows } | null {
  if (!spread || quantity.name === 'weightGradNorm') return null;
  return { lo: historyRows(quantity, spread.lo), hi: historyRows(quantity, spread.hi) };
}

function historyRows({ name, place }: Quantity, history: History): PlaceRows {
  const { data, rows, width } = history.matrix(name);
  // Of the two sub-layers of a block the attention comes first: what goes into it goes into the block.
  const stride = place === 'block' && name !== 'cosine' ? 2 : 1;
  const nBlock = Math.max(1, Math.ceil(width / stride));
  return { nBlock, values: data, count: rows, layout: { width: Math.max(1, width), first: 0, stride } };
}

/** The name of a place by its number, from 1; undefined where the number is the name. */
export function placeNames(
  place: Place,
  variants: () => readonly RunVariant[],
  messages: LabMessages,
): ((number: number) => string) | undefined {
  if (place === 'subLayer') return (number) => messages.subLayerOf(Math.ceil(number / 2), number % 2 === 1);
  if (place !== 'head') return undefined;
  return (number) => {
    const heads = new Set(variants().map(({ config }) => config.model.nHead));
    const [nHead = 1] = heads;
    if (heads.size > 1) return String(number);
    return messages.headOf(Math.ceil(number / nHead), ((number - 1) % nHead) + 1);
  };
}
