// The benchmark of a training step: forward, loss, backward, probes and Adam, batch included, on one thread. Prints a table;
// asserts nothing. Medians, because machines are noisy: compare figures of one run only.
import { load } from '../lib/index.ts';
import type { Backend } from '../lib/index.ts';

interface Size {
  readonly nLayer: number;
  readonly dModel: number;
  readonly nCtx: number;
  readonly batch: number;
}

const SIZES: readonly Size[] = [
  { nLayer: 6, dModel: 32, nCtx: 32, batch: 16 },
  { nLayer: 4, dModel: 64, nCtx: 64, batch: 16 },
  { nLayer: 6, dModel: 128, nCtx: 64, batch: 8 },
];
const WARM_UP_STEPS = 10;
const SECONDS_A_SIZE = 3;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Milliseconds of one step: the median over a few seconds of training. */
async function millisecondsPerStep(
  size: Size,
  simd: 'on' | 'off',
): Promise<{ median: number; steps: number; backend: Backend }> {
  const addnorm = await load({ simd });
  const { batch, ...shape } = size;
  const model = addnorm.createModel({ ...shape, placement: 'pre' }, { seed: 1 });
  const trainer = addnorm.createTrainer({ model, batch, seed: 1 });
  for (let i = 0; i < WARM_UP_STEPS; i++) trainer.step();
  const times: number[] = [];
  const end = performance.now() + SECONDS_A_SIZE * 1000;
  while (performance.now() < end) {
    const start = performance.now();
    trainer.step();
    times.push(performance.now() - start);
  }
  trainer.dispose();
  model.dispose();
  return { median: median(times), steps: times.length, backend: addnorm.backend };
}

console.log('\nA training step, one thread (V 16, 4 heads, d_ff = 4 d_model, pre-LN, Adam)\n');
console.log('| size | build | median ms | steps timed |');
console.log('|---|---|---|---|');
for (const size of SIZES) {
  for (const simd of ['on', 'off'] as const) {
    const result = await millisecondsPerStep(size, simd);
    const name = `L${size.nLayer} d${size.dModel} T${size.nCtx} B${size.batch}`;
    console.log(`| ${name} | ${result.backend} | ${result.median.toFixed(2)} | ${result.steps} |`);
  }
}
