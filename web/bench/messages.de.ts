// The texts of the table of measurements, in German.
import type { BenchMessages } from './messages.en.ts';
import { messagesEn } from './messages.en.ts';

const comma = (text: string): string => text.replace(/(\d)\.(\d)/g, '$1,$2');
const percent = (share: number): string => comma(messagesEn.percent(share));
const milliseconds = (ms: number): string => comma(messagesEn.milliseconds(ms));
const times = (factor: number): string => comma(messagesEn.times(factor));
const megabytes = (bytes: number): string => comma(messagesEn.megabytes(bytes));
const build = (name: 'simd' | 'scalar'): string => (name === 'simd' ? 'mit SIMD' : 'ohne SIMD');

/** What the parts of a step leave of it; each is measured by itself, so noise can make more of them than of the whole. */
const restOf = (share: number): string => (share < 0 ? 'kein Rest: Rauschen' : `${percent(share)} Rest`);

export const messagesDe: BenchMessages = {
  percent,
  milliseconds,
  times,
  kilobytes: (bytes) => comma(messagesEn.kilobytes(bytes)),
  megabytes,
  gigaflops: (perSecond) => comma(messagesEn.gigaflops(perSecond)),
  megaParameters: (perSecond) =>
    comma(messagesEn.megaParameters(perSecond)).replace('million/s', 'Millionen/s'),
  atLeast: (text) => `≥ ${text}`,
  atMost: (text) => `≤ ${text}`,

  groups: {
    steps: 'Trainingsschritte',
    kernels: 'Kernel',
    growth: 'Was Sonden, Tiefe und Batch kosten',
    lab: 'Modul und Lab',
  },
  method:
    'Jeder Wert ist ein Median, jedes Verhältnis der Median nebeneinander gemessener; ein Thread, außer bei den Zwillingen.',
  rough:
    'Schnell: aus wenigen und kurzen Proben, darum sind die Werte grob, und was sie über die Ziele sagen, auch.',
  what: 'Was',
  measured: 'Gemessen',
  bar: 'Ziel',
  verdict: 'Erreicht?',
  met: 'erreicht',
  missed: 'nicht erreicht',
  open: '–',
  sign: { met: '✓', missed: '✗' },

  step: (work, name) => `Schritt ${work}, ${build(name)}`,
  stepOfPeak: (work) => `Schritt ${work}, Anteil der Spitze`,
  parts: (work) => `Schritt ${work}, woraus er besteht`,
  partsMeasured: ({ products, attention, norms }) =>
    `${percent(products)} Produkte, ${percent(attention)} Attention, ${percent(norms)} Normen, ${restOf(1 - products - attention - norms)}`,
  peak: 'Multiplizieren und Addieren in Registern: die Spitze dieser Engine',
  products: (direction, work) =>
    `${direction === 'forward' ? 'Produkte vorwärts' : 'beide Produkte rückwärts'}, ${work}, Anteil der Spitze`,
  productsMeasured: (all, lowest, { rows, dIn, dOut }) =>
    `${percent(all)}; niedrigster ${percent(lowest)}, (${rows}, ${dIn}) × (${dIn}, ${dOut})`,
  attention: (work) => `Attention vorwärts und rückwärts, ${work}, Anteil der Spitze`,
  adam: 'Adam, Parameter',
  norm: (rows, dModel) =>
    `LayerNorm vorwärts und rückwärts, (${rows}, ${dModel}), durch eine Kopie der Bytes`,
  probes: (work) => `Sonden, ${work}: was sie zu einem Schritt dazutun`,
  twins: 'zwei Zwillinge in zwei Workern, durch einen in einem',
  depth: (depths, unit) => `Kosten gegen Tiefe, ${depths.join(', ')} Blöcke (${unit})`,
  batch: (batches, unit) => `Kosten gegen Batch, ${batches.join(', ')} Sequenzen (${unit})`,
  line: ({ slope, intercept, r2 }, per) =>
    comma(
      `${slope.toPrecision(3)} ms je ${per}, dazu ${intercept.toPrecision(2)} ms; R² ${r2.toFixed(4)}`.replaceAll(
        '-',
        '−',
      ),
    ),
  block: 'Block',
  sequence: 'Sequenz',
  linear: (r2) => comma(`eine Gerade, R² ≥ ${r2}`),
  start: 'Start des Moduls: von den Bytes zum ersten Schritt',
  wasm: 'WebAssembly-Modul mit SIMD, gzip',
  scalarWasm: 'WebAssembly-Modul ohne SIMD, gzip',
  glue: 'der Code darum, gzip',
  memory: 'Speicher des Labs, wie es anfängt, je Variante',
  memoryMeasured: (taken, planned) => `${megabytes(taken)}, davon der Lauf ${megabytes(planned)}`,
  peer: (peer, work) => `Schritt ${work}, so viel Mal so schnell wie ${peer}`,
  peerMeasured: (ratio, ours, theirs) =>
    `${times(ratio)} (wir ${milliseconds(ours)}, dort ${milliseconds(theirs)})`,
  peerMissing: (what) => `nicht gemessen: ${what}`,
  noSimd: 'nicht gemessen: diese Engine hat kein SIMD in WebAssembly',
};
