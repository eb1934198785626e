// The texts of the table: what was measured, how it came out, and what it is held to. Used by the page and the two commands.
import type { Parts, Product } from './operations.ts';
import type { Group } from './works.ts';
import type { Line } from './statistics.ts';

/** Three digits, written out. */
const figure = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0));
const minus = (text: string): string => text.replace('-', '−');
const percent = (share: number): string => {
  const digits = (100 * share).toFixed(Math.abs(share) < 0.095 ? 1 : 0);
  // What is rounded to nothing has no sign.
  return `${minus(digits.replace(/^-(?=[0.]+$)/, ''))} %`;
};
const milliseconds = (ms: number): string => `${figure(ms)} ms`;
const times = (factor: number): string => `${figure(factor)}×`;
const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const shapeOf = ({ rows, dIn, dOut }: Product) => `(${rows}, ${dIn}) × (${dIn}, ${dOut})`;

/** What the parts of a step leave of it; each is measured by itself, so noise can make more of them than of the whole. */
const restOf = (share: number): string => (share < 0 ? 'no rest: noise' : `${percent(share)} rest`);

export const messagesEn = {
  percent,
  milliseconds,
  times,
  kilobytes,
  megabytes,
  gigaflops: (perSecond: number): string => `${figure(perSecond / 1e9)} GFLOP/s`,
  megaParameters: (perSecond: number): string => `${figure(perSecond / 1e6)} million/s`,
  atLeast: (text: string): string => `≥ ${text}`,
  atMost: (text: string): string => `≤ ${text}`,

  groups: {
    steps: 'Training steps',
    kernels: 'Kernels',
    growth: 'What probes, depth and batch cost',
    lab: 'Module and lab',
  } satisfies Record<Group, string>,
  method:
    'Each figure is a median, each ratio the median of ratios side by side; one thread but for the twins.',
  /** Of a quick measurement. */
  rough: 'Quick: from few and short samples, so the figures are rough, and so is what they say of the bars.',
  what: 'What',
  measured: 'Measured',
  bar: 'Bar',
  verdict: 'Met?',
  met: 'met',
  missed: 'not met',
  /** Of a row that is held to nothing. */
  open: '–',
  sign: { met: '✓', missed: '✗' },

  step: (work: string, build: 'simd' | 'scalar'): string =>
    `step ${work}, ${build === 'simd' ? 'with SIMD' : 'without SIMD'}`,
  stepOfPeak: (work: string): string => `step ${work}, share of the peak`,
  parts: (work: string): string => `step ${work}, what it is made of`,
  partsMeasured: ({ products, attention, norms }: Parts): string =>
    `${percent(products)} products, ${percent(attention)} attention, ${percent(norms)} norms, ${restOf(1 - products - attention - norms)}`,
  peak: 'multiply and add in registers: the peak of this engine',
  products: (direction: 'forward' | 'backward', work: string): string =>
    `${direction === 'forward' ? 'products forward' : 'both products backward'}, ${work}, share of the peak`,
  productsMeasured: (all: number, lowest: number, product: Product): string =>
    `${percent(all)}; lowest ${percent(lowest)}, ${shapeOf(product)}`,
  attention: (work: string): string => `attention forward and backward, ${work}, share of the peak`,
  adam: 'Adam, parameters',
  norm: (rows: number, dModel: number): string =>
    `layer norm forward and backward, (${rows}, ${dModel}), over a copy of the bytes`,
  probes: (work: string): string => `probes, ${work}: what they add to a step`,
  twins: 'two twins in two workers, over one in one',
  depth: (depths: readonly number[], unit: string): string =>
    `cost against depth, ${depths.join(', ')} blocks (${unit})`,
  batch: (batches: readonly number[], unit: string): string =>
    `cost against batch, ${batches.join(', ')} sequences (${unit})`,
  line: ({ slope, intercept, r2 }: Line, per: string): string =>
    minus(`${slope.toPrecision(3)} ms a ${per}, ${intercept.toPrecision(2)} ms beside; R² ${r2.toFixed(4)}`),
  block: 'block',
  sequence: 'sequence',
  linear: (r2: number): string => `a line, R² ≥ ${r2}`,
  start: 'module start: bytes to the first step',
  wasm: 'WebAssembly module with SIMD, gzip',
  scalarWasm: 'WebAssembly module without SIMD, gzip',
  glue: 'its glue, gzip',
  memory: 'memory of the default lab, a variant',
  memoryMeasured: (taken: number, planned: number): string =>
    `${megabytes(taken)}, of which the run ${megabytes(planned)}`,
  peer: (peer: string, work: string): string => `step ${work}, times as fast as ${peer}`,
  peerMeasured: (ratio: number, ours: number, theirs: number): string =>
    `${times(ratio)} (ours ${milliseconds(ours)}, theirs ${milliseconds(theirs)})`,
  peerMissing: (what: string): string => `not measured: ${what}`,
  noSimd: 'not measured: this engine has no WebAssembly SIMD',
};

export type BenchMessages = typeof messagesEn;
