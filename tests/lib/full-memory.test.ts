// What happens when the module's memory is really full: every call says so with a RangeError, or works, and whatever was there
// before still works.
import { expect, it } from 'vitest';
import { Addnorm } from '../../web/lib/addnorm.ts';
import type { PartialModelConfig } from '../../web/lib/index.ts';
import { rawModule, simdBytes } from './raw-module.ts';

const SMALL: PartialModelConfig = { nLayer: 2, dModel: 8, nHead: 2, nCtx: 8, vocabSize: 8 };

/** Takes all memory, in ever smaller pieces; gives the pieces. */
function fill(raw: Awaited<ReturnType<typeof rawModule>>): number[] {
  const pieces: number[] = [];
  for (let bytes = 64 * 2 ** 20; bytes >= 16; bytes /= 2) {
    for (let piece = raw._allocate(bytes); piece !== 0; piece = raw._allocate(bytes)) pieces.push(piece);
  }
  return pieces;
}

it('a full module refuses what is new with a RangeError and goes on with what there is', async () => {
  const raw = await rawModule();
  const addnorm = new Addnorm(raw, await WebAssembly.compile(simdBytes()), undefined);
  const model = addnorm.createModel(SMALL);
  const trainer = addnorm.createTrainer({ model, batch: 2 });
  trainer.step();
  const pieces = fill(raw);

  const outcomes = new Set<string>();
  const attempt = (what: string, call: () => unknown) => {
    try {
      call();
      outcomes.add(`${what} works`);
    } catch (error) {
      expect(error, `${what}: ${String(error)}`).toBeInstanceOf(RangeError);
      expect((error as Error).message).toMatch(/^out of memory: /);
      outcomes.add(`${what} is refused`);
    }
  };
  // From full to the last byte to a few megabytes free, so that every kind of allocation comes to be the one that fails.
  for (let freed = 0; freed < 60; freed++) {
    attempt('a norm', () => addnorm.layerNorm([2, 4, 4, 6], { dModel: 4 }));
    attempt('a small model', () => addnorm.createModel({ nLayer: 1, dModel: 4, nHead: 1 }).dispose());
    attempt('a small trainer', () => addnorm.createTrainer({ model, batch: 2 }).dispose());
    attempt('a count', () => addnorm.bytesNeeded());
    attempt('a fingerprint', () => trainer.fingerprint());
    attempt('a batch', () => trainer.batch());
    attempt('a model', () => addnorm.createModel({ nLayer: 12, dModel: 32 }).dispose());
    attempt('a trainer', () => addnorm.createTrainer({ model, batch: 256 }).dispose());
    attempt('a forward pass', () => model.forward(new Int32Array(8 * 128), { batch: 128 }));
    attempt('a gradient', () => model.lossAndGradients(new Int32Array(8), new Int32Array(8), { batch: 1 }));
    attempt('a generation', () => model.generate([2, 3], { maxNewTokens: 4 }));
    expect(trainer.step().loss).toBeLessThan(5);
    const piece = pieces.pop();
    if (piece !== undefined) raw._release(piece);
  }
  const small = ['a norm', 'a small model', 'a small trainer', 'a count', 'a fingerprint', 'a batch'];
  for (const what of [...small, 'a model', 'a trainer', 'a forward pass', 'a gradient', 'a generation']) {
    expect([...outcomes]).toContain(`${what} is refused`);
    expect([...outcomes]).toContain(`${what} works`);
  }
});
