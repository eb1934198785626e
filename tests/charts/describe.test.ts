// The sentences, case by case.
import { describe, expect, test } from 'vitest';
import { formulaText } from '../../web/charts/block-formula.ts';
import { type BlockArrangement, describeBlock, describeLoss } from '../../web/charts/describe.ts';
import { describeHeatMap, describeProfile } from '../../web/charts/describe-places.ts';
import { messagesEn } from '../../web/charts/messages.en.ts';

/** A curve that ends in these losses, at step 200. */
const ending = (label: string, ...y: number[]) => ({
  label,
  x: y.map((_, i) => 201 - y.length + i),
  y,
  count: y.length,
});
const steady = (label: string, value: number) => ending(label, ...Array<number>(20).fill(value));

describe('describeLoss', () => {
  const say = (...series: Parameters<typeof describeLoss>[0]['series']) =>
    describeLoss({ series, guessing: 2.639 });

  test('nothing started', () => {
    expect(say(ending('post-LN'), ending('pre-LN'))).toBe('Nothing measured yet.');
    expect(say()).toBe('Nothing measured yet.');
  });

  test('one learned, one guessing', () => {
    expect(say(steady('post-LN', 2.63), steady('pre-LN', 0.02))).toBe(
      'At step 200 pre-LN has learned the task (loss 0.020); post-LN is still at the level of guessing (2.64).',
    );
  });

  test('both learned', () => {
    expect(say(steady('post-LN', 0.03), steady('pre-LN', 0.02))).toBe(
      'At step 200 post-LN and pre-LN have learned the task (loss 0.030 and 0.020).',
    );
  });

  test('both guessing', () => {
    expect(say(steady('post-LN', 2.64), steady('pre-LN', 2.7))).toBe(
      'At step 200 post-LN and pre-LN are still at the level of guessing (2.64).',
    );
  });

  test('far above guessing is worse than guessing, not stuck at it', () => {
    expect(say(steady('no norm', 77.9), steady('pre-LN', 2.7))).toBe(
      'At step 200 pre-LN is still at the level of guessing (2.64); “no norm” is worse than guessing (loss 77.9, guessing 2.64).',
    );
  });

  test.each([
    [2.73, 'is still at the level of guessing (2.64)'],
    [2.78, 'is still at the level of guessing (2.64)'],
    [2.8, 'is worse than guessing (loss 2.80, guessing 2.64)'],
    [3.2, 'is worse than guessing (loss 3.20, guessing 2.64)'],
  ])('at step 200 a loss of %d %s', (loss, clause) => {
    expect(say(steady('pre-LN', loss))).toBe(`At step 200 pre-LN ${clause}.`);
  });

  test('above guessing in the first steps, training has only begun', () => {
    const first = (label: string, y: number) => ({ label, x: [1], y: [y], count: 1 });
    expect(say(first('post-LN', 3.26), first('pre-LN', 3.13))).toBe(
      'At step 1 post-LN and pre-LN have only begun (loss 3.26 and 3.13; guessing is 2.64).',
    );
  });

  test('nothing to predict is not a task that was learned', () => {
    const sentence = 'There is nothing to predict with these settings.';
    expect(say(steady('post-LN', 0), steady('pre-LN', 0))).toBe(sentence);
    expect(describeLoss({ series: [steady('pre-LN', 0)] })).toBe(sentence);
    expect(describeLoss({ series: [ending('pre-LN', 1, 0.1, 0)], guessing: 0 })).toBe(sentence);
    expect(say(ending('pre-LN', 0.01, 0, 0, 0))).toContain('has learned the task');
  });

  test('where all diverged, only the steps of divergence are named', () => {
    expect(say(ending('no norm', 2, NaN, NaN))).toBe('“no norm” diverged at step 199.');
    expect(say(ending('no norm', 2, NaN), ending('rezero', NaN))).toBe(
      '“no norm” and rezero diverged at step 200.',
    );
    expect(say(ending('no norm', NaN), ending('rezero', NaN, NaN), ending('plain', NaN))).toBe(
      '“no norm”, rezero and plain diverged at steps 200, 199 and 200.',
    );
  });

  test('one ahead of the other', () => {
    expect(say(steady('post-LN', 2.1), steady('pre-LN', 1.2))).toBe(
      'At step 200 pre-LN (1.20) is ahead of post-LN (2.10).',
    );
  });

  test('level', () => {
    expect(say(steady('post-LN', 1.2), steady('pre-LN', 1.21))).toBe(
      'At step 200 post-LN and pre-LN are level at about 1.20.',
    );
  });

  test('one on its way, one guessing', () => {
    expect(say(steady('post-LN', 2.64), steady('pre-LN', 1.2))).toBe(
      'At step 200 pre-LN has come down to 1.20; post-LN is still at the level of guessing (2.64).',
    );
  });

  test('diverged, at the step where it stopped being finite', () => {
    expect(say(ending('no norm', 2, 3, NaN, NaN), steady('pre-LN', 0.02))).toBe(
      'At step 200 pre-LN has learned the task (loss 0.020); “no norm” diverged at step 199.',
    );
  });

  test('a gap that closed again is no divergence', () => {
    expect(say(ending('pre-LN', 1, NaN, 1, 1))).toBe('At step 200 pre-LN has come down to 1.00.');
  });

  test('one added later', () => {
    expect(say(steady('pre-LN', 0.02), ending('sandwich'))).toBe(
      'At step 200 pre-LN has learned the task (loss 0.020); sandwich has not started.',
    );
  });

  test('one lucky step is not learning', () => {
    expect(say(ending('pre-LN', 1.2, 1.2, 1.2, 1.2, 0.05))).toBe(
      'At step 200 pre-LN has come down to 0.050.',
    );
  });

  test('a quantity without a level of guessing', () => {
    expect(describeLoss({ series: [steady('pre-LN', 3.2)] })).toBe('At step 200 pre-LN stands at 3.20.');
  });
});

