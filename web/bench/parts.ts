// What a training step is made of: what its kernels take by themselves, each as often as a step runs it, over the whole step.
import type { Context } from './context.ts';
import { type Parts, productsOf } from './operations.ts';
import { type RateName, withWorks } from './rates-module.ts';
import { plainRow, type Row } from './rows.ts';
import { medianRatio } from './statistics.ts';
import { N_HEAD, nameOf, type Work } from './works.ts';

/** Runs of one kernel in a step. */
export interface KernelRuns {
  readonly part: keyof Parts;
  readonly count: number;
  readonly name: RateName;
  readonly sizes: readonly number[];
}

/** The kernels of a step of a pre-LN model, each forward and backward; norms without what is made again on the way back. */
export function kernelRunsOf(work: Work): KernelRuns[] {
  const { nLayer, dModel, nCtx, batch } = work;
  const products = productsOf(work).flatMap(({ product: { rows, dIn, dOut }, count }) =>
    (['linear', 'linear_backward'] as const).map((name): KernelRuns => {
      return { part: 'products', count, name, sizes: [rows, dIn, dOut] };
    }),
  );
  const nNorms = 2 * nLayer + 1;
  return [
    ...products,
    { part: 'attention', count: nLayer, name: 'attention', sizes: [batch, nCtx, N_HEAD, dModel / N_HEAD] },
    { part: 'norms', count: nNorms, name: 'layer_norm', sizes: [batch * nCtx, dModel] },
  ];
}

export async function partsRow({ clock, kernels, messages }: Context, work: Work): Promise<Row> {
  const what = messages.parts(nameOf(work));
  if (!kernels) return plainRow(what, messages.noSimd);
  const { rates } = kernels;
  const { nLayer, dModel, nCtx, batch } = work;
  const runs = kernelRunsOf(work);
  const works = Object.fromEntries(runs.map(({ name, sizes }, i) => [String(i), rates.make(name, ...sizes)]));
  const step = rates.make('trainer_step', nLayer, dModel, nCtx, batch);
  const samples = await withWorks<string, Record<string, number[]>>({ ...works, step }, (repeats) =>
    clock.samplesOf(repeats),
  );
  const timed = runs.map(({ part, count }, i) => ({ part, count, samples: samples[i]! }));
  return plainRow(what, messages.partsMeasured(partsOf(timed, samples['step']!)));
}

/** The shares of the parts, from samples of one run of each kernel beside those of a step. */
export function partsOf(
  kernels: readonly (Pick<KernelRuns, 'part' | 'count'> & { readonly samples: readonly number[] })[],
  step: readonly number[],
): Parts {
  const parts = { products: 0, attention: 0, norms: 0 };
  for (const { part, count, samples } of kernels) parts[part] += count * medianRatio(samples, step);
  return parts;
}
