// The kernels a step is made of, each beside what it could be at best: products beside the peak of multiply and add, norms
// beside a copy of the same bytes.
import { type Context, sharesOfPeak } from './context.ts';
import { type BenchMessages, messagesEn } from './messages.en.ts';
import { attentionOperations, type Product, productOperations, productsOf } from './operations.ts';
import { type Rates, type RateWork, withWorks } from './rates-module.ts';
import { atLeast, atMost, plainRow, type Row } from './rows.ts';
import { median, medianRatio } from './statistics.ts';
import { BARS, N_HEAD, nameOf, type StepWork } from './works.ts';

/** Parameters that Adam is timed on. */
const ADAM_SIZE = 100_000;

export async function peakRow({ clock, kernels, messages }: Context): Promise<Row> {
  if (!kernels) return plainRow(messages.peak, messages.noSimd);
  const { peak } = kernels;
  const samples = await clock.samplesOf({ peak: peak.work.run });
  const perSecond = (1000 * peak.operations) / median(samples.peak);
  return plainRow(messages.peak, messages.gigaflops(perSecond));
}

interface TimedProduct {
  readonly product: Product;
  readonly count: number;
  readonly work: RateWork;
  readonly operations: number;
}

/** The products of a step, in one direction: the share of all of them together, and of the slowest. */
export async function productRow(
  context: Context,
  work: StepWork,
  direction: 'forward' | 'backward',
): Promise<Row> {
  const { messages } = context;
  const what = messages.products(direction, nameOf(work));
  if (!context.kernels) return plainRow(what, messages.noSimd);
  const { rates, peak } = context.kernels;
  const timed = productsOf(work).map(({ product, count }) => timedProduct(rates, product, count, direction));
  try {
    const works = timed.map(({ work: { run }, operations }, i) => [String(i), { run, operations }] as const);
    const shares = await sharesOfPeak<string>(context, peak, Object.fromEntries(works));
    return rowOfShares(
      what,
      work.productsOfPeak,
      timed.map((one, i) => ({ ...one, share: shares[i]! })),
      messages,
    );
  } finally {
    for (const one of timed) one.work.release();
  }
}

function timedProduct(
  rates: Rates,
  product: Product,
  count: number,
  direction: 'forward' | 'backward',
): TimedProduct {
  const { rows, dIn, dOut } = product;
  const isForward = direction === 'forward';
  const work = rates.make(isForward ? 'linear' : 'linear_backward', rows, dIn, dOut);
  return { product, count, work, operations: (isForward ? 1 : 2) * productOperations(product) };
}

/** Held to the bar is the lowest share; beside it stands that of all products, each as often as it occurs in a step. */
export function rowOfShares(
  what: string,
  bar: number,
  timed: readonly (Omit<TimedProduct, 'work'> & { readonly share: number })[],
  messages: BenchMessages = messagesEn,
): Row {
  const sum = (of: (one: (typeof timed)[number]) => number) =>
    timed.reduce((total, one) => total + of(one), 0);
  const all = sum(({ count, operations }) => count * operations);
  const share = all / sum((one) => (one.count * one.operations) / one.share);
  const lowest = timed.reduce((a, b) => (b.share < a.share ? b : a));
  const measured = messages.productsMeasured(share, lowest.share, lowest.product);
  return atLeast(what, lowest.share, bar, messages.percent, measured);
}

/** Attention and Adam, which are held to nothing. */
export async function otherRows(context: Context, works: readonly StepWork[]): Promise<Row[]> {
  const { kernels, clock, messages } = context;
  if (!kernels) return [];
  const { rates, peak } = kernels;
  const rows: Row[] = [];
  for (const work of works) {
    const { batch, nCtx, dModel } = work;
    const attention = rates.make('attention', batch, nCtx, N_HEAD, dModel / N_HEAD);
    const share = await withWorks({ attention }, (repeats) =>
      sharesOfPeak(context, peak, {
        attention: { run: repeats.attention, operations: attentionOperations(work) },
      }),
    );
    rows.push(plainRow(messages.attention(nameOf(work)), messages.percent(share.attention)));
  }
  const adam = rates.make('adam', ADAM_SIZE);
  const samples = await withWorks({ adam }, (repeats) => clock.samplesOf(repeats));
  const perSecond = (1000 * ADAM_SIZE) / median(samples.adam);
  return [...rows, plainRow(messages.adam, messages.megaParameters(perSecond))];
}

export async function normRow(
  { clock, kernels, messages }: Context,
  { batch, nCtx, dModel }: StepWork,
): Promise<Row> {
  const rows = batch * nCtx;
  const what = messages.norm(rows, dModel);
  if (!kernels) return plainRow(what, messages.noSimd);
  const works = {
    norm: kernels.rates.make('layer_norm', rows, dModel),
    copy: kernels.rates.make('copy', rows, dModel),
  };
  const { norm, copy } = await withWorks(works, (repeats) => clock.samplesOf(repeats));
  return atMost(what, medianRatio(norm, copy), BARS.normOfCopy, messages.times);
}
