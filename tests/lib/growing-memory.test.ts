// Growth of the module's memory detaches every view of it: reading from an old view gives nothing, writing into one is lost.
// Here memory grows before every array that a call asks for, and the results are those of a module that did not grow.
import { beforeEach, expect, it } from 'vitest';
import { Addnorm } from '../../web/lib/addnorm.ts';
import { type Model, type PartialModelConfig, type Trainer } from '../../web/lib/index.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModule, simdBytes } from './raw-module.ts';

const TINY: PartialModelConfig = { nLayer: 1, dModel: 8, nHead: 2, nCtx: 64, vocabSize: 8, norm: 'batch' };
const BATCH = 16;

/** A module whose memory grows before each allocation that a call of the library makes; `growths` says how often. */
async function growingModule(): Promise<{ raw: RawModule; growths: () => number }> {
  const raw = await rawModule();
  let growths = 0;
  const allocate = (bytes: number) => {
    const { buffer } = raw.HEAPU8;
    while (raw.HEAPU8.buffer === buffer && raw._allocate(2 ** 14) !== 0);
    expect(buffer.byteLength, 'detached').toBe(0);
    growths += 1;
    return raw._allocate(bytes);
  };
  return {
    raw: Object.create(raw, { _allocate: { value: allocate } }) as RawModule,
    growths: () => growths,
  };
}

interface Instance {
  readonly addnorm: Addnorm;
  readonly model: Model;
  readonly trainer: Trainer;
}

async function instanceOn(raw: RawModule): Promise<Instance> {
  const addnorm = new Addnorm(raw, await WebAssembly.compile(simdBytes()), undefined);
  const model = addnorm.createModel(TINY);
  return { addnorm, model, trainer: addnorm.createTrainer({ model, batch: BATCH }) };
}

const X = Float32Array.from({ length: 32 }, (_, i) => Math.fround(0.3 * i - 4));
const DY = Float32Array.from({ length: 32 }, (_, i) => Math.fround(1 - 0.1 * i));
const TOKENS = Int32Array.from({ length: BATCH * 64 }, (_, i) => (i * 5) % 8);
const NORM = { dModel: 8, gamma: X.slice(0, 8), beta: DY.slice(0, 8) };
const RUNNING = { runningMean: X.slice(8, 16), runningVar: [1, 2, 3, 4, 5, 6, 7, 8] };

const calls: [name: string, call: (instance: Instance) => unknown][] = [
  ['layerNorm', ({ addnorm }) => addnorm.layerNorm(X, NORM)],
  ['layerNormBackward', ({ addnorm }) => addnorm.layerNormBackward(DY, X, NORM)],
  ['rmsNorm', ({ addnorm }) => addnorm.rmsNorm(X, { dModel: 8 })],
  ['rmsNormBackward', ({ addnorm }) => addnorm.rmsNormBackward(DY, X, { dModel: 8 })],
  ['batchNorm', ({ addnorm }) => addnorm.batchNorm(X, { ...NORM, ...RUNNING })],
  ['batchNormEvaluate', ({ addnorm }) => addnorm.batchNormEvaluate(X, { ...NORM, ...RUNNING })],
  ['batchNormBackward', ({ addnorm }) => addnorm.batchNormBackward(DY, X, NORM)],
  ['forward', ({ model }) => model.forward(TOKENS, { batch: BATCH })],
  ['lossAndGradients', ({ model }) => model.lossAndGradients(TOKENS, TOKENS, { batch: BATCH })],
  ['generate', ({ model }) => model.generate([1, 2, 3])],
  ['stepOn', ({ trainer, model }) => [trainer.stepOn(TOKENS, TOKENS), model.saveSafetensors()]],
  ['evaluate', ({ trainer }) => trainer.evaluate()],
  ['batch', ({ trainer }) => trainer.batch()],
];

let steady: Instance;
let growing: Instance;
let growths: () => number;

beforeEach(async () => {
  steady = await instanceOn(await rawModule());
  const module = await growingModule();
  growths = module.growths;
  growing = await instanceOn(module.raw);
});

it.each(calls)('%s gives the same', (_, call) => {
  const before = growths();
  expect(call(growing)).toEqual(call(steady));
  expect(growths()).toBeGreaterThan(before);
});

// A checkpoint and the parts of a model stand where they stand: growth does not move them, only their views.
it('a model made before its memory grew is read, written and trained as before', () => {
  const { addnorm, model, trainer } = growing;
  const twin = steady.addnorm.createModel(TINY);
  const twinTrainer = steady.addnorm.createTrainer({ model: twin, batch: BATCH });
  for (let i = 0; i < 3; i++) {
    const size = addnorm.memoryBytes;
    addnorm.layerNorm(X, NORM);
    expect(addnorm.memoryBytes).toBeGreaterThan(size);
    expect(trainer.step()).toEqual(twinTrainer.step());
    const bytes = model.saveSafetensors();
    expect(bytes).toEqual(twin.saveSafetensors());
    model.loadSafetensors(bytes);
    expect(model.parameter('unembedding.bias')).toEqual(twin.parameter('unembedding.bias'));
  }
  expect(trainer.fingerprint()).toBe(twinTrainer.fingerprint());
});
