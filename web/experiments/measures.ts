// What experiments measure on the rows of an arm, in one place so that the same word means the same number. Sums, products,
// quotients and roots only: those round alike everywhere, so that measures are the same bits everywhere too.
import type { MatrixName, ScalarName } from '../lab/index.ts';
import type { StepMetrics } from '../lib/index.ts';
import type { Measure } from './experiment.ts';

type Rows = readonly StepMetrics[];

/** So many of the last batches the loss after a run is the mean of: one batch is noisy. */
const LAST = 10;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean of a metric over the last steps of a run. */
const lastMean = (rows: Rows, metric: ScalarName): number =>
  mean(rows.slice(-LAST).map((row) => Number(row[metric])));

/** The loss at the end of a run: mean over the last steps. */
export const finalLoss = (rows: Rows): number => lastMean(rows, 'loss');

/** A metric by sub-layer or block, before anything is trained. */
export const atFirst = (rows: Rows, metric: MatrixName): Float64Array => rows[0]![metric];

/** A metric by sub-layer or block, at the last step. */
export const atLast = (rows: Rows, metric: MatrixName): Float64Array => rows.at(-1)![metric];

export const lastOf = (values: Float64Array): number => values.at(-1) ?? NaN;

/** Mean of the first or the last quarter of a list by sub-layer or block. */
export function meanOfPart(values: Float64Array, part: 'first' | 'last'): number {
  const length = Math.ceil(values.length / 4);
  return mean([...(part === 'first' ? values.slice(0, length) : values.slice(-length))]);
}

/** The norm of a whole block, of which a list by sub-layer has the norm of each half. */
export function blockNorm(norms: Float64Array, block: number): number {
  const [attention, feedForward] = [norms[2 * block]!, norms[2 * block + 1]!];
  return Math.sqrt(attention * attention + feedForward * feedForward);
}

/** The measure that is the loss at the end of an arm. */
export const lossOf = <ArmId extends string>(arm: ArmId): Measure<ArmId, never> => ({
  format: 'number',
  of: ({ rows }) => finalLoss(rows[arm]),
});
