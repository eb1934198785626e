import { describe, expect, test } from 'vitest';
import { History } from '../../web/lab/history.ts';
import type { StepMetrics } from '../../web/lib/index.ts';

const N_LAYER = 3;

/** A row in which every number tells its step and its place. */
function rowOf(step: number, nLayer = N_LAYER): StepMetrics {
  const list = (length: number, base: number) => Float64Array.from({ length }, (_, i) => base + step + i / 8);
  return {
    step,
    loss: step + 0.1,
    accuracy: step + 0.2,
    lr: step + 0.3,
    gradNorm: step + 0.4,
    isClipped: step % 2 === 0,
    isSkipped: false,
    nonFinite: null,
    weightGradNorm: list(2 * nLayer, 1000),
    inputGradNorm: list(2 * nLayer, 2000),
    streamRms: list(2 * nLayer, 3000),
    branchRms: list(2 * nLayer, 4000),
    branchRatio: list(2 * nLayer, 5000),
    updateRatio: list(2 * nLayer, 6000),
    cosine: list(nLayer, 7000),
    attnEntropy: list(4 * nLayer, 8000),
    gammaAbsMean: list(2 * nLayer, 9000),
    gammaDeviation: list(2 * nLayer, 10000),
    // A model may have no norms.
    preNormStd: list(0, 11000),
  };
}

function historyOf(steps: number): History {
  const history = new History();
  for (let step = 1; step <= steps; step++) history.append(rowOf(step));
  return history;
}

describe('History', () => {
  test.each([1, 255, 256, 257, 1000])('keeps every number of %i steps in its place', (steps) => {
    const history = historyOf(steps);
    expect(history).toMatchObject({ length: steps, lastStep: steps });
    expect(history.scalar('step')).toEqual(Float64Array.from({ length: steps }, (_, i) => i + 1));
    expect(history.scalar('loss')).toEqual(Float64Array.from({ length: steps }, (_, i) => i + 1 + 0.1));
    expect(history.scalar('isClipped')).toEqual(Float64Array.from({ length: steps }, (_, i) => i % 2));
    const { data, rows, width } = history.matrix('branchRms');
    expect({ rows, width, length: data.length }).toEqual({ rows: steps, width: 6, length: 6 * steps });
    for (let i = 0; i < steps; i++)
      expect(data.subarray(6 * i, 6 * i + 6)).toEqual(new Float32Array(rowOf(i + 1).branchRms));
    expect(history.matrix('cosine').width).toBe(N_LAYER);
    expect(history.matrix('attnEntropy').width).toBe(4 * N_LAYER);
    expect(history.matrix('preNormStd')).toEqual({ data: new Float32Array(0), rows: steps, width: 0 });
  });

  test('keeps NaN and infinities', () => {
    const history = historyOf(1);
    history.append({
      ...rowOf(2),
      loss: NaN,
      gradNorm: Infinity,
      cosine: new Float64Array([NaN, -Infinity, 0]),
    });
    expect([history.scalar('loss')[1], history.scalar('gradNorm')[1]]).toEqual([NaN, Infinity]);
    expect([...history.matrix('cosine').data.subarray(3)]).toEqual([NaN, -Infinity, 0]);
  });

  test('hands out its columns without copying', () => {
    const history = historyOf(10);
    expect(history.scalar('loss').buffer).toBe(history.scalar('loss').buffer);
    expect(history.matrix('cosine').data.buffer).toBe(history.matrix('cosine').data.buffer);
  });

  test('moves a row O(1) times however many there are', () => {
    const history = new History();
    const buffers = new Set<ArrayBufferLike>();
    for (let step = 1; step <= 20_000; step++) {
      history.append(rowOf(step));
      buffers.add(history.scalar('loss').buffer);
    }
    // 256, 512, ... 32768: storage doubled seven times.
    expect(buffers.size).toBe(8);
  });

  test('says how much memory it takes, and gives it back', () => {
    const history = historyOf(257);
    const scalars = 7 * 512 * 8;
    const matrices = (6 * 6 + 3 + 12 + 2 * 6) * 512 * 4;
    expect(history.bytes).toBe(scalars + matrices);
    history.clear();
    expect(history.bytes).toBe(0);
  });

  test('is empty before the first step', () => {
    const history = new History();
    expect(history).toMatchObject({ length: 0, lastStep: 0, bytes: 0 });
    expect(history.scalar('loss')).toEqual(new Float64Array(0));
    expect(history.matrix('cosine')).toEqual({ data: new Float32Array(0), rows: 0, width: 0 });
  });

  test('forgets what came after a step, and goes on from there', () => {
    const history = historyOf(300);
    history.truncate(120);
    expect(history).toMatchObject({ length: 120, lastStep: 120 });
    for (let step = 121; step <= 400; step++) history.append(rowOf(step));
    expect(history.scalar('loss')).toEqual(historyOf(400).scalar('loss'));
    expect(history.matrix('cosine')).toEqual(historyOf(400).matrix('cosine'));
  });

  test('is as it was after truncation beyond its end, and empty after truncation to step 0', () => {
    const history = historyOf(5);
    history.truncate(9);
    expect(history.length).toBe(5);
    history.truncate(0);
    expect(history).toMatchObject({ length: 0, bytes: 0 });
    history.append(rowOf(1, 7));
    expect(history.matrix('cosine').width).toBe(7);
  });

  test('may begin at any step', () => {
    const history = new History();
    history.append(rowOf(41));
    history.append(rowOf(42));
    history.truncate(41);
    expect([...history.scalar('step')]).toEqual([41]);
  });

  test.each([2, 4])('refuses a row that is not the next: step %i after step 2', (step) => {
    const history = historyOf(2);
    expect(() => history.append(rowOf(step))).toThrow(
      new RangeError(`invalid step: ${step} (must be 3, the one after the last)`),
    );
    expect(history.length).toBe(2);
  });

  test('refuses a row of another model and stays as it was', () => {
    const history = historyOf(2);
    expect(() => history.append(rowOf(3, 4))).toThrow(RangeError);
    expect(history).toMatchObject({ length: 2, lastStep: 2 });
    expect(history.scalar('loss').length).toBe(2);
  });
});
