// How many floating-point operations a training step is: those of its matrix products, as is usual when a share of the peak
// is stated (Chowdhery et al. 2022, PaLM, appendix B). What norms, softmax, activations, loss, probes and optimiser compute
// is not counted, so it lowers the share.
import { N_HEAD, VOCAB_SIZE, type Work } from './works.ts';

/** A product of a layer: x (rows, dIn) times weight (dOut, dIn). */
export interface Product {
  readonly rows: number;
  readonly dIn: number;
  readonly dOut: number;
}

/** What the kernels of a step take, as shares of it. */
export type Parts = Readonly<Record<'products' | 'attention' | 'norms', number>>;

/** The shapes of a step's products, and how often each occurs in it. */
export function productsOf({ nLayer, dModel, nCtx, batch }: Work): { product: Product; count: number }[] {
  const rows = batch * nCtx;
  const layer = (dIn: number, dOut: number, count = nLayer) => ({ product: { rows, dIn, dOut }, count });
  return [
    layer(dModel, 3 * dModel),
    layer(dModel, dModel),
    layer(dModel, 4 * dModel),
    layer(4 * dModel, dModel),
    layer(dModel, VOCAB_SIZE, 1),
  ];
}

/** A multiplication and an addition for each term. Backward there are two such products: dx and dweight. */
export const productOperations = ({ rows, dIn, dOut }: Product): number => 2 * rows * dIn * dOut;

/**
 * Scores and weighted values forward, and the gradients of all four factors backward: six products, of which causal
 * attention computes T(T + 1)/2 pairs of tokens each.
 */
export function attentionOperations({ dModel, nCtx, batch }: Omit<Work, 'nLayer'>): number {
  const pairs = (nCtx * (nCtx + 1)) / 2;
  const dHead = dModel / N_HEAD;
  return 6 * 2 * batch * N_HEAD * pairs * dHead;
}

/** Of a whole step, forward and backward. */
export function stepOperations(work: Work): number {
  const products = productsOf(work).map(({ product, count }) => 3 * count * productOperations(product));
  return products.reduce((sum, part) => sum + part, work.nLayer * attentionOperations(work));
}
