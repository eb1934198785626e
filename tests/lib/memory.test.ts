import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { Addnorm } from '../../web/lib/addnorm.ts';
import { load, type PartialModelConfig } from '../../web/lib/index.ts';
import { MAX_BYTES } from '../../web/lib/memory.ts';
import type { RawModule } from '../../web/lib/raw.ts';
import { rawModule, simdBytes } from './raw-module.ts';

const TINY: PartialModelConfig = { nLayer: 1, dModel: 4, nHead: 1, nCtx: 4, vocabSize: 4, dFf: 4 };

const TINIEST: PartialModelConfig = { nLayer: 1, dModel: 1, nHead: 1, nCtx: 2, vocabSize: 3, dFf: 1 };
const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let addnorm: Addnorm;
beforeAll(async () => {
  addnorm = await load();
});

/** By how many bytes `times` uses make memory larger, after some that warm up. */
function growth(warmUp: number, times: number, use: () => void): { module: number; heap: number } {
  for (let i = 0; i < warmUp; i++) use();
  collectGarbage();
  const before = { module: addnorm.memoryBytes, heap: process.memoryUsage().heapUsed };
  for (let i = 0; i < times; i++) use();
  collectGarbage();
  return {
    module: addnorm.memoryBytes - before.module,
    heap: process.memoryUsage().heapUsed - before.heap,
  };
}

describe('results', () => {
  it('outlive the growth of memory, which detaches every view of it', async () => {
    const fresh = await load();
    const { y } = fresh.layerNorm([2, 4, 4, 6], { dModel: 4 });
    const model = fresh.createModel(TINY);
    const weights = model.parameter('tok_embedding.weight');
    const copy = weights.slice();
    const before = fresh.memoryBytes;
    fresh.layerNorm(new Float32Array(2 ** 20), { dModel: 4 });
    expect(fresh.memoryBytes).toBeGreaterThan(before);
    expect(y.length).toBe(4);
    expect(weights).toEqual(copy);
    expect(model.parameter('tok_embedding.weight')).toEqual(copy);
    expect(fresh.layerNorm([2, 4, 4, 6], { dModel: 4 }).y).toEqual(y);
  });

  it('are each their own: no later call writes into them', () => {
    const first = addnorm.layerNorm([1, 2, 3, 4], { dModel: 4 });
    const copy = structuredClone(first);
    for (let i = 0; i < 20; i++) addnorm.layerNorm([9, 8, 7, i], { dModel: 4 });
    expect(first).toEqual(copy);
    expect(first.y.buffer.byteLength).toBe(16);
  });
});

describe('memory', () => {
  it('is the same after 100,000 steps as after the first few, in the module and in JavaScript', () => {
    const trainer = addnorm.createTrainer({ model: addnorm.createModel(TINIEST), batch: 1 });
    const tokens = [2, 2];
    const useOthers = () => {
      trainer.stepOn(tokens, tokens);
      trainer.batch();
      trainer.model.forward(tokens);
    };
    const grown = growth(10, 50, () => {
      for (let i = 0; i < 2000; i++) trainer.step();
      useOthers();
    });
    expect(trainer.step().step).toBeGreaterThan(100_000);
    expect(grown.module).toBe(0);
    expect(grown.heap).toBeLessThan(MIB);
    trainer.model.dispose();
  });

  it('is the same after 500 models and trainers that were disposed of, in the module and in JavaScript', () => {
    const grown = growth(50, 500, () => {
      const model = addnorm.createModel(TINY);
      const trainer = addnorm.createTrainer({ model, batch: 2 });
      trainer.step();
      model.loadSafetensors(model.saveSafetensors());
      model.lossAndGradients([1, 2], [2, -1]);
      model.generate([2], { maxNewTokens: 2 });
      trainer.dispose();
      model.dispose();
      // Of what is gone nothing is freed a second time.
      trainer.dispose();
      model.dispose();
    });
    expect(grown.module).toBe(0);
    expect(grown.heap).toBeLessThan(MIB);
  });

  it('is the same after calls that were refused', () => {
    const model = addnorm.createModel(TINY);
    const before = addnorm.memoryBytes;
    for (let i = 0; i < 2000; i++) {
      expect(() => addnorm.layerNorm(new Float32Array(1000), { dModel: 3 })).toThrow(RangeError);
      expect(() => model.forward([2, 9])).toThrow(RangeError);
      expect(() => model.loadSafetensors(new Uint8Array(1000))).toThrow(RangeError);
    }
    expect(addnorm.memoryBytes).toBe(before);
    model.dispose();
  });
});

