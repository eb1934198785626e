// The lab around the kernels: two twins in two workers, how soon a module takes its first step, how large it is.
import { deflated } from 'virtual:addnorm-wasm';
import { base64 } from 'virtual:addnorm-wasm-scalar';
import { GZIP_BYTES } from 'virtual:addnorm-sizes';
import { Lab } from '../lab/index.ts';
import { load } from '../lib/index.ts';
import { decodeBase64, inflateBase64 } from '../lib/base64.ts';
import type { Context } from './context.ts';
import { atLeast, atMost, plainRow, type Row } from './rows.ts';
import { median, medianRatio } from './statistics.ts';
import { BARS } from './works.ts';

/** A sample of the twins lasts so long at any pace, so that messages between workers hardly count. */
const TWIN_SAMPLE_MS = 300;
const WARM_UP_STEPS = 20;

/** Steps a second of both twins together, over those of one: samples of the two labs in turn. */
export async function twinsRow({ clock, createWorker, messages }: Context): Promise<Row> {
  const pre = { id: 'pre', config: { model: { placement: 'pre' as const } } };
  const labs = [[pre], [pre, { id: 'post' }]].map((variants) => new Lab({ variants, createWorker }));
  const msOf = async (lab: Lab, steps: number) => {
    await clock.breathe();
    const start = performance.now();
    await lab.step(steps);
    return (performance.now() - start) / steps / lab.variants.length;
  };
  const { samples } = clock.pace;
  try {
    const warm = [];
    for (const lab of labs) warm.push(await msOf(lab, WARM_UP_STEPS));
    const steps = Math.ceil(TWIN_SAMPLE_MS / warm[0]!);
    const [one, two]: [number[], number[]] = [[], []];
    for (let i = 0; i < Math.ceil(samples / 2); i++) {
      one.push(await msOf(labs[0]!, steps));
      two.push(await msOf(labs[1]!, steps));
    }
    return atLeast(messages.twins, medianRatio(one, two), BARS.twins, messages.times);
  } finally {
    for (const lab of labs) lab.dispose();
  }
}

/** The bytes with a custom section that no module had before, so that the engine cannot answer from what it has compiled. */
function neverSeen(bytes: Uint8Array, nonce: number): Uint8Array {
  const [custom, size, nameLength, name] = [0, 6, 1, 0x6e];
  const words = new Uint8Array(new Uint32Array([nonce]).buffer);
  return Uint8Array.from([...bytes, custom, size, nameLength, name, ...words]);
}

/** Compiles the bytes and takes the first step of the default lab. Bytes and script are in memory. */
export async function startRow({ clock, builds, messages }: Context): Promise<Row> {
  const isSimd = builds.has('simd');
  const bytes = isSimd ? await inflateBase64(deflated) : decodeBase64(base64);
  const samples: number[] = [];
  for (let i = 0; i < clock.pace.samples; i++) {
    const wasmBinary = neverSeen(bytes, performance.now() * 1000 + i);
    await clock.breathe();
    const start = performance.now();
    const addnorm = await load({ wasmBinary, simd: isSimd ? 'on' : 'off' });
    const model = addnorm.createModel({}, { seed: 1 });
    addnorm.createTrainer({ model }).step();
    samples.push(performance.now() - start);
  }
  return atMost(messages.start, median(samples), BARS.start, messages.milliseconds);
}

/** What the module takes: on its way here, and of memory while the variant of the default lab trains that takes most. */
export async function sizeRows({ builds, messages }: Context): Promise<Row[]> {
  let most = { taken: 0, planned: 0 };
  for (const placement of ['pre', 'post'] as const) {
    const addnorm = await load({ simd: builds.has('simd') ? 'on' : 'off' });
    const model = addnorm.createModel({ placement }, { seed: 1 });
    addnorm.createTrainer({ model }).step();
    const taken = addnorm.memoryBytes;
    if (taken > most.taken) most = { taken, planned: addnorm.bytesNeeded({ placement }) };
  }
  const { taken, planned } = most;
  return [
    atMost(messages.wasm, GZIP_BYTES.wasm, BARS.wasm, messages.kilobytes),
    plainRow(messages.scalarWasm, messages.kilobytes(GZIP_BYTES.scalarWasm)),
    atMost(messages.glue, GZIP_BYTES.glue, BARS.glue, messages.kilobytes),
    atMost(messages.memory, taken, BARS.memory, messages.megabytes, messages.memoryMeasured(taken, planned)),
  ];
}
