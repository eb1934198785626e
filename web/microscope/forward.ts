// A norm step by step. Mean, 1/σ and y are the kernel's; what lies between them (deviations, squares, variance, x̂) is
// computed here in doubles from the same 32-bit inputs, to be looked at.
import { differenceText, formatEps, inBrackets, indexed, meanText } from './formula.ts';
import type { KernelResult } from './kernel.ts';
import { alongRows, alongSource, alongVector, isPerFeature, type Lane, laneOf } from './lane.ts';
import { formatValue } from './numbers.ts';
import type { MicroscopeState, Rows } from './state.ts';
import { fieldStep, scalarStep, sizeOf, type Step, vectorStep } from './steps.ts';

export interface Forward {
  readonly x: readonly number[];
  /** What is taken off each number: the same for all, but where running statistics are used. */
  readonly mean: readonly number[];
  readonly deviations: readonly number[];
  readonly squares: readonly number[];
  /** Biased; for RMSNorm the mean square, since nothing is taken off. */
  readonly variance: readonly number[];
  /** √(variance + ε) */
  readonly root: readonly number[];
  readonly xHat: readonly number[];
  readonly scaled: readonly number[];
  readonly y: readonly number[];
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The numbers of the lane that is looked at. */
export function forwardOf(state: MicroscopeState, result: KernelResult): Forward {
  const lane = laneOf(state);
  const x = alongRows(state, lane, state.x).map(Math.fround);
  const at = lane.axis === 'row' ? state.feature : state.row;
  const fill = (value: number): number[] => x.map(() => value);
  const mean = isPerFeature(state)
    ? alongVector(state, lane, state.runningMean).map(Math.fround)
    : fill(result.mean?.[at] ?? 0);
  const deviations = x.map((value, i) => value - mean[i]!);
  const squares = deviations.map((value) => value * value);
  const variance = isPerFeature(state)
    ? alongVector(state, lane, state.runningVar).map(Math.fround)
    : fill(average(squares));
  const root = result.rstd
    ? fill(1 / result.rstd[at]!)
    : variance.map((value) => Math.sqrt(value + state.eps));
  const xHat = deviations.map((value, i) => value / root[i]!);
  const gamma = alongVector(state, lane, state.gamma).map(Math.fround);
  const scaled = xHat.map((value, i) => value * gamma[i]!);
  return { x, mean, deviations, squares, variance, root, xHat, scaled, y: alongRows(state, lane, result.y) };
}

/** The steps as they are shown; x alone where the kernel refuses. `before` is an output that y is to be compared with. */
export function forwardSteps(
  state: MicroscopeState,
  result: KernelResult | undefined,
  before?: Rows,
): Step[] {
  const lane = laneOf(state);
  const typed = alongRows(state, lane, state.x);
  const x = fieldStep({
    id: 'x',
    family: 'x',
    symbol: 'x',
    formula: `${indexed('x', lane.index)} = ${formatValue(typed[lane.index]!)}`,
    bars: typed,
    source: 'x',
  });
  if (!result) return [x];
  const forward = forwardOf(state, result);
  const statistics = isPerFeature(state)
    ? runningSteps(state, lane, forward)
    : takenSteps(state, lane, forward);
  return [
    x,
    ...statistics,
    ...outputSteps(state, lane, forward).map((step) =>
      marked(step, before && alongRows(state, lane, before)),
    ),
  ];
}

/** Mean, deviations, squares, variance and root of the lane; RMSNorm takes no mean off. */
function takenSteps(state: MicroscopeState, lane: Lane, forward: Forward): Step[] {
  const { x, mean, deviations, squares, variance, root } = forward;
  const isRms = state.norm === 'rms';
  const spread = sizeOf(deviations) || sizeOf(x);
  const [mu, sigma2, sigma] = [mean[0]!, variance[0]!, root[0]!];
  const write = (value: number) => formatValue(value, isRms ? sizeOf(x) : spread);
  const writeSquare = (value: number) => formatValue(value, sizeOf(squares));
  const i = lane.index;
  const base = isRms ? 'x' : 'deviation';
  const steps: Step[] = [];
  if (!isRms) {
    const formula = `μ = ${meanText(x.map(write))} = ${write(mu)}`;
    steps.push(
      scalarStep({ id: 'mean', family: 'x', symbol: 'μ', formula, bars: x, scalar: write(mu), lines: [mu] }),
      deviationStep(forward, i, write),
    );
  }
  const squared = isRms ? indexed('x', i) : `(${indexed('x', i)} − μ)`;
  const name = isRms ? 'RMS²' : 'σ²';
  steps.push(
    vectorStep({
      id: 'square',
      family: 'square',
      symbol: isRms ? 'x²' : '(x − μ)²',
      formula: `${squared}² = ${inBrackets(write(deviations[i]!))}² = ${writeSquare(squares[i]!)}`,
      bars: squares,
      isSigned: false,
    }),
    scalarStep({
      id: isRms ? 'meanSquare' : 'variance',
      family: 'square',
      symbol: name,
      formula: `${name} = ${meanText(squares.map(writeSquare))} = ${writeSquare(sigma2)}`,
      bars: squares,
      scalar: writeSquare(sigma2),
      lines: [sigma2],
      isSigned: false,
    }),
    scalarStep({
      id: 'root',
      family: base,
      symbol: `√(${name} + ε)`,
      formula: `√(${writeSquare(sigma2)} + ${formatEps(state.eps)}) = ${formatValue(sigma)}`,
      bars: deviations,
      scalar: formatValue(sigma),
      lines: [sigma, -sigma],
    }),
  );
  return steps;
}

const deviationStep = ({ x, mean, deviations }: Forward, i: number, write: (value: number) => string): Step =>
  vectorStep({
    id: 'deviation',
    family: 'deviation',
    symbol: 'x − μ',
    formula: `${indexed('x', i)} − μ = ${differenceText(write(x[i]!), write(mean[i]!))} = ${write(deviations[i]!)}`,
    bars: deviations,
  });

/** BatchNorm in evaluation: mean and variance of each feature are kept numbers. */
function runningSteps(state: MicroscopeState, lane: Lane, forward: Forward): Step[] {
  const { mean, deviations, variance, root } = forward;
  const i = lane.index;
  const write = (value: number) => formatValue(value);
  return [
    fieldStep({
      id: 'runningMean',
      family: 'x',
      symbol: 'μ',
      formula: `${indexed('μ', i)} = ${write(mean[i]!)}`,
      bars: alongSource(state, lane, 'runningMean'),
      source: 'runningMean',
    }),
    deviationStep(forward, i, (value) => formatValue(value, sizeOf(deviations) || 1)),
    fieldStep({
      id: 'runningVar',
      family: 'square',
      symbol: 'σ²',
      formula: `${indexed('σ²', i)} = ${write(variance[i]!)}`,
      bars: alongSource(state, lane, 'runningVar'),
      source: 'runningVar',
      isSigned: false,
    }),
    vectorStep({
      id: 'root',
      family: 'deviation',
      symbol: '√(σ² + ε)',
      formula: `√(${write(variance[i]!)} + ${formatEps(state.eps)}) = ${write(root[i]!)}`,
      bars: root,
    }),
  ];
}

const marked = (step: Step, marks: readonly number[] | undefined): Step =>
  step.id === 'y' ? { ...step, marks } : step;

/** x̂, γ·x̂ and y; RMSNorm has no β. */
function outputSteps(state: MicroscopeState, lane: Lane, forward: Forward): Step[] {
  const { deviations, root, xHat, scaled, y } = forward;
  const i = lane.index;
  const isRms = state.norm === 'rms';
  const size = sizeOf(xHat);
  const writeX = (value: number) => formatValue(value, sizeOf(deviations) || 1);
  const [hat, product, output] = [
    formatValue(xHat[i]!, size),
    formatValue(scaled[i]!, sizeOf(scaled)),
    formatValue(y[i]!, sizeOf(y)),
  ];
  const gamma = formatValue(alongSource(state, lane, 'gamma')[i]!);
  const beta = inBrackets(formatValue(alongSource(state, lane, 'beta')[i]!));
  const steps = [
    vectorStep({
      id: 'xHat',
      family: 'normalised',
      symbol: isRms ? 'x̂ = x / √(RMS² + ε)' : 'x̂ = (x − μ) / √(σ² + ε)',
      formula: `${indexed('x̂', i)} = ${writeX(deviations[i]!)} / ${formatValue(root[i]!)} = ${hat}`,
      bars: xHat,
    }),
    vectorStep({
      id: isRms ? 'y' : 'scaled',
      family: 'normalised',
      symbol: isRms ? 'y = γ · x̂' : 'γ · x̂',
      formula: `${indexed(isRms ? 'y' : 'γ', i)}${isRms ? '' : ` ${indexed('x̂', i)}`} = ${gamma} · ${inBrackets(hat)} = ${isRms ? output : product}`,
      bars: isRms ? y : scaled,
      source: 'gamma',
    }),
  ];
  if (isRms) return steps;
  const shifted = vectorStep({
    id: 'y',
    family: 'normalised',
    symbol: 'y = γ · x̂ + β',
    formula: `${indexed('y', i)} = ${product} + ${beta} = ${output}`,
    bars: y,
    source: 'beta',
  });
  return [...steps, shifted];
}