describe('where memory runs out', () => {
  it('is where the build says', () => {
    const flags = readFileSync(new URL('../../cpp/cmake/wasm.cmake', import.meta.url), 'utf8');
    expect(Number(/MAXIMUM_MEMORY=(\d+)MB/.exec(flags)?.[1]) * 2 ** 20).toBe(MAX_BYTES);
  });

  const large: PartialModelConfig = {
    nLayer: 48,
    dModel: 512,
    nHead: 64,
    nCtx: 256,
    vocabSize: 512,
    dFf: 2048,
    causal: false,
  };

  it('a model or trainer that can never fit is refused with a RangeError, and all goes on', () => {
    expect(() => addnorm.createModel(large)).toThrow(
      /^out of memory: this model needs \d{3,} MB, and there are 268 MB at most \(a smaller nLayer, dModel, dFf, nHead, nCtx or vocabSize needs less\)$/,
    );
    for (const batch of [1, 16, 256]) {
      const small = addnorm.createModel({ ...TINY, nCtx: 256, nHead: 4, dModel: 64, nLayer: 48 });
      const bytes = addnorm.bytesNeeded(small.config, { batch });
      const make = () => addnorm.createTrainer({ model: small, batch });
      if (bytes > MAX_BYTES)
        expect(make, `batch ${batch}`).toThrow(
          /^out of memory: training this model on a batch of \d+ needs \d+ MB, and there are 268 MB at most \(a smaller batch, nLayer, /,
        );
      else expect(make().step().step).toBe(1);
      small.dispose();
    }
    expect(addnorm.layerNorm([2, 4, 4, 6], { dModel: 4 }).y.length).toBe(4);
  });

  it('a run whose floats are 2^32 and some is refused, though that number of bits cannot count them', () => {
    const config: PartialModelConfig = {
      dModel: 64,
      nHead: 64,
      dFf: 1,
      nLayer: 4,
      nCtx: 256,
      vocabSize: 3,
      placement: 'none',
      causal: false,
    };
    const model = addnorm.createModel(config);
    expect(() => addnorm.createTrainer({ model, batch: 247 })).toThrow(/^out of memory: /);
    model.dispose();
  });

  it('bytesNeeded grows with every size and does not wrap around', () => {
    const sizes = ['nLayer', 'dModel', 'nHead', 'nCtx', 'vocabSize', 'dFf'] as const;
    const floats = 48 * 256 * 64 * 256 * 256;
    expect(addnorm.bytesNeeded(large, { batch: 256 })).toBeGreaterThan(4 * floats);
    for (const size of sizes) {
      const smaller = { ...large, [size]: large[size]! / 2 };
      expect(addnorm.bytesNeeded(smaller, { batch: 256 }), size).toBeLessThan(
        addnorm.bytesNeeded(large, { batch: 256 }),
      );
    }
  });

  it('a call whose k-th allocation fails, for every k, throws, changes nothing and leaks nothing', async () => {
    const raw = await rawModule();
    const failing = new FailingMemory(raw);
    const instance = new Addnorm(failing.module, await WebAssembly.compile(simdBytes()), undefined);
    const model = instance.createModel(TINY);
    const trainer = instance.createTrainer({ model, batch: 1 });
    const tokens = [2, 3, 2, 3];
    const options = { dModel: 2, gamma: [1, 2], beta: [3, 4] };
    const calls: (() => unknown)[] = [
      () => instance.layerNorm(tokens, options),
      () => instance.layerNormBackward(tokens, tokens, options),
      () => instance.rmsNorm(tokens, { dModel: 2 }),
      () => instance.rmsNormBackward(tokens, tokens, { dModel: 2 }),
      () => instance.batchNorm(tokens, options),
      () => instance.batchNormEvaluate(tokens, options),
      () => instance.batchNormBackward(tokens, tokens, options),
      () => model.forward(tokens),
      () => model.lossAndGradients(tokens, tokens),
      () => model.generate(tokens),
      () => trainer.stepOn(tokens, tokens),
      () => trainer.evaluate(),
      () => trainer.batch(),
    ];
    for (const call of calls) {
      const before = trainer.fingerprint();
      let k = 1;
      for (; failing.failsAt(k, call); k++) expect(trainer.fingerprint(), String(call)).toBe(before);
      expect(k, String(call)).toBeGreaterThan(1);
      expect(failing.nHeld, String(call)).toBe(0);
    }
  });
});

/** A module whose k-th allocation fails. */
class FailingMemory {
  readonly module: RawModule;
  nHeld = 0;
  #allocationsLeft = Infinity;

  constructor(raw: RawModule) {
    const allocate = (bytes: number) => {
      this.#allocationsLeft -= 1;
      if (this.#allocationsLeft < 0) return 0;
      this.nHeld += 1;
      return raw._allocate(bytes);
    };
    const release = (pointer: number) => {
      this.nHeld -= 1;
      raw._release(pointer);
    };
    this.module = Object.create(raw, {
      _allocate: { value: allocate },
      _release: { value: release },
    }) as RawModule;
  }

  /** Calls with the k-th allocation failing; false if the call needed fewer and went through. */
  failsAt(k: number, call: () => unknown): boolean {
    this.#allocationsLeft = k - 1;
    try {
      call();
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).toMatch(/^out of memory: /);
      return true;
    } finally {
      this.#allocationsLeft = Infinity;
    }
  }
}
