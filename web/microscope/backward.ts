// The gradient of a norm step by step: t = dy·γ, less its mean (not for RMSNorm), less what of it lies along x̂, times 1/σ.
// dx, dγ and dβ are the kernel's; what lies between is computed here in doubles, to be looked at.
import { differenceText, inBrackets, indexed, meanText, sumText } from './formula.ts';
import { forwardOf } from './forward.ts';
import type { Gradients, KernelResult } from './kernel.ts';
import { alongRows, alongVector, type Lane, laneOf } from './lane.ts';
import { formatValue } from './numbers.ts';
import type { MicroscopeState } from './state.ts';
import { fieldStep, scalarStep, sizeOf, type Step, vectorStep } from './steps.ts';

export interface Backward {
  readonly dy: readonly number[];
  readonly gamma: readonly number[];
  readonly xHat: readonly number[];
  readonly rstd: number;
  /** dy·γ: the gradient of x̂. */
  readonly t: readonly number[];
  /** 0 for RMSNorm, which takes no mean off. */
  readonly meanT: number;
  readonly product: readonly number[];
  readonly meanProduct: number;
  readonly centred: readonly number[];
  readonly along: readonly number[];
  readonly difference: readonly number[];
  readonly dx: readonly number[];
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The numbers of the lane that is looked at; undefined where the kernel has no gradients. */
export function backwardOf(state: MicroscopeState, result: KernelResult): Backward | undefined {
  if (!result.gradients || !result.rstd) return undefined;
  const lane = laneOf(state);
  const { xHat } = forwardOf(state, result);
  const dy = alongRows(state, lane, state.dy).map(Math.fround);
  const gamma = alongVector(state, lane, state.gamma).map(Math.fround);
  const t = dy.map((value, i) => value * gamma[i]!);
  const meanT = state.norm === 'rms' ? 0 : average(t);
  const product = t.map((value, i) => value * xHat[i]!);
  const meanProduct = average(product);
  const centred = t.map((value) => value - meanT);
  const along = xHat.map((value) => value * meanProduct);
  return {
    dy,
    gamma,
    xHat,
    rstd: result.rstd[lane.axis === 'row' ? state.feature : state.row]!,
    t,
    meanT,
    product,
    meanProduct,
    centred,
    along,
    difference: centred.map((value, i) => value - along[i]!),
    dx: alongRows(state, lane, result.gradients.dx),
  };
}

/** The steps as they are shown; dy alone where there is no gradient. */
export function backwardSteps(state: MicroscopeState, result: KernelResult | undefined): Step[] {
  const lane = laneOf(state);
  const typed = alongRows(state, lane, state.dy);
  const dy = fieldStep({
    id: 'dy',
    family: 'gradient',
    symbol: 'dy',
    formula: `${indexed('dy', lane.index)} = ${formatValue(typed[lane.index]!)}`,
    bars: typed,
    source: 'dy',
  });
  const backward = result && backwardOf(state, result);
  if (!backward || !result.gradients) return [dy];
  const isRms = state.norm === 'rms';
  return [
    dy,
    ...meanSteps(backward, lane.index, isRms),
    ...productSteps(backward, lane.index),
    ...resultSteps(backward, lane.index, isRms),
    ...parameterSteps(state, lane, backward, result.gradients),
  ];
}

function meanSteps({ dy, gamma, t, meanT, centred }: Backward, i: number, isRms: boolean): Step[] {
  const write = (value: number) => formatValue(value, sizeOf(t));
  const scaled = vectorStep({
    id: 't',
    family: 'gradient',
    symbol: 't = dy · γ',
    formula: `${indexed('t', i)} = ${formatValue(dy[i]!)} · ${inBrackets(formatValue(gamma[i]!))} = ${write(t[i]!)}`,
    bars: t,
  });
  if (isRms) return [scaled];
  return [
    scaled,
    scalarStep({
      id: 'meanT',
      family: 'gradient',
      symbol: 'm₁',
      formula: `m₁ = ${meanText(t.map(write))} = ${write(meanT)}`,
      bars: t,
      scalar: write(meanT),
      lines: [meanT],
    }),
    vectorStep(
      {
        id: 'centred',
        family: 'gradient',
        symbol: 't − m₁',
        formula: `${indexed('t', i)} − m₁ = ${differenceText(write(t[i]!), write(meanT))} = ${write(centred[i]!)}`,
        bars: centred,
      },
      sizeOf(t),
    ),
  ];
}

function productSteps({ xHat, t, product, meanProduct, along }: Backward, i: number): Step[] {
  const write = (value: number) => formatValue(value, sizeOf(product));
  const hat = inBrackets(formatValue(xHat[i]!, sizeOf(xHat)));
  return [
    vectorStep({
      id: 'normalised',
      family: 'normalised',
      symbol: 'x̂',
      formula: `${indexed('x̂', i)} = ${formatValue(xHat[i]!, sizeOf(xHat))}`,
      bars: xHat,
    }),
    vectorStep({
      id: 'product',
      family: 'product',
      symbol: 't · x̂',
      formula: `${indexed('t', i)} ${indexed('x̂', i)} = ${formatValue(t[i]!, sizeOf(t))} · ${hat} = ${write(product[i]!)}`,
      bars: product,
    }),
    scalarStep({
      id: 'meanProduct',
      family: 'product',
      symbol: 'm₂',
      formula: `m₂ = ${meanText(product.map(write))} = ${write(meanProduct)}`,
      bars: product,
      scalar: write(meanProduct),
      lines: [meanProduct],
    }),
    vectorStep({
      id: 'along',
      family: 'gradient',
      symbol: 'x̂ · m₂',
      formula: `${indexed('x̂', i)} m₂ = ${formatValue(xHat[i]!, sizeOf(xHat))} · ${inBrackets(write(meanProduct))} = ${formatValue(along[i]!, sizeOf(along))}`,
      bars: along,
    }),
  ];
}

function resultSteps({ centred, along, difference, rstd, dx }: Backward, i: number, isRms: boolean): Step[] {
  const size = Math.max(sizeOf(centred), sizeOf(along));
  const write = (value: number) => formatValue(value, size);
  return [
    vectorStep(
      {
        id: 'difference',
        family: 'gradient',
        symbol: isRms ? 't − x̂ · m₂' : 't − m₁ − x̂ · m₂',
        formula: `${differenceText(write(centred[i]!), write(along[i]!))} = ${write(difference[i]!)}`,
        bars: difference,
      },
      size,
    ),
    vectorStep({
      id: 'dx',
      family: 'gradient',
      symbol: isRms ? 'dx = (t − x̂ · m₂) / √(RMS² + ε)' : 'dx = (t − m₁ − x̂ · m₂) / √(σ² + ε)',
      formula: `${indexed('dx', i)} = ${write(difference[i]!)} / ${formatValue(1 / rstd)} = ${formatValue(dx[i]!, sizeOf(dx))}`,
      bars: dx,
    }),
  ];
}

/** dγ and dβ: sums over the rows. In a column they are one number each, in a row one a feature. */
function parameterSteps(state: MicroscopeState, lane: Lane, of: Backward, gradients: Gradients): Step[] {
  const { dgamma, dbeta } = gradients;
  const products = of.dy.map((value, i) => value * of.xHat[i]!);
  const step = (
    id: 'dgamma' | 'dbeta',
    symbol: string,
    terms: readonly number[],
    sums: readonly number[],
  ) => {
    const isColumn = lane.axis === 'row';
    const sum = sums[state.feature]!;
    const write = (value: number) => formatValue(value, sizeOf(isColumn ? terms : sums));
    const name = indexed(symbol, state.feature);
    if (isColumn) {
      const formula = `${name} = ${sumText(terms.map(write))} = ${write(sum)}`;
      return scalarStep({
        id,
        family: 'parameter',
        symbol,
        formula,
        bars: terms,
        scalar: write(sum),
        lines: [],
      });
    }
    return vectorStep({ id, family: 'parameter', symbol, formula: `${name} = ${write(sum)}`, bars: sums });
  };
  const steps = [step('dgamma', 'dγ', products, dgamma)];
  return dbeta ? [...steps, step('dbeta', 'dβ', of.dy, dbeta)] : steps;
}
