// What a training step is made of: what its kernels take by themselves, each as often as a step runs it, over the whole step.
import type { Context } from './context.ts';
import { productsOf } from './operations.ts';
import { type RateWork, withWorks } from './rates-module.ts';
import { plainRow, type Row } from './rows.ts';
import { medianRatio } from './statistics.ts';
import { N_HEAD, nameOf, type Work } from './works.ts';

const PARTS = ['products', 'attention', 'norms'] as const;
/** Shares of a step. */
export type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

interface Kernel {
  readonly part: keyof Parts;
  /** How often a step runs it. */
  readonly count: number;
  readonly work: RateWork;
}

export async function partsRow({ clock, kernels, messages }: Context, work: Work): Promise<Row> {
  const what = messages.parts(nameOf(work));
  if (!kernels) return plainRow(what, messages.noSimd);
  const { rates } = kernels;
  const { nLayer, dModel, nCtx, batch } = work;
  const products = productsOf(work).flatMap(({ product: { rows, dIn, dOut }, count }) =>
    (['linear', 'linear_backward'] as const).map((name): Kernel => ({
      ...{ part: 'products', count },
      work: rates.make(name, rows, dIn, dOut),
    })),
  );
  const others: Kernel[] = [
    {
      ...{ part: 'attention', count: nLayer },
      work: rates.make('attention', batch, nCtx, N_HEAD, dModel / N_HEAD),
    },
    // Two in a block and one after the last.
    { part: 'norms', count: 2 * nLayer + 1, work: rates.make('layer_norm', batch * nCtx, dModel) },
  ];
  const all = [...products, ...others];
  const works = Object.fromEntries(all.map((kernel, i) => [String(i), kernel.work]));
  const step = rates.make('trainer_step', nLayer, dModel, nCtx, batch);
  const samples = await withWorks<string, Record<string, number[]>>({ ...works, step }, (repeats) =>
    clock.samplesOf(repeats),
  );
  const timed = all.map(({ part, count }, i) => ({ part, count, samples: samples[i]! }));
  return plainRow(what, messages.partsMeasured(partsOf(timed, samples['step']!)));
}

/** The shares of the parts, from samples of one run of each kernel beside those of a step. */
export function partsOf(
  kernels: readonly (Omit<Kernel, 'work'> & { readonly samples: readonly number[] })[],
  step: readonly number[],
): Parts {
  const parts = { products: 0, attention: 0, norms: 0 };
  for (const { part, count, samples } of kernels) parts[part] += count * medianRatio(samples, step);
  return parts;
}