describe('describeProfile', () => {
  const say = (values: number[]) =>
    describeProfile({ step: 200, quantity: 'gradient norm', variants: [{ label: 'post-LN', values }] });

  test.each([
    [[], 'Nothing measured yet.'],
    [
      [1, 5, 1.2],
      'At step 200 the gradient norm of post-LN is about the same in the first and the last block.',
    ],
    [[8, 4, 2], 'At step 200 the gradient norm of post-LN is 4 times larger in block 1 than in block 3.'],
    [
      [1e-4, 0.74],
      'At step 200 the gradient norm of post-LN is 7400 times smaller in block 1 than in block 2.',
    ],
    [[0, 0, 0], 'At step 200 the gradient norm of post-LN is zero in every block.'],
    [[0, 1], 'At step 200 the gradient norm of post-LN is zero in block 1.'],
    [[1, 0], 'At step 200 the gradient norm of post-LN is zero in block 2.'],
    [[3], 'At step 200 the gradient norm of post-LN is 3.00 in its only block.'],
    [[1, NaN, 1], 'At step 200 the gradient norm of post-LN is not finite in block 2.'],
  ])('%j', (values, sentence) => {
    expect(say(values)).toBe(sentence);
  });

  test('zero at both ends only is not zero everywhere', () => {
    expect(say([0, 1, 0])).toBe('At step 200 the gradient norm of post-LN is zero in block 1.');
  });

  test('of what is no size both ends are named, with their sign', () => {
    const variants = [{ label: 'pre-LN', values: [-0.2, 0.5, 0.98] }];
    const names = { placeLabel: 'head', placeName: (place: number) => `1.${place}` };
    expect(describeProfile({ step: 3, quantity: 'cosine', variants, compare: 'ends', ...names })).toBe(
      'At step 3 the cosine of pre-LN is −0.20 in head 1.1 and 0.98 in head 1.3.',
    );
  });

  test('several variants', () => {
    const variants = [
      { label: 'post-LN', values: [1, 100] },
      { label: 'pre-LN', values: [1, 1] },
    ];
    expect(describeProfile({ step: 3, quantity: 'gradient norm', variants })).toBe(
      'At step 3 the gradient norm of post-LN is 100 times smaller in block 1 than in block 2; ' +
        'the gradient norm of pre-LN is about the same in the first and the last block.',
    );
  });
});

