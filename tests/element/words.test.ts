// @vitest-environment node
// Names of variants, reasons of divergence, and the small arithmetic of the element.
import { describe, expect, test } from 'vitest';
import { BlockNorms } from '../../web/element/block-norms.ts';
import { explainDivergence } from '../../web/element/divergence.ts';
import { guessingLoss } from '../../web/element/guessing.ts';
import { fullName, identify } from '../../web/element/identity.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { reasonOf } from '../../web/element/notices.ts';
import { nudge } from '../../web/element/nudge.ts';
import { LabSettings, SETTINGS_BY_KEY } from '../../web/element/settings.ts';
import { warmupChange } from '../../web/element/warmup.ts';
import { MAX_BYTES } from '../../web/lib/memory.ts';

const settings = (text: string) => LabSettings.read(new URLSearchParams(text)).settings;
const config = (text: string) => settings(text).configs[0]!;

describe('what variants are called', () => {
  const labels = (text: string) => identify(settings(text).configs, messagesEn).map(({ label }) => label);

  test.each([
    ['', ['post-LN', 'pre-LN']],
    ['norm=rms', ['post-RMS', 'pre-RMS']],
    ['placement=pre,pre&final-norm=1,0', ['pre-LN', 'pre-LN, no final norm']],
    ['placement=post&final-norm=1', ['post-LN + final norm']],
    ['placement=post,post&warmup=0,200', ['post-LN (Warm-up 0)', 'post-LN (Warm-up 200)']],
    ['placement=pre,pre&task=copy,text', ['pre-LN (Task copy)', 'pre-LN (Task text)']],
    ['placement=pre,pre', ['pre-LN (A)', 'pre-LN (B)']],
    ['placement=post&slots=input-after', ['LN at input+after']],
    ['placement=post&slots=input-after&residual=0', ['LN at input+after, no residual']],
    ['placement=pre&slots=empty&branch=0.5&norm=rms', ['no norm, b = 0.5 + final norm']],
    ['slots=output&residual=2&learn-branch=1&placement=post', ['LN at output, a = 2 …']],
    [
      'placement=post,post&slots=input-after&residual=2&branch=0.5,0.25',
      ['LN at input+after, a = 2 … (Branch gain 0.5)', 'LN at input+after, a = 2 … (Branch gain 0.25)'],
    ],
    [
      'placement=pre,pre,pre&lr=1e-3,1e-3,2e-3&width=8,16,16&warmup=5,5,5&depth=2,3,3&heads=2',
      ['pre-LN (Depth 2, Width 8)', 'pre-LN (Depth 3, Width 16)', 'pre-LN (Depth 3, Width 16) (C)'],
    ],
  ])('%s', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  test('of more parts than a name has they are all in the full one', () => {
    expect(fullName(config('slots=output&residual=2&learn-branch=1&placement=post'), messagesEn)).toBe(
      'LN at output, a = 2, b learned',
    );
  });

  test('a second variant of a placement is counted, so that it is drawn otherwise', () => {
    const identities = identify(settings('placement=pre,post,pre').configs, messagesEn);
    expect(identities.map(({ placement, nth }) => [placement, nth])).toEqual([
      ['pre', 0],
      ['post', 0],
      ['pre', 1],
    ]);
    expect(new Set(identities.map(({ id }) => id)).size).toBe(3);
  });
});

describe('why a run diverged', () => {
  const why = (tensor: string, block: number | null, step: number, text: string) =>
    explainDivergence('no norm', { tensor, block, step }, config(text), messagesEn);

  test('names tensor, block and step, and reads the reason off them', () => {
    expect(why('layers.4.self_attn output', 4, 2, 'placement=none&lr=1')).toMatch(
      /^First not finite in “no norm”: layers\.4\.self_attn output \(block 5\), at step 2\. Nothing brings the stream back/,
    );
    expect(why('layers.4.self_attn output', 4, 1, 'placement=none')).toContain('before any training');
    expect(why('logits', null, 3, 'placement=pre&lr=0.5')).toContain(
      'After steps of size 0.5 the numbers of the forward pass grow past what a float can hold.',
    );
    expect(why('gradient of norm.weight', null, 3, 'placement=pre')).toContain('its gradient was not');
    expect(why('norm.weight', null, 3, 'placement=pre&lr=100')).toContain('The update itself');
  });
});

test('growth from block to block is the reason only in a block after the first, with no norm in any', () => {
  const isGrowth = (text: string, block: number | null) =>
    explainDivergence(
      'x',
      { tensor: block === null ? 'logits' : `layers.${block}.linear2 output`, block, step: 5 },
      config(text),
      messagesEn,
    ).includes('from block to block');
  expect(isGrowth('placement=rezero', 0)).toBe(false);
  expect(isGrowth('placement=none', 0)).toBe(false);
  expect(isGrowth('placement=none', null)).toBe(false);
  expect(isGrowth('placement=none', 1)).toBe(true);
  expect(isGrowth('placement=post', 1)).toBe(false);
  expect(isGrowth('placement=pre', 1)).toBe(false);
});

test('a failure names the model by its label, and the limit of memory that there is', () => {
  const identities = identify(settings('').configs, messagesEn);
  const error = (id: string) => new RangeError(`variant "${id}": out of memory: a run needs 300 MB`);
  expect(reasonOf(error('a'), identities)).toBe('post-LN: out of memory: a run needs 300 MB');
  expect(reasonOf(error('z'), identities)).toBe('out of memory: a run needs 300 MB');
  expect(messagesEn.errorHint.memory).toContain(`a run may use ${Math.floor(MAX_BYTES / 1e6)} MB.`);
});

test('guessing costs ln of the number of answers', () => {
  expect(guessingLoss(config(''))).toBeCloseTo(Math.log(14), 12);
  expect(guessingLoss(config('task=parity'))).toBeCloseTo(Math.log(2), 12);
  expect(guessingLoss(config('task=modularAddition&modulus=7'))).toBeCloseTo(Math.log(7), 12);
  expect(guessingLoss(config('task=induction&vocab=10'))).toBeCloseTo(Math.log(8), 12);
  expect(guessingLoss(config('task=sort'))).toBeUndefined();
  expect(guessingLoss(config('task=sort&vocab=3'))).toBe(0);
});

test('guessing the characters of a text costs their entropy', () => {
  const guess = (text: string) => guessingLoss(config(`task=text&ctx=1&text=${text}`));
  expect(guess('abab')).toBeCloseTo(Math.log(2), 12);
  expect(guess('aaab')).toBeCloseTo(0.75 * Math.log(4 / 3) + 0.25 * Math.log(4), 12);
  expect(guess('😀😀😀b')).toBeCloseTo(0.75 * Math.log(4 / 3) + 0.25 * Math.log(4), 12);
  expect(guess('aaaa')).toBe(0);
  const sonnets = config('task=text');
  expect(guessingLoss(sonnets)).toBeCloseTo(3.079, 3);
  expect(guessingLoss(sonnets)).toBe(guessingLoss(sonnets));
});

test('the one click adds 200 steps of warm-up, and takes any away', () => {
  expect(warmupChange(settings(''))).toEqual({ isOn: false, steps: 200, texts: [['warmup', '200']] });
  expect(warmupChange(settings('warmup=50')).texts).toEqual([['warmup', undefined]]);
});

test('norms of blocks are those of their sub-layers together, however many steps there are', () => {
  const norms = new BlockNorms(2);
  expect([...norms.last]).toEqual([]);
  for (let i = 0; i < 1000; i++) norms.append([3, 4, i, 0]);
  expect(norms.count).toBe(1000);
  expect([...norms.last]).toEqual([5, 999]);
  expect(norms.values[2 * 500 + 1]).toBe(500);
  norms.append([NaN, 1, 1, Infinity]);
  expect([...norms.last]).toEqual([NaN, Infinity]);
});

describe('arrow keys', () => {
  test.each([
    ['depth', '6', '7', '5'],
    ['depth', '48', '48', '47'],
    ['lr', '0.005', '0.01', '0.002'],
    ['lr', '0.003', '0.005', '0.002'],
    ['lr', '0', '0.001', '0'],
    ['dropout', '0', '0.1', '0'],
    ['seed', '123456789', '123456790', '123456788'],
  ])('%s from %s: up to %s, down to %s', (key, text, up, down) => {
    expect(nudge(SETTINGS_BY_KEY.get(key)!, text, 1)).toBe(up);
    expect(nudge(SETTINGS_BY_KEY.get(key)!, text, -1)).toBe(down);
  });

  test('do nothing to what is no number', () => {
    expect(nudge(SETTINGS_BY_KEY.get('depth')!, 'six', 1)).toBeUndefined();
    expect(nudge(SETTINGS_BY_KEY.get('task')!, 'copy', 1)).toBeUndefined();
  });
});
