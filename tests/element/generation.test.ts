// @vitest-environment node
// The arithmetic of generation: tokens as text, the right continuation of every task as the tasks themselves have it, and
// probabilities.
import { describe, expect, test } from 'vitest';
import {
  alphabetOf,
  answerLength,
  candidatesOf,
  exampleLength,
  isUnseen,
  rightToken,
} from '../../web/element/generation.ts';
import { load, type PartialRunConfig, resolveRunConfig } from '../../web/lib/index.ts';

const config = (given: PartialRunConfig = {}) => resolveRunConfig(given);

describe('tokens', () => {
  test('of a task are numbers, with signs for separator and blank', () => {
    const { kind, read, write } = alphabetOf(config());
    expect(kind).toBe('symbols');
    expect(read(' 0 13, 4| _')).toEqual([2, 15, 6, 1, 0]);
    expect([2, 15, 1, 0].map(write)).toEqual(['0', '13', '|', '_']);
    expect(read('3 14 15')).toEqual({ stranger: '14' });
    expect(read('3 -1')).toEqual({ stranger: '-1' });
    expect(read('3 x')).toEqual({ stranger: 'x' });
    expect(read('')).toEqual([]);
  });

  test('of a text are its characters', () => {
    const { kind, read, write } = alphabetOf(config({ task: { kind: 'text', text: 'ab😀 \n'.repeat(20) } }));
    expect(kind).toBe('characters');
    const tokens = read('a😀 b\n') as number[];
    expect(tokens.map(write).join('')).toBe('a😀 b\n');
    expect(read('abc')).toEqual({ stranger: 'c' });
    expect(isUnseen(kind, tokens[2]!, ' ')).toBe(true);
    expect(isUnseen(kind, tokens[0]!, 'a')).toBe(false);
  });
});

describe('what is right', () => {
  // The tasks are their own judge: wherever a batch has a target and the next token is that target, or for parity everywhere.
  test.each(['copy', 'reverse', 'sort', 'modularAddition', 'parity', 'induction'] as const)(
    'in %s is what its batches have as targets',
    async (kind) => {
      const { model: modelConfig, ...training } = config({
        model: { nCtx: 17, dModel: 8, nHead: 2, nLayer: 1 },
        task: kind,
        batch: 32,
      });
      const addnorm = await load();
      const model = addnorm.createModel(modelConfig);
      const trainer = addnorm.createTrainer({ model, ...training });
      const { tokens, targets } = trainer.batch();
      model.dispose();
      const run = { model: modelConfig, ...training };
      let judged = 0;
      for (let b = 0; b < 32; b++) {
        const sequence = [...tokens.subarray(17 * b, 17 * (b + 1))];
        const given = exampleLength(run, sequence);
        expect(given).toBeGreaterThanOrEqual(1);
        for (let i = given - 1; i < 17; i++) {
          const target = targets[17 * b + i]!;
          if (target < 0) continue;
          expect(rightToken(run, sequence.slice(0, i + 1)), `${kind} at ${i}`).toBe(target);
          judged++;
        }
        expect(targets[17 * b + given - 1]).toBeGreaterThanOrEqual(0);
        expect(answerLength(run, sequence.slice(0, given))).toBeGreaterThanOrEqual(1);
      }
      expect(judged).toBeGreaterThanOrEqual(32);
    },
  );

  test('is not known where there is no one answer', () => {
    expect(rightToken(config(), [2, 3, 4])).toBeUndefined();
    expect(rightToken(config(), [2, 1, 2])).toBeUndefined();
    expect(rightToken(config({ task: 'modularAddition' }), [2])).toBeUndefined();
    expect(rightToken(config({ task: 'modularAddition' }), [2, 1])).toBeUndefined();
    expect(rightToken(config({ task: 'parity' }), [2, 5])).toBeUndefined();
    expect(rightToken(config({ task: 'induction' }), [2])).toBeUndefined();
    expect(rightToken(config({ task: 'text' }), [2, 3])).toBeUndefined();
  });
});

describe('candidates', () => {
  const LOGITS = [0, Math.log(2), Math.log(3), Math.log(4), -Infinity];

  test('come by their probability, and the drawn one is among them', () => {
    const found = candidatesOf(LOGITS, 1, 0, 2);
    expect(found.map(({ token }) => token)).toEqual([3, 2, 0]);
    expect(found.map(({ probability }) => probability)).toEqual(
      [0.4, 0.3, 0.1].map((x) => expect.closeTo(x, 12) as number),
    );
  });

  test('follow the temperature; at 0 they are those of 1', () => {
    expect(candidatesOf(LOGITS, 0.5, 3, 1)[0]!.probability).toBeCloseTo(16 / 30, 12);
    expect(candidatesOf(LOGITS, 0, 3, 1)[0]!.probability).toBeCloseTo(0.4, 12);
    expect(candidatesOf([1000, 0], 1, 0, 1)[0]!.probability).toBe(1);
  });
});