describe('describeHeatMap', () => {
  const say = (values: number[][]) =>
    describeHeatMap({
      quantity: 'gradient norm',
      variants: [
        {
          label: 'a',
          nBlock: 2,
          steps: values.map((_, i) => i + 1),
          values: values.flat(),
          count: values.length,
        },
      ],
    });

  test('nothing measured', () => {
    expect(say([])).toBe('Nothing measured yet.');
  });

  test('what has a sign keeps it, and numbers are read where they stand', () => {
    const layout = { width: 4, first: 1, stride: 2 };
    const values = [9, -0.5, 9, 0.25, 9, 0.75, 9, 1];
    const map = { label: 'a', nBlock: 2, steps: [1, 2], values, count: 2, layout };
    expect(describeHeatMap({ quantity: 'cosine', variants: [map], isSigned: true })).toBe(
      'Up to step 2 the cosine of a has ranged from −0.50 (block 1, step 1) to 1.00 (block 2, step 2).',
    );
  });

  test('a narrow and a wide range', () => {
    expect(
      say([
        [1, 2],
        [3, 4],
      ]),
    ).toBe('Up to step 2 the gradient norm of a has stayed between 1.00 and 4.00.');
    expect(
      say([
        [1, 2],
        [0.001, 4],
      ]),
    ).toBe(
      'Up to step 2 the gradient norm of a has ranged from 0.0010 (block 1, step 2) to 4.00 (block 2, step 2).',
    );
  });

  test('zero, and not finite since when', () => {
    expect(say([[0, 0]])).toBe('Up to step 1 the gradient norm of a has been zero.');
    expect(
      say([
        [1, 2],
        [NaN, 2],
        [1, 1],
        [NaN, 1],
        [NaN, NaN],
      ]),
    ).toBe(
      'Up to step 5 the gradient norm of a has stayed between 1.00 and 2.00; ' +
        'the gradient norm of a is not finite from step 4 on.',
    );
  });
});

describe('the block', () => {
  const arrangement = (slots: string, change: Partial<BlockArrangement> = {}): BlockArrangement => ({
    slots: { input: slots.includes('i'), output: slots.includes('o'), after: slots.includes('a') },
    norm: 'layer',
    residualGain: 1,
    branchGain: 1,
    ...change,
  });

  test.each<[string, Partial<BlockArrangement>, string]>([
    ['a', {}, 'y = LN(x + F(x))'],
    ['i', {}, 'y = x + F(LN(x))'],
    ['io', { norm: 'rms' }, 'y = x + RMS(F(RMS(x)))'],
    ['o', {}, 'y = x + LN(F(x))'],
    ['a', { residualGain: 2.21336 }, 'y = LN(2.21·x + F(x))'],
    ['', { branchGain: 'learned' }, 'y = x + α·F(x)'],
    ['', { branchGain: 0.5 }, 'y = x + 0.5·F(x)'],
    ['', {}, 'y = x + F(x)'],
    ['a', { residualGain: 0, norm: 'batch' }, 'y = BN(F(x))'],
  ])('slots "%s" with %j is %s', (slots, change, formula) => {
    expect(formulaText(arrangement(slots, change), messagesEn)).toBe(formula);
  });

  test('is described by what happens on the residual stream', () => {
    expect(describeBlock(arrangement('i'))).toContain('stream runs unbroken');
    expect(describeBlock(arrangement('a'))).toContain('on the residual stream itself');
    expect(describeBlock(arrangement('ia'))).toContain('on the branch and on the residual stream');
    expect(describeBlock(arrangement(''))).toContain('no norm in the block');
    expect(describeBlock(arrangement('i', { residualGain: 0 }))).toContain('cut');
  });
});
